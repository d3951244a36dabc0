/** Plurals that a stemmer leaves as they are: of abbreviations, which have no vowel before the `s`. */

/** "pdfs" to "pdf"; null for a word that is no such plural. @param term lower case */
export function singularAbbreviation(term: string): string | null {
  return /^[bcdfghjklmnpqrtvwxz]{2,7}s$/.test(term) ? term.slice(0, -1) : null;
}
