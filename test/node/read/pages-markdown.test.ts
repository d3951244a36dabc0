import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { llmsFullTxt } from "../../../build/pages/llms-txt.ts";
import { markdownFiles } from "../../../build/pages/markdown-files.ts";
import { candidateUrls, createAssetsPages, pageAssetPath } from "../../../src/adapters/assets-pages.ts";
import { type MarkdownPage, sectionMarkdown } from "../../../src/core/markdown-page.ts";

const ORIGIN = "https://bot.example";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-markdown-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(
  files: Record<string, string>,
  sources: object[] = [{ name: "docs", folder: "docs" }],
): Promise<Map<string, string>> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const config = parseCorpusConfig({ name: "Acme", description: "Docs of Acme", sources }, folder);
  const { documents } = await readCorpus(config);
  const rendered = await markdownFiles(documents, config);
  return new Map(rendered.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
}

/** What the Worker reads, out of a build's files. */
function pagesOf(files: Map<string, string>) {
  return createAssetsPages({
    async fetch(input) {
      const text = files.get(new URL(String(input)).pathname.slice(1));
      return new Response(text ?? null, { status: text === undefined ? 404 : 200 });
    },
  });
}

async function pageOf(files: Map<string, string>, url: string): Promise<MarkdownPage> {
  const page = await pagesOf(files).page(url, ORIGIN);
  expect(page, url).not.toBeNull();
  return page!;
}

const GUIDE = `---
title: Guide
---

Before the [first part](#install) and [another page](other.md#deep).

## Install

Run *this* **now**, see [nowhere](missing.md) and <https://acme.example>:

\`\`\`sh
npm ci # not a heading
## nor this
\`\`\`

### On Windows

> Quoted \`snake_case\`.

## Use it {#usage}

| a | b |
| - | - |
| 1 | 2 |
`;

