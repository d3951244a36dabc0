import { rewriteOutsideCode } from "./fences.ts";
import { withEdge } from "./jsx-text.ts";

/** Attributes of a template tag whose words readers see. */
const VISIBLE_ATTRIBUTE = /\b(?:title|label|summary|caption|content)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g;

/** What any of the rewritings below begins with. */
const CANDIDATE = /\{%|\{\{[<%]|\{[a-z][\w:-]*\}`|(?:^|\s)::?[a-z][\w-]*[[{]/m;

/**
 * Takes template tags out of prose: Liquid and Markdoc (`{% tab title="npm" %}`) and Hugo shortcodes (`{{< note >}}`),
 * leaf and inline directives (`::video[Tour]{id=x}`, `:kbd[Ctrl]`) and MyST roles: their words stay and their marks go. Highlight tags become fences. `{{ variables }}` stay: their value is unknown.
 */
export function rewriteTemplateTags(text: string): string {
  if (!CANDIDATE.test(text)) return text;
  const fenced = text
    .replace(/^([ \t]*)\{%-?[ \t]*highlight[ \t]+([\w+#-]+)[^%\n]*%\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{%-?[ \t]*endhighlight[ \t]*-?%\}[ \t]*$/gm, "$1```")
    .replace(/^([ \t]*)\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)"?.*?[>%]\}\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{\{[<%][ \t]*\/[ \t]*highlight[ \t]*[>%]\}\}[ \t]*$/gm, "$1```");
  return rewriteOutsideCode(fenced, (prose) =>
    withoutDirectives(prose).replace(
      /\{%[-+]?((?:[^%\n]|%(?!\}))*)%\}|\{\{[<%]((?:[^\n])*?)[>%]\}\}/g,
      (tag: string, liquid: string | undefined, hugo: string | undefined, at: number, whole: string) => {
        const alone =
          /(?:^|\n)[ \t]*$/.test(whole.slice(0, at)) && /^[ \t]*(?:\n|$)/.test(whole.slice(at + tag.length));
        return withEdge(visibleWords(liquid ?? hugo ?? ""), alone, whole[at + tag.length]);
      },
    ),
  );
}

/** Code spans are out of sight here, as one private-use character. */
function withoutDirectives(prose: string): string {
  return prose
    .replace(/\{[a-z][\w:-]*\}(?=\ue000)/g, "")
    .replace(/^([ \t]*)::[a-z][\w-]*(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*$/gm, "$1$2")
    .replace(/(^|[\s(]):[a-z][\w-]*\[([^\]\n]*)\](?:\{[^}\n]*\})?/gm, "$1$2");
}

function visibleWords(tag: string): string {
  return Array.from(tag.matchAll(VISIBLE_ATTRIBUTE), ([, double, single]) => double ?? single ?? "").join(
    " ",
  );
}
