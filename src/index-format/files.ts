/**
 * The file table, a row a run of neighbouring chunks of one file: the first chunk as u32; then path, page URL and title of each
 * run, as a u32 offset a string and one more, then UTF-8.
 */
import { corrupt } from "./layout.ts";

const STRINGS_A_RUN = 3;
const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();

export interface FileRun {
  firstChunk: number;
  path: string;
  /** URL of the page, without a fragment. */
  pageUrl: string;
  title: string;
}

/** A chunk's URL as it is derived from its page's. */
export function chunkUrl(pageUrl: string, anchor: string): string {
  return anchor === "" ? pageUrl : `${pageUrl}#${anchor}`;
}

/** The runs of `chunks`, in order. */
export function fileRuns(chunks: readonly { file: string; url: string; title: string }[]): FileRun[] {
  const runs: FileRun[] = [];
  chunks.forEach(({ file, url, title }, firstChunk) => {
    const hash = url.indexOf("#");
    const pageUrl = hash < 0 ? url : url.slice(0, hash);
    const last = runs.at(-1);
    if (last?.path === file && last.pageUrl === pageUrl && last.title === title) return;
    runs.push({ firstChunk, path: file, pageUrl, title });
  });
  return runs;
}

export function encodeFiles(runs: readonly FileRun[]): Uint8Array {
  const strings = runs.flatMap((run) => [run.path, run.pageUrl, run.title]).map((text) => UTF8.encode(text));
  const words = new Uint32Array(runs.length + strings.length + 1);
  runs.forEach((run, at) => {
    words[at] = run.firstChunk;
  });
  const offsets = words.subarray(runs.length);
  strings.forEach((bytes, at) => {
    offsets[at + 1] = offsets[at]! + bytes.length;
  });
  const section = new Uint8Array(words.byteLength + offsets[strings.length]!);
  section.set(new Uint8Array(words.buffer));
  strings.forEach((bytes, at) => {
    section.set(bytes, words.byteLength + offsets[at]!);
  });
  return section;
}

/** The file table, read in place. */
export class Files {
  private readonly firstChunks: Uint32Array;
  private readonly offsets: Uint32Array;
  private readonly bytes: Uint8Array;
  private readonly chunkCount: number;

  /** @param section at a multiple of 4 in its buffer */
  constructor(section: Uint8Array, runCount: number, chunkCount: number) {
    const wordCount = runCount + runCount * STRINGS_A_RUN + 1;
    if (runCount < 1 || section.length < wordCount * 4) throw corrupt("file table");
    const words = new Uint32Array(section.buffer, section.byteOffset, wordCount);
    this.firstChunks = words.subarray(0, runCount);
    this.offsets = words.subarray(runCount);
    this.bytes = section.subarray(words.byteLength);
    this.chunkCount = chunkCount;
  }

  private string(at: number): string {
    return DECODER.decode(this.bytes.subarray(this.offsets[at]!, this.offsets[at + 1]!));
  }

  /** The run that a chunk is in. */
  ofChunk(chunk: number): FileRun {
    let low = 0;
    let high = this.firstChunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.firstChunks[middle]! <= chunk) low = middle;
      else high = middle - 1;
    }
    const at = low * STRINGS_A_RUN;
    return {
      firstChunk: this.firstChunks[low]!,
      path: this.string(at),
      pageUrl: this.string(at + 1),
      title: this.string(at + 2),
    };
  }

  /** Chunks of the files with this path, ascending. */
  chunksOf(path: string): number[] {
    const wanted = UTF8.encode(path);
    const chunks: number[] = [];
    for (let run = 0; run < this.firstChunks.length; run++) {
      const start = this.offsets[run * STRINGS_A_RUN]!;
      if (this.offsets[run * STRINGS_A_RUN + 1]! - start !== wanted.length) continue;
      let at = 0;
      while (at < wanted.length && this.bytes[start + at] === wanted[at]) at++;
      if (at < wanted.length) continue;
      const end = Math.min(this.firstChunks[run + 1] ?? this.chunkCount, this.chunkCount);
      for (let chunk = this.firstChunks[run]!; chunk < end; chunk++) chunks.push(chunk);
    }
    return chunks;
  }
}
