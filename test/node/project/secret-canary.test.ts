/** The canary finds a secret wherever it is written, and its list holds what the tests use as secrets. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SECRET_NAMES } from "../../../src/settings.ts";
import { takeLeaks, watchPieces } from "../../support/secret-canary.ts";
import { TEST_SECRETS } from "../../support/test-secrets.ts";

const TESTS = resolve(import.meta.dirname, "../..");
/** A value of one word, given to a setting that is secret or kept in a constant that says so. Shorter ones are no secret that could be told. */
const GIVEN = new RegExp(
  `(?:${SECRET_NAMES.join("|")}|const (?:\\w+_)?(?:SECRET|TOKEN|OWNER|KEY))"?\\s*[:=]\\s*"([^"\\s]{10,})"`,
  "g",
);

it("names every secret that a test configures", () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.d)\.ts$/.test(file),
  );
  const given = files.flatMap((file) =>
    [...readFileSync(join(TESTS, file), "utf8").matchAll(GIVEN)].map(([, secret]) => `${file}: ${secret}`),
  );
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter((place) => !TEST_SECRETS.some((secret) => place.endsWith(`: ${secret}`)))).toEqual([]);
});

describe("the canary", () => {
  const [SECRET = ""] = TEST_SECRETS;
  afterEach(() => vi.restoreAllMocks());

  it("finds a secret on a console that a test has mocked, and leaves the mock what it is", () => {
    const spy = vi.spyOn(console, "warn").mockImplementation(() => {});
    console.warn("a key:", SECRET);
    expect(takeLeaks()).toEqual([`console.warn: ${SECRET}`]);
    expect(spy).toHaveBeenCalledWith("a key:", SECRET);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it("finds it in errors and their causes, in values that hold themselves, and behind symbols", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const cyclic: Record<string, unknown> = { list: [new Map([["a", SECRET]])] };
    cyclic.self = cyclic;
    const values = [
      new Error("outer", { cause: new TypeError(SECRET) }),
      cyclic,
      { [Symbol("hidden")]: SECRET },
      new Set([SECRET]),
    ];
    for (const value of values) console.error(value);
    expect(takeLeaks()).toEqual(values.map(() => `console.error: ${SECRET}`));
  });

  it.each(["stdout", "stderr"] as const)("finds it in what a command writes to %s", (name) => {
    const written: unknown[] = [];
    const mock = vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      written.push(chunk);
      return true;
    });
    process[name].write(`key: ${SECRET}\n`);
    expect(takeLeaks()).toEqual([`process.${name}: ${SECRET}`]);
    process[name].write(Buffer.from(SECRET.slice(0, 7)));
    process[name].write(SECRET.slice(7));
    expect(takeLeaks()).toEqual([`process.${name}: ${SECRET}`]);
    expect(written).toHaveLength(3);
    mock.mockRestore();
    process[name].write("");
    expect(written).toHaveLength(3);
  });

  it("finds it over any number of pieces, once, and not in pieces of two streams", () => {
    const [one, other] = [watchPieces("one"), watchPieces("other")];
    for (const char of `text before ${SECRET} and behind`) one(char);
    expect(takeLeaks()).toEqual([`one: ${SECRET}`]);
    one(SECRET.slice(0, 5));
    other(SECRET.slice(5));
    expect(takeLeaks()).toEqual([]);
  });

  it("finds it in a response that is read in pieces which split it", async () => {
    await import("../../support/response-canary.ts");
    const bytes = new TextEncoder().encode(`data: ${SECRET}\n`);
    const response = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
      );
    const reader = response().body!.getReader();
    while (!(await reader.read()).done);
    expect(takeLeaks()).toEqual([`a stream: ${SECRET}`]);
    const decoder = new TextDecoder();
    for await (const piece of response().body!) decoder.decode(piece, { stream: true });
    expect(takeLeaks()).toContain(`a stream: ${SECRET}`);
    for await (const piece of response().body!) new TextDecoder().decode(piece);
    expect(takeLeaks()).toEqual([`a stream: ${SECRET}`]);
    for await (const piece of new Request("https://service.example", {
      method: "POST",
      body: SECRET,
    }).body!) {
      expect(piece).toHaveLength(SECRET.length);
    }
    expect(takeLeaks(), "a request may carry the key of its service").toEqual([]);
    const texts = response().body!.pipeThrough(new TextDecoderStream()).getReader();
    while (!(await texts.read()).done);
    expect(takeLeaks()).toContain(`a stream: ${SECRET}`);
  });

  it("finds nothing where there is none", () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    console.log("text", 1, null, undefined, Symbol("a"), new Uint8Array(3), { a: 1n });
    expect(takeLeaks()).toEqual([]);
  });
});
