/** Names that fenced code gives of itself, and the highlighter knows. */
const LANGUAGES =
  /^(?:bash|console|css|diff|docker|dockerfile|go|html|http|ini|java|javascript|js|json|jsonc|jsx|mjs|patch|py|python|rs|rust|sh|shell|sql|svg|toml|ts|tsx|typescript|xml|yaml|yml|zsh)$/;

/** @param info what stands behind the fence, e.g. `ts title="a.ts"`. @returns the language, where it is a known one */
export function codeLanguage(info: string | undefined): string | undefined {
  return LANGUAGES.exec(info?.split(/[\s{:,]/)[0]?.toLowerCase() ?? "")?.[0];
}
