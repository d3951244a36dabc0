/** Sees to it that no process outlives the command that started it: the runtime that a killed `npm start` left behind would keep its port. */
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { createInterface } from "node:readline";

/**
 * From here on every process that this one starts ends with it, even where nothing in it runs any more (`kill -9`, out of memory). A
 * second process watches, from the first child on: the pipe between the two closes with this one, however that happens.
 */
export function guardChildren(): void {
  let tell: ((line: string) => void) | null = null;
  subscribe("child_process", (message) => {
    // What the channel is documented to publish.
    const { process: child } = message as { process: ChildProcess };
    // Called again for the guard itself, which is not to be guarded.
    if (isStarting) return;
    tell ??= startGuard();
    const say = tell;
    child.once("spawn", () => say(`+${child.pid}`));
    child.once("exit", () => say(`-${child.pid}`));
  });
}

let isStarting = false;

/** @returns tells it one line */
function startGuard(): (line: string) => void {
  isStarting = true;
  // In a group of its own: Ctrl+C in a terminal goes to all of a group.
  const guard = spawn(process.execPath, [import.meta.filename], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    windowsHide: true,
  });
  isStarting = false;
  // A command does its work without a guard as well.
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return (line) => {
    if (guard.stdin.writable) guard.stdin.write(`${line}\n`);
  };
}

/** What the second process does: keeps the list, and ends what is left on it when the pipe closes. */
async function guard(): Promise<void> {
  const running = new Set<number>();
  for await (const line of createInterface({ input: process.stdin })) {
    const pid = Number(line.slice(1));
    if (line.startsWith("+")) running.add(pid);
    else running.delete(pid);
  }
  for (const pid of running) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

if (import.meta.main) await guard();
