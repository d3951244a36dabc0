import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { partialOf, removeLeftIn, removeLeftOf } from "../../../build/output/partial.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-partial-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const HOUR_MS = 3_600_000;
/** Above Linux's highest process number. */
const NO_PID = 4_194_305;
/** This host's part of the name. */
const [, here = ""] = /\.([0-9a-f]+)-\d+-[0-9a-f]+\.partial$/.exec(partialOf("x")) ?? [];
const ELSEWHERE = "00000000";

function nameOf(file: string, place: string, pid: number): string {
  return `${file}.${place}-${pid}-0a1b2c3d.partial`;
}

/** A folder with a file in it, as a build that was killed leaves one, last written to so long ago. */
async function leave(name: string, agoMs = 0): Promise<string> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "a1"), "A");
  const at = new Date(Date.now() - agoMs);
  await utimes(join(folder, name), at, at);
  return name;
}

describe("what a command writes aside", () => {
  it("is removed at once when its process on this host has ended, and left while it runs", async () => {
    await leave(nameOf("assets", here, NO_PID));
    const running = await leave(nameOf("assets", here, process.ppid), 48 * HOUR_MS);
    // Of an ended process that had this one's number.
    await leave(nameOf("assets", here, process.pid));
    const own = await leave(basename(partialOf("assets")), 48 * HOUR_MS);
    await removeLeftOf(join(folder, "assets"));
    expect((await readdir(folder)).sort()).toEqual([running, own].sort());
  });

  it.each([
    ["no process here has", NO_PID],
    ["this process has", process.pid],
    ["another process here has", process.ppid],
  ])(
    "on another host or in a container is left for a day, where its number is one that %s",
    async (_, pid) => {
      const name = await leave(nameOf("assets", ELSEWHERE, pid), 23 * HOUR_MS);
      await removeLeftOf(join(folder, "assets"));
      await removeLeftIn(folder);
      expect(await readdir(folder)).toEqual([name]);
    },
  );

  it("on another host is removed when nothing was written to it for more than a day", async () => {
    await leave(nameOf("assets", ELSEWHERE, process.ppid), 25 * HOUR_MS);
    await removeLeftOf(join(folder, "assets"));
    expect(await readdir(folder)).toEqual([]);
  });

  it("is left where it is another file's, except in a folder of RepoBot's own", async () => {
    const others = await leave(nameOf("assets.old", here, NO_PID));
    await removeLeftOf(join(folder, "assets"));
    expect(await readdir(folder)).toEqual([others]);
    await removeLeftIn(folder);
    expect(await readdir(folder)).toEqual([]);
  });
});
