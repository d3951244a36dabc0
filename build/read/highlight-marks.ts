/** Comments in code that only tell a site which lines to set off: readers of the site do not see them. */

const OPEN = "(?:\\{?/\\*|//|#|--|<!--|%|;)";
const MARK = "\\[!code [^\\]\\n]{0,200}\\]";
/** The comment's end, with blanks in one place only: two places for the same run of blanks are tried in every combination. */
const CLOSE = "[ \\t]*(?:(?:\\*/\\}?|-->)[ \\t]*)?$";

/** Docusaurus: `// highlight-next-line`, `# highlight-start`, on lines of their own. */
const OWN_LINE = new RegExp(
  `^[ \\t]*${OPEN}[ \\t]*(?:highlight-(?:next-line|start|end)|${MARK})${CLOSE}\\n?`,
  "gm",
);

/** VitePress, Nextra, Fumadocs: `// [!code focus]`, behind the line. */
const LINE_END = new RegExp(`(?<![ \\t])[ \\t]*${OPEN}[ \\t]*${MARK}${CLOSE}`, "gm");

/** @param language of the block; code that shows Markdown keeps its marks, since they are what it shows */
export function withoutHighlightMarks(code: string, language: string | null | undefined): string {
  if (/^(?:md|mdx|markdown|mdoc)$/i.test(language ?? "") || !/highlight-|\[!code /.test(code)) return code;
  return code.replace(OWN_LINE, "").replace(LINE_END, "");
}
