import { rewriteOutsideCode } from "./fences.ts";
import { withEdge } from "./jsx-text.ts";
import { fenceTemplateCode } from "./template-code.ts";
import { addressOf, templateWords } from "./template-words.ts";

/** What any of the rewritings below begins with. */
const CANDIDATE = /^[ \t]*[!?]>[ \t]|\{%|\{\{(?:[<%]|#title\b)|\{[a-z][\w:-]*\}`|(?:^|\s)::?[a-z][\w-]*[[{]/m;

/**
 * Takes template tags out of prose: Liquid and Markdoc (`{% tab title="npm" %}`) and Hugo shortcodes (`{{< note >}}`),
 * leaf and inline directives (`::video[Tour]{id=x}`, `:kbd[Ctrl]`) and MyST roles: their words stay and their marks go. Highlight tags become fences. `{{ variables }}` stay: their value is unknown.
 */
export function rewriteTemplateTags(text: string): string {
  if (!CANDIDATE.test(text)) return text;
  const named = withoutComments(text).replace(
    /^(#{1,6}[ \t].*?)\{%[ \t]*#([\w-]+)(?![\w-])[^%\n]*%\}[ \t]*$/gm,
    (_, heading: string, id: string) => `${heading.trimEnd()} {#${id}}`,
  );
  return rewriteOutsideCode(withHexoTabs(fenceTemplateCode(named)), (prose) =>
    withCallouts(withoutDirectives(prose.replace(BOOK_TITLE, ""))).replace(
      TAG,
      (tag: string, liquid: string | undefined, hugo: string | undefined, at: number, whole: string) => {
        const end = at + tag.length;
        const words = liquid ?? hugo ?? "";
        if (words.startsWith("/*")) return tag;
        const address = addressOf(words);
        if (address !== null) return isDestination(whole, at) ? encodeURI(address) : address;
        return withEdge(templateWords(words), isAlone(whole, at, end), whole[end]);
      },
    ),
  ).replace(SHOWN_SHORTCODE, "{{$1$2$3}}");
}

/** What mdBook shows in the title of the window alone. */
const BOOK_TITLE = /^[ \t]*\{\{#title[ \t][^}\n]*\}\}[ \t]*$/gm;

/** How Hugo's docs write a shortcode that is to be seen, in code as well. */
const SHOWN_SHORTCODE = /\{\{([<%])\/\*((?:(?!\{\{[<%]|\*\/)[^\n])*)\*\/([>%])\}\}/g;

/** Whether a link's destination, which holds no blank, begins at `at`. */
function isDestination(text: string, at: number): boolean {
  return /\]\($|\]:[ \t]*$/.test(text.slice(Math.max(0, at - 8), at));
}

/** Up to where another begins: every unclosed one would be looked through to the end of its line. */
const TAG = /\{%[-+]?((?:[^%\n{]|\{(?!%)|%(?!\}))*)%\}|\{\{[<%]((?:(?!\{\{[<%])[^\n])*?)[>%]\}\}/g;

/** Whether there are but blanks on the line beside what stands from `start` to before `end`. */
function isAlone(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (text[before] === " " || text[before] === "\t") before -= 1;
  let after = end;
  while (text[after] === " " || text[after] === "\t") after += 1;
  return (before < 0 || text[before] === "\n") && (after === text.length || text[after] === "\n");
}

const COMMENT = /\{%-?[ \t]*comment\b[^%\n]*%\}/g;
const END_COMMENT = /\{%-?[ \t]*endcomment[ \t]*-?%\}/g;

/** What Liquid's authors wrote for themselves. One that nothing ends stays, and so does all behind it. */
function withoutComments(text: string): string {
  return rewriteOutsideCode(text, (prose) => {
    let kept = "";
    let from = 0;
    for (const { index, 0: opening } of prose.matchAll(COMMENT)) {
      if (index < from) continue;
      END_COMMENT.lastIndex = index + opening.length;
      const end = END_COMMENT.exec(prose);
      if (end === null) break;
      kept += prose.slice(from, index);
      from = end.index + end[0].length;
    }
    return kept + prose.slice(from);
  });
}

/** Hexo's tabs, each between two comments, `<!-- tab npm@icon -->`; one without a name is called by that of the whole and its number. */
function withHexoTabs(text: string): string {
  if (!/<!--[ \t]*endtab[ \t]*-->/.test(text)) return text;
  let set = "";
  let count = 0;
  return rewriteOutsideCode(text, (prose) =>
    prose.replace(HEXO_TAB, (_, given: string | undefined, label: string | undefined) => {
      if (given !== undefined) {
        set = given.replace(/,?[ \t]*-?\d*[ \t]*$/, "").trim();
        count = 0;
        return "";
      }
      if (label === undefined) return `\n${TAB_MARKS}\n`;
      count += 1;
      return `\n${TAB_MARKS} tab ${label.replace(/@.*$/, "").trim() || `${set} ${count}`.trim()}\n`;
    }),
  );
}

const HEXO_TAB =
  /^[ \t]*(?:\{%[-+]?[ \t]*(?:sub)*tabs[ \t]([^%\n]*)%\}|<!--[ \t]*tab(?![\w-])([^\n]*?)-->|<!--[ \t]*endtab[ \t]*-->)[ \t]*$/gm;

/** More than an author writes, so that his own containers stand inside. */
const TAB_MARKS = ":".repeat(12);

/** Docsify's paragraphs that warn or give a hint: `!> Words`, `?> Words`. */
function withCallouts(prose: string): string {
  return prose
    .replace(/^([ \t]*)!>[ \t]+(?=\S)/gm, "$1> [!important]\n$1> ")
    .replace(/^([ \t]*)\?>[ \t]+(?=\S)/gm, "$1> [!tip]\n$1> ");
}

/** Code spans are out of sight here, as one private-use character. Labels are bounded, since every unclosed one is looked through. */
function withoutDirectives(prose: string): string {
  return prose
    .replace(/\{[a-z][\w:-]*\}(?=\ue000)/g, "")
    .replace(/^([ \t]*)::[a-z][\w-]*(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*$/gm, "$1$2")
    .replace(/(^|[\s(]):[a-z][\w-]*\[([^\]\n]{0,1000})\](?:\{[^}\n]{0,1000}\})?/gm, "$1$2");
}
