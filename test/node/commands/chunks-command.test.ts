import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "repobot-chunks-"));
const docs = join(folder, "docs");

beforeAll(() => {
  mkdirSync(docs);
  for (let i = 0; i < 60; i++)
    writeFileSync(join(docs, `p${i}.md`), `# Page ${i}\n\n${"Words go on. ".repeat(400)}\n`);
  writeFileSync(
    join(folder, "corpus.json"),
    JSON.stringify({
      name: "Widget",
      description: "Docs of Widget",
      sources: [{ folder: "docs", baseUrl: "https://widget.example/docs", version: "2", include: ["p1.md"] }],
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  return spawnSync(process.execPath, ["build/chunks.ts", ...args], { cwd: root, encoding: "utf8" });
}

describe("the chunks command", () => {
  it("prints one JSON object a line, its origin first", () => {
    const { stdout, stderr, status } = run("--config", join(folder, "corpus.json"));
    expect([status, stderr]).toEqual([0, ""]);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(rows.length).toBeGreaterThan(1);
    expect(Object.keys(rows[0] as object).slice(0, 8)).toEqual([
      "file",
      "url",
      "anchor",
      "headingPath",
      "text",
      "tokens",
      "kind",
      "version",
    ]);
    expect(rows[0]).toMatchObject({
      file: "p1.md",
      url: "https://widget.example/docs/p1/#page-1",
      version: "2",
      kind: "docs",
    });
  });

  it.each([
    [["--dosc", "x"], /did you mean --docs/],
    [["--docs"], /--docs/],
    [["stray"], /Unexpected argument "stray"/],
    [["--docs", "/nowhere/at/all"], /no folder \/nowhere\/at\/all/],
    [["--config", "/nowhere.json"], /Cannot read \/nowhere\.json/],
    [["--lang", "de"], /--lang goes with --docs/],
  ])("fails on %j with one clear line", (args, message) => {
    const { stdout, stderr, status } = run(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });

  it("explains itself", () => {
    const { stdout, status } = run("--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/--docs DIR/);
  });

  it("ends quietly when its reader closes the pipe", async () => {
    const child = spawn(process.execPath, ["build/chunks.ts", "--docs", docs], { cwd: root });
    let stderr = "";
    child.stderr.on("data", (data: Buffer) => {
      stderr += data.toString();
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const [code] = (await once(child, "close")) as [number];
    expect([code, stderr]).toEqual([0, ""]);
  });
});
