import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireWritable, unwritable } from "../../../build/output/check-output.ts";
import { publishAssets } from "../../../build/output/publish.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-output-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const asset = (path: string, content: string) => ({ path, bytes: Buffer.from(content) });

function publish(files: { path: string; bytes: Uint8Array }[]) {
  return publishAssets({
    outDir: join(folder, "assets"),
    files,
    manifestPath: "index/manifest.json",
    ownFolders: ["index", "docs"],
  });
}

async function tree(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (file: string) => [file.slice(folder.length + 1), await readFile(file, "utf8")] as const;
  return Object.fromEntries(await Promise.all(files.sort().map(read)));
}

const FIRST = [asset("index/manifest.json", "m1"), asset("index/a1", "A"), asset("docs/one.html", "1")];
describe("publishing a build", () => {
  it("writes every file, gives their sizes and leaves nothing beside them", async () => {
    expect(await publish(FIRST)).toEqual(
      new Map([
        ["docs/one.html", 1],
        ["index/a1", 1],
        ["index/manifest.json", 2],
      ]),
    );
    expect(await tree()).toEqual({
      "assets/docs/one.html": "1",
      "assets/index/a1": "A",
      "assets/index/manifest.json": "m1",
    });
  });

  it("removes what the last build had and this one has not, and nothing that is not its own", async () => {
    await publish(FIRST);
    await mkdir(join(folder, "assets/_page"));
    await writeFile(join(folder, "assets/_page/page.js"), "js");
    await publish([
      asset("index/manifest.json", "m2"),
      asset("index/a2", "B"),
      asset("docs/sub/two.html", "2"),
    ]);
    expect(await tree()).toEqual({
      "assets/_page/page.js": "js",
      "assets/docs/sub/two.html": "2",
      "assets/index/a2": "B",
      "assets/index/manifest.json": "m2",
    });
  });

  it("leaves the last build as it was when a file cannot be made", async () => {
    await publish(FIRST);
    const before = await tree();
    function* failing() {
      yield asset("index/manifest.json", "m2");
      yield asset("docs/one.html", "new");
      throw new Error("rendering failed");
    }
    const options = { manifestPath: "index/manifest.json", ownFolders: ["index", "docs"] };
    const publishing = publishAssets({ outDir: join(folder, "assets"), files: failing(), ...options });
    await expect(publishing).rejects.toThrow("rendering failed");
    expect(await tree()).toEqual(before);
  });

  it("leaves the last build as it was when the manifest is missing", async () => {
    await publish(FIRST);
    const before = await tree();
    await expect(publish([asset("index/a2", "B")])).rejects.toThrow("manifest.json");
    expect(await tree()).toEqual(before);
  });

  /** Publishes {@link FIRST} in a process that sends itself a signal once the first file is written. */
  function publishUnder(signal: NodeJS.Signals) {
    const code = `
      import { publishAssets } from ${JSON.stringify(resolve("build/output/publish.ts"))};
      const files = ${JSON.stringify(FIRST.map(({ path, bytes }) => [path, String(bytes)]))};
      function* make() {
        for (const [path, text] of files) {
          yield { path, bytes: Buffer.from(text) };
          process.kill(process.pid, ${JSON.stringify(signal)});
        }
      }
      await publishAssets({
        outDir: ${JSON.stringify(join(folder, "assets"))},
        files: make(),
        manifestPath: "index/manifest.json",
        ownFolders: ["index", "docs"],
      });
      // Held signals come back now, and end this.
      setTimeout(() => {}, 60_000);
    `;
    return spawnSync(process.execPath, ["--input-type=module", "-e", code], { timeout: 30_000 });
  }

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("is done before %s ends it", async (signal) => {
    expect(publishUnder(signal).signal).toBe(signal);
    expect(await tree()).toEqual({
      "assets/docs/one.html": "1",
      "assets/index/a1": "A",
      "assets/index/manifest.json": "m1",
    });
  });

  it("leaves nothing among the output when it is killed, and its rest to the next", async () => {
    expect(publishUnder("SIGKILL").signal).toBe("SIGKILL");
    const [left, ...more] = Object.keys(await tree());
    expect(left).toMatch(/^assets\.[0-9a-f]{8}-\d+-[0-9a-f]{8}\.partial\/index\/manifest\.json$/);
    expect(more).toEqual([]);
    await publish(FIRST);
    expect(Object.keys(await tree()).filter((path) => !path.startsWith("assets/"))).toEqual([]);
  });

  it("refuses a path that leads out of the output", async () => {
    await expect(publish([...FIRST, asset("../evil", "x")])).rejects.toThrow("outside");
    expect(await tree()).toEqual({});
  });
});

describe("an output folder that cannot be written", () => {
  it("is an error that says what to do, before the build", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    for (const out of [file, join(file, "below")]) {
      await expect(requireWritable(out)).rejects.toMatchObject({ code: "bad_request", field: "--out" });
    }
    await requireWritable(join(folder, "new/folder"));
    // Making the folders to a place below it would be tried forever.
    if (existsSync("/proc/self")) {
      await expect(requireWritable("/proc/x/y")).rejects.toMatchObject({ code: "bad_request" });
      await expect(requireWritable("/proc")).rejects.toMatchObject({ code: "bad_request" });
    }
  });

  it("is told apart from every other failure", () => {
    const full = Object.assign(new Error("x"), { code: "ENOSPC" });
    expect(unwritable("out", full)).toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(/no space/),
    });
    const other = new Error("x");
    expect(unwritable("out", other)).toBe(other);
  });
});
