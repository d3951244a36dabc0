/** Resident memory and processor time of a process, from `/proc`. */
import { readdir, readFile } from "node:fs/promises";
import type { MemorySample } from "./figures.ts";

const SAMPLE_EVERY_MS = 200;

/** The youngest process of a name that this one started; null where there is no `/proc`. */
export async function childPid(name: string): Promise<number | null> {
  const entries = await readdir("/proc").catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const ours = await Promise.all(
    pids.map(async (pid) => {
      // A process may end while its neighbours are read.
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      const isOurs = new RegExp(`^PPid:\\s*${process.pid}$`, "m").test(status);
      return isOurs && status.startsWith(`Name:\t${name}\n`) ? [pid] : [];
    }),
  );
  return ours.flat().sort((a, b) => b - a)[0] ?? null;
}

async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Processor time of all its threads so far; null where there is no `/proc`. */
export async function cpuMsOf(pid: number | null): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => null);
  if (threads === null) return null;
  const nanoseconds = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
      return Number(text.split(" ")[0]);
    }),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/**
 * Samples until it is stopped.
 * @param pid null for none: there are no samples then
 * @returns stops sampling and gives the samples
 */
export function watchMemory(pid: number | null): () => MemorySample[] {
  const samples: MemorySample[] = [];
  if (pid === null) return () => samples;
  const sample = async () => {
    const megabytes = await residentMegabytes(pid);
    if (megabytes !== null) samples.push({ atMs: performance.now(), megabytes });
  };
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return samples;
  };
}
