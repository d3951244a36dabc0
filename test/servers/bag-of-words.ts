/** Deterministic vectors for texts: enough meaning to retrieve by, no model to download. */

/** @defaultValue of the servers' `dimensions` */
export const DEFAULT_DIMENSIONS = 128;

/** Lower-case words, and the bigrams of scripts written without spaces. */
export function words(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.flatMap((word) => (/[\u3040-\u30ff\u4e00-\u9fff]/.test(word) ? bigrams(word) : [word]));
}

function bigrams(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((c, i) => characters[i] + c);
}

/** Words hashed into buckets, square roots of their counts, unit length. A text without words points along the first axis. */
export function bagOfWordsVector(text: string, dimensions: number = DEFAULT_DIMENSIONS): number[] {
  const counts = new Array<number>(dimensions).fill(0);
  for (const word of words(text)) {
    const bucket = fnv1a(word) % dimensions;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const roots = counts.map(Math.sqrt);
  const length = Math.hypot(...roots);
  return length === 0 ? roots.map((_, i) => (i === 0 ? 1 : 0)) : roots.map((root) => root / length);
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** @see http://www.isthe.com/chongo/tech/comp/fnv/ (32-bit FNV-1a) */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
