/**
 * About how many tokens a text has at most, told from its characters alone: which model's tokenizer counts is not known here, and none
 * of them fits into a Worker. It is no bound: the tokenizers of GPT-4 and GPT-4o count up to half as many again in text that is made to
 * have many (rare Chinese or Korean characters), and other tokenizers may count otherwise. A bound is {@link byteTokens}.
 */

/** Letters of an ordinary word: two a token are counted, four are usual. */
const LETTERS_A_TOKEN = 2;
/** Spaces that tokenizers have one token for, at the least. */
const SPACES_A_TOKEN = 64;

/**
 * Words are told apart as camel case does, since no tokenizer has many tokens that cross it. Spaces know whether what is behind them takes
 * the last one in. Letters that are rarer than these count by their bytes.
 */
const PIECES =
  /(?<word>[A-Z]?[a-z]+|[A-Z]+(?![a-z]))|(?<taken> +)(?=[!-/:-~])|(?<spaces> +)|(?<ascii>[\0-\x7f])|(?<letter>[à-öø-ýА-ЕЗИК-ФЦЧЭЯа-яё])|(?<cjk>[ぁ-ヿ\u4e00-\u9fff가-힣])|(?<other>.)/gsu;

/** What few words of a language are: capitals alone, two letters of which one is a capital, no vowel, or five consonants in a row. */
const NO_WORD = /^[A-Z].?$|^[A-Z]+$|^[^AEIOUaeiou]+$|[^AEIOUYaeiouy]{5}/;
/** Letters that tokenizers seldom join to others. */
const LONERS = /[JQXZjqxz]/g;

const encoder = new TextEncoder();

/** Never more than {@link byteTokens}. Linear in the text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups } of text.matchAll(PIECES)) {
    const { word, taken, spaces, letter, cjk, other } = groups ?? {};
    if (word !== undefined) tokens += wordTokens(word);
    else if (taken !== undefined) tokens += Math.ceil((taken.length - 1) / SPACES_A_TOKEN);
    else if (spaces !== undefined) tokens += 1 + Math.ceil((spaces.length - 1) / SPACES_A_TOKEN);
    else if (letter !== undefined) tokens += 1;
    else if (cjk !== undefined) tokens += 2;
    else if (other !== undefined) tokens += byteTokens(other);
    else tokens += 1;
  }
  return tokens;
}

/** Tokens that no tokenizer exceeds: one for each byte of UTF-8. */
export function byteTokens(text: string): number {
  return encoder.encode(text).length;
}

function wordTokens(word: string): number {
  if (NO_WORD.test(word)) return word.length;
  const loners = word.match(LONERS)?.length ?? 0;
  return Math.min(word.length, Math.ceil(word.length / LETTERS_A_TOKEN) + loners);
}
