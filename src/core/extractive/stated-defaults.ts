/**
 * Defaults that a passage states: the name of an option or constant with its value, as docs write it in prose and tables and as code declares
 * it. Only what is plainly a default counts: an assignment in the middle of a function is none.
 */
import type { Passage } from "../passage.ts";
import { isSameQuantity, type Quantity, quantityOf, UNIT } from "./quantities.ts";

/** A default and where it is stated. */
export interface StatedDefault {
  /** As it is written there. */
  name: string;
  /** Comparable form of the name: `DEFAULT_BODY_LIMIT`, `bodyLimit` and `--body-limit` are one. */
  key: string;
  /** As it is written there, without quotes. */
  shown: string;
  /** Comparable form of the value: a number, a truth value, a string, or a duration or size. */
  value: number | boolean | string | Quantity;
}

/** Whether two statements give the same value, whatever unit each is in. */
export function isSameValue({ value: a }: StatedDefault, { value: b }: StatedDefault): boolean {
  if (typeof a === "object") {
    return typeof b === "object" ? isSameQuantity(a, b) : a.bareNumbers.some((number) => number === b);
  }
  return typeof b === "object" ? b.bareNumbers.some((number) => number === a) : a === b;
}

/** Whether both give a number, both a truth value or both a string. */
export function isSameKind(a: StatedDefault, b: StatedDefault): boolean {
  const kind = ({ value }: StatedDefault) => (typeof value === "object" ? "number" : typeof value);
  return kind(a) === kind(b);
}

const LITERAL =
  "(?:\\d+\\s*\\*\\s*time\\.(?:Millisecond|Second|Minute|Hour)|Duration::from_(?:millis|secs|mins|hours)\\(\\d[\\d_]*\\)|-?\\d[\\d_,]*(?:\\.\\d+)?(?:\\s*\\*\\s*\\d[\\d_]*(?:\\.\\d+)?)*|true|false|True|False|\"[^\"\\n]{1,60}\"|'[^'\\n]{1,60}')";
const NAME = "[A-Za-z_$][\\w$]*";

/** Words by which docs introduce a default, in the languages of the docs that are common. */
const DEFAULT_WORD =
  /(?:\bdefaults?\b(?:\s+values?)?|\bstandard(?:mäßig|wert)?\b|\bvoreinstellung\b|默认值?|預設值?|デフォルト値?|既定値?|기본값?)/giu;
const DOCS_VALUE = new RegExp(
  "^(?:\\s*(?:is|to|of|are|ist|bei|auf|是|为|為|は|が))?\\s*[:：=]?\\s*" +
    `(?:\`([^\`\\n]{1,60})\`(${UNIT})?|(-?\\d[\\d_,]*(?:\\.\\d+)?${UNIT})|(-?\\d[\\d_,]*(?:\\.\\d+)?)(?![\\d.,]*\\s*[a-zA-Zµ%])|(true|false)\\b)`,
  "iu",
);

/** Defaults that a passage states, in its order. */
export function statedDefaults(passage: Pick<Passage, "kind" | "text" | "headingPath">): StatedDefault[] {
  return passage.kind === "code" ? codeDefaults(passage) : docsDefaults(passage);
}

/** Comparable form of a name: its last part, without case, marks and the word default. */
export function nameKey(name: string): string {
  const last = name.replace(/\(\)$/, "").split(/[.:/]/).at(-1) ?? name;
  const bare = last.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return bare.replace(/^defaults?(?=.)/, "").replace(/(?<=.)default$/, "");
}

function docsDefaults({ text, headingPath }: Pick<Passage, "text" | "headingPath">): StatedDefault[] {
  const found: StatedDefault[] = [];
  let heading = identifierOf(headingPath.at(-1) ?? "");
  let columns: string[] | null = null;
  let inFence = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    if (inFence) continue;
    const headingLine = /^#{1,6}\s+(.*)$/.exec(line);
    if (headingLine !== null) {
      heading = identifierOf(headingLine[1]!);
      continue;
    }
    if (/^\s*\|/.test(line)) {
      columns = tableRow(line, columns, found);
      continue;
    }
    columns = null;
    for (const match of line.matchAll(DEFAULT_WORD)) {
      const after = DOCS_VALUE.exec(line.slice(match.index + match[0].length));
      const name = lastIdentifier(line.slice(0, match.index)) ?? heading;
      if (after === null || name === null) continue;
      const [, marked, unit = "", amount, number, truth] = after;
      add(found, name, marked === undefined ? (amount ?? number ?? truth!) : marked + unit);
    }
  }
  return found;
}

