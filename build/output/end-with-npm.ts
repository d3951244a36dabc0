/** Ends a command when the npm that runs it is gone: npm passes few signals on, and only to the shell between, which passes them to nobody. */
import { readFileSync } from "node:fs";
import * as z from "zod";

const LOOK_MS = 500;

/** What `check-node.cjs` found before anything else was loaded. */
const ancestorsSchema = z.object({
  parentPid: z.int(),
  /** `null` where the system has no `/proc`. */
  grandparentPid: z.nullable(z.int()),
});

/**
 * From here on this process gets a SIGTERM when its parent ends or, where that is the shell that npm started, when npm does. Does nothing
 * for a command that npm did not start: one that a person sends to the background goes on when the terminal closes.
 */
export function endWithNpm(): void {
  const found = ancestorsSchema.safeParse(Reflect.get(globalThis, Symbol.for("repobot.ancestors")));
  if (!found.success || process.env.npm_lifecycle_event === undefined) return;
  const { parentPid, grandparentPid } = found.data;
  const isShell = grandparentPid !== null && /sh$/.test(nameOf(parentPid));
  const look = setInterval(() => {
    if (process.ppid === parentPid && (!isShell || parentOf(parentPid) === grandparentPid)) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS);
  look.unref();
}

/** Name and parent of a process; empty and null for one that has ended. */
function nameOf(pid: number): string {
  return /\((.*)\)/s.exec(statOf(pid))?.[1] ?? "";
}

function parentOf(pid: number): number | null {
  const parent = /\) \S+ (\d+) [^)]*$/.exec(statOf(pid))?.[1];
  return parent === undefined ? null : Number(parent);
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
