/** Names for what is written aside and then renamed, so that what a killed command left of it can be told and removed. */
import { createHash, randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isRunning } from "./is-running.ts";

/** Where the process runs, its number and a random part: two commands at once, or two steps of one, do not meet. */
const LEFT = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.partial$/;

/**
 * Where process numbers mean what they mean here: other hosts and containers, which may share the folder, have numbers of their own. Docker's
 * host network gives a container the host's name, so that Linux's name for the numbers counts as well.
 */
const PLACE = createHash("sha256").update(`${hostname()} ${pidNamespace()}`).digest("hex").slice(0, 8);
/** What another place has not written to for so long was left there; whether its process runs cannot be asked. */
const ABANDONED_MS = 24 * 3_600_000;

/** By this process, whose number an ended one may have had as well: in a container it is often the same. */
const made = new Set<string>();

/** Where the file or folder `path` is written before it is whole: beside it. */
export function partialOf(path: string): string {
  const partial = `${path}.${PLACE}-${process.pid}-${randomUUID().slice(0, 8)}.partial`;
  made.add(basename(partial));
  return partial;
}

/** Removes what ended processes left of this file or folder: at once those of this host, after a day those of another. What cannot be removed stays: it is read by nobody. */
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
    const [, place, pid] = LEFT.exec(name) ?? [];
    if (pid === undefined || !isOurs(name)) continue;
    const path = join(folder, name);
    if (place === PLACE ? isInUse(name, Number(pid)) : !(await isAbandoned(path))) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isInUse(name: string, pid: number): boolean {
  return pid === process.pid ? made.has(name) : isRunning(pid);
}

async function isAbandoned(path: string): Promise<boolean> {
  const written = await stat(path).catch(() => null);
  return written !== null && Date.now() - written.mtimeMs > ABANDONED_MS;
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // No Linux: one host, one set of numbers.
    return "";
  }
}
