import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embedChunks } from "../../../build/embed/embed-chunks.ts";
import { embeddedText } from "../../../build/embed/embedded-text.ts";
import { createProviders } from "../../../src/adapters/providers.ts";
import type { Chunk } from "../../../src/core/passage.ts";
import { parseSettings } from "../../../src/settings.ts";
import { bagOfWordsVector } from "../../servers/bag-of-words.ts";
import {
  type EmbeddingServer,
  type EmbeddingServerOptions,
  startEmbeddingServer,
} from "../../servers/embedding-server.ts";

let cacheDir: string;
let server: EmbeddingServer;
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), "repobot-vectors-"));
  server = await startEmbeddingServer();
});
afterEach(async () => {
  await server.close();
  await rm(cacheDir, { recursive: true, force: true });
});

async function restart(options: EmbeddingServerOptions): Promise<void> {
  await server.close();
  server = await startEmbeddingServer(options);
}

function chunk(n: number, text = `Text number ${n} about topic${n}.`): Chunk {
  return {
    id: `page.md#s${n}`,
    file: "page.md",
    url: `/docs/page#s${n}`,
    anchor: `s${n}`,
    title: "Page",
    headingPath: ["Page", `Section ${n}`],
    headings: [{ text: `Section ${n}`, anchor: `s${n}` }],
    text,
    tokens: 10,
    kind: "docs",
    version: "",
    language: "en",
    source: "docs",
  };
}
const chunks = (count: number) => Array.from({ length: count }, (_, i) => chunk(i));

function embed(list: readonly Chunk[], vars: Record<string, string> = {}) {
  const settings = parseSettings({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: server.url, ...vars });
  const { embedder } = createProviders(settings, { retry: { retries: 2, minDelayMs: 1, maxDelayMs: 50 } });
  const passagePrefix = settings.embedding!.passagePrefix;
  return embedChunks(list, embedder!, { cacheDir, passagePrefix, batchSize: 4, concurrency: 2 });
}

