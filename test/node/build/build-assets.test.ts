import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildAssets } from "../../../build/build-assets.ts";
import { corpusConfigForDocs } from "../../../build/config.ts";
import type { BuildReport } from "../../../build/output/report.ts";
import { parseManifest } from "../../../src/index-format/manifest.ts";
import { openIndex } from "../../../src/index-format/reader.ts";
import { parseSettings } from "../../../src/settings.ts";
import { bagOfWordsVector } from "../../servers/bag-of-words.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../servers/embedding-server.ts";

const run = promisify(execFile);
const BUILD = resolve(import.meta.dirname, "../../../build/build.ts");

let folder: string;
let server: EmbeddingServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-build-"));
  server = await startEmbeddingServer();
  await mkdir(join(folder, "docs"));
  await writePage("timeouts.md", "Timeouts", "Set a timeout in seconds with the `timeout` option.");
  await writePage("proxies.md", "Proxies", "Send requests through a proxy with the `proxy` option.");
  await writePage("redirects.md", "Redirects", "Redirects are followed when `follow_redirects` is true.");
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function writePage(file: string, title: string, text: string): Promise<void> {
  return writeFile(join(folder, "docs", file), `# ${title}\n\n${text}\n`);
}

async function build(vars: Record<string, string> = {}): Promise<BuildReport> {
  return buildAssets({
    config: await corpusConfigForDocs(join(folder, "docs")),
    settings: parseSettings(vars),
    outDir: join(folder, "assets"),
    cacheDir: join(folder, "cache"),
    retry: { retries: 1, minDelayMs: 1, maxDelayMs: 10 },
  });
}

describe("a build of a bare folder", () => {
  it("offers questions that its headings ask, in the manifest that a reader's index is opened by", async () => {
    const text = "A job that failed is tried again ten seconds later, up to five times in all. ".repeat(2);
    await writePage("jobs.md", "How do I retry a job?", text);
    const args = ["--docs", join(folder, "docs"), "--out", join(folder, "assets")];
    await run(process.execPath, [BUILD, ...args], { cwd: folder });
    const manifest = parseManifest(
      JSON.parse(await readFile(join(folder, "assets/index/manifest.json"), "utf8")),
    );
    expect(manifest.corpus.questions).toEqual(["How do I retry a job?"]);
  });
});

const withVectors = () => build({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: server.url });

async function output(): Promise<Map<string, string>> {
  const entries = await readdir(join(folder, "assets"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, "base64")] as const)),
  );
}

async function open() {
  const index = join(folder, "assets/index");
  const manifest: unknown = JSON.parse(await readFile(join(index, "manifest.json"), "utf8"));
  return openIndex(manifest, async (name) => new Uint8Array(await readFile(join(index, name))).buffer);
}

async function firstFile(ranking: { chunk: number }[]): Promise<string | undefined> {
  const index = await open();
  return (await index.passages(ranking.slice(0, 1).map(({ chunk }) => chunk)))[0]?.file;
}

