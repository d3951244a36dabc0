/** The file table: path, page URL and title of each file, as a u32 offset a string and one more, then UTF-8. */
import { corrupt } from "./layout.ts";

const STRINGS_A_FILE = 3;
const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();

export interface FileRow {
  path: string;
  /** URL of the page, without a fragment. */
  pageUrl: string;
  title: string;
}

export function encodeFiles(files: readonly FileRow[]): Uint8Array {
  const strings = files
    .flatMap((file) => [file.path, file.pageUrl, file.title])
    .map((text) => UTF8.encode(text));
  const offsets = new Uint32Array(strings.length + 1);
  strings.forEach((bytes, at) => {
    offsets[at + 1] = offsets[at]! + bytes.length;
  });
  const section = new Uint8Array(offsets.byteLength + offsets[strings.length]!);
  section.set(new Uint8Array(offsets.buffer));
  strings.forEach((bytes, at) => {
    section.set(bytes, offsets.byteLength + offsets[at]!);
  });
  return section;
}

/** A chunk's URL as it is derived from its page's. */
export function chunkUrl(pageUrl: string, anchor: string): string {
  return anchor === "" ? pageUrl : `${pageUrl}#${anchor}`;
}

/** The file table, read in place. */
export class Files {
  private readonly offsets: Uint32Array;
  private readonly bytes: Uint8Array;
  private readonly fileCount: number;

  /** @param section at a multiple of 4 in its buffer */
  constructor(section: Uint8Array, fileCount: number) {
    const stringCount = fileCount * STRINGS_A_FILE;
    if (section.length < (stringCount + 1) * 4) throw corrupt("file table");
    this.offsets = new Uint32Array(section.buffer, section.byteOffset, stringCount + 1);
    this.bytes = section.subarray(this.offsets.byteLength);
    this.fileCount = fileCount;
  }

  private string(at: number): string {
    return DECODER.decode(this.bytes.subarray(this.offsets[at]!, this.offsets[at + 1]!));
  }

  row(file: number): FileRow {
    const at = file * STRINGS_A_FILE;
    return { path: this.string(at), pageUrl: this.string(at + 1), title: this.string(at + 2) };
  }

  /** Numbers of the files with this path: more than one when two sources hold it. */
  withPath(path: string): number[] {
    const wanted = UTF8.encode(path);
    const found: number[] = [];
    for (let file = 0; file < this.fileCount; file++) {
      const start = this.offsets[file * STRINGS_A_FILE]!;
      if (this.offsets[file * STRINGS_A_FILE + 1]! - start !== wanted.length) continue;
      let at = 0;
      while (at < wanted.length && this.bytes[start + at] === wanted[at]) at++;
      if (at === wanted.length) found.push(file);
    }
    return found;
  }
}
