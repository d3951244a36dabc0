/** Which section of a passage a quoted line stands in: small sections share a passage, and a source is to link the one that was cited. */
import type { Passage } from "../passage.ts";
import { parseBlocks } from "./sentences.ts";

/** Where a cited line stands. */
export interface CitedSection {
  url: string;
  headingPath: string[];
}

/**
 * The section of a quote: the passage's own, or a smaller one inside it whose fragment the index tells.
 * @param quote a line of the passage
 */
export function citedSection(passage: Passage, quote: string): CitedSection {
  const { url, anchor, title, headingPath, innerAnchors = [] } = passage;
  const own = { url, headingPath };
  if (innerAnchors.length === 0 || !(anchor === "" || url.endsWith(`#${anchor}`))) return own;
  const blocks = parseBlocks(passage.text);
  if (blocks.filter(({ kind }) => kind === "heading").length !== innerAnchors.length) return own;
  const wanted = oneLine(quote);
  const at = blocks.findIndex(({ kind, raw }) => kind !== "heading" && oneLine(raw).includes(wanted));
  const before = blocks.slice(0, Math.max(0, at)).filter(({ kind }) => kind === "heading");
  const heading = before.at(-1);
  const fragment = innerAnchors[before.length - 1];
  if (heading === undefined || fragment === undefined || fragment === "") return own;
  const path = [...headingPath];
  // A page whose title stands outside of its text begins at the second level.
  const offset = headingPath[0] === title ? 1 : 2;
  for (const { level, text } of before) path.splice(Math.max(0, level - offset), path.length, text);
  return { url: `${url.split("#", 1)[0]}#${fragment}`, headingPath: path };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
