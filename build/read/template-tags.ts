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
    .replace(/^(#{1,6}[ \t].*?)[ \t]*\{%[ \t]*#([\w-]+)[^%\n]*%\}[ \t]*$/gm, "$1 {#$2}")
    .replace(/^([ \t]*)\{%-?[ \t]*highlight[ \t]+([\w+#-]+)[^%\n]*%\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{%-?[ \t]*endhighlight[ \t]*-?%\}[ \t]*$/gm, "$1```")
    .replace(/^([ \t]*)\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)"?.*?[>%]\}\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{\{[<%][ \t]*\/[ \t]*highlight[ \t]*[>%]\}\}[ \t]*$/gm, "$1```");
  return rewriteOutsideCode(fenced, (prose) =>
    withCallouts(withoutDirectives(prose)).replace(
      /\{%[-+]?((?:[^%\n]|%(?!\}))*)%\}|\{\{[<%]((?:[^\n])*?)[>%]\}\}/g,
      (tag: string, liquid: string | undefined, hugo: string | undefined, at: number, whole: string) => {
        const alone =
          /(?:^|\n)[ \t]*$/.test(whole.slice(0, at)) && /^[ \t]*(?:\n|$)/.test(whole.slice(at + tag.length));
        return withEdge(visibleWords(liquid ?? hugo ?? ""), alone, whole[at + tag.length]);
      },
    ),
  );
}

/** What Liquid's authors wrote for themselves. */
function withoutComments(text: string): string {
  return rewriteOutsideCode(text, (prose) =>
    prose.replace(/\{%-?[ \t]*comment\b[^%\n]*%\}[\s\S]*?\{%-?[ \t]*endcomment[ \t]*-?%\}/g, ""),
  );
}

/** Docsify's paragraphs that warn or give a hint: `!> Words`, `?> Words`. */
function withCallouts(prose: string): string {
  return prose
    .replace(/^([ \t]*)!>[ \t]+(?=\S)/gm, "$1> [!important]\n$1> ")
    .replace(/^([ \t]*)\?>[ \t]+(?=\S)/gm, "$1> [!tip]\n$1> ");
}

/** Code spans are out of sight here, as one private-use character. */
function withoutDirectives(prose: string): string {
  return prose
    .replace(/\{[a-z][\w:-]*\}(?=\ue000)/g, "")
    .replace(/^([ \t]*)::[a-z][\w-]*(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*$/gm, "$1$2")
    .replace(/(^|[\s(]):[a-z][\w-]*\[([^\]\n]*)\](?:\{[^}\n]*\})?/gm, "$1$2");
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