/** A row of a table that has a column of defaults. @returns the names of the columns */
function tableRow(line: string, columns: string[] | null, found: StatedDefault[]): string[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  if (columns === null) return cells;
  const at = columns.findIndex((column) => column.search(DEFAULT_WORD) >= 0);
  const name = identifierOf(cells[0] ?? "");
  const value = cells[at];
  if (at > 0 && name !== null && value !== undefined) add(found, name, value.replace(/^`([^`]*)`.*$/, "$1"));
  return columns;
}

/** The name that a heading or cell consists of. */
function identifierOf(text: string): string | null {
  const name = /^`?(--?)?([A-Za-z_$][\w$.-]*)`?(?:\s*\(.*\))?$/.exec(text.trim());
  return name === null ? null : name[2]!;
}

/** The last name in code marks of a text. */
function lastIdentifier(text: string): string | null {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)];
  return spans.length === 0 ? null : identifierOf(spans.at(-1)![1]!);
}

/** `bodyLimit ?? 5`, `options.bodyLimit || 5`. */
const FALLBACK = new RegExp(`(${NAME})\\s*(?:\\?\\?|\\|\\|)\\s*(${LITERAL})(?=\\s*(?:[,;)\\]}]|$))`, "g");
/** `const DEFAULT_LIMIT = 5`, `defaultLimit: 5`: the name itself says default. */
const NAMED = new RegExp(
  `(?<![\\w$.])((?:DEFAULT_|default_?|Default)[\\w$]+)(?:\\s*:\\s*[\\w<>\\[\\]&']+)?\\s*(?::?=|:)(?!=)\\s*(${LITERAL})`,
  "g",
);
/** `limit: 5,` in an object of defaults, `limit = 5` among parameters, `limit: int = 5` in both. */
const ENTRY = new RegExp(
  `(?<![\\w$.])["']?(${NAME})["']?(?:\\?)?(?:\\s*:\\s*[A-Za-z_][\\w<>\\[\\]|. ]*?)?\\s*(?:=(?![=>])|:)\\s*(${LITERAL})(?=\\s*(?:[,;)\\]}]|//|#|$))`,
  "gm",
);
/** As the reader of code writes `@param [limit=5]`. */
const DOCUMENTED = /^- `([\w$.]+)` \([^)]*?default `([^`]+)`\)/gm;

function codeDefaults({ text, headingPath }: Pick<Passage, "text" | "headingPath">): StatedDefault[] {
  const found: StatedDefault[] = [];
  for (const [, name, value] of text.matchAll(DOCUMENTED)) add(found, name!, value!);
  const code = [...text.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1/gm)]
    .map((block) => block[2]!)
    .join("\n");
  for (const [, name, value] of code.matchAll(NAMED)) add(found, name!, value!);
  for (const [, name, value] of code.matchAll(FALLBACK)) add(found, name!, value!);
  const holdsDefaults = headingPath.slice(1).some((name) => /default/i.test(name));
  for (const [, name, value] of (holdsDefaults ? code : signature(code)).matchAll(ENTRY))
    add(found, name!, value!);
  return found;
}

/** Parameters of the function that a piece of code begins with, and the fields of a class above its first method. */
function signature(code: string): string {
  const opening =
    /^(?:@[^\n]*\n)*(?:export\s+|default\s+|async\s+|pub\s+|static\s+)*(?:function|def|fn|func|[\w$]+\s*\()/.exec(
      code,
    );
  if (opening === null) return "";
  const start = code.indexOf("(");
  let depth = 0;
  for (let at = start; at >= 0 && at < code.length; at++) {
    if (code[at] === "(") depth++;
    if (code[at] === ")" && --depth === 0) return code.slice(start, at + 1);
  }
  return "";
}

function add(found: StatedDefault[], name: string, written: string): void {
  const shown = written.trim().replace(/^(["'`])(.*)\1$/, "$2");
  const key = nameKey(name);
  if (key.length <= 2) return;
  const value = quantityOf(shown) ?? literalValue(written.trim());
  if (value !== null) found.push({ name, key, shown, value });
}

/** `null` for what is no plain value. */
function literalValue(written: string): number | boolean | string | null {
  const bare = written.replace(/^`|`$/g, "");
  if (/^(?:true|false)$/i.test(bare)) return bare.toLowerCase() === "true";
  if (/^-?\d[\d_,]*(?:\.\d+)?(?:\s*\*\s*\d[\d_]*(?:\.\d+)?)*$/.test(bare)) {
    const product = bare
      .replace(/(?<=\d)[_,](?=\d)/g, "")
      .split("*")
      .reduce((value, factor) => value * Number(factor), 1);
    return Number.isFinite(product) ? product : null;
  }
  const quoted = /^(["'])([^"'\n]*)\1$/.exec(bare);
  if (quoted !== null) return quoted[2]!;
  return null;
}
