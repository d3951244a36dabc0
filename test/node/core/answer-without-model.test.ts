import { describe, expect, it } from "vitest";
import { refusalSentence } from "../../../src/core/model/refusal.ts";
import { ask, testDeps } from "./support/turns.ts";

describe("answerTurn without a model", () => {
  it("answers with the docs' own sentences, cited", async () => {
    const told = await ask(testDeps(), "What is the default of the idle timeout?");
    expect(told.answer.mode).toBe("extractive");
    expect(told.answer.text).toContain("15 minutes");
    expect(told.answer.text).toMatch(/\[\d\]/);
    expect(told.answer.sources.length).toBeGreaterThan(0);
    expect(told.answer.notice).toBeUndefined();
    expect(told.ofType("start")[0]!.model).toBeNull();
    expect(told.done).toMatchObject({ costUsd: 0, usage: { inputTokens: 0, outputTokens: 0 } });
  });

  it("joins a follow-up with what it refers to", async () => {
    const deps = testDeps();
    const conversationId = deps.history.seed(["How do I set the brew timeout?", "Set `brew_timeout` [1]."]);
    const told = await ask(deps, { question: "and the async client?", conversationId });
    expect(told.ofType("search")[0]).toMatchObject({ rewrittenBy: "rule" });
    expect(told.ofType("passages")[0]!.passages[0]!.file).toBe("async.md");
  });

  it("refuses what the docs do not cover, after a second search", async () => {
    const told = await ask(
      testDeps(),
      "Does the machine support quantum teleportation of espresso via satellite uplink?",
    );
    expect(told.answer).toMatchObject({ mode: "refusal", text: refusalSentence("en"), sources: [] });
    expect(told.answer.near.length).toBeGreaterThan(0);
  });
});
