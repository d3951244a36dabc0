/**
 * About how many tokens a text has at most, told from its characters alone: which model's tokenizer counts is not known here, and none
 * of them fits into a Worker. It is no bound: the tokenizers of GPT-4 and GPT-4o count up to half as many again in text that is made to
 * have many (rare Chinese or Korean characters), and other tokenizers may count otherwise. A bound is {@link byteTokens}.
 */

/** Letters of an ordinary word: two a token are counted, four are usual. */
const LETTERS_A_TOKEN = 2;
/** Spaces that tokenizers have one token for, at the least. What is behind them may take the last one in. */
const SPACES_A_TOKEN = 64;

/** Letters that are counted by one token, and others by two; what is rarer counts by its bytes. */
const LETTER = /[à-öø-ýА-ЕЗИК-ФЦЧЭЯа-яё]/;
const CJK = /[ぁ-ヿ\u4e00-\u9fff가-힣]/;

const SPACE = 0x20;
/** So many consonants in a row are in few words of a language. */
const CONSONANTS_OF_NO_WORD = 5;

/** What is known of each ASCII character. */
const LOWER = 1;
const UPPER = 2;
const VOWEL = 4;
const Y = 8;
/** Letters that tokenizers seldom join to others. */
const LONER = 16;
/** Takes the space before it into its token. */
const TAKES_SPACE = 32;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const kind = (pattern: RegExp, flag: number) => (pattern.test(character) ? flag : 0);
  return (
    kind(/[a-z]/, LOWER) |
    kind(/[A-Z]/, UPPER) |
    kind(/[aeiou]/i, VOWEL) |
    kind(/y/i, Y) |
    kind(/[jqxz]/i, LONER) |
    kind(/[!-/:-~]/, TAKES_SPACE)
  );
});

const encoder = new TextEncoder();

/**
 * Never more than {@link byteTokens}. Linear in the text, and without a regular expression for the most of it: every prompt is counted
 * before it is sent.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === SPACE) {
      const start = at;
      while (text.charCodeAt(at) === SPACE) at++;
      const ownToken = (kindAt(text, at) & TAKES_SPACE) === 0 ? 1 : 0;
      tokens += ownToken + Math.ceil((at - start - 1) / SPACES_A_TOKEN);
    } else if (code >= KINDS.length) {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      at += character.length;
      tokens += LETTER.test(character) ? 1 : CJK.test(character) ? 2 : byteTokens(character);
    } else if ((KINDS[code]! & (LOWER | UPPER)) === 0) {
      tokens += 1;
      at++;
    } else {
      const end = endOfWord(text, at);
      tokens += wordTokens(text, at, end);
      at = end;
    }
  }
  return tokens;
}

/** Tokens that no tokenizer exceeds: one for each byte of UTF-8. */
export function byteTokens(text: string): number {
  return encoder.encode(text).length;
}

/** 0 for what is not ASCII, and behind the end. */
function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

/** Words are told apart as camel case does, since no tokenizer has many tokens that cross it. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  if ((kindAt(text, start) & UPPER) !== 0 && (kindAt(text, end) & UPPER) !== 0) {
    while ((kindAt(text, end) & UPPER) !== 0) end++;
    // The last capital begins the next word where small letters follow it.
    return (kindAt(text, end) & LOWER) !== 0 ? end - 1 : end;
  }
  while ((kindAt(text, end) & LOWER) !== 0) end++;
  return end;
}

/** Each letter is one where the word is none of a language: capitals alone, two letters with a capital, no vowel, many consonants. */
function wordTokens(text: string, start: number, end: number): number {
  const length = end - start;
  const isUpper = (kindAt(text, start) & UPPER) !== 0;
  if (isUpper && (length <= 2 || (kindAt(text, start + 1) & UPPER) !== 0)) return length;
  let loners = 0;
  let hasVowel = false;
  let consonants = 0;
  for (let at = start; at < end; at++) {
    const kind = kindAt(text, at);
    if ((kind & VOWEL) !== 0) hasVowel = true;
    consonants = (kind & (VOWEL | Y)) === 0 ? consonants + 1 : 0;
    if (consonants === CONSONANTS_OF_NO_WORD) return length;
    if ((kind & LONER) !== 0) loners++;
  }
  if (!hasVowel) return length;
  return Math.min(length, Math.ceil(length / LETTERS_A_TOKEN) + loners);
}
