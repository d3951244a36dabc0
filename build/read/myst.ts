/** Marks of MyST (Jupyter Book, Sphinx) that stand in lines of text. */
import { fenceFollower } from "./fences.ts";

/** A code span, with the role before it where it has one: a brace within the span, as in `/users/{id}`, is none. */
const SPAN = /(?:\{([a-z][\w:-]*)\})?(`+)((?:(?!\2).)+?)(?<!`)\2(?!`)/g;
const ROLES = new Set(
  (
    "abbr any attr cite class code command const data dfn doc download envvar eq exc file footcite func guilabel index kbd keyref " +
    "math menuselection meth mod numref obj option pep program ref rfc samp sub sup term token"
  ).split(" "),
);
/** Roles of which the words are no code. */
const TEXT_ROLES = new Set([
  "abbr",
  "term",
  "numref",
  "sub",
  "sup",
  "kbd",
  "guilabel",
  "menuselection",
  "dfn",
]);

const TARGET_LINE = /^[ \t]*\([\w:.|@<>*/+ -]+\)=[ \t]*$/;
const CELL_BREAK = /^\+\+\+(?:[ \t]*\{.*\})?[ \t]*$/;
const COMMENT_LINE = /^%(?:[ \t].*)?$/;
const DIRECTIVE = /^[ \t]*(?:`{3,}|:{3,}|~{3,})\{[a-z][\w:-]*\}/m;

/**
 * Leaves the words of roles (`` {ref}`the pump <well>` `` is "the pump"), and takes out targets, cell breaks and comments. A percent sign
 * begins a comment only where the page has directives or targets of MyST.
 */
export function rewriteMyst(text: string): string {
  const isMyst = DIRECTIVE.test(text) || hasTarget(text);
  if (!isMyst && !/^\+\+\+|\{[a-z][\w:-]*\}`/m.test(text)) return text;
  const isFenced = fenceFollower();
  return text
    .split("\n")
    .flatMap((line) => {
      if (isFenced(line)) return [line];
      if (TARGET_LINE.test(line) || CELL_BREAK.test(line)) return [""];
      if (isMyst && COMMENT_LINE.test(line)) return [];
      return [withoutRoles(line)];
    })
    .join("\n");
}

/** Not in code, where `(a)=` is an assignment. */
function hasTarget(text: string): boolean {
  if (!text.includes(")=")) return false;
  const isFenced = fenceFollower();
  return text.split("\n").some((line) => !isFenced(line) && /^ {0,3}\(/.test(line) && TARGET_LINE.test(line));
}

/** What is said of a place stays text; what names something in code stays code. */
function withoutRoles(line: string): string {
  return line.replace(SPAN, (span: string, role: string | undefined, mark: string, content: string) => {
    if (role === undefined || mark !== "`" || !(ROLES.has(role) || role.includes(":"))) return span;
    const words = /^(.*\S)[ \t]*<[^<>]*>$/.exec(content)?.[1];
    return words ?? (TEXT_ROLES.has(role) ? content : `\`${content}\``);
  });
}
