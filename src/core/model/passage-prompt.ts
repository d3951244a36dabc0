import type { Passage } from "../passage.ts";
import { escapeAttribute, escapeData } from "./prompt-data.ts";

/**
 * Passages as the model gets them: one `<doc id="1" source="…">` block each, numbered from 1 in the order given. The contents are
 * escaped, so that no passage can close its own tag or open another.
 */
export function passageBlocks(passages: readonly Passage[]): string {
  return passages
    .map((passage, i) => {
      const version = passage.version === "" ? "" : ` version="${escapeAttribute(passage.version)}"`;
      const kind = passage.kind === "code" ? ' kind="source code"' : "";
      const source = escapeAttribute(sourceLabel(passage));
      return `<doc id="${i + 1}" source="${source}"${version}${kind}>\n${escapeData(passage.text)}\n</doc>`;
    })
    .join("\n");
}

/** Where a passage stands: file, page title and headings, e.g. `advanced/timeouts.md: Timeouts > Fine tuning`. */
export function sourceLabel(passage: Passage): string {
  const path =
    passage.headingPath[0] === passage.title ? passage.headingPath : [passage.title, ...passage.headingPath];
  return `${passage.file}: ${path.filter((part) => part !== "").join(" > ")}`;
}
