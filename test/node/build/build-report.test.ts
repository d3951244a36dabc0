import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordPath } from "../../../build/output/changes.ts";
import { progressTo } from "../../../build/output/progress.ts";
import {
  assetsOverLimit,
  type BuildReport,
  fileCountWarning,
  formatReport,
  formatWarnings,
} from "../../../build/output/report.ts";
import { docsRevision } from "../../../build/revision.ts";

describe("the record of the last build", () => {
  const corpus = { name: "Documentation", sources: [{ name: "docs", folder: resolve("a"), git: null }] };

  it("is that of the same docs, wherever the working folder lies", () => {
    const again = { ...corpus, sources: [{ ...corpus.sources[0]!, folder: resolve("b/../a") }] };
    expect(recordPath("/cache", again)).toBe(recordPath("/cache", corpus));
  });

  it.each([
    { ...corpus, name: "Docs" },
    { ...corpus, sources: [{ name: "docs", folder: resolve("b"), git: null }] },
    { ...corpus, sources: [{ name: "docs", folder: "", git: { url: "https://x.example/y", path: "a" } }] },
  ])("is not that of other docs: %j", (other) => {
    expect(recordPath("/cache", other)).not.toBe(recordPath("/cache", corpus));
  });
});

describe("the build's report", () => {
  const report: BuildReport = {
    corpusName: "httpx",
    documents: 24,
    chunks: 1196,
    rows: 1196,
    changes: { added: 4, changed: 2, moved: 1, removed: 3, unchanged: 1189, versions: [] },
    tokens: 48_000,
    embedding: { model: "e5", dimensions: 384, computed: 6, cached: 1190, requests: 1 },
    assets: new Map([
      ["docs/a.html", 1024],
      ["docs/b.html", 2048],
      ["index/manifest.json", 512],
      ["index/text.bin", 13_107_200],
    ]),
    outDir: "dist/assets",
    seconds: 1.234,
    warnings: [{ file: "bad.mdx", cause: "not MDX:\nread as Markdown" }],
  };

  it("names documents, chunks, tokens, vectors, assets against their limit, and seconds", () => {
    const text = formatReport(report);
    expect(text).toMatch(/^documents +24$/m);
    expect(text).toMatch(/^chunks +1,196$/m);
    expect(text).toMatch(/^changes +4 chunks added, 2 changed, 1 moved, 3 removed, 1,189 unchanged$/m);
    expect(text).toMatch(/^tokens +48,000$/m);
    expect(text).toMatch(/^vectors +6 computed in 1 request, 1,190 from the cache \(e5, 384 dimensions\)$/m);
    expect(text).toMatch(/^dist\/assets\/index\/text.bin +12,800 KiB \(50% of the 25 MiB limit\)$/m);
    expect(text).toMatch(/^dist\/assets\/docs\/ +3 KiB in 2 files, the largest 2 KiB/m);
    expect(text).toMatch(/^seconds +1.2$/m);
    const one = formatReport({ ...report, assets: new Map([["docs/a.html", 1024]]) });
    expect(one).toMatch(/ in 1 file, the largest/);
  });

  it("says of several versions how much they have in common, and what changed in each", () => {
    const counts = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 500 };
    const versions = [
      { version: "5.12", ...counts, changed: 2 },
      { version: "", ...counts },
    ];
    const text = formatReport({ ...report, rows: 700, changes: { ...report.changes!, versions } });
    expect(text).toMatch(/^chunks +1,196, of which 700 are different and stored$/m);
    expect(text).toMatch(/^ {2}5\.12 +0 chunks added, 2 changed, 0 moved, 0 removed, 500 unchanged$/m);
    expect(text).toMatch(/^ {2}no version +0 chunks added, 0 changed/m);
    expect(formatReport(report)).not.toMatch(/^ {2}/m);
  });

  it("says of a first build that nothing is known of one before it", () => {
    expect(formatReport({ ...report, changes: null })).toMatch(/^changes +none known/m);
  });

  it("says that there are no vectors, and why", () => {
    expect(formatReport({ ...report, embedding: null })).toMatch(/^vectors +none: no embedding provider/m);
  });

  it("gives each warning one line, once", () => {
    expect(formatWarnings([...report.warnings, ...report.warnings])).toEqual([
      "warning: bad.mdx: not MDX: read as Markdown",
    ]);
  });

  it("warns of more files than the free plan takes, and of no fewer", () => {
    expect(fileCountWarning(20_000)).toBeNull();
    const warning = fileCountWarning(20_001);
    expect(formatWarnings([warning!])[0]).toMatch(/20,001 files.*20,000 on the free plan.*100,000.*baseUrl/);
  });

  it("says how many files there are, beside the limits", () => {
    expect(formatReport(report)).toMatch(/^files +\d \(Cloudflare takes 20,000 on the free plan, 100,000/m);
  });

  it("finds assets that are over the limit", () => {
    expect(
      assetsOverLimit(
        new Map([
          ["a", 26_214_400],
          ["b", 26_214_401],
        ]),
      ),
    ).toEqual(["b"]);
  });
});

describe("progress", () => {
  it("is plain lines, few of them, where there is no terminal", async () => {
    const output = new PassThrough();
    const progress = progressTo(output);
    progress.step("Embedding");
    for (let done = 0; done <= 1000; done++) progress.advance(done, 1000);
    progress.end();
    output.end();
    expect(await text(output)).toBe(
      "Embedding\nEmbedding: 250 of 1000\nEmbedding: 500 of 1000\nEmbedding: 750 of 1000\nEmbedding: 1000 of 1000\n",
    );
  });

  it("is a bar on a terminal", async () => {
    const output = Object.assign(new PassThrough(), {
      isTTY: true,
      cursorTo: () => true,
      clearLine: () => true,
    });
    const progress = progressTo(output);
    progress.step("Embedding");
    progress.advance(0, 10);
    progress.advance(10, 10);
    progress.end();
    output.end();
    expect(await text(output)).toContain("100% | 10/10");
  });
});

describe("the docs' revision", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repobot-revision-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });

  it("is the last commit that touched the folder, and nothing while there are changes", async () => {
    expect(await docsRevision(folder)).toBe("");
    git("init", "-q");
    await mkdir(join(folder, "docs"));
    await writeFile(join(folder, "docs/a.md"), "# A");
    git("add", ".");
    git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "docs");
    const revision = await docsRevision(join(folder, "docs"));
    expect(revision).toMatch(/^[0-9a-f]{12}$/);
    await writeFile(join(folder, "README.md"), "outside of the docs");
    expect(await docsRevision(join(folder, "docs"))).toBe(revision);
    await writeFile(join(folder, "docs/a.md"), "# B");
    expect(await docsRevision(join(folder, "docs"))).toBe("");
  });
});
