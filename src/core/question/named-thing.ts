import type { PassageIndex } from "../ports.ts";
import { isCorpusName } from "./product-name.ts";

/** Passages that are looked at for a heading. */
const CANDIDATES = 20;

/**
 * Whether a message that could be small talk names something in the docs: the product that is called "Hello", or, for a word that may be a
 * name, a page or a section "Help".
 */
export async function namesThing(
  message: string,
  mayBeSection: boolean,
  index: PassageIndex,
): Promise<boolean> {
  const name = plain(message);
  if (name === "") return false;
  if (isCorpusName(name, index)) return true;
  if (!mayBeSection) return false;
  const ranking = index.lexicalRanking(name, CANDIDATES);
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  return passages.some(({ title, headingPath }) =>
    [title, ...headingPath].some((one) => plain(one) === name),
  );
}

/** Lower case, without marks around it. */
function plain(text: string): string {
  return text.toLowerCase().replace(/^[^\p{L}\p{N}]{1,20}|[^\p{L}\p{N}]{1,20}$/gu, "");
}
