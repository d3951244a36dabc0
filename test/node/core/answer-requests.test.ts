/** Which version a request is about, and what is wrong with it. */
import { describe, expect, it } from "vitest";
import { passage } from "./support/brew-docs.ts";
import { openTestIndex } from "./support/test-index.ts";
import { ask, testDeps } from "./support/turns.ts";

const QUESTION = "How do I set the brew timeout?";

const VERSIONED = await openTestIndex({
  corpus: { versions: ["2.0", "1.0"] },
  passages: [
    passage("a.md", "Timeout", "The brew timeout is 90 seconds.", { version: "2.0" }),
    passage("b.md", "Timeout", "The brew timeout is 60 seconds.", { version: "1.0" }),
    passage("c.md", "Timeout", "The brew timeout is never negative.", { version: "" }),
  ],
});

describe("versions", () => {
  const found = async (request: { version?: string; page?: string }) => {
    const told = await ask(testDeps({ index: VERSIONED }), {
      question: "What is the brew timeout?",
      ...request,
    });
    const files = told.ofType("passages")[0]!.passages.map(({ file }) => file);
    expect(told.answer.corpus).toEqual(told.ofType("start")[0]!.corpus);
    return { version: told.ofType("start")[0]!.corpus.version, files: files.sort() };
  };

  it("searches the default version and what belongs to none", async () => {
    expect(await found({})).toEqual({ version: "2.0", files: ["a.md", "c.md"] });
  });

  it("searches the version asked for, or that of the reader's page", async () => {
    expect(await found({ version: "1.0" })).toEqual({ version: "1.0", files: ["b.md", "c.md"] });
    expect(await found({ page: "https://brewbot.example/v1.0/x" })).toEqual({
      version: "1.0",
      files: ["b.md", "c.md"],
    });
    expect((await found({ version: "2.0", page: "https://brewbot.example/v1.0/x" })).version).toBe("2.0");
  });

  it("names the versions there are when another is asked for", async () => {
    const told = await ask(testDeps({ index: VERSIONED }), { question: QUESTION, version: "3" });
    expect(told.events).toEqual([
      { type: "error", code: "bad_request", field: "version", message: expect.stringContaining("2.0, 1.0") },
    ]);
  });
});

describe("bad requests", () => {
  it.each<[string, object, string, string]>([
    ["an empty question", { question: " \n" }, "bad_request", "question"],
    ["a question of invisible characters", { question: "\u200b\u0000" }, "bad_request", "question"],
    ["a question that is no text", { question: { a: 1 } }, "bad_request", "question"],
    ["a question of 2,001 characters", { question: "x".repeat(2_001) }, "bad_request", "question"],
    ["an unknown version", { question: QUESTION, version: "9" }, "bad_request", "version"],
    ["a language that is no tag", { question: QUESTION, language: "en; drop" }, "bad_request", "language"],
    [
      "an unknown conversation",
      { question: QUESTION, conversationId: "nope" },
      "not_found",
      "conversationId",
    ],
  ])("turns %s away with one error that names the field", async (_, request, code, field) => {
    const deps = testDeps();
    const told = await ask(deps, request as { question: string });
    expect(told.events).toEqual([{ type: "error", code, field, message: expect.any(String) }]);
    expect(deps.history.conversations.size).toBe(0);
    // The reader's mistake is no fault of the service, which its owner would be called for.
    expect(deps.faults).toEqual([]);
  });

  it("takes a question of 2,000 characters, counted as characters", async () => {
    const told = await ask(testDeps(), {
      question: `brew ${"☕️".normalize("NFC").slice(0, 1)}${"🫖".repeat(1_994)}`,
    });
    expect(told.types.at(-1)).toBe("done");
  });
});
