/** Colours for code, in a file of its own: only answers with code load it. */
import type { RootContent } from "hast";
import { element } from "../dom.ts";
import styles from "../styles/highlight.css?inline";
import { highlighter } from "./languages.ts";

/** Longer code stays in one colour: nobody reads it whole, and colouring it would hold up the page. */
const MAX_CODE_CHARS = 20_000;

let sheet: CSSStyleSheet | undefined;

/** @param code an element that holds a text and names its language in `data-language`; texts stay texts */
export function highlight(code: HTMLElement): void {
  const text = code.textContent ?? "";
  const root = code.getRootNode();
  // An answer that was drawn anew meanwhile stands nowhere.
  if (!(root instanceof ShadowRoot) || text.length > MAX_CODE_CHARS) return;
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  const { children } = highlighter.highlight(code.dataset.language ?? "", text);
  code.replaceChildren(...children.map(nodeOf));
}

function nodeOf(content: RootContent): Node {
  if (content.type === "element") {
    const { className } = content.properties;
    const names = Array.isArray(className) ? className.join(" ") : undefined;
    return element("span", { class: names }, ...content.children.map(nodeOf));
  }
  return document.createTextNode(content.type === "text" ? content.value : "");
}
