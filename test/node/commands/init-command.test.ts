import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { spawn as spawnTerminal } from "@lydell/node-pty";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { corpusConfigForDocs, loadCorpusConfig } from "../../../build/config.ts";
import { suggestedName } from "../../../build/init/given.ts";
import { answeredSamples } from "../../../build/init/try-out.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { parseSettings } from "../../../src/settings.ts";
import { startEmbeddingServer } from "../../servers/embedding-server.ts";

const run = promisify(execFile);
const INIT = resolve(import.meta.dirname, "../../../build/init.ts");

const PAGES = {
  "queue.md":
    "# Queue\n\n## How do I retry a job?\n\nSet `retries` on the job: a failed job is tried again that many times, ten seconds apart, before the queue gives it up and moves it to the dead letters.\n",
  "guide/workers.md":
    "# Workers\n\n## Starting several workers\n\nStart several workers with `concurrency`: each takes one job at a time from the queue, so that four workers run four jobs side by side on one machine.\n",
  "de.md":
    "---\nlang: de\n---\n\n# Warteschlange\n\n## Wie leere ich die Warteschlange?\n\nMit dem Befehl `drain` wird die Warteschlange geleert: Die Aufträge, die noch warten, werden verworfen, die laufenden werden zu Ende geführt.\n",
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-init-"));
  await mkdir(join(folder, "jobs/docs/guide"), { recursive: true });
  for (const [file, text] of Object.entries(PAGES)) await writeFile(join(folder, "jobs/docs", file), text);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function init(args: string[], vars: Record<string, string> = {}) {
  return run(process.execPath, [INIT, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...vars } });
}

const FLAGS = ["--docs", "jobs/docs", "--url", "https://jobs.example.com/", "--name", "Jobs"];

async function writtenConfig(): Promise<Record<string, unknown>> {
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(join(folder, "corpus.json"), "utf8")));
}

describe("npm run init with flags", () => {
  it("takes the docs from a repository, with its folder and branch", async () => {
    const jobs = join(folder, "jobs");
    const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    for (const args of [
      ["init", "-q", "-b", "stable"],
      ["add", "-A"],
      [...author, "commit", "-q", "-m", "Docs"],
    ]) {
      await run("git", args, { cwd: jobs });
    }
    const git = `file://${jobs}`;
    const place = ["--docs", git, "--ref", "stable", "--path", "docs"];
    const { stdout } = await init([...place, "--url", "https://jobs.example.com/", "--yes"]);
    expect(stdout).toMatch(/^pages +3, cut into 3 chunks$/m);
    expect(stdout).toMatch(/Set `retries` on the job.*\[1\]/);
    expect(await writtenConfig()).toMatchObject({
      name: "jobs",
      sources: [{ git, ref: "stable", path: "docs", baseUrl: "https://jobs.example.com/" }],
    });
  });

  it("shows what it found, writes a configuration that the build reads, and answers three questions", async () => {
    const { stdout } = await init(FLAGS);
    expect(stdout).toMatch(/^pages +3, cut into 3 chunks$/m);
    expect(stdout).toMatch(/^languages +en \(2\), de \(1\)$/m);
    expect(stdout).toMatch(/^warnings +0$/m);
    expect(await writtenConfig()).toEqual({
      name: "Jobs",
      description: "Documentation of Jobs",
      language: "en",
      questions: [
        "Wie leere ich die Warteschlange?",
        "How do I retry a job?",
        "What do the docs say about Starting several workers?",
      ],
      sources: [{ folder: "jobs/docs", baseUrl: "https://jobs.example.com/" }],
    });
    expect((await loadCorpusConfig(join(folder, "corpus.json"))).sources[0]!.folder).toBe(
      join(folder, "jobs/docs"),
    );
    expect(stdout).toContain("? How do I retry a job?");
    expect(stdout).toMatch(/Set `retries` on the job.*\[1\]/);
    expect(stdout).toContain("https://jobs.example.com/queue/#how-do-i-retry-a-job");
    expect(stdout).toContain("npm run deploy");
    const manifest = await readFile(join(folder, "dist/assets/index/manifest.json"), "utf8");
    expect(manifest).toContain("How do I retry a job?");
  });

  it("says so where no question can be made of the headings", async () => {
    const docs = join(folder, "few");
    await mkdir(docs);
    await writeFile(join(docs, "index.md"), "# Jobs\n\nA queue.\n");
    const { stdout } = await init(["--docs", "few", "--yes"]);
    expect(stdout).toContain("No question could be made of the headings");
    expect(await writtenConfig()).not.toHaveProperty("questions");
  });

  it("suggests no question that is refused, and others in its place", async () => {
    const config = await corpusConfigForDocs(join(folder, "jobs/docs"));
    const index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
    const [refused, retry, workers] = [
      "Can zeppelins dance?",
      "How do I retry a job?",
      "Starting several workers",
    ].map((question) => ({ question, language: "en", file: "queue.md" }));
    expect(await answeredSamples(index, [refused!, retry!, workers!], 2)).toEqual([retry, workers]);
    expect(await answeredSamples(index, [retry!, workers!], 1)).toEqual([retry]);
  });

  it("takes the addresses' style from the docs' generator, and says so", async () => {
    await writeFile(join(folder, "jobs/book.toml"), '[book]\ntitle = "Jobs"\n');
    const { stdout } = await init(FLAGS);
    expect(stdout).toContain('Addresses as mdBook makes them: urlStyle "html"');
    expect(await writtenConfig()).toMatchObject({ sources: [{ urlStyle: "html" }] });
  });

  it("takes suggested answers with --yes: pages served by the Worker, the name of the folder", async () => {
    await init(["--docs", "jobs/docs", "--yes"]);
    expect(await writtenConfig()).toMatchObject({ name: "jobs", sources: [{ folder: "jobs/docs" }] });
  });

  it("suggests the name that the docs give themselves, as a build of the bare folder has it", async () => {
    const docs = join(folder, "jobs/docs");
    await writeFile(join(docs, "index.md"), "# Welcome to the Flimbar documentation!\n\nIt runs jobs.\n");
    expect(await suggestedName(docs)).toBe("Flimbar");
    expect((await corpusConfigForDocs(docs)).name).toBe("Flimbar");
  });

  it.each([
    ["--docs", ["--url", "none", "--name", "Jobs"], "--docs is missing: give the folder or the git URL"],
    ["--url", ["--docs", "jobs/docs", "--name", "Jobs"], "--url is missing"],
    ["--name", ["--docs", "jobs/docs", "--url", "none"], "--name is missing"],
    [
      "--docs",
      ["--docs", "nowhere", "--url", "none", "--name", "Jobs"],
      "--docs: There is no folder nowhere.",
    ],
    [
      "--url",
      ["--docs", "jobs/docs", "--url", "docs.example.com", "--name", "J"],
      "--url: Give an address such as",
    ],
    ["--lang", [...FLAGS, "--lang", "no language"], "--lang must be a language tag"],
    ["--url-style", [...FLAGS, "--url-style", "flat"], "--url-style must be one of directory"],
  ])("says what is wrong with %s where nobody can be asked, and writes nothing", async (_, args, message) => {
    const failure = await init(args).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(failure).toMatchObject({ stderr: expect.stringMatching(/^error: [^\n]+\n$/) });
    expect(await readdir(folder)).toEqual(["jobs"]);
  });

  it("replaces a configuration only with --force", async () => {
    await writeFile(join(folder, "corpus.json"), "mine");
    await expect(init(FLAGS)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("--force") });
    expect(await readFile(join(folder, "corpus.json"), "utf8")).toBe("mine");
    expect((await readdir(folder)).sort()).toEqual(["corpus.json", "jobs"]);
    await init([...FLAGS, "--force"]);
    expect(await writtenConfig()).toMatchObject({ name: "Jobs" });
  });

  it("leaves neither a configuration nor an index when it is interrupted", async () => {
    const embeddings = await startEmbeddingServer({ faults: ["stall"] });
    const env = { PATH: process.env.PATH, EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: embeddings.url };
    const child = spawn(process.execPath, [INIT, ...FLAGS], { cwd: folder, env });
    let output = "";
    child.stderr.on("data", (data) => {
      output += String(data);
    });
    child.stdout.resume();
    await expect.poll(() => output, { timeout: 60_000 }).toContain("Embedding with");
    await expect.poll(() => embeddings.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    await embeddings.close();
    expect(code).toBe(130);
    expect(output).toContain("Cancelled; neither a configuration nor an index was written.");
    // Vectors that were paid for are kept, beside the docs and nothing else.
    expect((await readdir(folder)).filter((name) => name !== ".cache")).toEqual(["jobs"]);
  });
});

