/** What a reader of the docs never sees, and that a chunk's text therefore must not hold. */
import type { Chunk } from "../../src/core/passage.ts";

/** A place where a chunk holds what it should not. */
export interface Problem {
  file: string;
  what: string;
}

const HTML_TAG =
  /<\/?(?:article|aside|body|br|button|code|dd|details|div|dl|dt|em|figure|footer|form|h[1-6]|header|hr|html|iframe|img|kbd|li|link|main|meta|nav|ol|pre|script|section|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|ul|video)(?:\s[^<>]*)?\/?>/i;
/** Tags of one letter: a capital is a type of some program, as in `Vec<A>`, and in no page for a long time a tag. */
const SHORT_HTML_TAG = /<\/?[abip](?:\s[^<>]*)?\/?>/;

/** Leftovers of syntax, looked for outside code. */
const SYNTAX: readonly [string, RegExp][] = [
  ["an HTML tag", HTML_TAG],
  ["an HTML tag", SHORT_HTML_TAG],
  [
    "a component's tag",
    /<[A-Z][\w.]*(?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{[^}]*\}))?)*\s*\/>|<\/[A-Z][\w.]*>|<[A-Z][\w.]*\s+[\w:-]+=["{']/,
  ],
  [
    "an import or export",
    /^(?:import\s+(?:[\w*{][^\n]*\s+from\s+)?["'][^"'\n]+["']|export\s+(?:const|default|function|let)\s)/m,
  ],
  ["a comment", /<!--|\{\/\*/],
  ["a directive's mark", /^\s*(?::::+\s*\w|!!!\s+\w|\?\?\?\+?\s+\w|===\s+["']|--8<--|\{%-?\s*\w)/m],
  ["a callout's mark", /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/],
  [
    "a reStructuredText role or directive",
    /(?:^|\s):(?:ref|doc|class|func|meth|mod|attr|exc|term):(?!\w)|^\.\. [\w-]+::/m,
  ],
  ["an attribute list", /\{[:#.][\w-]+(?:\s+[#.][\w-]+)*\s*\}\s*$/m],
  ["front matter", /^---\n[\w-]+:\s/m],
  ["a picture as text", /data:image\/|base64,[A-Za-z0-9+/]{40}/],
  ["an object that was not written out", /\[object Object\]|"?\$ref"?\s*:/],
];

/** Lines of a site's frame. */
const FRAME: readonly [string, RegExp][] = [
  ["a permalink mark", /¶/],
  [
    "a line of navigation",
    /^(?:[-*]\s+)?(?:skip to (?:main )?content|on this page|table of contents|edit (?:this )?page(?: on \w+)?|edit on github|view (?:page )?source|back to top|previous page|next page|was this page helpful\??|copy to clipboard|copied!|toggle navigation|search docs|(?:quick )?search)$/im,
  ],
  ["a date of the last edit", /^last (?:updated|modified|edited)(?: on)?:? [^\n]{0,40}$/im],
];

/**
 * Finds leftovers of syntax and of navigation in chunks.
 * @param isWritten whether the author of a file wrote such a tag as words that readers see, as pages about markup do
 */
export function residueIn(
  chunks: readonly Chunk[],
  isWritten: (file: string, tag: string) => boolean = () => false,
): Problem[] {
  return chunks.flatMap(({ file, title, headingPath, text }) => {
    const prose = [title, ...headingPath, withoutCode(text)].join("\n");
    return [...SYNTAX, ...FRAME].flatMap(([what, pattern]) => {
      const found = pattern.exec(prose)?.[0].trim();
      if (found === undefined || (found.startsWith("<") && isWritten(file, found))) return [];
      return [{ file, what: `${what}: ${found.slice(0, 80)}` }];
    });
  });
}

/** On at least this many pages, and this share of them, the same line is the site's and no page's. */
const REPEATED_PAGES = 6;
const REPEATED_SHARE = 0.5;

/** Finds lines that stand on most pages. The pages of one file, such as an API's operations, are all its author's. */
export function repeatedLines(chunks: readonly Chunk[]): Problem[] {
  const filesByLine = new Map<string, Set<string>>();
  const files = new Set<string>();
  for (const { file, text } of chunks) {
    files.add(file);
    for (const line of new Set(withoutTableHeads(withoutCode(text)).split("\n"))) {
      const words = line.replace(/^[\s\-*#>|\d.]+/, "").trim();
      if (words.length < 12 || !/\s/.test(words)) continue;
      const found = filesByLine.get(words) ?? new Set();
      filesByLine.set(words, found.add(file));
    }
  }
  const least = Math.max(REPEATED_PAGES, files.size * REPEATED_SHARE);
  return [...filesByLine]
    .filter(([, found]) => found.size >= least)
    .map(([line, found]) => ({ file: `${found.size} pages`, what: `the same line: ${line.slice(0, 80)}` }));
}

/** The names of the columns of a table are the same on every page that has such a table. */
function withoutTableHeads(text: string): string {
  return text.replace(/^.*\|\n(?=[ >]*\|(?: :?-+:? \|)+$)/gm, "");
}

/** Text without fenced code, code spans and formulas, in which anything may stand. */
function withoutCode(text: string): string {
  return text
    .replace(/^(\s*(?:> )*)(`{3,}|~{3,}|\$\$)[^\n]*\n[\s\S]*?\n\s*(?:> )*\2[`~]*\s*$/gm, "")
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
}
