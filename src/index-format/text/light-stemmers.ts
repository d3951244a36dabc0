/**
 * Light stemmers: they take off what number, gender and case add to nouns and adjectives, and leave the rest alone. For languages
 * whose full Snowball stemmers would add more code than they add hits. Input is folded: lower case, without diacritics.
 */
import { stemEnglish } from "./english-stemmer.ts";

/** Endings in the order they are tried, and what they leave; the first that fits is taken off once. */
interface Endings {
  /** A word keeps at least this many letters. */
  keep: number;
  rules: readonly (readonly [ending: string, left: string])[];
}

const plain = (endings: string): [string, string][] => endings.split(" ").map((ending) => [ending, ""]);

const ENDINGS: Record<string, Endings> = {
  de: { keep: 4, rules: plain("ungen ung heiten heit keiten keit ern em er en es e s n") },
  nl: { keep: 4, rules: plain("heden heid ingen ing en es e s") },
  fr: {
    keep: 3,
    rules: [
      ["aux", "al"],
      ["ations", "at"],
      ["ation", "at"],
      ["ements", ""],
      ["ement", ""],
      ["euses", "eu"],
      ["euse", "eu"],
      ["eux", "eu"],
      ["ees", ""],
      ["ee", ""],
      ...plain("es er ez e s x"),
    ],
  },
  es: {
    keep: 3,
    rules: [
      ["aciones", "ac"],
      ["acion", "ac"],
      ["ces", "z"],
      ...plain("amientos amiento mente os as es ar er ir o a e s"),
    ],
  },
  pt: {
    keep: 3,
    rules: [
      ["acoes", "ac"],
      ["acao", "ac"],
      ["oes", "a"],
      ["ao", "a"],
      ["ais", "al"],
      ["eis", "el"],
      ["ns", "m"],
      ...plain("amentos amento mente os as es ar er ir o a e s"),
    ],
  },
  it: {
    keep: 3,
    rules: [
      ["azioni", "az"],
      ["azione", "az"],
      ["chi", "c"],
      ["che", "c"],
      ["ghi", "g"],
      ["ghe", "g"],
      ...plain("amenti amento mente are ere ire i e o a"),
    ],
  },
};

function stemLightly(word: string, { keep, rules }: Endings): string {
  for (const [ending, left] of rules) {
    if (word.length - ending.length >= keep && word.endsWith(ending)) {
      return word.slice(0, word.length - ending.length) + left;
    }
  }
  return word;
}

/**
 * The stemmer of Latin words in docs of a language: Porter2 for English, and for languages that write few Latin words but English
 * ones; light stemmers for German, Dutch, French, Spanish, Portuguese and Italian.
 * @param language BCP 47; only its primary subtag counts
 */
export function stemmerFor(language: string): (word: string) => string {
  const endings = ENDINGS[language.split("-")[0]!.toLowerCase()];
  return endings === undefined ? stemEnglish : (word) => stemLightly(word, endings);
}
