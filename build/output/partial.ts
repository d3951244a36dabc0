/** Names for what is written aside and then renamed, so that what a killed command left of it can be told and removed. */
import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isRunning } from "./is-running.ts";

/** Process and a random part: two commands at once, or two steps of one, do not meet. */
const LEFT = /\.(\d+)-[0-9a-f]{8}\.partial$/;

/** By this process, whose number an ended one may have had as well: in a container it is often the same. */
const made = new Set<string>();

/** Where the file or folder `path` is written before it is whole: beside it. */
export function partialOf(path: string): string {
  const partial = `${path}.${process.pid}-${randomUUID().slice(0, 8)}.partial`;
  made.add(basename(partial));
  return partial;
}

/** Removes what ended processes left of this file or folder. What cannot be removed stays: it is read by nobody. */
export async function removeLeftOf(path: string): Promise<void> {
  const name = basename(path);
  await removeLeft(dirname(path), (left) => left.replace(LEFT, "") === name);
}

/** Removes what ended processes left in a folder that is RepoBot's own. */
export async function removeLeftIn(folder: string): Promise<void> {
  await removeLeft(folder, () => true);
}

async function removeLeft(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = LEFT.exec(name)?.[1];
    if (pid === undefined || !isOurs(name) || isInUse(name, Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isInUse(name: string, pid: number): boolean {
  return pid === process.pid ? made.has(name) : isRunning(pid);
}
