import { RepoBotError } from "../../src/core/errors.ts";

/** What a shell reports for a program that Ctrl+C ended. */
export const INTERRUPTED_EXIT_CODE = 130;

/** Ctrl+C while a command works: it ends at once as long as nothing is written, and not between two files that belong together. */
export interface Interrupt {
  /** From now on a signal is only noted. */
  hold(): void;
  /** Signals end the program at once again, also one that came meanwhile. */
  letGo(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const CANCELLED = "Cancelled; neither a configuration nor an index was written.";

/** Listens from now on. */
export function listenForInterrupt(): Interrupt {
  let isHeld = false;
  let isNoted = false;
  const end = (message: string) => {
    process.stderr.write(`${message}\n`);
    process.exit(INTERRUPTED_EXIT_CODE);
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isHeld) isNoted = true;
      else end(CANCELLED);
    });
  }
  return {
    hold() {
      isHeld = true;
    },
    letGo() {
      for (const signal of SIGNALS) process.removeAllListeners(signal);
      if (isNoted) end("Interrupted; what was being written is finished.");
    },
  };
}

/** What a question at the terminal ends with when the user wants no more. */
export function cancelled(): RepoBotError {
  return new RepoBotError("aborted", CANCELLED);
}
