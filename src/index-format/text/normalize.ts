import { isInvisible } from "./characters.ts";

/** Longest stretch given to `normalize` at once: a run of combining marks costs the square of its length. */
const SLICE_UNITS = 128;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

function withoutInvisible(text: string): string {
  let kept = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80 || !isInvisible(code)) continue;
    kept += text.slice(from, at);
    from = at + 1;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/**
 * Compatibility-composed text (NFKC) without soft hyphens, zero-width and direction marks. Linear in the length: the text
 * is normalized in slices that end at an ASCII character where there is one.
 */
export function normalizeText(text: string): string {
  if (isAscii(text)) return text;
  const visible = withoutInvisible(text);
  let normalized = "";
  let from = 0;
  while (from < visible.length) {
    let to = Math.min(from + SLICE_UNITS, visible.length);
    const limit = Math.min(to + SLICE_UNITS, visible.length);
    while (to < limit && visible.charCodeAt(to) >= 0x80) to++;
    normalized += visible.slice(from, to).normalize("NFKC");
    from = to;
  }
  return normalized;
}

/** Letters that do not decompose into an ASCII letter and a mark, or whose variants are written interchangeably. */
const FOLDS = new Map<number, string>([
  [0xdf, "ss"],
  [0xe6, "ae"],
  [0xf0, "d"],
  [0xf8, "o"],
  [0xfe, "th"],
  [0x111, "d"],
  [0x127, "h"],
  [0x131, "i"],
  [0x138, "k"],
  [0x142, "l"],
  [0x14b, "n"],
  [0x153, "oe"],
  [0x167, "t"],
  [0x3c2, "σ"],
  [0x451, "е"],
  [0x622, "ا"],
  [0x623, "ا"],
  [0x625, "ا"],
  [0x671, "ا"],
  [0x629, "ه"],
  [0x649, "ي"],
  [0x640, ""],
]);

/** Latin and Greek letters with marks fold to their base letter; in other scripts a composed letter is a letter of its own. */
function folds(code: number): boolean {
  return (
    (code >= 0xc0 && code <= 0x24f) || (code >= 0x370 && code <= 0x3ff) || (code >= 0x1e00 && code <= 0x1fff)
  );
}

/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs: readers leave them out. */
function isOptionalMark(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x591 && code <= 0x5c7) ||
    (code >= 0x610 && code <= 0x61a) ||
    (code >= 0x64b && code <= 0x65f) ||
    code === 0x670 ||
    (code >= 0x6d6 && code <= 0x6ed)
  );
}

/** Most letters stay as they are. */
function changes(code: number): boolean {
  return code >= 0x80 && (FOLDS.has(code) || folds(code) || isOptionalMark(code));
}

/** Lower case, without diacritics that readers leave out: what two spellings of one word have in common. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  let first = 0;
  while (first < lower.length && !changes(lower.charCodeAt(first))) first++;
  if (first === lower.length) return lower;
  let folded = lower.slice(0, first);
  for (let at = first; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    const replacement = FOLDS.get(code);
    if (replacement !== undefined) folded += replacement;
    else if (folds(code)) folded += lower[at]!.normalize("NFD")[0];
    else if (!isOptionalMark(code)) folded += lower[at];
  }
  return folded;
}
