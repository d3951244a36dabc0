/**
 * Other people's text inside a Markdown comment. Docs and questions may hold any Markdown: here it is shown and never obeyed, so that a
 * page cannot close the comment's markup, mention people, link issues or load pictures.
 */

/** What would change how the text around it is shown: control characters, and marks that reorder text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed; tab and newline stay
const UNSHOWN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Without characters that act instead of being seen. */
export function visible(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(UNSHOWN, "");
}

/** On one line, at most `maxChars` long. */
export function oneLine(text: string, maxChars: number): string {
  const line = visible(text).replace(/\s+/g, " ").trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).toWellFormed()}…` : line;
}

/** As an inline code span. Mentions and issue numbers are not linked in code. */
export function codeSpan(text: string, maxChars = 200): string {
  const line = oneLine(text, maxChars);
  if (line === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  // A span must not begin or end with the mark that it is fenced by.
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** As HTML code, for places where Markdown is not read. */
export function htmlCode(text: string, maxChars = 200): string {
  const escaped = oneLine(text, maxChars)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return `<code>${escaped}</code>`;
}

/** As a fenced block, longer fenced than anything in it. */
export function codeBlock(text: string, language: string): string {
  const shown = visible(text);
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
