/** When a command that goes on and on is told to stop. */

const LOOK_MS = 500;

/**
 * Resolves with the first signal to stop. npm passes a signal on to the shell that it runs a script in, and the shell to nobody: there the
 * end of the shell is the signal.
 */
export function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    if (process.env.npm_lifecycle_event === undefined) return;
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, LOOK_MS);
    look.unref();
  });
}
