/** When a command that goes on and on is told to stop. */

/** Resolves with the first signal to stop; `end-with-npm.ts` sends one when npm is gone. */
export function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
