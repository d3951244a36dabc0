/** A folder of docs for each test of a file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach } from "vitest";
import { parseCorpusConfig, type SourceConfig } from "../../build/config.ts";
import { readCorpus } from "../../build/corpus.ts";
import type { ReadDocument } from "../../build/read/document.ts";
import type { Chunk } from "../../src/core/passage.ts";

export interface DocsFolder {
  /** Of the test that runs: absolute, empty at its beginning. */
  readonly path: string;
  /** Files by their paths; what is no text is written as JSON. */
  write(files: Record<string, string | object>): void;
  /** Reads the folder as a build does. @param source settings of its one source */
  read(source?: Partial<SourceConfig>): Promise<ReadDocs>;
}

export interface ReadDocs {
  chunks: Chunk[];
  documents: ReadDocument[];
  /** `file: cause` */
  warnings: string[];
  /** Of all chunks. */
  text: string;
}

/** Call it at the top of a file. */
export function docsFolder(): DocsFolder {
  const root = mkdtempSync(join(tmpdir(), "repobot-docs-"));
  let count = 0;
  let folder = "";
  beforeEach(() => {
    folder = join(root, String(count++), "docs");
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    get path() {
      return folder;
    },
    write(files) {
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
      }
    },
    async read(source = {}) {
      const config = parseCorpusConfig({ name: "Corpus", description: "x", sources: [{ folder }] }, folder);
      const { chunks, documents, warnings } = await readCorpus({
        ...config,
        sources: config.sources.map((one) => ({ ...one, ...source })),
      });
      return {
        chunks,
        documents,
        warnings: warnings.map(({ file, cause }) => `${file}: ${cause}`),
        text: chunks.map((chunk) => chunk.text).join("\n\n"),
      };
    },
  };
}
