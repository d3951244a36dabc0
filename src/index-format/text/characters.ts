/**
 * Character classes of the tokenizer, as a fixed table of our own rather than Unicode property lookups: the build (Node)
 * and the Worker (workerd) may ship different Unicode versions, and both must cut words at the same places.
 */

/** Anything that ends a word: spaces, punctuation, symbols, emoji, private use. */
export const SEPARATOR = 0;
/** Letters and combining marks of scripts that put spaces between words. */
export const LETTER = 1;
/** ASCII digits. Other decimal digits become ASCII by NFKC or count as letters. */
export const DIGIT = 2;
/** `_`: part of an identifier, never a word of its own. */
export const UNDERSCORE = 3;
/** Han and Hiragana: no spaces between words. */
export const IDEOGRAPH = 4;
/** Katakana: runs are mostly one loan word. */
export const KATAKANA = 5;
/** Hangul: words with particles attached. */
export const HANGUL = 6;
/** Thai, Lao, Myanmar, Khmer: letters without spaces between words. */
export const UNSPACED = 7;

/** [first, last, class], ascending; what no row names is a LETTER. Code units, so surrogates are rows of their own. */
const RANGES: readonly (readonly [number, number, number])[] = [
  [0x80, 0xa9, SEPARATOR], // Latin-1 controls and signs up to ©
  [0xab, 0xb4, SEPARATOR],
  [0xb6, 0xb9, SEPARATOR],
  [0xbb, 0xbf, SEPARATOR],
  [0xd7, 0xd7, SEPARATOR],
  [0xf7, 0xf7, SEPARATOR],
  [0x2b9, 0x2df, SEPARATOR], // spacing modifiers
  [0x37e, 0x37e, SEPARATOR], // Greek question mark
  [0x387, 0x387, SEPARATOR],
  [0x55a, 0x55f, SEPARATOR], // Armenian punctuation
  [0x589, 0x58a, SEPARATOR],
  [0x5be, 0x5be, SEPARATOR], // Hebrew maqaf, paseq, sof pasuq, geresh
  [0x5c0, 0x5c0, SEPARATOR],
  [0x5c3, 0x5c3, SEPARATOR],
  [0x5f3, 0x5f4, SEPARATOR],
  [0x600, 0x60f, SEPARATOR], // Arabic signs and comma
  [0x61b, 0x61f, SEPARATOR],
  [0x66a, 0x66d, SEPARATOR],
  [0x6d4, 0x6d4, SEPARATOR],
  [0x700, 0x70f, SEPARATOR], // Syriac punctuation
  [0x964, 0x965, SEPARATOR], // danda
  [0xe00, 0xe2e, UNSPACED], // Thai
  [0xe2f, 0xe2f, SEPARATOR],
  [0xe30, 0xe3e, UNSPACED],
  [0xe3f, 0xe3f, SEPARATOR],
  [0xe40, 0xe4e, UNSPACED],
  [0xe4f, 0xe4f, SEPARATOR],
  [0xe50, 0xe59, UNSPACED],
  [0xe5a, 0xe5b, SEPARATOR],
  [0xe80, 0xeff, UNSPACED], // Lao
  [0xf04, 0xf14, SEPARATOR], // Tibetan marks
  [0x1000, 0x1049, UNSPACED], // Myanmar
  [0x104a, 0x104f, SEPARATOR],
  [0x1050, 0x109f, UNSPACED],
  [0x1100, 0x11ff, HANGUL], // Jamo
  [0x1360, 0x1368, SEPARATOR], // Ethiopic punctuation
  [0x1680, 0x1680, SEPARATOR],
  [0x1780, 0x17d3, UNSPACED], // Khmer
  [0x17d4, 0x17da, SEPARATOR],
  [0x17db, 0x17ff, UNSPACED],
  [0x2000, 0x206f, SEPARATOR], // general punctuation
  [0x2070, 0x20cf, SEPARATOR], // superscripts, currency
  [0x2100, 0x2bff, SEPARATOR], // letterlike (NFKC turns the letters among them into letters), arrows, mathematics, dingbats
  [0x2e00, 0x2e7f, SEPARATOR],
  [0x2e80, 0x2fdf, IDEOGRAPH], // radicals
  [0x2ff0, 0x3004, SEPARATOR],
  [0x3005, 0x3007, IDEOGRAPH],
  [0x3008, 0x3020, SEPARATOR],
  [0x3021, 0x3029, IDEOGRAPH],
  [0x302a, 0x3030, SEPARATOR],
  [0x3031, 0x303c, IDEOGRAPH],
  [0x303d, 0x3040, SEPARATOR],
  [0x3041, 0x3098, IDEOGRAPH], // Hiragana
  [0x3099, 0x309c, KATAKANA], // voicing marks
  [0x309d, 0x309f, IDEOGRAPH],
  [0x30a0, 0x30a0, SEPARATOR],
  [0x30a1, 0x30fa, KATAKANA],
  [0x30fb, 0x30fb, SEPARATOR],
  [0x30fc, 0x30ff, KATAKANA],
  [0x3105, 0x312f, IDEOGRAPH], // Bopomofo
  [0x3130, 0x318f, HANGUL],
  [0x3190, 0x319f, SEPARATOR],
  [0x31a0, 0x31bf, IDEOGRAPH],
  [0x31c0, 0x31ef, SEPARATOR],
  [0x31f0, 0x31ff, KATAKANA],
  [0x3200, 0x33ff, SEPARATOR], // enclosed and squared: NFKC spells them out
  [0x3400, 0x4dbf, IDEOGRAPH],
  [0x4dc0, 0x4dff, SEPARATOR], // hexagrams
  [0x4e00, 0x9fff, IDEOGRAPH],
  [0xa4fe, 0xa4ff, SEPARATOR],
  [0xa960, 0xa97f, HANGUL],
  [0xac00, 0xd7ff, HANGUL],
  // Surrogates: planes 2 and 3 are Han (high D840 to D8BF); planes 1 and 14 hold emoji, symbols and rare scripts.
  [0xd800, 0xd83f, SEPARATOR],
  [0xd840, 0xd8bf, IDEOGRAPH],
  [0xd8c0, 0xdbff, SEPARATOR],
  [0xdc00, 0xdfff, SEPARATOR],
  [0xe000, 0xf8ff, SEPARATOR], // private use
  [0xf900, 0xfaff, IDEOGRAPH],
  [0xfd3e, 0xfd4f, SEPARATOR],
  [0xfe00, 0xfe6f, SEPARATOR], // variation selectors, vertical and small forms
  [0xfeff, 0xff0f, SEPARATOR], // BOM; half and full width forms left after NFKC are punctuation
  [0xff1a, 0xff20, SEPARATOR],
  [0xff3b, 0xff3e, SEPARATOR],
  [0xff3f, 0xff40, SEPARATOR],
  [0xff5b, 0xff65, SEPARATOR],
  [0xff66, 0xff9f, KATAKANA],
  [0xffa0, 0xffdf, HANGUL],
  [0xffe0, 0xffff, SEPARATOR],
];

const ASCII = new Uint8Array(128);
for (let code = 0x30; code <= 0x39; code++) ASCII[code] = DIGIT;
for (let code = 0x41; code <= 0x5a; code++) ASCII[code] = ASCII[code + 0x20] = LETTER;
ASCII[0x5f] = UNDERSCORE;

/** Flat copies of {@link RANGES} for a binary search without object reads. */
const FIRST = Uint16Array.from(RANGES, (range) => range[0]);
const LAST = Uint16Array.from(RANGES, (range) => range[1]);
const CLASS = Uint8Array.from(RANGES, (range) => range[2]);

/** Class of one UTF-16 code unit. A high surrogate of a Han plane is {@link IDEOGRAPH}; its low surrogate is a separator. */
export function classOf(code: number): number {
  if (code < 0x80) return ASCII[code]!;
  let low = 0;
  let high = FIRST.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < FIRST[middle]!) high = middle - 1;
    else if (code > LAST[middle]!) low = middle + 1;
    else return CLASS[middle]!;
  }
  return LETTER;
}

/** True for what changes no word and may stand inside one: soft hyphen, zero-width and direction marks, BOM. */
export function isInvisible(code: number): boolean {
  return (
    code === 0xad ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0x61c
  );
}
