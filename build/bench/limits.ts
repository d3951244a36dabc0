/** What the machine can do at best, so that a time can be read against it. */

import { readFile } from "node:fs/promises";
import { cpus } from "node:os";

export interface Machine {
  cpu: string;
  cores: number;
  node: string;
  /** Load of the last minute over cores when the bench began: above 1 the times are others' as well. */
  loadPerCore: number;
  /** Bytes read and written a second by copying 64 MB, in GB/s of bytes copied. */
  copyGbPerSecond: number;
}

const COPY_BYTES = 64 * 1024 * 1024;
const ROUNDS = 10;

export async function describeMachine(): Promise<Machine> {
  const load = await readFile("/proc/loadavg", "utf8").catch(() => "0");
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    node: process.version,
    loadPerCore: Number(load.split(" ")[0]) / cpus().length,
    copyGbPerSecond: copySpeed(),
  };
}

function copySpeed(): number {
  const from = new Uint8Array(COPY_BYTES).fill(1);
  const to = new Uint8Array(COPY_BYTES);
  let bestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    to.set(from);
    bestMs = Math.min(bestMs, performance.now() - startMs);
  }
  return COPY_BYTES / 1e6 / bestMs;
}
