/** Marks of MyST (Jupyter Book, Sphinx) that stand in lines of text. */
import { fenceFollower } from "./fences.ts";

const ROLE = /\{[a-z][\w:-]*\}`/;
const TARGET_LINE = /^[ \t]*\([\w:. -]+\)=[ \t]*$/;
const CELL_BREAK = /^\+\+\+(?:[ \t]*\{.*\})?[ \t]*$/;
const COMMENT_LINE = /^%(?:[ \t].*)?$/;
const DIRECTIVE = /^[ \t]*(?:`{3,}|:{3,}|~{3,})\{[a-z][\w:-]*\}/m;

/**
 * Leaves the words of roles (`` {ref}`the pump <well>` `` is "the pump"), and takes out targets, cell breaks and comments. A percent sign
 * begins a comment only where the page has other marks of MyST.
 */
export function rewriteMyst(text: string): string {
  const hasMarks = DIRECTIVE.test(text) || ROLE.test(text) || /^\([\w:. -]+\)=[ \t]*$/m.test(text);
  if (!hasMarks && !/^\+\+\+/m.test(text)) return text;
  const isFenced = fenceFollower();
  return text
    .split("\n")
    .flatMap((line) => {
      if (isFenced(line)) return [line];
      if (TARGET_LINE.test(line) || CELL_BREAK.test(line)) return [""];
      if (hasMarks && COMMENT_LINE.test(line)) return [];
      return [ROLE.test(line) ? withoutRoles(line) : line];
    })
    .join("\n");
}

/** What is said of a place stays text; what names something in code stays code. */
function withoutRoles(line: string): string {
  return line
    .replace(/\{[a-z][\w:-]*\}`([^`<]*?[^`<\s])[ \t]*<[^`>]*>`/g, "$1")
    .replace(/\{(?:abbr|term|numref|sub|sup|kbd|guilabel|menuselection|dfn)\}`([^`]+)`/g, "$1")
    .replace(/\{[a-z][\w:-]*\}(?=`)/g, "");
}
