import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Root } from "mdast";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CorpusConfig, corpusConfigForDocs } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { workInThreads } from "../../../build/page-work/threads.ts";
import { markdownFiles } from "../../../build/pages/markdown-files.ts";
import { renderPages } from "../../../build/pages/render-pages.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "repobot-page-work-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** Pages of every format, with warnings, pictures of syntax that trees carry data for, and letters of several scripts. */
function writeMixedPages(): void {
  for (let page = 0; page < 60; page++) {
    write({
      [`part-${page % 7}/page-${page}.md`]: `# Page ${page}\n\nSee [the next](page-${page + 7}.md) and ![a picture](gone-${page}.png).\n\n> [!NOTE]\n> Noted ${page} times.\n\n| a | b |\n| - | :-: |\n| 1 | <b>${page}</b> |\n\n## Twice {#twice}\n\n## Twice {#twice}\n\n\`\`\`js title="x.js"\nlet x = ${page};\n\`\`\`\n`,
    });
  }
  write({
    "api.json": JSON.stringify({
      openapi: "3.0.0",
      info: { title: "Things", version: "1" },
      paths: {
        "/things": { get: { summary: "List things", responses: { 200: { description: "All of them" } } } },
        "/things/{id}": { get: { summary: "One thing", responses: { 200: { description: "It" } } } },
      },
    }),
    "page.html":
      '<html><head><title>Old</title></head><body><main><h1 id="old">Old</h1><p>Words <em>here</em>.</p><dl><dt>a</dt><dd>b</dd></dl></main></body></html>',
    "doc.adoc": "= Ascii\n\nWords here.\n\n== Part\n\n* one\n* two\n",
    "book.ipynb": JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: "python" } },
      cells: [
        { cell_type: "markdown", metadata: {}, source: "# Book\n\nWords with $$x^2$$." },
        { cell_type: "code", metadata: {}, source: "print(1)", outputs: [], execution_count: 1 },
      ],
    }),
    "zh.md": "# 闸门\n\n第一号闸门在水位超过一百零三厘米时关闭。\n",
    "emoji.mdx": "export const title = 'E'\n\n# E\n\n<Note>Smile 😀 now.</Note>\n",
    "draft.md": "---\ndraft: true\n---\n\n# D\n\nSecret.\n",
    "blank.md": " \n",
    "open.md": "# Open\n\n```js\nnever closed\n",
  });
}

async function everythingOf(config: CorpusConfig, threads: number) {
  const { chunks, documents, warnings, skipped } = await readCorpus(config, { threads });
  const files = [...renderPages(documents, config), ...(await markdownFiles(documents, config))];
  return {
    chunks,
    warnings,
    skipped,
    files: files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
  };
}

describe("reading in threads", () => {
  it("gives what one thread gives, in the same order: chunks, warnings and the pages' bytes", async () => {
    writeMixedPages();
    const config = await corpusConfigForDocs(folder);
    const alone = await everythingOf(config, 0);
    expect(alone.warnings.length).toBeGreaterThan(60);
    expect(await everythingOf(config, 2)).toEqual(alone);
  });

  it("tells of every file once, with a count that only rises", async () => {
    writeMixedPages();
    const counts: number[] = [];
    const files: string[] = [];
    await readCorpus(await corpusConfigForDocs(folder), {
      threads: 2,
      onProgress: ({ done, total, file }) => {
        counts.push(done);
        files.push(file);
        expect(total).toBe(69);
      },
    });
    expect(counts).toEqual(Array.from({ length: 69 }, (_, i) => i + 1));
    expect(new Set(files).size).toBe(69);
  });

  it("names files that cannot be read as one thread does", async () => {
    writeMixedPages();
    const config = await corpusConfigForDocs(folder);
    const work = workInThreads(2);
    try {
      const read = await work.read(config.sources[0]!, ["gone.md", "zh.md"], () => undefined);
      expect(read.map(({ file, pages, causes }) => [file, pages.length, causes])).toEqual([
        ["gone.md", 0, ["cannot be read (ENOENT); skipped"]],
        ["zh.md", 1, []],
      ]);
    } finally {
      await work.end();
    }
  });

  it("fails what is asked for after a thread has ended", async () => {
    write({ "a.md": "# A\n\nWords.\n" });
    const source = (await corpusConfigForDocs(folder)).sources[0]!;
    const work = workInThreads(1);
    await work.end();
    await expect(work.read(source, ["a.md"], () => undefined)).rejects.toThrow(
      "A thread that reads pages ended",
    );
  });

  it("fails what was asked for when a thread fails, and goes on with what is asked next", async () => {
    write({ "a.md": "# A\n\nWords.\n" });
    const config = await corpusConfigForDocs(folder);
    const { documents, chunks } = await readCorpus(config, { threads: 0 });
    const work = workInThreads(1);
    try {
      // No parser makes a root without children.
      const broken = { ...documents[0]!, tree: { type: "root" } as Root };
      await expect(work.chunk([broken], undefined)).rejects.toThrow(TypeError);
      expect(await work.chunk(documents, undefined)).toEqual([{ chunks, causes: [] }]);
    } finally {
      await work.end();
    }
  });
});
