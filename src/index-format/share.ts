import type { Chunk } from "../core/passage.ts";
import { chunkFields } from "./fields.ts";

/** Which chunks are stored as one. */
export interface SharedRows {
  /** Row of each chunk. Rows are numbered in the order of their first chunks. */
  rowOfChunk: Uint32Array<ArrayBuffer>;
  /** The chunk that a row is written from, ascending: the first of those it stands for. */
  firstChunks: Uint32Array<ArrayBuffer>;
  /** Number of chunks that each row stands for. */
  chunkCounts: Uint32Array<ArrayBuffer>;
}

/** Equal chunks seen so far. */
interface Equals {
  rows: number[];
  /** How many of them each edition has. */
  seen: Map<string, number>;
}

/** A version in a language. */
function editionOf({ version, language }: Chunk): string {
  return `${version}\n${language}`;
}

/**
 * Finds chunks of different versions or languages that are equal in all that is searched, embedded or shown of them but their addresses:
 * kind, title with the words of the path, headings and text. Repetitions within one version and language stay apart, the second of one
 * being stored with the second of another, so that an index of one version is written as it always was.
 * @param chunks at least one
 * @returns null when no two are stored as one
 */
export function shareRows(chunks: readonly Chunk[]): SharedRows | null {
  const firstEdition = editionOf(chunks[0]!);
  if (chunks.every((chunk) => editionOf(chunk) === firstEdition)) return null;
  const rowOfChunk = new Uint32Array(chunks.length);
  const firstChunks: number[] = [];
  // By text first: texts are most of what is compared, and as keys they need no copy.
  const byText = new Map<string, Map<string, Equals>>();
  chunks.forEach((chunk, position) => {
    const sameText = byText.get(chunk.text) ?? new Map<string, Equals>();
    byText.set(chunk.text, sameText);
    const [titleField, headingField] = chunkFields(chunk);
    const place = JSON.stringify([chunk.kind, chunk.title, chunk.headingPath, titleField, headingField]);
    const equals = sameText.get(place) ?? { rows: [], seen: new Map<string, number>() };
    sameText.set(place, equals);
    const edition = editionOf(chunk);
    const ordinal = equals.seen.get(edition) ?? 0;
    equals.seen.set(edition, ordinal + 1);
    equals.rows[ordinal] ??= firstChunks.push(position) - 1;
    rowOfChunk[position] = equals.rows[ordinal];
  });
  if (firstChunks.length === chunks.length) return null;
  const chunkCounts = new Uint32Array(firstChunks.length);
  for (const row of rowOfChunk) chunkCounts[row]!++;
  return { rowOfChunk, firstChunks: Uint32Array.from(firstChunks), chunkCounts };
}