describe("a build", () => {
  it("without a key makes an index that ranks by words", async () => {
    const report = await build();
    expect(report).toMatchObject({ documents: 3, chunks: 3, embedding: null, warnings: [] });
    expect([...report.assets.keys()]).toContain("index/manifest.json");
    const index = await open();
    expect(index.embedding).toBeNull();
    expect(await firstFile(index.lexicalRanking("follow_redirects", 3))).toBe("redirects.md");
    expect(server.requests).toHaveLength(0);
  });

  it("with an embedding service makes one that ranks by vectors as well", async () => {
    const report = await withVectors();
    expect(report.embedding).toMatchObject({ computed: 3, cached: 0, requests: 1, dimensions: 128 });
    const index = await open();
    expect(index.embedding).toEqual({
      model: "intfloat/multilingual-e5-small",
      dimensions: 128,
      queryPrefix: "query: ",
      passagePrefix: "passage: ",
    });
    const query = Float32Array.from(bagOfWordsVector("query: requests through a proxy"));
    expect(await firstFile(index.vectorRanking(query, 3))).toBe("proxies.md");
  });

  it("gives the same bytes and sends no request the second time", async () => {
    await withVectors();
    const first = await output();
    const report = await withVectors();
    expect(await output()).toEqual(first);
    expect(report.embedding).toMatchObject({ computed: 0, cached: 3, requests: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it("embeds only what an edit changed, and removes the parts of the index before", async () => {
    await withVectors();
    const before = [...(await output()).keys()].filter((file) => file.endsWith(".bin"));
    server.texts.length = 0;
    await writePage("proxies.md", "Proxies", "Proxies are set by mount.");
    expect((await withVectors()).embedding).toMatchObject({ computed: 1, cached: 2, requests: 1 });
    expect(server.texts).toEqual(["passage: Proxies\nProxies are set by mount."]);
    const after = [...(await output()).keys()];
    for (const file of before) expect(after).not.toContain(file);
    expect((await open()).chunkCount).toBe(3);
  });

  it("renders the pages so that every passage's address lands on its heading", async () => {
    await writePage(
      "guide.md",
      "Guide",
      "Begin here.\n\n## First steps\n\nInstall it.\n\n## First steps\n\nAgain.",
    );
    await build();
    const index = await open();
    const passages = await index.passages(Array.from({ length: index.chunkCount }, (_, chunk) => chunk));
    for (const { url, anchor, file } of passages) {
      const [path] = url.split("#");
      const page = await readFile(join(folder, "assets", `${path}.html`), "utf8");
      if (anchor !== "") expect(page, file).toContain(`id="${anchor}"`);
    }
    expect(passages.some(({ anchor }) => anchor !== "")).toBe(true);
  });

  it("that fails leaves the last one as it was", async () => {
    await withVectors();
    const before = await output();
    await writePage("proxies.md", "Proxies", "Proxies are set by mount.");
    server.faults.push({ status: 500 }, { status: 500 });
    await expect(withVectors()).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(await output()).toEqual(before);
    expect(await readdir(folder)).toEqual(["assets", "cache", "docs"]);
  });
});

describe("npm run build", { timeout: 120_000 }, () => {
  const command = (...args: string[]) =>
    run(process.execPath, [BUILD, ...args], { cwd: folder, env: { PATH: process.env.PATH } });

  it("reports what it built and what it could not read", async () => {
    await writeFile(join(folder, "docs/broken.mdx"), "# Broken\n\nText before {a stray brace\n");
    const { stdout, stderr } = await command("--docs", "docs", "--out", "out");
    expect(stdout).toMatch(/^documents +4$/m);
    expect(stdout).toMatch(/^out\/index\/manifest\.json +[\d.]+ KiB \([\d.]+% of the 25 MiB limit\)$/m);
    expect(stdout).toMatch(/^warnings +1$/m);
    expect(stderr.match(/^warning: broken\.mdx: .+$/gm)).toHaveLength(1);
  });

  it.each([
    ["a folder that is not there", ["--docs", "nowhere"], "nowhere"],
    ["an unknown option", ["--doc", "docs"], "--docs"],
  ])("refuses %s in one line", async (_, args, hint) => {
    const failure: unknown = await command(...args).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: [^\n]+\n$/),
    });
    expect(failure).toMatchObject({ stderr: expect.stringContaining(hint) });
  });

  it("refuses a wrong setting by name", async () => {
    await writeFile(join(folder, ".dev.vars"), "EMBEDDING_PROVIDER=acme\n");
    const failure: unknown = await command("--docs", "docs").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("EMBEDDING_PROVIDER must be one of"),
    });
  });
});

describe("a folder that is not the build's own", () => {
  it("keeps docs that the output folder would overwrite", async () => {
    const config = await corpusConfigForDocs(join(folder, "docs"));
    const built = buildAssets({ config, settings: parseSettings({}), outDir: folder });
    await expect(built).rejects.toMatchObject({ code: "bad_request", field: "--out" });
    expect(await readdir(join(folder, "docs"))).toHaveLength(3);
  });

  it("is not the docs themselves, and docs below which a build lies are read without it", async () => {
    const docs = join(folder, "docs");
    const config = await corpusConfigForDocs(docs);
    const built = buildAssets({ config, settings: parseSettings({}), outDir: docs });
    await expect(built).rejects.toMatchObject({ code: "bad_request", field: "--out" });
    const first = await buildAssets({ config, settings: parseSettings({}), outDir: join(docs, "out") });
    const second = await buildAssets({ config, settings: parseSettings({}), outDir: join(docs, "out") });
    expect(second.documents).toBe(first.documents);
  });

  it("keeps whatever else lies in a folder, so that nobody finds a build among his files", async () => {
    await mkdir(join(folder, "assets"), { recursive: true });
    await writeFile(join(folder, "assets/package.json"), "{}");
    await expect(build()).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("package.json"),
    });
    expect(await readdir(join(folder, "assets"))).toEqual(["package.json"]);
  });

  it("keeps files that no build wrote", async () => {
    await mkdir(join(folder, "assets/index"), { recursive: true });
    await writeFile(join(folder, "assets/index/notes.txt"), "mine");
    await expect(build()).rejects.toMatchObject({ code: "bad_request", field: "--out" });
    expect(await readFile(join(folder, "assets/index/notes.txt"), "utf8")).toBe("mine");
  });
});
