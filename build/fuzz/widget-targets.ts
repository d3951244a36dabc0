/** An answer as the widget draws it: nodes of a fixed set, whatever the model wrote, and links where the Worker lets them be. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { Window } from "happy-dom";
import { cleanAnswer } from "../../src/core/citations/stream.ts";
import { linkTo } from "../../src/widget/links.ts";
import { renderMarkdown } from "../../src/widget/markdown.ts";
import { type FuzzTarget, randomTarget } from "./target.ts";
import { hostileText } from "./texts.ts";

const ENDPOINT = "https://worker.example";
const SOURCE = "https://docs.example/source";
const ALLOWED = { passageCount: 3, allowedUrls: new Set(["https://a.example/x", "/docs/a#b"]) };
/** As the browser spells them. */
const ALLOWED_HREFS = new Set([SOURCE, "https://a.example/x", `${ENDPOINT}/docs/a#b`]);

const ANSWER = `Retries wait **30 seconds** [1], see [the page](https://a.example/x "t"), [this](/docs/a#b) and <https://b.example>.

## Then

1. First [2]; www.c.example or mail@d.example, ~~not~~ ![p](https://e.example/p.png)
   - [x] two

> Quote

| Option | Default |
| --- | --- |
| \`a\` | [5](javascript:a) [3] |

\`\`\`sh
npm run x --flag # <b>
\`\`\`
[f]: https://f.example "t"
<script>a</script> [g][f]
`;

/** What the widget makes of Markdown; each with the attributes that it may have. */
const ELEMENTS: Readonly<Record<string, string>> = {
  A: "href class target rel",
  BLOCKQUOTE: "",
  BR: "",
  BUTTON: "type class part",
  CODE: "data-language",
  DEL: "",
  DIV: "class tabindex dir",
  EM: "",
  HR: "",
  LI: "",
  OL: "start",
  P: "class",
  PRE: "tabindex",
  SPAN: "",
  STRONG: "",
  TABLE: "",
  TBODY: "",
  TD: "",
  TH: "",
  THEAD: "",
  TR: "",
  UL: "",
};

/** What the widget's own modules look for in a browser's global scope. */
const GLOBALS = ["window", "document", "location"] as const;
const before = new Map<string, PropertyDescriptor | undefined>();

/** Makes this thread's global scope that of a page, until `leavePage`. */
export function enterPage(): void {
  const window = new Window({ url: "https://docs.example/page" });
  for (const name of GLOBALS) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  }
}

export function leavePage(): void {
  for (const name of GLOBALS) {
    const known = before.get(name);
    if (known === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, known);
  }
}

/** Draws it as the widget does, in the page that `enterPage` made. */
export function drawAnswer(markdown: string): DocumentFragment {
  return renderMarkdown(markdown, {
    citation: (n) => (n > 3 ? null : linkTo(SOURCE, ENDPOINT, { class: "citation" }, String(n))),
    endpoint: ENDPOINT,
    copyLabel: "Copy",
    copiedLabel: "Copied",
  });
}

/** @returns the addresses of its links. @throws Error for an element or an attribute that the widget has no use for */
function checkNodes(drawn: DocumentFragment): string[] {
  const hrefs: string[] = [];
  for (const { tagName, attributes } of drawn.querySelectorAll("*")) {
    const known = ELEMENTS[tagName];
    ok(known !== undefined, `an element ${tagName}`);
    for (const { name, value } of attributes) {
      ok(known.split(" ").includes(name), `an attribute ${name} of ${tagName}`);
      if (name === "href") hrefs.push(value);
    }
  }
  for (const href of hrefs) ok(/^https?:\/\//.test(href), `a link to ${href}`);
  return hrefs;
}

const text = hostileText([ANSWER], 20);

export const WIDGET_TARGETS: readonly FuzzTarget[] = [
  randomTarget({
    name: "widget-nodes",
    share: 20,
    input: text,
    before: enterPage,
    after: leavePage,
    run: (given) => checkNodes(drawAnswer(given)),
  }),
  randomTarget({
    name: "widget-links",
    share: 20,
    input: fc.tuple(text, fc.boolean()),
    before: enterPage,
    after: leavePage,
    // Two parsers read an answer: the Worker's, which takes foreign addresses out, and the widget's, which makes links.
    run([given, twice]) {
      const once = cleanAnswer(given, ALLOWED);
      const drawn = drawAnswer(twice ? cleanAnswer(once, ALLOWED) : once);
      for (const href of checkNodes(drawn)) ok(ALLOWED_HREFS.has(href), `a foreign link to ${href}`);
    },
  }),
];
