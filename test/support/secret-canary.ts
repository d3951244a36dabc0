/**
 * Runs beside every test: no secret that a test configures may be written to the console, whatever the test itself looks at, and whether
 * or not it puts a console of its own in place of the real one.
 */
import { afterAll, expect } from "vitest";
import { printedText, secretsIn } from "./test-secrets.ts";

/** Secrets that were written anywhere while this file's tests ran. */
const leaks: string[] = [];

/** Looks at what is written; `where` names the place. */
export function watchForSecrets(where: string, text: string): void {
  leaks.push(...secretsIn(text).map((secret) => `${where}: ${secret}`));
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

afterAll(() => {
  expect(takeLeaks(), "secrets that were written").toEqual([]);
});
