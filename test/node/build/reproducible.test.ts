import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildAssets } from "../../../build/build-assets.ts";
import { corpusConfigForDocs } from "../../../build/config.ts";
import { compareBuilds, type RecordedChunk } from "../../../build/output/changes.ts";
import { parseSettings } from "../../../src/settings.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../servers/embedding-server.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../../..");

let folder: string;
let server: EmbeddingServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-same-"));
  server = await startEmbeddingServer();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const PARAGRAPH =
  "A Quillmarsh pump lifts nine litres, and is set by hand every morning before the gates are opened. ";
const section = (name: string) => `## ${name}\n\n${name}: ${PARAGRAPH.repeat(6)}\n`;
const FILES: Record<string, string> = {
  "pumps.md": `# Pumps\n\n${["Start", "Stop", "Repair"].map(section).join("\n")}`,
  "ä/Größe.md": `# Größe\n\n${section("Maß")}`,
  "gates.html": `<html lang="en"><main><h1 id="g">Gates</h1><p>${PARAGRAPH}</p></main></html>`,
  "api.json": JSON.stringify({
    openapi: "3.0.0",
    info: { title: "Pumps", version: "1" },
    paths: { "/a": { get: { summary: "Read all pumps", responses: {} } } },
  }),
};

async function write(docs: string, files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(docs, file, ".."), { recursive: true });
    await writeFile(join(docs, file), text);
  }
}

async function tree(place: string): Promise<Record<string, string>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.sort().map(async (file) => [relative(place, file), await readFile(file, "base64")]);
  return Object.fromEntries(await Promise.all(contents));
}

describe("the same docs", () => {
  it("give the same bytes in another folder, time zone, language and order of files, at another time", async () => {
    const first = join(folder, "one", "docs");
    const second = join(folder, "another-place");
    await write(first, FILES);
    for (const file of Object.keys(FILES).reverse()) await write(second, { [file]: FILES[file]! });
    await utimes(join(second, "pumps.md"), new Date(0), new Date(0));
    const build = async (docs: string, out: string, env: Record<string, string>) => {
      const args = [join(ROOT, "build/build.ts"), "--docs", docs, "--out", join(folder, out)];
      await run(process.execPath, args, { cwd: join(docs, ".."), env: { ...process.env, ...env } });
      return tree(join(folder, out));
    };
    const one = await build(first, "out-one", { TZ: "Pacific/Kiritimati", LC_ALL: "C", LANG: "C" });
    const two = await build(second, "out-two", {
      TZ: "America/Nome",
      LC_ALL: "tr_TR.UTF-8",
      LANG: "tr_TR.UTF-8",
    });
    expect(Object.keys(one)).toContain("index/manifest.json");
    expect(two).toEqual(one);
  }, 120_000);
});

describe("a rebuild", () => {
  const docs = () => join(folder, "docs");
  const build = async () =>
    buildAssets({
      config: await corpusConfigForDocs(docs()),
      settings: parseSettings({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: server.url }),
      outDir: join(folder, "assets"),
      cacheDir: join(folder, "cache"),
    });

  it("embeds one chunk for one edited word, keeps the vectors of a moved page, and leaves nothing of a removed one", async () => {
    await write(docs(), FILES);
    const first = await build();
    expect(first.changes).toBeNull();
    const all = first.chunks;
    const same = await build();
    expect(same.changes).toMatchObject({ added: 0, changed: 0, moved: 0, removed: 0, unchanged: all });
    expect(same.embedding?.computed).toBe(0);

    await writeFile(
      join(docs(), "pumps.md"),
      FILES["pumps.md"]!.replace("Stop: A Quillmarsh", "Stop: The Quillmarsh"),
    );
    const edited = await build();
    expect(edited.changes).toMatchObject({ added: 0, changed: 1, moved: 0, removed: 0, unchanged: all - 1 });
    expect(edited.embedding?.computed).toBe(1);

    await mkdir(join(docs(), "guide"));
    await rename(join(docs(), "pumps.md"), join(docs(), "guide/pumps.md"));
    const moved = await build();
    expect(moved.changes).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(moved.changes!.moved).toBeGreaterThan(1);
    expect(moved.embedding?.computed).toBe(0);

    await rm(join(docs(), "gates.html"));
    await write(docs(), { "new.md": "# New\n\nA new page about sluices.\n" });
    const last = await build();
    expect(last.changes).toMatchObject({ added: 1, changed: 0, moved: 0, removed: 1 });
    const output = Object.entries(await tree(join(folder, "assets")));
    expect(output.filter(([file]) => file.includes("gates"))).toEqual([]);
    const texts = output.map(([, bytes]) => Buffer.from(bytes, "base64").toString("utf8"));
    expect(texts.filter((text) => text.includes("/docs/gates"))).toEqual([]);
    await cp(join(folder, "assets"), join(folder, "kept"), { recursive: true });
    await rm(join(folder, "cache"), { recursive: true });
    await build();
    expect(await tree(join(folder, "assets"))).toEqual(await tree(join(folder, "kept")));
  }, 60_000);
});

describe("two builds", () => {
  /** Hashes by id; those in `old` are of an older version. */
  const record = (entries: Record<string, string>, old: Record<string, string> = {}) =>
    new Map<string, RecordedChunk>([
      ...Object.entries(entries).map(([id, hash]) => [id, { hash, version: "" }] as const),
      ...Object.entries(old).map(([id, hash]) => [id, { hash, version: "1.0" }] as const),
    ]);

  it("are compared by place and by text", () => {
    const before = record({ a: "1", b: "2", c: "3", d: "4" });
    const after = record({ a: "1", b: "9", x: "3", e: "5" });
    const counts = { added: 1, changed: 1, moved: 1, removed: 1, unchanged: 1 };
    expect(compareBuilds(before, after)).toEqual({ ...counts, versions: [{ version: "", ...counts }] });
  });

  it("are compared version by version as well", () => {
    const before = record({ a: "1", b: "2" }, { o: "o1", p: "o2", q: "o3" });
    const after = record({ a: "9", b: "2", c: "3" }, { o: "o1" });
    const none = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 };
    expect(compareBuilds(before, after)).toMatchObject({
      removed: 2,
      versions: [
        { ...none, version: "", added: 1, changed: 1, unchanged: 1 },
        { ...none, version: "1.0", removed: 2, unchanged: 1 },
      ],
    });
  });

  it("count a text once that stood once and stands twice", () => {
    expect(compareBuilds(record({ a: "1" }), record({ b: "1", c: "1" }))).toMatchObject({
      added: 1,
      changed: 0,
      moved: 1,
      removed: 0,
      unchanged: 0,
    });
  });
});
