/**
 * Vectors to measure with: no model, but shaped as a sentence encoder's are. Each is a direction common to all, one of its page's, and
 * one of each of the chunk's first long words, so that chunks about the same things lie near each other; the common direction has
 * the share that multilingual-e5's has. They depend on the texts alone.
 */
import type { Chunk } from "../../src/core/passage.ts";
import { hashText, randomNumbers } from "./random.ts";

export const DIMENSIONS = 384;
const DIRECTIONS = 4096;
const WORDS = 8;
/** Squared shares of the common, the page's and the words' directions, and of noise. */
const SHARES = { common: 0.84, page: 0.05, words: 0.08, noise: 0.03 };

/** Directions drawn once, and shared by hash. */
function directionTable(): Float32Array {
  const random = randomNumbers(7);
  const table = new Float32Array(DIRECTIONS * DIMENSIONS);
  for (let at = 0; at < table.length; at++) table[at] = random() + random() + random() - 1.5;
  return table;
}

/** Makes vectors one chunk at a time. */
export function vectorMaker(): (chunk: Chunk, noiseSeed: number) => Float32Array {
  const table = directionTable();
  const direction = (name: string) => {
    const row = hashText(name) % DIRECTIONS;
    return table.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
  };
  return (chunk, noiseSeed) => {
    const vector = new Float32Array(DIMENSIONS);
    const add = (from: Float32Array, share: number) => {
      for (let at = 0; at < DIMENSIONS; at++) vector[at]! += from[at]! * Math.sqrt(share);
    };
    add(direction("common"), SHARES.common);
    add(direction(chunk.file), SHARES.page);
    const words = (chunk.text.match(/[a-z]{6,}/gi) ?? []).slice(0, WORDS);
    for (const word of words) add(direction(word.toLowerCase()), SHARES.words / words.length);
    const random = randomNumbers(hashText(chunk.id) ^ noiseSeed);
    const noise = Float32Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
    add(noise, SHARES.noise);
    return vector;
  };
}