describe("npm run init in a terminal", () => {
  /** Types each answer when its question stands there. @returns what was shown, and the exit code */
  async function type(answers: [question: string, keys: string][], args: string[] = []) {
    const env = { PATH: process.env.PATH ?? "", TERM: "xterm-256color" };
    const terminal = spawnTerminal(process.execPath, [INIT, ...args], {
      cwd: folder,
      env,
      cols: 120,
      rows: 40,
    });
    let shown = "";
    terminal.onData((data) => {
      shown += data;
    });
    const exit = new Promise<number>((done) => terminal.onExit(({ exitCode }) => done(exitCode)));
    for (const [question, keys] of answers) {
      await expect.poll(() => shown, { timeout: 60_000 }).toContain(question);
      terminal.write(keys);
    }
    return { code: await exit, shown };
  }

  it("asks for the docs, the address and the name, then writes, builds and answers", async () => {
    const { code, shown } = await type([
      ["Where are your docs?", "jobs/docs\r"],
      ["At which address", "\u0015https://jobs.example.com/\r"],
      ["What is the product called?", "\r"],
      ["Write corpus.json and build?", "\r"],
    ]);
    expect(shown).toContain("cut into 3 chunks");
    expect(shown).toContain("How do I retry a job?");
    expect(shown).toContain("npm run deploy");
    expect(code).toBe(0);
    expect(await writtenConfig()).toMatchObject({
      name: "jobs",
      sources: [{ folder: "jobs/docs", baseUrl: "https://jobs.example.com/" }],
    });
  });

  it.each([
    ["at a question", [["At which address", "\u0003"]]],
    [
      "before it writes",
      [
        ["What is the product called?", "\r"],
        ["Write corpus.json and build?", "\u0003"],
      ],
    ],
  ] as [string, [string, string][]][])("leaves nothing behind after Ctrl+C %s", async (when, keys) => {
    const args =
      when === "at a question" ? ["--docs", "jobs/docs"] : ["--docs", "jobs/docs", "--url", "none"];
    const { code, shown } = await type(keys, args);
    expect(code).toBe(130);
    expect(shown).toContain("neither a configuration nor an index was written");
    expect(await readdir(folder)).toEqual(["jobs"]);
  });

  it("keeps a configuration that is there unless told otherwise", async () => {
    await writeFile(join(folder, "corpus.json"), "mine");
    const { code } = await type([["corpus.json exists already", "\r"]], FLAGS);
    expect(code).toBe(130);
    expect(await readFile(join(folder, "corpus.json"), "utf8")).toBe("mine");
  });
});
