import { rewriteOutsideCode } from "./fences.ts";
import { withEdge } from "./jsx-text.ts";

/** Attributes of a template tag whose words readers see. */
const VISIBLE_ATTRIBUTE = /\b(?:title|label|summary|caption|content)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Takes template tags out of prose: Liquid and Markdoc (`{% tab title="npm" %}`) and Hugo shortcodes (`{{< note >}}`),
 * whose words stay and whose marks go. Highlight tags become fences. `{{ variables }}` stay: their value is unknown.
 */
export function rewriteTemplateTags(text: string): string {
  if (!/\{%|\{\{[<%]/.test(text)) return text;
  const fenced = text
    .replace(/^([ \t]*)\{%-?[ \t]*highlight[ \t]+([\w+#-]+)[^%\n]*%\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{%-?[ \t]*endhighlight[ \t]*-?%\}[ \t]*$/gm, "$1```")
    .replace(/^([ \t]*)\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)"?.*?[>%]\}\}[ \t]*$/gm, "$1```$2")
    .replace(/^([ \t]*)\{\{[<%][ \t]*\/[ \t]*highlight[ \t]*[>%]\}\}[ \t]*$/gm, "$1```");
  return rewriteOutsideCode(fenced, (prose) =>
    prose.replace(
      /\{%[-+]?((?:[^%\n]|%(?!\}))*)%\}|\{\{[<%]((?:[^\n])*?)[>%]\}\}/g,
      (tag: string, liquid: string | undefined, hugo: string | undefined, at: number, whole: string) => {
        const alone =
          /(?:^|\n)[ \t]*$/.test(whole.slice(0, at)) && /^[ \t]*(?:\n|$)/.test(whole.slice(at + tag.length));
        return withEdge(visibleWords(liquid ?? hugo ?? ""), alone, whole[at + tag.length]);
      },
    ),
  );
}

function visibleWords(tag: string): string {
  return Array.from(tag.matchAll(VISIBLE_ATTRIBUTE), ([, double, single]) => double ?? single ?? "").join(
    " ",
  );
}
