import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";

/** Longest piece given to the tokenizer at once: its merge step is quadratic in a run without spaces. */
const MAX_PIECE_LENGTH = 400;

const OPTIONS = { disallowedSpecial: new Set<string>() };

/**
 * Tokens of a text in the o200k vocabulary, special tokens read as plain text.
 * Runs of more than 400 characters without white space are counted in pieces, which may count a token or two more.
 */
export function countTokens(text: string): number {
  if (text.length <= MAX_PIECE_LENGTH) return countO200k(text, OPTIONS);
  let total = 0;
  let from = 0;
  while (from < text.length) {
    const to = pieceEnd(text, from);
    total += countO200k(text.slice(from, to), OPTIONS);
    from = to;
  }
  return total;
}

/** End of the next piece: before the last single space, where a token surely begins, else before a line, else at the length limit. */
function pieceEnd(text: string, from: number): number {
  const limit = from + MAX_PIECE_LENGTH;
  if (limit >= text.length) return text.length;
  for (let at = limit; at > from; at--) {
    if (text[at] === " " && isInk(text, at - 1) && isInk(text, at + 1)) return at;
  }
  for (let at = limit; at > from; at--) {
    if (text[at] === "\n" && isInk(text, at - 1)) return at;
  }
  // Never between the halves of a surrogate pair.
  return (text.charCodeAt(limit) & 0xfc00) === 0xdc00 ? limit - 1 : limit;
}

function isInk(text: string, at: number): boolean {
  return text.charCodeAt(at) > 0x20;
}
