import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAssets } from "../../../build/build-assets.ts";
import { corpusConfigForDocs } from "../../../build/config.ts";
import { parseSettings } from "../../../src/settings.ts";

const run = promisify(execFile);
const CHECK = resolve(import.meta.dirname, "../../../build/check-release.ts");

const ROWS = [
  {
    id: "a",
    question: "How often is a failed job tried again?",
    relevant: [{ file: "retries.md" }],
    must_contain: ["three times"],
  },
  {
    id: "b",
    question: "How long does a job wait in the queue?",
    relevant: [{ file: "queue.md" }],
    must_contain: ["one hour"],
  },
  // Its page is not there: nothing can be found for it.
  { id: "c", question: "How do I drain the queue?", relevant: [{ file: "drain.md" }] },
  { id: "d", question: "Which graphics card do zebras prefer?", expected: "refuse" },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-check-release-"));
  await mkdir(join(folder, "docs"));
  await writeFile(
    join(folder, "docs/retries.md"),
    "# Retries\n\nA failed job is tried again three times, ten seconds apart.\n",
  );
  await writeFile(
    join(folder, "docs/queue.md"),
    "# Queue\n\nA job waits in the queue for one hour at most.\n",
  );
  await writeFile(join(folder, "q.jsonl"), ROWS.map((row) => JSON.stringify(row)).join("\n"));
  await writeFile(join(folder, "answerable.jsonl"), JSON.stringify(ROWS[0]));
  const config = await corpusConfigForDocs(join(folder, "docs"));
  await buildAssets({ config, settings: parseSettings({}), outDir: join(folder, "dist/assets") });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function check(...args: string[]) {
  return run(process.execPath, [CHECK, ...args], { cwd: folder, env: { PATH: process.env.PATH } });
}

describe("npm run check:release", () => {
  it("lets a build pass that holds its floors and limits, and writes the summary of a run", async () => {
    const floors = ["--min-hit5", "0.6", "--min-mrr", "0.6", "--min-contains", "0.5", "--min-refused", "1"];
    const { stdout } = await check("--questions", "q.jsonl", ...floors, "--summary", "summary.md");
    expect(stdout).toMatch(/^index [0-9a-f]{16}$/m);
    expect(stdout).toMatch(/^ok +hit@5 +0\.667 +at least 0\.6 +of 3 questions$/m);
    expect(stdout).toMatch(/^ok +rightly refused +1 +at least 1 +of 1 questions$/m);
    expect(stdout).not.toContain("FAIL");
    const summary = await readFile(join(folder, "summary.md"), "utf8");
    expect(summary).toMatch(/^## The index [0-9a-f]{16} passes its checks$/m);
    expect(summary).toContain("at least 0.5 | of 2 answers |");
  });

  it("refuses a build below a floor, with an exit code of its own and what is wrong", async () => {
    await expect(
      check("--questions", "q.jsonl", "--min-hit5", "0.9", "--min-mrr", "0.1"),
    ).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^FAIL +hit@5 +0\.667 +at least 0\.9/m),
      stderr: expect.stringContaining("error: Not to be deployed: hit@5."),
    });
  });

  it.each([
    ["--max-chunks", "1", "chunks"],
    ["--max-files", "2", "files"],
    ["--max-asset-mib", "0.0001", "largest file, MiB"],
  ])("refuses a build over %s", async (option, value, name) => {
    const failure = await check(option, value, "--json").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 2, stderr: `error: Not to be deployed: ${name}.\n` });
    const report: unknown = JSON.parse((failure as { stdout: string }).stdout);
    expect(report).toMatchObject({
      passed: false,
      checks: expect.arrayContaining([expect.objectContaining({ name, passed: false })]),
    });
  });

  it("takes an empty value for one that was not given, as an action's empty input is", async () => {
    await expect(check("--min-hit5", "", "--max-chunks", "")).resolves.toMatchObject({
      stdout: expect.stringContaining("at most 100,000"),
    });
  });

  it.each([
    [["--min-hit5", "0.9"], "--min-hit5 goes with --questions"],
    [["--questions", "q.jsonl", "--min-hit5", "90"], "--min-hit5 must be a number from 0 to 1."],
    [
      ["--questions", "answerable.jsonl", "--min-refused", "0.9"],
      "--min-refused: the question file has no row",
    ],
    [["--assets", "docs"], "There is no index in docs. Run `npm run build` first."],
  ])("cannot check with %j, which is another exit code", async (args, message) => {
    await expect(check(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
