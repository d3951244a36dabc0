/** The two costly steps of reading docs, each of which looks at one page at a time: they run here, or spread over threads. */
import type { Chunk } from "../../src/core/passage.ts";
import { chunkDocument } from "../chunk/chunk-document.ts";
import type { ChunkSizes } from "../chunk/draft.ts";
import type { SourceConfig } from "../config.ts";
import type { ReadDocument } from "../read/document.ts";
import { guessLanguage } from "../read/language.ts";
import { type Page, proseOf } from "../read/page.ts";
import { readFilePages } from "../sources/read-file.ts";

/** A page and the language that it is in. */
export interface PageRead extends Page {
  /** BCP 47. */
  language: string;
}

/** What reading one file gave. */
export interface FileRead {
  file: string;
  pages: PageRead[];
  /** Warnings, in order. */
  causes: string[];
}

/** What cutting one page gave. */
export interface PageChunks {
  chunks: Chunk[];
  /** Warnings, in order. */
  causes: string[];
}

/** Results come in the order of what was asked for, however the work is spread. */
export interface PageWork {
  /**
   * @param files relative to the folder of `source`
   * @param onFile told of each file when it is read, in any order
   */
  read(source: SourceConfig, files: readonly string[], onFile: (file: string) => void): Promise<FileRead[]>;
  /** @param sizes @defaultValue `DEFAULT_CHUNK_SIZES` */
  chunk(documents: readonly ReadDocument[], sizes: ChunkSizes | undefined): Promise<PageChunks[]>;
  /** Nothing may be asked for afterwards. */
  end(): Promise<void>;
}

/** Reads one file; what is wrong with it is among its causes. */
export async function readFilePagesWithLanguage(source: SourceConfig, file: string): Promise<FileRead> {
  const causes: string[] = [];
  const pages = await readFilePages(source, file, (cause) => causes.push(cause));
  return {
    file,
    pages: pages.map((page) => ({
      ...page,
      language: page.frontMatter.language ?? guessLanguage(file, proseOf(page.tree), source.language),
    })),
    causes,
  };
}

/** Cuts one page. */
export function chunkPage(document: ReadDocument, sizes: ChunkSizes | undefined): PageChunks {
  const causes: string[] = [];
  const chunks = chunkDocument(document, (cause) => causes.push(cause), sizes);
  return { chunks, causes };
}

/** Page by page on the thread that asks: for docs that are read before threads would have started. */
export function workHere(): PageWork {
  return {
    async read(source, files, onFile) {
      const read: FileRead[] = [];
      for (const file of files) {
        read.push(await readFilePagesWithLanguage(source, file));
        onFile(file);
      }
      return read;
    },
    chunk: async (documents, sizes) => documents.map((document) => chunkPage(document, sizes)),
    end: async () => undefined,
  };
}
