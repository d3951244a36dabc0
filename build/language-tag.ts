/**
 * The canonical form of a BCP 47 language tag, as `Intl` and the index compare it: `pt_br` is `pt-BR`.
 * @returns `null` for what is no tag that begins with a language of two or three letters
 */
export function canonicalLanguageTag(text: string): string | null {
  const tag = text.replaceAll("_", "-");
  // Intl takes languages of up to eight letters, of which there are none: `english` is a mistake.
  if (!/^[A-Za-z]{2,3}(?:-|$)/.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
