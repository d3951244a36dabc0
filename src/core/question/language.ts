/**
 * Which language a question or an answer is written in: by script where the script decides, else by the commonest words
 * and letters of the Latin languages. Code, addresses and identifiers are ignored, since they are English everywhere.
 */

/** Scripts that name one language, in the order they are asked. Kana before Han: Japanese mixes both. */
export const SCRIPTS: readonly [language: string, letters: RegExp][] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
];

/** Frequent function words; words that several of these languages share are left out or stand in each of them. */
const FUNCTION_WORDS: readonly [language: string, words: string][] = [
  [
    "en",
    "the a an and or of to in is are was were be been do does did not can could should would how what which who why when where there this that these those it its i my me you your we our they from with for on by at as if so but any every just only then than have has had get will want need after before without into out up isn't don't doesn't can't it's i'm",
  ],
  [
    "de",
    "der die das den dem des ein eine einen einem einer und oder nicht ist sind war wie was wer warum wann wo wenn ob kann ich mich mir wir sie es mit von zu zum zur für auf bei nach aus als im am beim gibt habe hat haben wird werden muss soll auch nur noch dann man mein meine unter welche welcher welches sich einfach mehrere diese dieser dieses kein keine du dir dich kannst dein deine deinen",
  ],
  [
    "fr",
    "le la les un une des du de et ou est sont pas ne je tu il nous vous ils comment quoi que qui quel quelle pourquoi quand où avec pour dans sur par ce cette ces mon ma mes au aux en y se sans si puis-je peut dois faire plus c'est d'un l'on",
  ],
  [
    "es",
    "el la los las un una unos unas de del y o es son no yo cómo como qué que cuál cuándo dónde por para con en se mi su al lo hay puedo puede hacer sin si más está están esto este esta estos cuántos",
  ],
  [
    "pt",
    "o a os as um uma de do da dos das e ou é são não eu como que qual quando onde por para com em no na nos nas se meu minha ao à há posso pode fazer sem mais está estão isso este esta você",
  ],
  [
    "it",
    "il lo la i gli le un uno una di del della dei delle e o è sono non io come che cosa quale quando dove per con in nel nella su si mio mia al alla c'è posso può fare senza più questo questa sto",
  ],
  [
    "nl",
    "de het een en of is zijn niet ik je we hoe wat welke waarom wanneer waar met van naar voor op in aan bij als om te kan kun moet mijn dit dat deze die er ook maar nog dan geen heb heeft worden wordt",
  ],
];

/** Words of questions that tell the language and carry a topic as well: no {@link isFunctionWord}. */
const TELLING_WORDS: readonly [language: string, words: string][] = [
  ["de", "bedeutet kostet passiert macht brauche braucht funktioniert"],
  ["fr", "signifie coûte fonctionne"],
  ["es", "significa cuesta funciona"],
  ["pt", "significa custa funciona"],
  ["it", "significa costa funziona"],
  ["nl", "betekent kost werkt gebeurt"],
];

/**
 * English words of a few keywords ("requests per second", "no such file", "os version") that are function words elsewhere. Alone they
 * are English, or of the docs' language; in whole sentences other words tell. No {@link isFunctionWord} of English.
 */
const ENGLISH_TOO: ReadonlySet<string> = new Set(["io", "man", "no", "non", "os", "per", "plus", "war"]);

const LETTERS: readonly [language: string, letters: RegExp, weight: number][] = [
  ["de", /[äöüß]/g, 1.5],
  ["fr", /[èêëçœàùîôû]/g, 1],
  ["es", /[ñ¿¡]/g, 2],
  ["es", /[áíóú]/g, 0.5],
  ["pt", /[ãõ]/g, 2],
  ["pt", /[çáéíóúâêô]/g, 0.5],
  ["it", /[èìòù]/g, 0.6],
];

const wordLanguages = languagesOfWords(FUNCTION_WORDS);
const tellingLanguages = languagesOfWords(TELLING_WORDS);

function languagesOfWords(
  lists: readonly (readonly [language: string, words: string])[],
): Map<string, string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, words] of lists) {
    for (const word of words.split(" ")) {
      const known = languages.get(word);
      if (known) known.push(language);
      else languages.set(word, [language]);
    }
  }
  return languages;
}

