/** Many readers at once, each of whom reads for a while before the next request. */
import { setTimeout as delay } from "node:timers/promises";
import { hashText, randomNumbers } from "../bench/random.ts";
import { type LoadFigures, loadFigures, type Measured } from "./figures.ts";
import { cpuMsOf, watchMemory } from "./process.ts";
import type { LoadWorker } from "./workers.ts";

export interface LoadShape {
  /** That run side by side. */
  conversations: number;
  /** Mean pause between an answer and the next request; each is from half to one and a half times as long. */
  thinkMs: number;
  /** In which measured requests are begun. */
  seconds: number;
}

/** One reader: sends its next request each time it is called. @throws what went wrong */
export type Reader = () => Promise<Measured>;

/** Errors are told one by one up to here; all are counted. */
const ERRORS_TOLD = 5;
const MAX_WARM_UP_SECONDS = 10;

/**
 * Lets readers ask, first unmeasured for a quarter of the time (at most 10 seconds) and then for `seconds`. They arrive evenly over
 * one pause. What was begun is waited for.
 */
export async function runLoad(
  name: string,
  worker: LoadWorker,
  shape: LoadShape,
  newReader: (reader: number) => Reader,
): Promise<LoadFigures> {
  const { conversations, thinkMs, seconds } = shape;
  const beginMs = performance.now();
  const measuredFromMs = beginMs + Math.min(MAX_WARM_UP_SECONDS, seconds / 4) * 1000;
  const untilMs = measuredFromMs + seconds * 1000;
  const measured: Measured[] = [];
  let errors = 0;
  let allRequests = 0;

  async function read(reader: number): Promise<void> {
    const request = newReader(reader);
    const random = randomNumbers(hashText(`reader ${reader}`));
    await delay((thinkMs * reader) / conversations);
    for (let startMs = performance.now(); startMs < untilMs; startMs = performance.now()) {
      allRequests++;
      try {
        const result = await request();
        if (startMs >= measuredFromMs) measured.push(result);
      } catch (error) {
        errors++;
        if (errors <= ERRORS_TOLD) {
          process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
        }
      }
      const pauseMs = thinkMs * (0.5 + random());
      // Nobody waits for a request that will not be made.
      if (performance.now() + pauseMs >= untilMs) return;
      await delay(pauseMs);
    }
  }

  const cpuBeforeMs = await cpuMsOf(worker.pid);
  const stopWatching = watchMemory(worker.pid);
  await Promise.all(Array.from({ length: conversations }, (_, reader) => read(reader)));
  const memory = stopWatching().filter(({ atMs }) => atMs >= measuredFromMs && atMs <= untilMs);
  const cpuAfterMs = await cpuMsOf(worker.pid);
  const cpuMs = cpuBeforeMs === null || cpuAfterMs === null ? null : cpuAfterMs - cpuBeforeMs;
  return loadFigures({ measured, errors, seconds, memory, cpuMs, allRequests });
}