describe("embedding chunks", () => {
  it("embeds title, headings and text with the passage prefix, in few requests", async () => {
    const result = await embed(chunks(10));
    expect(server.texts).toContain("passage: Page > Section 3\nText number 3 about topic3.");
    expect(result).toMatchObject({ computed: 10, cached: 0, requests: 3, dimensions: 128 });
    expect(server.requests).toHaveLength(3);
  });

  it("gives the vectors in the order of the chunks", async () => {
    const list = chunks(9);
    const { vectors, dimensions } = await embed(list);
    list.forEach((one, i) => {
      const expected = Float32Array.from(bagOfWordsVector(`passage: ${embeddedText(one)}`));
      expect(vectors.slice(i * dimensions, (i + 1) * dimensions)).toEqual(expected);
    });
  });

  it("sends no request the second time, and gives the same vectors", async () => {
    const first = await embed(chunks(10));
    server.requests.length = 0;
    const second = await embed(chunks(10));
    expect(server.requests).toHaveLength(0);
    expect(second).toMatchObject({ computed: 0, cached: 10, requests: 0 });
    expect(second.vectors).toEqual(first.vectors);
  });

  it("embeds only the chunks that an edit changed", async () => {
    await embed(chunks(10));
    server.texts.length = 0;
    const edited = chunks(10).with(4, chunk(4, "Quite another text."));
    expect(await embed(edited)).toMatchObject({ computed: 1, cached: 9, requests: 1 });
    expect(server.texts).toEqual(["passage: Page > Section 4\nQuite another text."]);
  });

  it("embeds everything again for another model or another prefix", async () => {
    await embed(chunks(3));
    expect((await embed(chunks(3), { EMBEDDING_MODEL: "intfloat/e5-base" })).computed).toBe(3);
    expect((await embed(chunks(3), { EMBEDDING_PASSAGE_PREFIX: "p: " })).computed).toBe(3);
    expect((await embed(chunks(3))).computed).toBe(0);
  });

  it("embeds equal texts once", async () => {
    const twice = [chunk(1), { ...chunk(1), id: "other.md#s1", file: "other.md" }];
    const { vectors, computed } = await embed(twice);
    expect(computed).toBe(1);
    expect(vectors.slice(0, 128)).toEqual(vectors.slice(128));
  });

  it("asks for nothing when there are no chunks", async () => {
    expect(await embed([])).toMatchObject({ computed: 0, requests: 0, dimensions: 0 });
    expect(server.requests).toHaveLength(0);
  });

  it("keeps the batches that were answered when a later one fails for good", async () => {
    await restart({
      beforeAnswer: async (_, index) => {
        if (index >= 2) throw new Error("the connection drops");
      },
    });
    await expect(embed(chunks(16))).rejects.toMatchObject({ code: "upstream_unavailable" });
    await restart({});
    expect(await embed(chunks(16))).toMatchObject({ computed: 8, cached: 8 });
  });

  it("recomputes damaged entries, keeps the others and leaves a sound cache behind", async () => {
    const first = await embed(chunks(8));
    const file = await anyShard();
    const bytes = await readFile(file);
    bytes[8 + 32 + 5]! ^= 0xff;
    await writeFile(file, bytes);
    const second = await embed(chunks(8));
    expect(second).toMatchObject({ computed: 1, cached: 7 });
    expect(second.vectors).toEqual(first.vectors);
    expect((await embed(chunks(8))).computed).toBe(0);
  });

  it("recomputes what a truncated file lost", async () => {
    await embed(chunks(8));
    const file = await anyShard();
    await writeFile(file, (await readFile(file)).subarray(0, 700));
    expect(await embed(chunks(8))).toMatchObject({ computed: 3, cached: 5 });
  });

  it("ignores a file that is no cache", async () => {
    await embed(chunks(4));
    await writeFile(await anyShard(), "not vectors");
    expect(await embed(chunks(4))).toMatchObject({ computed: 4, cached: 0 });
  });

  it("joins many small files into one without losing a vector", async () => {
    for (let count = 1; count <= 70; count++) await embed(chunks(count));
    server.requests.length = 0;
    expect(await embed(chunks(70))).toMatchObject({ computed: 0, cached: 70 });
    expect((await shards()).length).toBeLessThan(20);
  });

  it("embeds everything again when the service comes to give other dimensions", async () => {
    await embed(chunks(8));
    await restart({ dimensions: 64 });
    expect(await embed([...chunks(8), chunk(99)])).toMatchObject({ dimensions: 64, computed: 9, cached: 0 });
  });

  it("goes on where a killed build stopped", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await restart({
      beforeAnswer: async (_, index) => {
        if (index >= 3) await held;
      },
    });
    const child = spawn(process.execPath, ["--input-type=module", "-e", childScript()], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, URL_OF_SERVER: server.url, CACHE_DIR: cacheDir },
    });
    await expect.poll(() => server.requests.length, { timeout: 20_000 }).toBe(5);
    await expect.poll(async () => (await shards()).length).toBe(3);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    release();
    await restart({});
    expect(await embed(chunks(24))).toMatchObject({ cached: 12, computed: 12, requests: 3 });
    expect(server.requests).toHaveLength(3);
  });
});

async function shards(): Promise<string[]> {
  const files = await readdir(cacheDir, { recursive: true });
  return files.filter((file) => file.endsWith(".vectors")).map((file) => join(cacheDir, file));
}

async function anyShard(): Promise<string> {
  return (await shards()).sort()[0]!;
}

/** The same build in a process of its own, so that it can be killed. */
function childScript(): string {
  const root = new URL("../../../", import.meta.url).href;
  return `
    import { embedChunks } from "${root}build/embed/embed-chunks.ts";
    import { createProviders } from "${root}src/adapters/providers.ts";
    import { parseSettings } from "${root}src/settings.ts";
    const settings = parseSettings({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: process.env.URL_OF_SERVER });
    const chunks = ${JSON.stringify(chunks(24))};
    await embedChunks(chunks, createProviders(settings).embedder, {
      cacheDir: process.env.CACHE_DIR,
      passagePrefix: settings.embedding.passagePrefix,
      batchSize: 4,
      concurrency: 2,
    });
  `;
}
