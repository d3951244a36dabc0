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

/** A link with words of its own; in a table a note's author writes a backslash before the bar. */
const LABELLED_LINK = /(?<!!)\[\[([^\s[\]|\\][^[\]|\\\n]{0,300})\\?\|([^[\]\n]{0,300})\]\]/g;

/**
 * Takes the marks out and leaves the words; comments and names of blocks only on pages that link as notes do.
 * @param isPage whether a page of this name stands beside: a wiki writes it after the words, and notes before them
 */
export function rewriteVaultMarks(text: string, isPage: (name: string) => boolean = () => false): string {
  const isNote = /%%|\^/.test(text) && linksNotes(text);
  if (!isNote && !text.includes("==") && !text.includes("[[")) return text;
  return rewriteOutsideCode(text, (prose) => {
    const own = isNote ? prose.replace(COMMENT, "").replace(BLOCK_NAME, "") : prose;
    return own
      .replace(HIGHLIGHT, "$1")
      .replace(LABELLED_LINK, (_, first: string, second: string) => labelledLink(first, second, isPage));
  });
}

const ADDRESS = /^https?:\/\/\S+$/;

function labelledLink(first: string, second: string, isPage: (name: string) => boolean): string {
  if (ADDRESS.test(first)) return `[${second}](${first})`;
  if (ADDRESS.test(second)) return `[${first}](${second})`;
  // Options of a wiki's picture.
  if (/\.(?:png|jpe?g|gif|svg|webp)$/i.test(first)) return /(?:^|[|,])alt=([^|,]*)/.exec(second)?.[1] ?? "";
  const isWiki = isPage(pageOf(second)) && !isPage(pageOf(first));
  return isWiki || second === "" ? first : second;
}

function pageOf(link: string): string {
  return link.replace(/#.*$/, "").trim();
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
