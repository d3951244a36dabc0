import type { Code, Heading, Root } from "mdast";
import { visit } from "unist-util-visit";
import type { Warn } from "../warnings.ts";
import { headingText } from "./headings.ts";

/**
 * Warns of fenced code blocks that nothing closes: they swallow the rest of the page, headings included.
 * @param text what `tree` was parsed from
 */
export function warnOfOpenFences(tree: Root, text: string, warn: Warn): void {
  let heading = "";
  visit(tree, (node) => {
    if (node.type === "heading") heading = headingText(node as Heading);
    if (node.type === "code" && isOpen(node, text)) {
      warn(
        `a code fence${heading === "" ? "" : ` under "${heading}"`} is never closed; all that follows it became code`,
      );
    }
  });
}

function isOpen(node: Code, text: string): boolean {
  const { start, end } = node.position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) return false;
  const source = text.slice(start.offset, end.offset);
  const opening = /^(`{3,}|~{3,})/.exec(source)?.[1];
  if (opening === undefined) return false;
  const lines = source.split("\n");
  if (lines.length === 1) return true;
  const last = lines
    .at(-1)!
    .replace(/^[ \t>]*/, "")
    .trimEnd();
  return !(last.length >= opening.length && last === opening[0]!.repeat(last.length));
}
