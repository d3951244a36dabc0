import { rewriteOutsideCode } from "./fences.ts";

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
      (_, liquid?: string, hugo?: string) => visibleWords(liquid ?? hugo ?? ""),
    ),
  );
}

function visibleWords(tag: string): string {
  return Array.from(tag.matchAll(VISIBLE_ATTRIBUTE), ([, double, single]) => double ?? single ?? "").join(
    " ",
  );
}
