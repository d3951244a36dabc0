/**
 * Tokens that a text has at most with the tokenizers of today's chat models, told from its characters alone: which model's tokenizer
 * counts is not known here, and none of them fits into a Worker.
 *
 * What is held against a budget is this many. A tokenizer that cuts words into single letters counts more, never more than bytes.
 */

/** Letters of words: two a token are counted, four are usual. */
const LETTERS_A_TOKEN = 2;

const PIECES =
  /(?<word>[A-Za-z]+)|(?<space> +)|(?<alphabet>[\p{Script=Latin}\p{Script=Cyrillic}]+)|(?<cjk>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)|(?<ascii>[\0-\x7f])|(?<other>.)/gsu;

const encoder = new TextEncoder();

/** Linear in the text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups } of text.matchAll(PIECES)) {
    const { word, space, alphabet, cjk, other } = groups ?? {};
    if (word !== undefined) tokens += Math.ceil(word.length / LETTERS_A_TOKEN);
    // One space belongs to the word behind it; indentation is a token of its own.
    else if (space !== undefined) tokens += space.length > 1 ? 1 : 0;
    else if (alphabet !== undefined) tokens += alphabet.length;
    else if (cjk !== undefined) tokens += 2 * cjk.length;
    else if (other !== undefined) tokens += encoder.encode(other).length;
    else tokens += 1;
  }
  return tokens;
}
