/** When a command that goes on and on is told to stop. */

const LOOK_MS = 500;

/** Parent of this process as `check-node.cjs` found it before anything else was loaded; without that, as it is now. */
function firstParent(): number {
  const noted: unknown = Reflect.get(globalThis, Symbol.for("repobot.parentPid"));
  return typeof noted === "number" ? noted : process.ppid;
}

/**
 * Resolves with the first signal to stop. npm passes a signal on to the shell that it runs a script in, and the shell to nobody: there the
 * end of the shell is the signal.
 */
export function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    if (process.env.npm_lifecycle_event === undefined) return;
    const parent = firstParent();
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, LOOK_MS);
    look.unref();
  });
}
