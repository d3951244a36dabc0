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
/** Until each reader has asked and the runtime has compiled what runs often. */
const MAX_WARM_UP_SECONDS = 30;
/** Readers arrive over one pause; by then the first questions of all, each over a new connection, are behind them. */
const WARM_UP_PAUSES = 1.5;
const MAX_SAMPLED_SECONDS = 15;

/**
 * Lets readers ask: first unmeasured for half of the time or one and a half pauses, whichever is longer (at most 30 seconds), then for
 * `seconds`, and then for a quarter of it (at most 15 seconds) while the Worker's isolate is sampled, which costs time of its own. They arrive evenly over one pause. What was begun
 * is waited for.
 */
export async function runLoad(
  name: string,
  worker: LoadWorker,
  shape: LoadShape,
  newReader: (reader: number) => Reader,
): Promise<LoadFigures> {
  const { conversations, thinkMs, seconds } = shape;
  const beginMs = performance.now();
  const warmUpMs = Math.max((seconds / 2) * 1000, WARM_UP_PAUSES * thinkMs);
  const measuredFromMs = beginMs + Math.min(MAX_WARM_UP_SECONDS * 1000, warmUpMs);
  const measuredToMs = measuredFromMs + seconds * 1000;
  const untilMs = measuredToMs + Math.min(MAX_SAMPLED_SECONDS, seconds / 4) * 1000;
  const until = (timeMs: number) => delay(Math.max(0, timeMs - performance.now()));
  const measured: Measured[] = [];
  let errors = 0;
  let begun = 0;
  let ended = 0;

  async function read(reader: number): Promise<void> {
    const request = newReader(reader);
    const random = randomNumbers(hashText(`reader ${reader}`));
    await delay((thinkMs * reader) / conversations);
    for (let startMs = performance.now(); startMs < untilMs; startMs = performance.now()) {
      begun++;
      try {
        const result = await request();
        if (startMs >= measuredFromMs && startMs < measuredToMs) measured.push(result);
      } catch (error) {
        errors++;
        if (errors <= ERRORS_TOLD) {
          process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
        }
      }
      ended++;
      const pauseMs = thinkMs * (0.5 + random());
      // Nobody waits for a request that will not be made.
      if (performance.now() + pauseMs >= untilMs) return;
      await delay(pauseMs);
    }
  }

  const { pid, inspector } = worker;
  const readers = Promise.all(Array.from({ length: conversations }, (_, reader) => read(reader)));
  await until(measuredFromMs);
  const firstHeapMb = await inspector.liveHeapMb();
  const [cpuBeforeMs, begunBefore] = [await cpuMsOf(pid), begun];
  const stopWatching = watchMemory(pid);
  await until(measuredToMs);
  const memory = stopWatching();
  const [cpuAfterMs, begunAfter] = [await cpuMsOf(pid), begun];
  const lastHeapMb = await inspector.liveHeapMb();
  await inspector.startSampling();
  const aroundSampling = begun + ended;
  await readers;
  // Those under way when sampling began count half: so much of them is sampled on average.
  const sampled = { cpuMs: await inspector.stopSampling(), requests: (begun + ended - aroundSampling) / 2 };
  return loadFigures({
    measured,
    errors,
    seconds,
    memory,
    cpuMs: cpuBeforeMs === null || cpuAfterMs === null ? null : cpuAfterMs - cpuBeforeMs,
    requests: begunAfter - begunBefore,
    sampled,
    liveHeapMb: { first: firstHeapMb, last: lastHeapMb },
  });
}
