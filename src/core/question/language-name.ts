/** English names of the languages that docs and questions are mostly written in: for prompts, which are in English. */
const NAMES: Readonly<Record<string, string>> = {
  ar: "Arabic",
  cs: "Czech",
  de: "German",
  el: "Greek",
  en: "English",
  es: "Spanish",
  fr: "French",
  he: "Hebrew",
  hi: "Hindi",
  id: "Indonesian",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
  ru: "Russian",
  sv: "Swedish",
  th: "Thai",
  tr: "Turkish",
  uk: "Ukrainian",
  vi: "Vietnamese",
  zh: "Chinese",
};

/** The English name of a language, or the tag itself where none is known. */
export function languageName(language: string): string {
  return NAMES[primaryLanguage(language)] ?? language;
}

/** The primary subtag in lower case: `zh` of `zh-Hant-TW`. */
export function primaryLanguage(tag: string): string {
  return (tag.split(/[-_]/, 1)[0] ?? tag).toLowerCase();
}
