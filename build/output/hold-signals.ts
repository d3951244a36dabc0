const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * From now on a signal to stop is only noted, for what must not end half way.
 * @returns lets signals end the process again, as does one that came meanwhile
 */
export function holdSignals(): () => void {
  const noted = new Set<NodeJS.Signals>();
  const note = (signal: NodeJS.Signals) => void noted.add(signal);
  for (const signal of SIGNALS) process.on(signal, note);
  return () => {
    for (const signal of SIGNALS) process.off(signal, note);
    // Who else listens has heard of it already.
    for (const signal of noted) if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
}
