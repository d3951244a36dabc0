/** A server's claim on the folder that it shows, and what becomes of its processes; each claim is one of a process, as in life. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requireUnserved, runningServer, takeoverNote } from "../../../build/output/serving.ts";

const BUILD = resolve(import.meta.dirname, "../../../build");

let folder: string;
let started: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-serving-"));
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  started = [];
  await rm(folder, { recursive: true, force: true });
});

/** Runs a module until its standard input closes. @returns the process, and what it says in its first line */
function run(code: string): { child: ChildProcess; says: Promise<string> } {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  const says = new Promise<string>((done) => child.stdout.once("data", (data) => done(String(data).trim())));
  return { child, says };
}

function claim(file: string, docs: string) {
  return run(`
    import { claimServing } from ${JSON.stringify(join(BUILD, "output/serving.ts"))};
    const serving = { pid: process.pid, port: 8787, docs: ${JSON.stringify(docs)} };
    try {
      await claimServing(${JSON.stringify(file)}, "dist/assets", serving);
      console.log("claimed");
    } catch (error) {
      console.log(error.code, error.field, error.message);
    }
    process.stdin.resume();`);
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  await once(child, "exit");
}

describe("a folder that servers claim at once", () => {
  it("goes to one of them, whose note outlives the others and ends with it", async () => {
    const file = join(folder, "dist/serving.json");
    const claims = ["a", "b", "c", "d"].map((docs) => claim(file, docs));
    const said = await Promise.all(claims.map(({ says }) => says));
    expect(said.filter((line) => line === "claimed")).toHaveLength(1);
    const winner = claims[said.indexOf("claimed")]!;
    for (const line of said.filter((line) => line !== "claimed")) {
      expect(line).toMatch(/^bad_request --out .*localhost:8787 \(process \d+\)/);
    }
    for (const { child } of claims) if (child !== winner.child) await end(child);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ pid: winner.child.pid });
    await end(winner.child);
    expect(await readdir(join(folder, "dist"))).toEqual([]);
  });

  it("goes to one of them after a server that was killed", async () => {
    const file = join(folder, "serving.json");
    const gone = spawnSync(process.execPath, ["-e", ""]);
    await writeFile(file, JSON.stringify({ pid: gone.pid, port: 8787, docs: "old" }));
    const claims = ["a", "b", "c"].map((docs) => claim(file, docs));
    const said = await Promise.all(claims.map(({ says }) => says));
    expect(said.filter((line) => line === "claimed")).toHaveLength(1);
    const winner = claims[said.indexOf("claimed")]!;
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ pid: winner.child.pid });
    expect(await readdir(folder)).toEqual(["serving.json"]);
  });

  it("keeps a note that another wrote since", async () => {
    const file = join(folder, "serving.json");
    const { child, says } = claim(file, "a");
    expect(await says).toBe("claimed");
    const other = JSON.stringify({ pid: process.pid, port: 8788, docs: "b" });
    await writeFile(file, other);
    await end(child);
    expect(await readFile(file, "utf8")).toBe(other);
  });
});

describe("a process that guards its children", () => {
  it("takes them along when it is killed", async () => {
    const { child, says } = run(`
      import { guardChildren } from ${JSON.stringify(join(BUILD, "output/children-guard.ts"))};
      import { spawn, spawnSync } from "node:child_process";
      guardChildren();
      const runtime = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      runtime.once("spawn", () => console.log(runtime.pid));
      process.stdin.resume();`);
    const pid = Number(await says);
    expect(isRunning(pid)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  });

  it("ends when its work is done, guard or not", async () => {
    const { child } = run(`
      import { guardChildren } from ${JSON.stringify(join(BUILD, "output/children-guard.ts"))};
      guardChildren();`);
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });
});

/** A process that has ended and that nobody waited for (a container without an init) is not running either. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync("/proc/self")) return true;
  const state = spawnSync("cat", [`/proc/${pid}/stat`], { encoding: "utf8" }).stdout;
  return !/\) Z /.test(state) && state !== "";
}

describe("a folder that a server shows", () => {
  const note = (file: string, serving: object) => writeFile(file, JSON.stringify(serving));

  it("is built into for the same docs only, and shown by one server only", async () => {
    const file = join(folder, "serving.json");
    await requireUnserved(file, "dist/assets", "mine");
    await note(file, { pid: process.pid, port: 8787, docs: "mine" });
    await requireUnserved(file, "dist/assets", "mine");
    for (const docs of ["others", null]) {
      await expect(requireUnserved(file, "dist/assets", docs)).rejects.toMatchObject({
        code: "bad_request",
        field: "--out",
        message: expect.stringMatching(/localhost:8787.*--out/),
      });
    }
  });

  it("is told of by a build that the server did not begin itself", async () => {
    const file = join(folder, "serving.json");
    expect(await takeoverNote(file, process.ppid)).toBeNull();
    await note(file, { pid: process.pid, port: 8799, docs: "mine" });
    expect(await takeoverNote(file, process.ppid)).toMatch(/localhost:8799 takes this index over/);
    expect(await takeoverNote(file, process.pid)).toBeNull();
  });

  it("is free again after a server that was killed, or whose note is damaged", async () => {
    const file = join(folder, "serving.json");
    const gone = spawnSync(process.execPath, ["-e", ""]);
    await note(file, { pid: gone.pid, port: 8787, docs: "mine" });
    expect(await runningServer(file)).toBeNull();
    await note(file, { pid: "x" });
    expect(await runningServer(file)).toBeNull();
  });
});
