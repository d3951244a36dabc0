/**
 * What a sentence states, in a form that can be looked up in a passage: numbers, identifiers, quoted strings, concepts
 * and words, each with whether it stands in a negated clause.
 */
import { findNumbers, type NumberFact } from "./numbers.ts";
import { findPeriods } from "./periods.ts";
import { findTerms, type TermFact } from "./terms.ts";

/** A name from code, or a proper name. */
export interface IdentifierFact {
  /** As it stands, without code marks. */
  name: string;
  /** From a code span, or spelled as only code is. What is not is a proper name or an abbreviation. */
  isCode: boolean;
  /** Position in the text, UTF-16 units. */
  start: number;
}

export interface Facts {
  numbers: NumberFact[];
  periods: string[];
  identifiers: IdentifierFact[];
  quoted: string[];
  terms: TermFact[];
}

/** Spellings that only code has: `snake_case`, `camelCase`, `--flag`, `a.b()`, `CONSTANT_CASE`, `X-Header`, `file.ext`. */
const CODE_LIKE =
  /(?<![\p{L}\p{N}_])(?:--?[a-z][\w-]+|@?[A-Za-z$][\w$]{0,100}(?:[./:-][\w$]{1,100}){0,12}\(\)|[A-Za-z][A-Za-z0-9]*_\w+|[a-z][a-z0-9]*[A-Z]\w*|(?:[A-Z][a-z0-9]+){2,}|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|X-[A-Z][\w-]+|[\w-]{1,100}\.(?:js|ts|tsx|py|md|mdx|json|toml|ya?ml|css|html|sh|txt|pem|env|lock)|[A-Z]{2,}(?:-[A-Z0-9]+)+|[A-Z]+-[A-Z]+\d+|[A-Za-z]+\/\d(?:\.\d)?)(?![\p{L}\p{N}_])/gu;
const ACRONYM = /(?<![\p{L}\p{N}_-])[A-Z][A-Z0-9]{1,7}(?![\p{Ll}\p{N}_])/gu;
const CAPITALIZED = /(?<![\p{L}\p{N}_-])[A-Z][a-z]{2,}(?![\p{L}\p{N}_])/gu;
/** Abbreviations that any technical sentence may use on its own. */
const COMMON_ACRONYMS = new Set(
  "API URL URI HTTP HTTPS CLI ID IDS OK JSON HTML CSS UI OS IP CPU SDK FAQ DB APP RAM TLS SSL SMS PDF".split(
    " ",
  ),
);

/** Names that every language and a schedule have their own words for. */
const CALENDAR =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|June|July|August|September|October|November|December|English|German|French|Chinese|Japanese|Spanish|Italian)$/;

const QUOTED =
  /"([^"\n]{3,160})"|“([^”\n]{3,160})”|„([^“”\n]{3,160})[“”]|«([^»\n]{3,160})»|「([^」\n]{2,120})」|『([^』\n]{2,120})』/g;

/** Facts of a text without citation markers. @param language BCP 47 tag of the text */
export function findFacts(text: string, language: string): Facts {
  const { bare, spans } = maskCode(text);
  const identifiers: IdentifierFact[] = spans.map(({ code, start }) => ({ name: code, isCode: true, start }));
  const masked = addNames(bare, language, identifiers);
  const quoted = [...bare.matchAll(QUOTED)].map(
    (match) => match.slice(1).find((group) => group !== undefined)!,
  );
  const numbers = findNumbers(bare, { language });
  return {
    numbers,
    periods: findPeriods(bare),
    identifiers,
    quoted,
    terms: findTerms(withoutNumbers(masked, numbers), language),
  };
}

/** Names of a text: those in code marks, those spelled as only code is, proper names. */
export function findIdentifiers(text: string, language: string): IdentifierFact[] {
  const { bare, spans } = maskCode(text);
  const identifiers: IdentifierFact[] = spans.map(({ code, start }) => ({ name: code, isCode: true, start }));
  addNames(bare, language, identifiers);
  return identifiers;
}

/**
 * Terms of a passage's sentence, those inside code marks and names included: docs write `retries` where a sentence says
 * "retries". Positions are those of the text.
 */
export function spelledTerms(text: string, numbers: readonly NumberFact[], language: string): TermFact[] {
  const plain = withoutNumbers(text, numbers)
    .replace(/[`*_={}"<>|]/g, " ")
    .replace(/(?<=[\p{L}\p{N}])[.:/-](?=[\p{L}\p{N}])/gu, " ");
  return findTerms(plain, language, withoutNumbers(maskCode(text).bare, numbers));
}

/** Quantities are facts of their own: "90 days" is no word about days. */
function withoutNumbers(text: string, numbers: readonly NumberFact[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of numbers) {
    // Two may overlap, such as a count in words and its unit.
    if (end <= from) continue;
    rest += text.slice(from, Math.max(from, start)) + " ".repeat(end - Math.max(from, start));
    from = end;
  }
  return rest + text.slice(from);
}

/** Code spans taken out and replaced by spaces of the same length. */
function maskCode(text: string): { bare: string; spans: { code: string; start: number }[] } {
  const spans: { code: string; start: number }[] = [];
  const bare = text.replace(
    /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g,
    (whole, _marks: string, code: string, start: number) => {
      spans.push({ code: code.trim(), start });
      return " ".repeat(whole.length);
    },
  );
  return { bare, spans };
}

/** Adds names that stand outside code marks; returns the text with them replaced by spaces. */
function addNames(bare: string, language: string, identifiers: IdentifierFact[]): string {
  const add = (name: string, start: number, isCode: boolean) => {
    identifiers.push({ name, isCode, start });
    return " ".repeat(name.length);
  };
  let masked = bare.replace(CODE_LIKE, (name: string, start: number) =>
    name === "JavaScript" || name === "TypeScript" ? name : add(name, start, true),
  );
  masked = masked.replace(ACRONYM, (name: string, start: number) =>
    COMMON_ACRONYMS.has(name) ? name : add(name, start, false),
  );
  if (language === "de") return masked;
  return masked.replace(CAPITALIZED, (name: string, start: number) => {
    if (CALENDAR.test(name)) return name;
    // The first word of a Latin sentence is capitalized anyway.
    const first =
      /(?:^|[.!?:]\s*|^[\s*_("'“]*)$/.test(masked.slice(0, start).trimEnd()) && !isUnspaced(language);
    return first ? name : add(name, start, false);
  });
}

function isUnspaced(language: string): boolean {
  return language === "zh" || language === "ja";
}
