import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/ports.ts";
import { answerHistory, cutText, historyMessages, recentMessages } from "../../../src/core/turn/history.ts";

function conversation(...exchanges: readonly (readonly [string, string])[]): Conversation {
  return {
    id: "c",
    turns: exchanges.map(([question, answer], i) => ({
      id: `${i}`,
      question,
      answer,
      complete: answer !== "",
      costUsd: 0,
      at: "2026-11-29T00:00:00.000Z",
    })),
  };
}

describe("recentMessages", () => {
  it("keeps the last four messages, each cut to 300 characters", () => {
    const messages = historyMessages(conversation(["q1", "a1"], ["q2", "x".repeat(400)], ["q3", "a3"]));
    const recent = recentMessages(messages);
    expect(recent.map(({ content }) => content.slice(0, 2))).toEqual(["q2", "xx", "q3", "a3"]);
    expect(recent[1]!.content).toHaveLength(300);
  });

  it("counts characters, not UTF-16 units, and splits none", () => {
    const cut = cutText("🫖".repeat(400), 300);
    expect([...cut]).toHaveLength(300);
    expect(cut.isWellFormed()).toBe(true);
    expect(cutText("短い", 300)).toBe("短い");
  });
});

describe("answerHistory", () => {
  it("leaves out a turn that was cut before its answer began, so that roles alternate", () => {
    const messages = answerHistory(conversation(["q1", "a1"], ["q2", ""], ["q3", "a3"]));
    expect(messages.map(({ content }) => content)).toEqual(["q1", "a1", "q3", "a3"]);
    expect(historyMessages(conversation(["q2", ""]))).toEqual([{ role: "user", content: "q2" }]);
  });

  it("keeps its beginning for several turns, so that it stays a prefix that a cache can serve", () => {
    const turns = Array.from({ length: 30 }, (_, i) => [`q${i}`, `a${i}`] as const);
    const firsts = [12, 13, 14, 18, 19].map(
      (count) => answerHistory(conversation(...turns.slice(0, count)))[0]!.content,
    );
    expect(firsts).toEqual(["q0", "q6", "q6", "q6", "q12"]);
  });

  it("keeps it also where the store gives back the newest turns only", () => {
    const turns = Array.from({ length: 40 }, (_, i) => [`q${i}`, `a${i}`] as const);
    const firsts = [20, 22, 24, 25, 30, 31].map((count) => {
      const earlierTurns = Math.max(0, count - 20);
      const newest = conversation(...turns.slice(earlierTurns, count));
      return answerHistory({ ...newest, earlierTurns })[0]!.content;
    });
    expect(firsts).toEqual(["q12", "q12", "q12", "q18", "q18", "q24"]);
  });
});
