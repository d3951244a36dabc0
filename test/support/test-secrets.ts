/** What the tests use as secrets, and how they are found again; `secret-canary.test.ts` holds the list to the tests. */

export const TEST_SECRETS: readonly string[] = [
  "sk-canary-chat-5f1d",
  "sk-canary-embedding-8c2e",
  "sk-canary-rerank-3b7a",
  "owner-canary-token-9d4f0a",
  "sk-test-0123456789",
  "sk-secret-of-this-test",
  "hf_secret_of_this_test",
  "hf_test_0123456789",
  "owner-token-in-settings",
  "a-token-of-the-owner",
  "the-owner-of-these-docs",
  "the-owner's-own-token",
  "the-token-of-the-owner",
  "the-check's-own-secret",
  "key-that-stays-secret",
  "token-that-stays-secret",
  "owner-page-token-51c7e2",
];

/** Those that a text holds. */
export function secretsIn(text: string): string[] {
  return TEST_SECRETS.filter((secret) => text.includes(secret));
}

/** All that a console could print of a value: its members to any depth, the causes of errors, and no getter called. */
export function printedText(value: unknown, seen: Set<object> = new Set()): string {
  if (typeof value !== "object" || value === null) return String(value);
  // Also what holds itself ends; bytes are printed as numbers.
  if (seen.has(value) || ArrayBuffer.isView(value)) return "";
  seen.add(value);
  const members = Reflect.ownKeys(value).flatMap((key) => [
    key,
    Reflect.getOwnPropertyDescriptor(value, key)?.value,
  ]);
  const entries = value instanceof Map || value instanceof Set ? [...value].flat() : [];
  return [...members, ...entries].map((part) => printedText(part, seen)).join(" ");
}