describe("a page as Markdown", () => {
  it("begins with its title and keeps code, tables, emphasis and links, which lead to the served pages", async () => {
    const files = await build({ "docs/guide.md": GUIDE, "docs/other.md": "# Other\n\n## Deep\n\nText." });
    const { markdown, title } = await pageOf(files, "/docs/guide");
    expect(title).toBe("Guide");
    expect(markdown).toBe(`# Guide

Before the [first part](/docs/guide#install) and [another page](/docs/other#deep).

## Install

Run *this* **now**, see nowhere and <https://acme.example>:

\`\`\`sh
npm ci # not a heading
## nor this
\`\`\`

### On Windows

> Quoted \`snake_case\`.

## Use it

| a | b |
| - | - |
| 1 | 2 |`);
  });

  it("has its sections by the fragments that its chunks' addresses have, those below with them", async () => {
    const page = await pageOf(await build({ "docs/guide.md": GUIDE }), "/docs/guide");
    expect(page.sections.map(({ anchor, level }) => [anchor, level])).toEqual([
      ["", 1],
      ["install", 2],
      ["on-windows", 3],
      ["usage", 2],
    ]);
    expect(sectionMarkdown(page, "usage")).toBe("## Use it\n\n| a | b |\n| - | - |\n| 1 | 2 |");
    expect(sectionMarkdown(page, "on-windows")).toBe("### On Windows\n\n> Quoted `snake_case`.");
    const install = sectionMarkdown(page, "install");
    expect(install).toMatch(/^## Install\n[\s\S]*snake_case`\.$/);
    expect(sectionMarkdown(page, "")).toBe(page.markdown);
    expect(sectionMarkdown(page, "no-such-section")).toBe(page.markdown);
  });

  it("is there for pages that another site shows, by their address there", async () => {
    const sources = [{ name: "docs", folder: "docs", baseUrl: "https://acme.example/docs/" }];
    const files = await build({ "docs/guide.md": GUIDE, "docs/index.md": "# Acme\n\nStart." }, sources);
    for (const url of ["https://acme.example/docs/guide/", "https://acme.example/docs/guide#install"]) {
      expect((await pageOf(files, url)).url).toBe("https://acme.example/docs/guide/");
    }
    expect(await pagesOf(files).page("https://other.example/docs/guide/", ORIGIN)).toBeNull();
    expect(await pagesOf(files).page("/docs/guide/", ORIGIN)).toBeNull();
  });

  it.each([
    "/docs/guide/start",
    "/docs/guide/start.md",
    "/docs/guide/start.html",
    "/docs/guide/start/",
    "https://bot.example/docs/guide/start?x=1#part",
  ])("is found when it is asked for as %s", async (url) => {
    const files = await build({
      "docs/guide/start.md": "# Start\n\nText.",
      "docs/guide/index.md": "# All\n\nText.",
    });
    expect((await pageOf(files, url)).title).toBe("Start");
  });

  it.each([
    "/docs/guide/",
    "/docs/guide",
    "/docs/guide.md",
    "/docs/guide/index.md",
    "/docs/guide/index.html.md",
  ])("is found when it stands for a folder: %s", async (url) => {
    const files = await build({ "docs/guide/index.md": "# All\n\nText." });
    expect((await pageOf(files, url)).title).toBe("All");
  });

  it.each(["/guide/start/", "/guide/start", `${ORIGIN}/guide/start/#install`])(
    "is found at %s where another program shows it on the Worker's own site",
    async (url) => {
      const sources = [{ name: "docs", folder: "docs", baseUrl: `${ORIGIN}/` }];
      const files = await build({ "docs/guide/start.md": "# Start\n\n## Install\n\nText." }, sources);
      expect((await pageOf(files, url)).url).toBe(`${ORIGIN}/guide/start/`);
    },
  );

  it("asks for a handful of files at most, whatever the address", () => {
    for (const url of [
      "",
      "/",
      "//",
      "/docs/a.md",
      "/docs/a.html",
      "/docs/a/index.html.md",
      "https://x.example",
      "javascript:alert(1)",
      "http://[",
      "a b",
    ]) {
      expect(candidateUrls(url, ORIGIN).length).toBeLessThanOrEqual(5);
    }
  });

  it("that is damaged says what to run", async () => {
    const files = new Map([[await pageAssetPath("/docs/a"), '{"url":"/docs/a"}']]);
    await expect(pagesOf(files).page("/docs/a", ORIGIN)).rejects.toMatchObject({ code: "index_corrupt" });
    files.set(await pageAssetPath("/docs/a"), "{");
    await expect(pagesOf(files).page("/docs/a", ORIGIN)).rejects.toMatchObject({ code: "index_corrupt" });
  });

  it("of two files with one address on their site is the first", async () => {
    const sources = [{ name: "docs", folder: "docs", baseUrl: "https://acme.example/" }];
    const files = await build(
      { "docs/a.md": "# First\n\nText.", "docs/a/index.md": "# Second\n\nText." },
      sources,
    );
    expect((await pageOf(files, "https://acme.example/a/")).title).toBe("First");
    expect([...files.keys()].filter((path) => path.startsWith("pages/"))).toHaveLength(1);
  });
});

describe("llms.txt", () => {
  it("lists the pages by folder with their first sentences, and what may be skipped last", async () => {
    const files = await build(
      {
        "docs/index.md": "# Acme\n\nAcme does it all. And more.",
        "docs/faq.md": "# Questions [and answers]\n\n- one",
        "docs/api-reference/client.md": "# Client\n\nThe `client` calls e.g. the server. It waits.",
        "old/index.md": "# Acme 1\n\nOld.",
      },
      [
        { name: "docs", folder: "docs", version: "v2", baseUrl: "https://acme.example/" },
        { name: "old", folder: "old", version: "v1" },
      ],
    );
    expect(files.get("llms.txt")).toContain(`# Acme

> Docs of Acme

`);
    expect(files.get("llms.txt")).toContain(`
## Docs

- [Acme (v2)](https://acme.example/): Acme does it all.
- [Questions \\[and answers\\] (v2)](https://acme.example/faq/)
- [Client (v2)](https://acme.example/api-reference/client/): The client calls e.g. the server.

## Optional

- [Acme 1 (v1)](/docs/index.md): Old.
`);
  });

  it("has a heading for every top folder of a single source", async () => {
    const files = await build({
      "docs/a.md": "# A\n\nText.",
      "docs/api-reference/b.md": "# B\n\nText.",
      "docs/guide/deep/c.md": "# C\n\nText.",
    });
    const text = files.get("llms.txt")!;
    expect(text.match(/^## .*/gm)).toEqual(["## Docs", "## API reference", "## Guide"]);
    expect(text).toContain("- [C](/docs/guide/deep/c.md): Text.");
  });

  it("comes with one file that holds every page", async () => {
    const files = await build({ "docs/guide.md": GUIDE, "docs/index.md": "# Acme\n\nStart." });
    const full = files.get("llms-full.txt")!;
    expect(
      full.startsWith("# Acme\n\n> Docs of Acme\n\n---\n\n# Acme\n\nSource: /docs/\n\nStart.\n\n---\n\n"),
    ).toBe(true);
    expect(full).toContain("# Guide\n\nSource: /docs/guide\n\nBefore the");
    expect(full.match(/^# Guide$/gm)).toHaveLength(1);
  });

  it("says so where all pages are too large for one file", async () => {
    await build({ "docs/a.md": "# A\n\nText." });
    const config = parseCorpusConfig(
      { name: "Acme", description: "Docs", sources: [{ folder: "docs" }] },
      folder,
    );
    const [document] = (await readCorpus(config)).documents;
    const page = { document: document!, markdown: "word ".repeat(3_000_000), url: "/docs/a.md" };
    expect(llmsFullTxt([page], config).length).toBeGreaterThan(15_000_000);
    const both = llmsFullTxt([page, page], config);
    expect(both).toContain("too large for one file");
    expect(both.length).toBeLessThan(500);
  });
});
