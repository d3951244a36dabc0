/**
 * The file table, a row a run of neighbouring chunks of one file: the first chunk, with path, page URL and title (see
 * `keyed-strings.ts`).
 */
import { encodeKeyedStrings, KeyedStrings } from "./keyed-strings.ts";
import { corrupt } from "./layout.ts";

const STRINGS_A_RUN = 3;
const UTF8 = new TextEncoder();

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
  return encodeKeyedStrings(
    runs.map((run) => run.firstChunk),
    runs.flatMap((run) => [run.path, run.pageUrl, run.title]),
  );
}

/** The file table, read in place. */
export class Files {
  private readonly table: KeyedStrings;
  private readonly chunkCount: number;

  /** @param section at a multiple of 4 in its buffer */
  constructor(section: Uint8Array, runCount: number, chunkCount: number) {
    if (runCount < 1) throw corrupt("file table");
    this.table = new KeyedStrings(section, runCount, STRINGS_A_RUN, "file table");
    this.chunkCount = chunkCount;
  }

  /** The run that a chunk is in. */
  ofChunk(chunk: number): FileRun {
    const { table } = this;
    const run = Math.max(0, table.lastAtMost(chunk));
    const at = run * STRINGS_A_RUN;
    return {
      firstChunk: table.keys[run]!,
      path: table.string(at),
      pageUrl: table.string(at + 1),
      title: table.string(at + 2),
    };
  }

  /** Chunks of the files with this path, ascending. */
  chunksOf(path: string): number[] {
    const { keys } = this.table;
    const wanted = UTF8.encode(path);
    const chunks: number[] = [];
    for (let run = 0; run < keys.length; run++) {
      const found = this.table.bytesAt(run * STRINGS_A_RUN);
      if (found.length !== wanted.length) continue;
      let at = 0;
      while (at < wanted.length && found[at] === wanted[at]) at++;
      if (at < wanted.length) continue;
      const end = Math.min(keys[run + 1] ?? this.chunkCount, this.chunkCount);
      for (let chunk = keys[run]!; chunk < end; chunk++) chunks.push(chunk);
    }
    return chunks;
  }
}
