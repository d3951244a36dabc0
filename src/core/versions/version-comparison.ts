/**
 * What a question that compares two versions is about. "How does the timeout differ between 1.0 and 2.0?" asks for what each says of the
 * timeout: docs of one version do not speak of differing.
 */
import { resolveVersion, type Versioned } from "./versions.ts";

/** In English, German, Chinese and Japanese. */
const COMPARING_WORDS = [
  String.raw`\b(?:differ(?:s|ed|ent|ently|ences?)?|distinctions?|chang(?:e[ds]?|ing)|compar(?:e[ds]?|ing|isons?)|var(?:y|ies|ied))\b`,
  String.raw`\b(?:vs|versus|between|than|same|equal|more|less|fewer|better|worse)\b`,
  String.raw`\b(?:long|short|high|low|bigg|small|larg|fast|slow|strict|new|old)er\b`,
  String.raw`(?<!\p{L})(?:unterschied\p{L}*|unterscheid\p{L}*|verschieden\p{L}*|anders|geändert|verändert)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:(?:ver)?änder(?:t|te|n|ung|ungen)|vergleich\p{L}*|verglichen|abweich\p{L}*|worin|zwischen)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:(?:läng|kürz|höh|niedrig|größ|klein|schnell|langsam|streng|neu|ält)er(?:e[nrs]?)?)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:gleich\p{L}{0,2}|mehr|weniger)(?!\p{L})`,
  "区别|不同|不一样|差异|差别|变化|变更|改变|改动|比较|对比|相比|之间|相同|一样",
  String.raw`同じ|違[いうえっ]\p{Script=Hiragana}*|異な\p{Script=Hiragana}*|変わ\p{Script=Hiragana}*|変更点?|比較|差異`,
];
const COMPARING = new RegExp(COMPARING_WORDS.join("|"), "giu");

/** A name that may be a version's, with the word that makes it one. */
const NAME =
  /(?:(?:\bversions?|\breleases?|版本|バージョン)\s*)?(v?\d+(?:\.(?:\d+|x))*|\p{Script=Latin}[\p{Script=Latin}\p{N}_-]*)/giu;

/**
 * The question without the names of the two versions, which are searched anyway, and without the words that only compare them; itself
 * where nothing else is left.
 * @param compared names of versions as the corpus has them
 */
export function withoutComparison(question: string, compared: readonly string[], corpus: Versioned): string {
  // "The default timeout" names no version.
  const isCompared = (name: string) =>
    name.toLowerCase() !== "default" && compared.includes(resolveVersion(name, corpus) ?? "");
  const rest = question
    .replace(NAME, (whole, name: string) => (isCompared(name) ? " " : whole))
    .replace(COMPARING, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : question;
}
