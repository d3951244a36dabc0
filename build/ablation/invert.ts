/** Chunks turned into postings that keep what the index leaves out: any number of fields, and where each term stands. */
import type { Chunk } from "../../src/core/passage.ts";
import { compareBytes, Dictionary, encodeDictionary } from "../../src/index-format/dictionary.ts";
import type { Tokenizer } from "../../src/index-format/text/tokenizer.ts";

/** Where and how often a term stands in one chunk. */
export interface TermPosting {
  chunk: number;
  /** By field. */
  frequencies: number[];
  /** By field: ordinals of the words that gave the term, ascending. */
  positions: number[][];
}

export interface Inverted {
  chunks: readonly Chunk[];
  tokenizer: Tokenizer;
  /** By term, chunks ascending. */
  postings: Map<string, TermPosting[]>;
  /** Tokens by field, then chunk. */
  lengths: number[][];
  /** Mean length by field. */
  averages: number[];
  dictionary: Dictionary;
}

/** @param fields the texts of a chunk that are indexed */
export function invert(
  chunks: readonly Chunk[],
  fields: (chunk: Chunk) => readonly string[],
  tokenizer: Tokenizer,
): Inverted {
  const postings = new Map<string, TermPosting[]>();
  const texts = chunks.map(fields);
  const fieldCount = texts[0]?.length ?? 0;
  const lengths = Array.from({ length: fieldCount }, () => chunks.map(() => 0));
  texts.forEach((fieldTexts, chunk) => {
    fieldTexts.forEach((text, field) => {
      let ordinal = -1;
      let lastStart = -1;
      tokenizer.tokenize(tokenizer.normalize(text), (term, _role, start) => {
        // The terms of one identifier share its place.
        if (start !== lastStart) ordinal++;
        lastStart = start;
        lengths[field]![chunk]!++;
        const posting = postingOf(postings, term, chunk, fieldCount);
        posting.frequencies[field]!++;
        posting.positions[field]!.push(ordinal);
      });
    });
  });
  const averages = lengths.map((of) => of.reduce((sum, length) => sum + length, 0) / chunks.length);
  return { chunks, tokenizer, postings, lengths, averages, dictionary: dictionaryOf(postings) };
}

function postingOf(
  postings: Map<string, TermPosting[]>,
  term: string,
  chunk: number,
  fieldCount: number,
): TermPosting {
  const list = postings.get(term) ?? [];
  if (list.length === 0) postings.set(term, list);
  const last = list.at(-1);
  if (last?.chunk === chunk) return last;
  const made: TermPosting = {
    chunk,
    frequencies: Array<number>(fieldCount).fill(0),
    positions: Array.from({ length: fieldCount }, () => []),
  };
  list.push(made);
  return made;
}

/** The index' own dictionary, with no postings behind it. */
function dictionaryOf(postings: ReadonlyMap<string, readonly TermPosting[]>): Dictionary {
  const encoder = new TextEncoder();
  const entries = Array.from(postings, ([term, list]) => ({
    bytes: encoder.encode(term),
    docFreq: list.length,
    postingsByteLength: 0,
  }));
  entries.sort((a, b) => compareBytes(a.bytes, b.bytes));
  const { dictionary, dictionaryIndex } = encodeDictionary(entries);
  return new Dictionary(dictionary, new Uint32Array(dictionaryIndex.buffer), entries.length);
}
