import type { Chunk } from "../core/passage.ts";
import { ByteWriter } from "./byte-writer.ts";
import { compareBytes, encodeDictionary } from "./dictionary.ts";
import { encodeFieldLengths } from "./field-lengths.ts";
import { chunkFields, FIELD_COUNT } from "./fields.ts";
import { encodePostings } from "./postings.ts";
import type { Tokenizer } from "./text/tokenizer.ts";

/** Everything that lexical ranking needs, encoded. */
export interface EncodedInvertedIndex {
  dictionary: Uint8Array;
  dictionaryIndex: Uint8Array;
  postings: Uint8Array;
  fieldLengths: Uint8Array;
  termCount: number;
  postingCount: number;
}

/** Chunks that hold one term, ascending, and its frequency in each field of each. */
interface PostingList {
  chunks: number[];
  frequencies: number[];
}

/**
 * Tokenizes and inverts chunks, one a row. Every statistic is over the chunks that the rows stand for, so that chunks rank as if each
 * had a row of its own.
 * @param chunkCounts number of chunks that each row stands for
 * @param onProgress told of each row when its words are counted
 */
export function encodeInvertedIndex(
  chunks: readonly Chunk[],
  chunkCounts: Uint32Array,
  tokenizer: Tokenizer,
  onProgress: (done: number, total: number) => void = () => {},
): EncodedInvertedIndex {
  const lists = new Map<string, PostingList>();
  const lengths = Array.from({ length: FIELD_COUNT }, () => new Uint32Array(chunks.length));
  chunks.forEach((chunk, position) => {
    chunkFields(chunk).forEach((fieldText, field) => {
      let length = 0;
      tokenizer.tokenize(tokenizer.normalize(fieldText), (term) => {
        length++;
        count(lists, term, position, field);
      });
      lengths[field]![position] = length;
    });
    onProgress(position + 1, chunks.length);
  });

  levelLengths(chunks, chunkCounts, lengths);
  const encoder = new TextEncoder();
  const terms = [...lists].map(([term, list]) => ({ bytes: encoder.encode(term), list }));
  terms.sort((a, b) => compareBytes(a.bytes, b.bytes));
  const postings = new ByteWriter();
  let postingCount = 0;
  const entries = terms.map(({ bytes, list }) => {
    const start = postings.length;
    encodePostings(postings, list.chunks, list.frequencies);
    postingCount += list.chunks.length;
    const docFreq = list.chunks.reduce((sum, row) => sum + chunkCounts[row]!, 0);
    return { bytes, docFreq, postingsByteLength: postings.length - start };
  });
  return {
    ...encodeDictionary(entries),
    postings: postings.take(),
    fieldLengths: encodeFieldLengths(lengths, chunkCounts),
    termCount: entries.length,
    postingCount,
  };
}

/**
 * Source code has other lengths than prose: much code, little text. Lengths of code are therefore stored in proportion to their own average,
 * so that a chunk of either kind is as long as its like make it, and docs rank as they would alone.
 */
function levelLengths(
  chunks: readonly Pick<Chunk, "kind">[],
  chunkCounts: Uint32Array,
  lengths: readonly Uint32Array[],
): void {
  const isCode = chunks.map(({ kind }) => kind === "code");
  let codeCount = 0;
  let docsCount = 0;
  for (const [row, count] of chunkCounts.entries()) {
    if (isCode[row]) codeCount += count;
    else docsCount += count;
  }
  if (codeCount === 0 || docsCount === 0) return;
  for (const field of lengths) {
    let code = 0;
    let docs = 0;
    for (const [row, length] of field.entries()) {
      if (isCode[row]) code += length * chunkCounts[row]!;
      else docs += length * chunkCounts[row]!;
    }
    if (code === 0 || docs === 0) continue;
    const share = docs / docsCount / (code / codeCount);
    for (let chunk = 0; chunk < field.length; chunk++) {
      if (isCode[chunk]) field[chunk] = Math.round(field[chunk]! * share);
    }
  }
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
