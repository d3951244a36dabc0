/**
 * Runs beside every test: no secret that a test configures may be written to the console or to the process's own streams, whatever the test itself looks at, and whether
 * or not it puts a console of its own in place of the real one.
 */
import { afterAll, expect } from "vitest";
import { printedText, secretsIn, TEST_SECRETS } from "./test-secrets.ts";

/** Secrets that were written anywhere while this file's tests ran. */
const leaks: string[] = [];

/** Looks at what is written; `where` names the place. */
export function watchForSecrets(where: string, text: string): void {
  leaks.push(...secretsIn(text).map((secret) => `${where}: ${secret}`));
}

const LONGEST_SECRET = Math.max(...TEST_SECRETS.map(({ length }) => length));

/** Looks at what is written in pieces, also over the end of each; a secret is found once. */
export function watchPieces(where: string): (piece: string) => void {
  let kept = "";
  return (piece) => {
    const text = kept + piece;
    const found = secretsIn(text);
    watchForSecrets(where, text);
    kept = found.length > 0 ? "" : text.slice(-LONGEST_SECRET);
  };
}

/** What the canary has found so far, and forgets: for the tests of the canary itself. */
export function takeLeaks(): string[] {
  return leaks.splice(0);
}

const watched = new WeakMap<object, unknown>();

/** A console's method that looks at its arguments first; a mock stays the mock that it is. */
function watchedMethod(name: string, method: (...values: unknown[]) => unknown): unknown {
  const known = watched.get(method);
  if (known !== undefined) return known;
  const made = new Proxy(method, {
    apply(target, self, values: unknown[]) {
      watchForSecrets(`console.${name}`, values.map((value) => printedText(value)).join(" "));
      return Reflect.apply(target, self, values);
    },
  });
  watched.set(method, made);
  return made;
}

// Around the console itself: what a test puts in place of a method is looked up through it as well.
globalThis.console = new Proxy(console, {
  get(target, name) {
    const value: unknown = Reflect.get(target, name);
    // A function of the console takes any values.
    return typeof value === "function" && typeof name === "string"
      ? watchedMethod(name, value as (...values: unknown[]) => unknown)
      : value;
  },
});

/** A stream of the process whose `write` looks first, also at what a test puts in its place. */
function watchedOutput<Stream extends object>(name: string, stream: Stream): Stream {
  const watch = watchPieces(name);
  const writes = new WeakMap<object, unknown>();
  const output: Stream = new Proxy(stream, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== "write" || typeof value !== "function") return value;
      const known = writes.get(value);
      if (known !== undefined) return known;
      const made = new Proxy(value, {
        apply(write, self, values: unknown[]) {
          const [chunk] = values;
          watch(chunk instanceof Uint8Array ? new TextDecoder("latin1").decode(chunk) : String(chunk));
          // The stream's own method wants the stream.
          return Reflect.apply(write, self === output ? target : self, values);
        },
      });
      writes.set(value, made);
      return made;
    },
  });
  return output;
}

// Commands write here, past every console. workerd has no such streams.
for (const name of ["stdout", "stderr"] as const) {
  const stream = globalThis.process?.[name];
  if (typeof stream?.write !== "function") continue;
  const value = watchedOutput(`process.${name}`, stream);
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value });
}

afterAll(() => {
  expect(takeLeaks(), "secrets that were written").toEqual([]);
});
