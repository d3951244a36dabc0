/**
 * What a question that compares two versions is about. "How does the timeout differ between 1.0 and 2.0?" asks for what each says of the
 * timeout: docs of one version do not speak of differing.
 */
import { resolveVersion, type Versioned } from "./versions.ts";

const COMPARING =
  /\b(?:differ(?:s|ed|ent|ently|ences?)?|distinctions?|chang(?:e[ds]?|ing)|compar(?:e[ds]?|ing|isons?)|var(?:y|ies|ied)|vs|versus)\b|(?<!\p{L})(?:unterschied\p{L}*|unterscheid\p{L}*|verschieden\p{L}*|anders|geändert|verändert|(?:ver)?änder(?:t|te|n|ung|ungen)|vergleich\p{L}*|verglichen|abweich\p{L}*|worin)(?!\p{L})|区别|不同|不一样|差异|差别|变化|变更|改变|改动|比较|对比|相比|違[いうえっ]\p{Script=Hiragana}*|異な\p{Script=Hiragana}*|変わ\p{Script=Hiragana}*|変更点?|比較|差異/giu;

/** A name that may be a version's, with the word that makes it one. */
const NAME =
  /(?:(?:\bversions?|\breleases?|版本|バージョン)\s*)?(v?\d+(?:\.(?:\d+|x))*|\p{Script=Latin}[\p{Script=Latin}\p{N}_-]*)/giu;

/**
 * The question without the names of the two versions, which are searched anyway, and without the words that only compare them; itself
 * where nothing else is left.
 * @param compared names of versions as the corpus has them
 */
export function withoutComparison(question: string, compared: readonly string[], corpus: Versioned): string {
  const isCompared = (name: string) => compared.includes(resolveVersion(name, corpus) ?? "");
  const rest = question
    .replace(NAME, (whole, name: string) => (isCompared(name) ? " " : whole))
    .replace(COMPARING, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : question;
}
