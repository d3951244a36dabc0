import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../../../src/core/events.ts";
import { answerTurn } from "../../../src/core/turn/answer.ts";
import { answering, type ScriptedChat } from "./support/scripted-chat.ts";
import { ask, type TestDeps, testDeps } from "./support/turns.ts";

const QUESTION = "What is the default of the idle timeout?";
const LINE = "What is the default of the idle timeout? idle_timeout minutes";
const FIRST = "After `idle_timeout` minutes without a brew the machine goes to sleep [1]. ";
const hangs = () =>
  testDeps({ chat: answering({ text: [FIRST, "The default of `idle_timeout` is "], hangs: true }, LINE) });

/** Reads until the first delta, then does as told. */
async function readUntilDelta(deps: TestDeps, signal?: AbortSignal) {
  const turn = answerTurn(deps, { question: QUESTION, signal });
  const events: TurnEvent[] = [];
  for (let next = await turn.next(); !next.done; next = await turn.next()) {
    events.push(next.value);
    if (next.value.type === "delta") break;
  }
  return { turn, events };
}

describe("a reader who leaves", () => {
  it("by closing the stream: what was said is stored as incomplete and the model is stopped", async () => {
    const deps = hangs();
    const { turn } = await readUntilDelta(deps);
    await turn.return();
    await Promise.all(deps.background);
    expect(deps.history.turns).toMatchObject([{ question: QUESTION, complete: false, costUsd: null }]);
    expect(deps.history.turns[0]!.answer).toMatch(/^After `idle_timeout` minutes/);
    expect((deps.chat as ScriptedChat).aborted).toBeGreaterThan(0);
  });

  it("by aborting the request while the model writes: the turn ends with one error and is stored once", async () => {
    const deps = hangs();
    const reader = new AbortController();
    const { turn } = await readUntilDelta(deps, reader.signal);
    const next = turn.next();
    reader.abort();
    expect((await next).value).toMatchObject({ type: "error", code: "aborted" });
    expect((await turn.next()).done).toBe(true);
    await Promise.all(deps.background);
    expect(deps.history.turns).toHaveLength(1);
    expect(deps.history.turns[0]).toMatchObject({ complete: false });
    expect(deps.faults).toEqual([]);
  });

  it("without a word, nobody reading on: an aborted request stores the turn by itself", async () => {
    const deps = hangs();
    const reader = new AbortController();
    await readUntilDelta(deps, reader.signal);
    reader.abort();
    await Promise.all(deps.background);
    expect(deps.history.turns).toMatchObject([{ question: QUESTION, complete: false }]);
  });

  it("before the answer began: the question is kept", async () => {
    const deps = testDeps({ chat: answering({ hangs: true }, { hangs: true }) });
    const reader = new AbortController();
    const told = ask(deps, { question: QUESTION, signal: reader.signal });
    setTimeout(() => reader.abort(), 10);
    expect((await told).ofType("error")).toMatchObject([{ code: "aborted" }]);
    await Promise.all(deps.background);
    expect(deps.history.turns).toMatchObject([{ question: QUESTION, answer: "", complete: false }]);
  });

  it("after the end: the whole turn is stored, once", async () => {
    const deps = testDeps();
    const reader = new AbortController();
    const told = await ask(deps, { question: QUESTION, signal: reader.signal });
    reader.abort();
    await Promise.all(deps.background);
    expect(told.done.historySaved).toBe(true);
    expect(deps.history.turns).toMatchObject([{ complete: true }]);
  });
});
