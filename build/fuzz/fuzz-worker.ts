/** A thread that runs batches, counting its cases where the main thread sees it. */
import { parentPort, workerData } from "node:worker_threads";
import type { Batch } from "./plan.ts";
import { TARGETS } from "./targets.ts";

// What `run-batches.ts` gives its threads.
const { counter } = workerData as { counter: Int32Array };
const port = parentPort!;

port.on("message", async (batch: Batch) => {
  const target = TARGETS.find(({ name }) => name === batch.target)!;
  Atomics.store(counter, 0, 0);
  const onCase = () => Atomics.add(counter, 0, 1);
  port.postMessage(await target.check(batch.cases, batch.seed, onCase, batch.from));
});
port.postMessage(null);
