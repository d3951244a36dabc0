import { rewriteOutsideCode } from "./fences.ts";
import { withEdge } from "./jsx-text.ts";

/** Attributes of a template tag whose words readers see. */
const VISIBLE_ATTRIBUTE =
  /\b(?:title|label|summary|caption|content|header|text)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g;

/** What any of the rewritings below begins with. */
const CANDIDATE = /^[ \t]*[!?]>[ \t]|\{%|\{\{[<%]|\{[a-z][\w:-]*\}`|(?:^|\s)::?[a-z][\w-]*[[{]/m;

/**
 * Takes template tags out of prose: Liquid and Markdoc (`{% tab title="npm" %}`) and Hugo shortcodes (`{{< note >}}`),
 * leaf and inline directives (`::video[Tour]{id=x}`, `:kbd[Ctrl]`) and MyST roles: their words stay and their marks go. Highlight tags become fences. `{{ variables }}` stay: their value is unknown.
 */
export function rewriteTemplateTags(text: string): string {
  if (!CANDIDATE.test(text)) return text;
  const fenced = withoutComments(text)
    .replace(
      /^(#{1,6}[ \t].*?)\{%[ \t]*#([\w-]+)(?![\w-])[^%\n]*%\}[ \t]*$/gm,
      (_, heading: string, id: string) => `${heading.trimEnd()} {#${id}}`,
    )
    .replace(/^([ \t]*)\{%-?[ \t]*highlight[ \t]+([\w+#-]+)(?![\w+#-])[^%\n]*%\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{%-?[ \t]*endhighlight[ \t]*-?%\}[ \t]*$/gm, "$1```")
    .replace(/^([ \t]*)\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)(?![\w+#-])"?.*?[>%]\}\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{\{[<%][ \t]*\/[ \t]*highlight[ \t]*[>%]\}\}[ \t]*$/gm, "$1```");
  return rewriteOutsideCode(fenced, (prose) =>
    withCallouts(withoutDirectives(prose)).replace(
      TAG,
      (tag: string, liquid: string | undefined, hugo: string | undefined, at: number, whole: string) => {
        const end = at + tag.length;
        return withEdge(visibleWords(liquid ?? hugo ?? ""), isAlone(whole, at, end), whole[end]);
      },
    ),
  );
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

/** Tags of which the first thing said, or their name, is their label: `{{< tab "npm" >}}`, `{{< tab name="npm" >}}`. */
const LABELLED =
  /^[ \t]*(?:tab|tab-item|details|expand|collapse|accordion|step|button)[ \t]+(?:name[ \t]*=[ \t]*)?"([^"]+)"/;

function visibleWords(tag: string): string {
  const label = LABELLED.exec(tag)?.[1];
  if (label !== undefined) return label;
  return Array.from(tag.matchAll(VISIBLE_ATTRIBUTE), ([, double, single]) => double ?? single ?? "").join(
    " ",
  );
}