/**
 * The language of a text as a BCP 47 primary tag (`en`, `de`, `zh`, …).
 * @param fallback returned when nothing decides, e.g. for a text of identifiers only
 * @defaultValue `fallback` is `"en"`
 */
export function detectLanguage(text: string, fallback = "en"): string {
  const prose = withoutCode(text);
  const byScript = languageOfScript(prose);
  if (byScript !== null) return byScript;

  const lower = prose.toLowerCase();
  const points = new Map<string, number>();
  const add = (language: string, by: number) => points.set(language, (points.get(language) ?? 0) + by);
  for (const word of lower.match(/[\p{L}]+(?:['’-][\p{L}]+)*/gu) ?? []) {
    const plain = word.replace("’", "'");
    const languages = wordLanguages.get(plain) ?? tellingLanguages.get(plain) ?? [];
    const isEnglishToo = ENGLISH_TOO.has(plain);
    // A word that fewer languages share says more.
    const share = 1 / (languages.length + (isEnglishToo ? 1 : 0));
    // First, since of equals the first stands: docs in a third language are asked such keywords too.
    if (isEnglishToo) add("en", share);
    for (const language of languages) add(language, share);
  }
  for (const [language, letters, weight] of BEYOND_ASCII.test(lower) ? LETTERS : []) {
    const count = lower.match(letters)?.length ?? 0;
    if (count > 0) add(language, weight * Math.min(count, 3));
  }
  let best = fallback;
  let bestPoints = 0;
  for (const [language, sum] of points) {
    if (sum > bestPoints + (language === fallback ? -1e-9 : 1e-9)) {
      best = language;
      bestPoints = sum;
    }
  }
  return best;
}

/** Whether a lower-case word is one of the language's commonest, which carry no topic. English is also asked for languages without a list. */
export function isFunctionWord(word: string, language: string): boolean {
  const languages = wordLanguages.get(word);
  if (languages === undefined) return false;
  const known = FUNCTION_WORDS.some(([tag]) => tag === language);
  return languages.includes(known ? language : "en");
}

/** Where none of these is, no script of {@link SCRIPTS} is either: they begin with Greek. */
const BEYOND_LATIN = /[\u0370-\uffff]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Han without kana is Chinese; a few foreign letters inside Latin prose decide nothing. */
function languageOfScript(prose: string): string | null {
  if (!BEYOND_LATIN.test(prose)) return null;
  const latin = prose.match(/\p{Script=Latin}/gu)?.length ?? 0;
  let best: string | null = null;
  let bestCount = 0;
  const counts = new Map<string, number>();
  for (const [language, letters] of SCRIPTS) {
    const count = prose.match(letters)?.length ?? 0;
    counts.set(language, count);
    if (count > bestCount) {
      best = language;
      bestCount = count;
    }
  }
  if (best === null || bestCount === 0) return null;
  if (best === "zh" && (counts.get("ja") ?? 0) > 0) best = "ja";
  // One CJK character says as much as about four Latin letters, and identifiers inflate the Latin side.
  return bestCount * 4 >= latin ? best : null;
}

/**
 * Prose with code, addresses, file names and identifiers blanked out. Readers choose this text: within a pattern no two neighbouring
 * repetitions may match the same characters, and each begins at the start of a word, so that none takes more than quadratic time.
 */
function withoutCode(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`/g, " ")
    .replace(/\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+/gi, " ")
    .replace(/(?<![\w$])[\w$]+(?:[./:=-]{1,9}[\w$]+){0,12}\([^()\n]{0,500}\)/g, " ")
    .replace(/(?<![\p{L}\p{N}])--?[a-z][\w-]*/giu, " ")
    .replace(
      /(?<![A-Za-z0-9_])(?:[A-Za-z0-9]*[a-z0-9](?:[_./:][A-Za-z0-9]+)+|[A-Z]+_[A-Z_0-9]+|[a-z]+[A-Z]\w*|[A-Z]\w*[a-z][A-Z]\w*)/g,
      " ",
    );
}
