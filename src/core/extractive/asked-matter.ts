/** What a short text is about, as the index sees it: its words without those of everyday language. */

import type { PassageIndex } from "../ports.ts";
import { isEverydayWord } from "../question/everyday-words.ts";

/** Arguments of a call that a heading shows. */
const ARGUMENTS = /\(.*\)$/;

/** Index terms of the words that name a matter, in one order; `""` for a text of everyday words. */
export function matterOf(text: string, index: PassageIndex): string {
  const words = index.analyzeQuery(text.replace(ARGUMENTS, ""));
  const naming = words.filter(({ surface }) => !isEverydayWord(surface));
  return [...new Set(naming.flatMap(({ terms }) => terms))].sort().join(" ");
}
