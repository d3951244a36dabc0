/** The built Worker under test: what it logs while it runs is looked at when it is closed. */
import { expect } from "vitest";
import { type LocalWorker, type LocalWorkerOptions, startLocalWorker } from "../../build/local-worker.ts";
import { watchForSecrets } from "./secret-canary.ts";

/** Starts the Worker. Its `close` fails for a rejection that nobody handled; a secret in its log fails the test's file. */
export async function startWatchedWorker(options: LocalWorkerOptions): Promise<LocalWorker> {
  const worker = await startLocalWorker(options);
  return {
    ...worker,
    async close() {
      const lines = worker.logs();
      await worker.close();
      checkWorkerLog(lines);
    },
  };
}

/** @param lines as the Worker wrote them */
export function checkWorkerLog(lines: readonly string[]): void {
  watchForSecrets("the Worker's log", lines.join("\n"));
  expect(
    lines.filter((line) => line.includes("unhandled_rejection")),
    "rejections that nobody handled",
  ).toEqual([]);
}
