/** The widget's parts that need no browser. */
import { describe, expect, it } from "vitest";
import type { SentenceCheck } from "../../../src/core/events.ts";
import { FEEDBACK_REASONS } from "../../../src/core/feedback.ts";
import { sentenceOfMark } from "../../../src/widget/evidence.ts";
import { parseShortcut, shortcutNames } from "../../../src/widget/shortcut.ts";
import { TRANSLATIONS } from "../../../src/widget/texts/all.ts";
import { en } from "../../../src/widget/texts/en.ts";
import {
  citedSource,
  doubtfulSentences,
  failedTurn,
  isOver,
  newTurn,
  withEvent,
} from "../../../src/widget/turn-state.ts";
import { answer, done, passage, start, wholeTurn } from "../../support/scripted-turn.ts";

describe("sentences that readers are warned of", () => {
  const sentence = (support: SentenceCheck["support"]): SentenceCheck => ({
    text: support,
    citations: [],
    support,
  });
  const sentences = (["supported", "weak", "unsupported", "uncited"] as const).map(sentence);
  const warned = (mode: "llm" | "extractive") =>
    doubtfulSentences({ mode, sentences, sources: [], near: [] }).map(({ support }) => support);

  it("are those without support, and in a model's answer those without a source", () => {
    expect(warned("llm")).toEqual(["unsupported", "uncited"]);
    expect(warned("extractive")).toEqual(["unsupported"]);
  });
});

describe("a turn's state", () => {
  it("goes from searching to done with the turn's events", () => {
    const phases: string[] = [];
    const last = wholeTurn.reduce((state, event) => {
      const next = withEvent(state, event);
      phases.push(next.phase);
      return next;
    }, newTurn("How?"));
    expect(phases).toEqual(["searching", "searching", "reading", "writing", "writing", "answered", "done"]);
    expect(last).toMatchObject({
      question: "How?",
      text: answer.text,
      conversationId: start.conversationId,
      turnId: start.turnId,
      saved: true,
      frame: { mode: "extractive", sources: answer.sources },
    });
    expect(isOver(last)).toBe(true);
  });

  it("keeps what has come when it fails, and says why", () => {
    const half = withEvent(newTurn("How?"), { type: "delta", text: "Half" });
    expect(withEvent(half, { type: "error", code: "internal", message: "Ask again." })).toMatchObject({
      phase: "failed",
      text: "Half",
      problem: "Ask again.",
    });
    expect(half).toMatchObject({ phase: "writing", problem: null });
    expect(isOver(failedTurn(half, ""))).toBe(true);
  });

  it("does not offer feedback on a turn that was not stored", () => {
    expect(withEvent(newTurn("How?"), { ...done, historySaved: false }).saved).toBe(false);
  });

  it("resolves a number to its passage while the answer is written, and to its source after that", () => {
    const reading = withEvent(newTurn("How?"), {
      type: "passages",
      attempt: 1,
      passages: [passage],
      lexical: "on",
      vector: "off",
      rerank: "off",
    });
    expect(citedSource(reading, 1)).toBe(passage);
    expect(citedSource(withEvent(reading, answer), 1)).toBe(answer.sources[0]);
    expect(citedSource(reading, 2)).toBeNull();
  });
});

describe("the sentence of a citation mark", () => {
  const sentences: SentenceCheck[] = [
    {
      text: "The default is `5` seconds.",
      citations: [1],
      support: "supported",
      evidence: { n: 1, quote: "default: 5" },
    },
    { text: "It can be turned off.", citations: [1, 2], support: "unsupported" },
  ];

  it.each([
    ["right before the mark, whatever its markup", 1, "The default is 5 seconds. ", 0],
    ["the second of a paragraph", 2, "The default is 5 seconds. It can be turned off. ", 1],
    ["around a mark in its middle", 1, "The default is 5 seconds. It can be turned", 1],
  ])("is the one %s", (_, n, before, at) => {
    expect(sentenceOfMark(n, before, sentences)).toBe(sentences[at]);
  });

  it("is none for a number that no such sentence cites, and for too little text", () => {
    expect(sentenceOfMark(2, "The default is 5 seconds.", sentences)).toBeNull();
    expect(sentenceOfMark(1, "It", sentences)).toBeNull();
    expect(sentenceOfMark(1, "", sentences)).toBeNull();
  });
});

describe("the widget's key", () => {
  it.each([
    ["mod+i", { key: "i", mod: true, shift: false, alt: false }, "Control+I Meta+I"],
    ["Alt+Shift+A", { key: "a", mod: false, shift: true, alt: true }, "Alt+Shift+A"],
    ["/", { key: "/", mod: false, shift: false, alt: false }, "/"],
    ["mod+enter", { key: "enter", mod: true, shift: false, alt: false }, "Control+enter Meta+enter"],
  ])("%s is read and named", (text, shortcut, names) => {
    expect(parseShortcut(text)).toEqual(shortcut);
    expect(shortcutNames(shortcut)).toBe(names);
  });

  it.each(["", "none", " "])("%j is no key", (text) => expect(parseShortcut(text)).toBeNull());
});

describe("the widget's texts", () => {
  it.each(Object.entries(TRANSLATIONS))("in %s say all that the English ones say", (_, texts) => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [name, text] of Object.entries(texts)) {
      const placeholders = (value: unknown) => String(value).match(/\{\w+\}/g) ?? [];
      expect(placeholders(text), name).toEqual(placeholders(en[name as keyof typeof en]));
      expect(text.length, name).toBeGreaterThan(0);
    }
    expect(texts.reasons).toHaveLength(FEEDBACK_REASONS.length);
  });
});
