import type { Chunk } from "../core/passage.ts";
import { ByteWriter } from "./byte-writer.ts";
import { compareBytes, encodeDictionary } from "./dictionary.ts";
import { chunkFields, FIELD_COUNT } from "./fields.ts";
import { encodePostings } from "./postings.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** Everything that lexical ranking needs, encoded. */
export interface EncodedInvertedIndex {
  dictionary: Uint8Array;
  dictionaryIndex: Uint8Array;
  postings: Uint8Array;
  fieldLengths: Uint8Array;
  fieldLengthBytes: number;
  fieldTotals: number[];
  termCount: number;
  postingCount: number;
}

/** Chunks that hold one term, ascending, and its frequency in each field of each. */
interface PostingList {
  chunks: number[];
  frequencies: number[];
}

/** Tokenizes and inverts the chunks. */
export function encodeInvertedIndex(chunks: readonly Chunk[], tokenizer: Tokenizer): EncodedInvertedIndex {
  const lists = new Map<string, PostingList>();
  const lengths = new Uint32Array(chunks.length * FIELD_COUNT);
  const fieldTotals = new Array<number>(FIELD_COUNT).fill(0);
  chunks.forEach((chunk, position) => {
    chunkFields(chunk).forEach((fieldText, field) => {
      let length = 0;
      tokenizer.tokenize(tokenizer.normalize(fieldText), (term) => {
        length++;
        count(lists, term, position, field);
      });
      lengths[field * chunks.length + position] = length;
      fieldTotals[field]! += length;
    });
  });

  const encoder = new TextEncoder();
  const terms = [...lists].map(([term, list]) => ({ bytes: encoder.encode(term), list }));
  terms.sort((a, b) => compareBytes(a.bytes, b.bytes));
  const postings = new ByteWriter();
  let postingCount = 0;
  const entries = terms.map(({ bytes, list }) => {
    const start = postings.length;
    encodePostings(postings, list.chunks, list.frequencies);
    postingCount += list.chunks.length;
    return { bytes, docFreq: list.chunks.length, postingsByteLength: postings.length - start };
  });
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const fieldLengthBytes = longest < 0x100 ? 1 : longest < 0x10000 ? 2 : 4;
  return {
    ...encodeDictionary(entries),
    postings: postings.take(),
    fieldLengths: narrow(lengths, fieldLengthBytes),
    fieldLengthBytes,
    fieldTotals,
    termCount: entries.length,
    postingCount,
  };
}

function count(lists: Map<string, PostingList>, term: string, chunk: number, field: number): void {
  let list = lists.get(term);
  if (list === undefined) {
    list = { chunks: [], frequencies: [] };
    lists.set(term, list);
  }
  if (list.chunks.at(-1) !== chunk) {
    list.chunks.push(chunk);
    for (let at = 0; at < FIELD_COUNT; at++) list.frequencies.push(0);
  }
  list.frequencies[list.frequencies.length - FIELD_COUNT + field]!++;
}

/** The numbers in as few bytes each as `bytesPerNumber` says. */
export function narrow(numbers: Uint32Array, bytesPerNumber: number): Uint8Array {
  if (bytesPerNumber === 1) return Uint8Array.from(numbers);
  if (bytesPerNumber === 2) return new Uint8Array(Uint16Array.from(numbers).buffer);
  return new Uint8Array(numbers.slice().buffer);
}
