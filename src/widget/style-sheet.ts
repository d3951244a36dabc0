import answer from "./styles/answer.css?inline";
import widget from "./styles/widget.css?inline";

let made: CSSStyleSheet | null = null;

/** Of every widget on the page: built by script, so that a content security policy without inline styles has nothing against it. */
export function styleSheet(): CSSStyleSheet {
  if (made === null) {
    made = new CSSStyleSheet();
    made.replaceSync(widget + answer);
  }
  return made;
}
