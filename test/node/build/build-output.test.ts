import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireWritable, unwritable } from "../../../build/output/check-output.ts";
import { progressTo } from "../../../build/output/progress.ts";
import { publishAssets } from "../../../build/output/publish.ts";
import {
  assetsOverLimit,
  type BuildReport,
  fileCountWarning,
  formatReport,
  formatWarnings,
} from "../../../build/output/report.ts";
import { docsRevision } from "../../../build/revision.ts";
import { patientSettings, readCommandSettings, wranglerWarnings } from "../../../build/settings.ts";

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

describe("settings of a command", () => {
  it("names variables of wrangler.toml that are no settings, with the ones that are likely meant", async () => {
    await writeFile(
      join(folder, "wrangler.toml"),
      '[vars]\nCHAT_MODELL = "x"\nCHAT_MODEL = "y"\nZEBRA = 1\n\n[env.staging.vars]\nRERNK = "on"\n\n[env.bare]\nname = "z"\n',
    );
    const expected = [
      "warning: wrangler.toml [vars]: CHAT_MODELL is not a setting; did you mean CHAT_MODEL?",
      "warning: wrangler.toml [vars]: ZEBRA is not a setting; it is ignored",
      "warning: wrangler.toml [env.staging.vars]: RERNK is not a setting; did you mean RERANK?",
    ];
    expect(await wranglerWarnings(folder)).toEqual(expected);
    expect((await readCommandSettings(folder, {})).warnings).toEqual(expected);
  });

  it("names what is nearly a setting in the environment, and no other program's variables, and no values", async () => {
    const { warnings } = await readCommandSettings(folder, {
      BUDGET_USD_PER_DY: "hush",
      CHAT_API_KY: "hush",
      BUDGET_USD_DAY: "hush",
      CHAT_MODEL: "mine",
      PATH: "/bin",
      HOME: "/home/me",
      RERANKS: "x",
      API_KEY: "hush",
      OPENAI_API_KEY: "hush",
      npm_config_yes: "",
    });
    expect(warnings).toEqual([
      "warning: environment: BUDGET_USD_PER_DY is not a setting; did you mean BUDGET_USD_PER_DAY?",
      "warning: environment: CHAT_API_KY is not a setting; did you mean CHAT_API_KEY?",
      "warning: environment: BUDGET_USD_DAY is not a setting; did you mean BUDGET_USD_PER_DAY?",
    ]);
  });

  it("names the setting of which words are missing in .dev.vars", async () => {
    await writeFile(join(folder, ".dev.vars"), "BUDGET_USD_DAY=hush\n");
    expect((await readCommandSettings(folder, {})).warnings).toEqual([
      "warning: .dev.vars: BUDGET_USD_DAY is not a setting; did you mean BUDGET_USD_PER_DAY?",
    ]);
  });

  it("names the lines of .dev.vars that set nothing, and nothing that stands there", async () => {
    const lines = [
      "# mine",
      "",
      "CHAT_MODEL",
      "CHAT_API_KEY='a",
      "b'",
      "sk-hush",
      "export HF_TOKEN=c",
      'PRICES="{',
    ];
    await writeFile(join(folder, ".dev.vars"), lines.join("\n"));
    const { warnings } = await readCommandSettings(folder, { PRICES: "" });
    expect(warnings).toEqual([
      "warning: .dev.vars: line 3 is not NAME=value; it is ignored",
      "warning: .dev.vars: line 6 is not NAME=value; it is ignored",
      "warning: .dev.vars: line 8 has a quotation mark that is not closed",
    ]);
  });

  it("refuses a .dev.vars that cannot be read", async () => {
    await mkdir(join(folder, ".dev.vars"));
    await expect(readCommandSettings(folder, {})).rejects.toMatchObject({ code: "config_invalid" });
  });

  it("names the line of a broken wrangler.toml and nothing that stands in it, before a build", async () => {
    await writeFile(join(folder, "wrangler.toml"), '[vars]\nCHAT_MODEL = "mine"\nbroken = [');
    const error: unknown = await readCommandSettings(folder, {}).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "config_invalid", message: expect.stringContaining("line 3: ") });
    expect(String(error)).not.toContain("mine");
  });

  it("says nothing of a wrangler.toml that is missing, empty or of another form", async () => {
    expect(await wranglerWarnings(folder)).toEqual([]);
    for (const toml of ["", 'vars = "text"\nenv = 3\n']) {
      await writeFile(join(folder, "wrangler.toml"), toml);
      expect(await wranglerWarnings(folder)).toEqual([]);
    }
  });

  it("come from the environment and, below it, from .dev.vars", async () => {
    await writeFile(join(folder, ".dev.vars"), 'CHAT_API_KEY="from file"\nCHAT_MODEL=file-model\nOTHER=1\n');
    const { settings, vars } = await readCommandSettings(folder, { CHAT_MODEL: "env-model", HOME: "/root" });
    expect(settings.chat).toMatchObject({ apiKey: "from file", model: "env-model" });
    expect(vars).toEqual({ CHAT_API_KEY: "from file", CHAT_MODEL: "env-model" });
  });

  it("need no .dev.vars", async () => {
    expect((await readCommandSettings(folder, {})).settings.chat).toBeNull();
  });

  it("have the patience of a build for embeddings", async () => {
    const environment = { EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: "http://127.0.0.1:1" };
    const { settings } = await readCommandSettings(folder, environment);
    expect(settings.embedding?.timeoutMs).toBe(4_000);
    expect(patientSettings(settings).embedding?.timeoutMs).toBe(120_000);
  });
});

describe("the docs' revision", () => {
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
