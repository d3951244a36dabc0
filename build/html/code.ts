import type { Element, Nodes } from "hast";
import { toText } from "hast-util-to-text";
import {
  attribute,
  childrenOf,
  classesOf,
  element,
  findElement,
  findElements,
  isElement,
  rawText,
} from "./elements.ts";

/** Names on highlighted code that are no languages. */
const NO_LANGUAGE = new Set([
  "default",
  "none",
  "text",
  "txt",
  "plain",
  "plaintext",
  "notranslate",
  "source",
  "code",
  "myst-ansi",
]);

/** What highlighters call their elements, with the language beside it. */
const HIGHLIGHTERS = new Set(
  "hljs highlight codehilite prettyprint linenums shiki code literal-block src".split(" "),
);

/** Languages that some generators name by a class that says nothing but that, as TypeDoc and Hexo do. */
const BARE_LANGUAGES = new Set(
  (
    "bash c cpp cs csharp css dart diff elixir go graphql haskell html http ini java javascript js json json5 jsonc jsx kotlin " +
    "lua makefile markdown md perl php powershell proto py python r rb rs ruby rust scala scss sh shell sql svelte swift toml ts tsx " +
    "typescript vue xml yaml yml zsh"
  ).split(" "),
);

/**
 * The language that an element names for the code within: `language-js`, `lang-js`, Sphinx's `highlight-js`, `data-language`,
 * `data-lang`, Org's `src-js`, nbconvert's `hl-js`, pandoc's `sourceCode js`, and a bare `ts` where nothing else is said.
 * @returns `""` when it names none, `null` when it says that the code is in none
 */
export function languageOf(node: Element): string | null {
  const given = attribute(node, "dataLanguage") || attribute(node, "dataLang");
  if (given !== "") return known(given);
  const classes = (Array.isArray(node.properties.className) ? node.properties.className : []).map(String);
  for (const name of classes) {
    const match = /^(?:language|lang|highlight(?:-source)?|brush:?|src|hl)-([\w+#.-]+)$/.exec(name);
    if (match !== null) return known(match[1]!);
  }
  if (/^(?:pre|code|figure)$/.test(node.tagName)) {
    const own = classes.filter((name) => !HIGHLIGHTERS.has(name));
    if (own.length === 1 && BARE_LANGUAGES.has(own[0]!)) return known(own[0]!);
    // Slate has the switch between languages in a class of its own: `highlight ruby tab-ruby`.
    const switched = own.find((name) => own.includes(`tab-${name}`));
    if (switched !== undefined) return known(switched);
  }
  const at = classes.indexOf("sourceCode");
  return at >= 0 && classes[at + 1] !== undefined ? known(classes[at + 1]!) : "";
}

function known(name: string): string | null {
  const language = name.toLowerCase().replace(/^(?:ipython|python)3$/, "python");
  return NO_LANGUAGE.has(language) ? null : language;
}

/** Names of the elements that hold one line of code each. */
const LINES = new Set(["line", "ec-line", "token-line", "code-line", "view-line"]);

/** The text of a block of code, its lines parted as readers see them, without a line end at its end. */
export function codeText(pre: Element): string {
  const lines = outerLines(pre);
  const inLines = lines.reduce((sum, line) => sum + inkOf(line), 0);
  // Lines are elements of their own: whether line ends stand between them or not.
  if (lines.length > 0 && inLines === inkOf(pre)) {
    return trimEnd(lines.map((line) => rawText(line).replace(/\n$/, "")).join("\n"));
  }
  return trimEnd(toText({ ...pre, tagName: "pre" }));
}

function outerLines(node: Nodes): Element[] {
  return childrenOf(node).flatMap((child) => {
    if (!isElement(child)) return [];
    return isLine(child) ? [child] : outerLines(child);
  });
}

function isLine(node: Element): boolean {
  return node.properties.dataLine !== undefined || classesOf(node).some((name) => LINES.has(name));
}

/** Characters other than white space. */
function inkOf(node: Nodes): number {
  return rawText(node).replace(/\s+/g, "").length;
}

function trimEnd(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

/** A block of code that is no `<pre>`: Doxygen sets one as a `fragment` of elements for its lines. */
export function isFragment(node: Element): boolean {
  return node.tagName === "div" && classesOf(node).includes("fragment") && outerLines(node).length > 0;
}

/** The code in a table that only sets line numbers beside it; `null` for a table of another kind. */
export function numberedCode(table: Element): Element[] | null {
  const blocks = findElements(table, ({ tagName }) => tagName === "pre");
  if (blocks.length === 0 || findElement(table, ({ tagName }) => tagName === "th") !== undefined) return null;
  const code = blocks.filter((block) => !isLineNumbers(block));
  const hasNumbers = code.length > 0 && code.length < blocks.length;
  const isCodeTable =
    classesOf(table).some((name) => /highlight|lntable|rouge|linenum|code|crayon|syntax/i.test(name)) ||
    findElement(table, isCodeCell) !== undefined;
  const inBlocks = blocks.reduce((sum, block) => sum + inkOf(block), 0);
  if ((!isCodeTable && !hasNumbers) || inBlocks !== inkOf(table)) return null;
  return hasNumbers ? code : blocks;
}

/** Hexo names the cells and not the table. */
function isCodeCell(node: Element): boolean {
  return node.tagName === "td" && classesOf(node).includes("code");
}

const CODE_TAGS = new Set(["code", "tt", "samp"]);

/** The code in a table of one column that only sets its lines one below another; `null` for a table of another kind. */
export function codeColumn(table: Element): Element[] | null {
  const inner = findElements(table, ({ tagName }) => /^(?:th|table|pre|caption)$/.test(tagName));
  if (inner.some((node) => node !== table)) return null;
  const rows = findElements(table, ({ tagName }) => tagName === "tr").map(({ children }) =>
    children.filter((cell) => isElement(cell) && inkOf(cell) > 0),
  );
  const isCode =
    rows.length > 0 && rows.every((cells) => cells.length === 1 && inkInCode(cells[0]!) === inkOf(cells[0]!));
  if (!isCode) return null;
  const value = rows
    .map(([cell]) =>
      rawText(cell!)
        .replaceAll("\u00a0", " ")
        .replace(/^\n+|\s+$/g, ""),
    )
    .join("\n");
  return [element("pre", {}, [{ type: "text", value }])];
}

function inkInCode(node: Nodes): number {
  if (isElement(node) && CODE_TAGS.has(node.tagName)) return inkOf(node);
  return childrenOf(node).reduce((sum, child) => sum + inkInCode(child), 0);
}

/** True for 1, 2, 3 and so on, or from another number on, and nothing else. */
function isLineNumbers(block: Element): boolean {
  const words = rawText(block).trim().split(/\s+/);
  return words.every((word, at) => /^\d+$/.test(word) && Number(word) === Number(words[0]) + at);
}
