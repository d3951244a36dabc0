import { Worker } from "node:worker_threads";
import type { Batch } from "./plan.ts";
import type { FuzzOutcome } from "./target.ts";

/** A single case that takes longer is taken for one that never ends. */
const HANG_MS = 60_000;
const LOOK_MS = 1_000;
/** What a thread may hold: no case needs nearly as much. */
const HEAP_MB = 1_024;

/** A failure that took its thread with it: it cannot be shrunk. */
function lostThread(batch: Batch, cases: number, error: string): FuzzOutcome {
  const counterexample = `case ${cases} of the batch`;
  return { cases, failure: { error, counterexample, seed: batch.seed, path: "" } };
}

/** Runs batches on `threads` threads. A case that does not end, or takes all memory, is a failure. */
export async function runBatches(
  batches: readonly Batch[],
  threads: number,
  onOutcome: (batch: Batch, outcome: FuzzOutcome) => void,
): Promise<void> {
  const left = [...batches];
  const next = () => left.shift();
  await Promise.all(
    Array.from({ length: Math.min(threads, batches.length) }, async () => {
      // Each thread that is lost is followed by another for the rest.
      for (let batch = next(); batch !== undefined; batch = next()) await runThread(batch, next, onOutcome);
    }),
  );
}

/** Runs `first` and what `next` gives until there is no more, or until the thread is lost. */
function runThread(
  first: Batch,
  next: () => Batch | undefined,
  onOutcome: (batch: Batch, outcome: FuzzOutcome) => void,
): Promise<void> {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("fuzz-worker.ts", import.meta.url), {
    workerData: { counter },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let batch: Batch | undefined;
  let seen = -1;
  let sinceMs = performance.now();
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      const cases = Atomics.load(counter, 0);
      if (cases !== seen) {
        seen = cases;
        sinceMs = performance.now();
      } else if (performance.now() - sinceMs > HANG_MS) {
        lose(`no end within ${HANG_MS / 1_000} seconds`);
      }
    }, LOOK_MS);
    const end = () => {
      clearInterval(watch);
      resolve(worker.terminate().then(() => undefined));
    };
    const lose = (error: string) => {
      onOutcome(batch ?? first, lostThread(batch ?? first, Atomics.load(counter, 0), error));
      end();
    };
    worker.on("error", (error) => lose(`${error.name}: ${error.message}`));
    // The thread says that it is ready, then what each batch showed.
    worker.on("message", (outcome: FuzzOutcome | null) => {
      if (outcome !== null) onOutcome(batch!, outcome);
      batch = outcome === null ? first : next();
      seen = -1;
      if (batch === undefined) end();
      else worker.postMessage(batch);
    });
  });
}
