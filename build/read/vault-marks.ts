/** Marks of notes in a vault (Obsidian, Logseq), and the highlighter of several dialects of Markdown. */
import { rewriteOutsideCode } from "./fences.ts";

/** Links between notes, by which a page of a vault is known; a mark for a table of contents is none. */
const WIKI_LINK = /\[\[(?!_?toc_?\]\])[^\s[\]|][^[\]\n]{0,200}\]\]/i;

/** What the author wrote for nobody else: `%% later %%`, also over several lines. */
const COMMENT = /%%[\s\S]*?%%/g;

/** A name for the block before it, to which other notes link: `^first-rule` at the end of a line. */
const BLOCK_NAME = /(?:^|[ \t])\^(?=[\w-]*[a-z])[a-z\d-]{1,80}[ \t]*$/gim;

/** `==much==`, and `{==much==}` of PyMdown. Comparisons have blanks around the sign. */
const HIGHLIGHT = /(?<![=\w!<>])\{?==(?![=\s])([^=\n]{0,300}[^=\s])==(?![=\w])\}?/g;

/** Takes the marks out and leaves the words; comments and names of blocks only on pages that link as notes do. */
export function rewriteVaultMarks(text: string): string {
  const isNote = /%%|\^/.test(text) && linksNotes(text);
  if (!isNote && !text.includes("==")) return text;
  return rewriteOutsideCode(text, (prose) => {
    const own = isNote ? prose.replace(COMMENT, "").replace(BLOCK_NAME, "") : prose;
    return own.replace(HIGHLIGHT, "$1");
  });
}

/** A table of TOML, `[[bin]]`, looks like a link to a note, and stands in code. */
function linksNotes(text: string): boolean {
  let links = false;
  rewriteOutsideCode(text, (prose) => {
    links ||= WIKI_LINK.test(prose);
    return prose;
  });
  return links;
}
