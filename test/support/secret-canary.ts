/**
 * Runs beside every test: no secret that a test configures may be written to the console, whatever the test itself looks at.
 */
import { afterAll, expect } from "vitest";

/** What the tests use as secrets; `secret-canary.test.ts` holds the list to them. */
export const TEST_SECRETS: readonly string[] = [
  "sk-canary-chat-5f1d",
  "sk-canary-embedding-8c2e",
  "sk-canary-rerank-3b7a",
  "owner-canary-token-9d4f0a",
  "sk-test-0123456789",
  "sk-secret-of-this-test",
  "hf_secret_of_this_test",
  "hf_test_0123456789",
  "0123456789abcdef",
  "a-token-of-the-owner",
  "the-owner-of-these-docs",
  "the-owner's-own-token",
  "the-token-of-the-owner",
  "the-check's-own-secret",
  "key-that-stays-secret",
  "token-that-stays-secret",
  "owner-page-token-51c7e2",
];

const leaks: string[] = [];

for (const level of ["debug", "log", "info", "warn", "error"] as const) {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    const text = values.map((value) => textOf(value)).join(" ");
    for (const secret of TEST_SECRETS) if (text.includes(secret)) leaks.push(`${level}: ${secret}`);
    write(...values);
  };
}

function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.message} ${value.stack ?? ""} ${textOf(value.cause ?? "")}`;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

afterAll(() => {
  expect(leaks, "secrets on the console").toEqual([]);
});
