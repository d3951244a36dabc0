import { SCRIPTS } from "../../src/core/question/language.ts";
import { canonicalLanguageTag } from "../language-tag.ts";

/** Locales that docs sites name their folders by, where the name is hardly ever a word of its own. */
const FOLDER_LOCALE =
  /^(?:ar|bg|bn|cs|da|de|el|en|es|fa|fi|fr|he|hi|hu|it|ja|ko|nl|pl|pt|ro|ru|sk|sv|th|tr|uk|vi|zh)(?:[-_][A-Za-z]{2,4})?$/;

/** A page named after another with a locale before the ending: `guide.zh.md`, as MkDocs and Hugo have it. */
const LOCALE_SUFFIX = /^(.*[^/])\.([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)(\.[^./]+)$/;

/** A page in another language than its neighbour of the same name. */
export interface Translation {
  /** Canonical BCP 47 tag. */
  language: string;
  /** As the name has it. */
  locale: string;
  /** Path of the page without the locale: `guide.md`. */
  original: string;
}

/**
 * Pages whose names end with a locale, and that stand beside the page itself or another of its translations: a lone `notes.it.md` may be
 * anything.
 * @param files of one source, relative to its folder
 */
export function suffixTranslations(files: readonly string[]): Map<string, Translation> {
  const present = new Set(files);
  const named = files.flatMap((file) => {
    const [, stem, locale, extension] = LOCALE_SUFFIX.exec(file) ?? [];
    if (stem === undefined || !FOLDER_LOCALE.test(locale!)) return [];
    const language = canonicalLanguageTag(locale!);
    return language === null ? [] : [{ file, language, locale: locale!, original: stem + extension! }];
  });
  const byOriginal = Map.groupBy(named, ({ original }) => original);
  return new Map(
    named
      .filter(({ original }) => present.has(original) || byOriginal.get(original)!.length > 1)
      .map(({ file, ...translation }) => [file, translation]),
  );
}

/** Languages of each script, for telling whether a default already fits the letters found. */
const SAME_SCRIPT: Record<string, string[]> = {
  zh: ["zh", "ja"],
  ja: ["ja"],
  ru: ["ru", "uk", "bg", "sr", "be", "mk", "kk"],
  he: ["he", "yi"],
  ar: ["ar", "fa", "ur", "ps"],
  hi: ["hi", "mr", "ne", "sa"],
};

/** At least this many letters must have been looked at before the script decides. */
const MIN_LETTERS = 8;

/**
 * The language of a page when it does not say: that of a folder named by a locale (`de/`, `i18n/zh-CN/`) among the first two,
 * else the one its letters belong to, else the default.
 * @param file path relative to the source folder
 * @param prose the page's text without code
 * @param fallback BCP 47
 */
export function guessLanguage(file: string, prose: string, fallback: string): string {
  const folders = file.split("/").slice(0, -1).slice(0, 2);
  const locale = folders.find((folder) => FOLDER_LOCALE.test(folder));
  const fromScript = scriptLanguage(prose, fallback);
  if (locale !== undefined) {
    const tag = canonicalLanguageTag(locale) ?? locale;
    // A folder `it` in an English repository may mean anything: letters of another script overrule it.
    if (fromScript === null || fits(fromScript, tag)) return tag;
  }
  if (fromScript === null || fits(fromScript, fallback)) return fallback;
  return fromScript;
}

/** True when two BCP 47 tags share their primary language or at least its script. */
function fits(scriptOf: string, tag: string): boolean {
  const primary = tag.toLowerCase().split("-")[0] ?? "";
  return (SAME_SCRIPT[scriptOf] ?? [scriptOf]).includes(primary);
}

/** The language whose script most letters belong to; `null` for Latin and for too few letters. */
function scriptLanguage(prose: string, fallback: string): string | null {
  const sample = prose.slice(0, 20_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return null;
  for (const [language, script] of SCRIPTS) {
    const found = sample.match(script)?.length ?? 0;
    // Kana is sparse in Japanese text full of Han characters, and a few words of it prove little elsewhere.
    const share = language === "ja" ? 0.15 : 0.3;
    if (found > letters * share) return fits(language, fallback) ? fallback : language;
  }
  return null;
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

/** Writing direction of a BCP 47 language, as HTML's `dir`. */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language.toLowerCase().split("-")[0] ?? "") ? "rtl" : "ltr";
}
