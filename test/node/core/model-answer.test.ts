/** What is prepared for the check while the model still writes: in timers, where an error has no catcher and which nobody may outlive. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerRules } from "../../../src/core/model/answer-rules.ts";
import { streamModelAnswer } from "../../../src/core/model/model-answer.ts";
import type { Passage } from "../../../src/core/passage.ts";
import { CostLedger } from "../../../src/core/spend/cost.ts";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { type Reply, ScriptedChat } from "./support/scripted-chat.ts";
import { openTestIndex } from "./support/test-index.ts";

const { corpus } = await openTestIndex({ passages: BREW_DOCS });

beforeEach(() => {
  // Their timers run when the test says so; one that throws throws there.
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A passage of which only the check reads the language. @param read told of each time */
function watchedPassage(read: () => string): Passage {
  return Object.defineProperty({ ...BREW_DOCS[0]! }, "language", { get: read });
}

function answer(passage: Passage, reply: Reply) {
  return streamModelAnswer({
    rules: answerRules(corpus, "en"),
    history: [],
    question: "How do I set the brew timeout?",
    passages: [passage],
    language: "en",
    call: {
      chat: new ScriptedChat(() => reply),
      maxOutputTokens: 100,
      budget: { firstMs: 1_000, idleMs: 1_000, totalMs: 1_000 },
      signal: undefined,
      ledger: new CostLedger({}, new Date(0)),
      purpose: "answer",
    },
    say: (text) => ({ type: "delta", text }),
    onFirstText: () => undefined,
  });
}

/** Long enough for nothing of it to be held back as a refusal's beginning; no sentence is said twice. */
const TEXT = [
  "Set `brew_timeout` to the seconds after which a brew is cancelled, as in `machine.brew(brew_timeout=30)` [1]. " +
    "A brew that takes longer than these seconds is cancelled by the machine itself [1]. ",
  "The default is 90 seconds [1]. Change it for slow machines [1]. ",
];

describe("the preparation of the check", () => {
  it("reads a passage once it is cited and shown, after the piece has left", async () => {
    const read = vi.fn(() => "en");
    const stream = answer(watchedPassage(read), { text: TEXT });
    expect((await stream.next()).value).toMatchObject({ type: "delta" });
    expect(read).not.toHaveBeenCalled();
    // Asked for more, it sets its timer.
    await stream.next();
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledOnce();
    await stream.return({} as never);
  });

  it("costs the answer nothing when it fails", async () => {
    const read = vi.fn(() => {
      throw new Error("no view of this passage");
    });
    const stream = answer(watchedPassage(read), { text: TEXT });
    let shown = "";
    let next = await stream.next();
    for (; !next.done; next = await stream.next()) {
      shown += next.value.text;
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(read).toHaveBeenCalled();
    expect(shown).toBe(TEXT.join(""));
    expect(next.value).toMatchObject({ outcome: "answered", complete: true });
  });

  it("is not begun for a reader who has gone", async () => {
    const read = vi.fn(() => "en");
    const stream = answer(watchedPassage(read), { text: TEXT });
    await stream.next();
    await stream.next();
    await stream.return({} as never);
    await vi.advanceTimersByTimeAsync(10);
    expect(read).not.toHaveBeenCalled();
  });
});
