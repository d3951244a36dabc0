import { toString as plainText } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { reportMarkdown } from "../../../build/report/markdown.ts";
import { reportSchema } from "../../../build/report/schema.ts";
import { createKvHistory } from "../../../src/adapters/kv-history.ts";
import { createKvTurnLog } from "../../../src/adapters/kv-turn-log.ts";
import type { Turn } from "../../../src/core/ports.ts";
import { type DoorCount, MAX_QUOTED_TURNS, ReportSums, type TurnSummary } from "../../../src/core/report.ts";
import { newConversationId, newTurnId } from "../../../src/core/turn/conversation-id.ts";
import { MemoryKv } from "../../support/memory-kv.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 12);
const DAY_MS = 86_400_000;

function setUp() {
  const kv = new MemoryKv();
  const options = { ttlSeconds: 3_600, maxTurns: 20, onCorrupt: () => undefined, now: () => NOW_MS };
  const history = createKvHistory(kv, options);
  const log = createKvTurnLog(kv, { now: () => NOW_MS });
  async function store(atMs: number, question: string, rest: Partial<Turn> = {}): Promise<string> {
    const conversationId = newConversationId(atMs);
    const at = new Date(atMs).toISOString();
    const mode = "llm" as const;
    const timings = { retrieve: 5, total: 100 };
    const turn = { id: newTurnId(atMs), question, answer: "An answer.", complete: true, costUsd: 0.001, at };
    await history.append(conversationId, { ...turn, mode, timings, ...rest });
    return conversationId;
  }
  async function report(days: number, counted: DoorCount[] | null = null, corpus: string | null = "Tea") {
    const fromMs = NOW_MS - days * DAY_MS;
    const sums = new ReportSums(fromMs, corpus);
    const pages = log.since(fromMs);
    let page = await pages.next();
    for (; !page.done; page = await pages.next()) sums.add(page.value);
    const questions = (await log.questions(sums.unanswered)).filter((question) => question !== null);
    return sums.report({ toMs: NOW_MS, isWhole: page.value, questions, counted, feedback: [] });
  }
  return { kv, history, log, store, report };
}

describe("the owner's report", () => {
  it("counts stored turns by outcome and day, and groups what was not answered", async () => {
    const { store, report } = setUp();
    await store(NOW_MS - DAY_MS, "How do I brew?");
    await store(NOW_MS - 1_000, "Is there Wi-Fi?", { mode: "refusal", timings: { retrieve: 9, total: 300 } });
    await store(NOW_MS - 500, "is there wi-fi", { mode: "refusal", costUsd: null });
    await store(NOW_MS - 400, "Cut | here", { mode: undefined, timings: undefined, complete: false });
    await store(NOW_MS - 9 * DAY_MS, "Too old");
    const made = await report(7);
    expect(made).toMatchObject({
      turns: 4,
      isWhole: true,
      outcomes: { llm: 1, refusal: 2, cut: 1 },
      incomplete: 1,
      unanswered: [{ question: "is there wi-fi", count: 2 }],
      days: [
        { day: "2026-11-29", questions: 1, unanswered: 0, costUsd: 0.001, unknownCosts: 0 },
        { day: "2026-11-30", questions: 3, unanswered: 2, costUsd: 0.002, unknownCosts: 1 },
      ],
      stages: [
        { stage: "total", turns: 3, p50Ms: 100, p95Ms: 300, maxMs: 300 },
        { stage: "retrieve", turns: 3, p50Ms: 5, p95Ms: 9, maxMs: 9 },
      ],
    });
    expect(reportSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
    expect(reportMarkdown(made)).toContain("| is there wi-fi | 2 |");
    expect(reportMarkdown(made)).toContain("| 2026-11-30 | 3 | 2 | 0.002000 | 1 |");
  });

  it("counts the docs that are served and turns without a name, and names what it does not count", async () => {
    const { store, report } = setUp();
    const long = "A name that is much longer than what the store keeps of it, of all docs";
    await store(NOW_MS - 1_000, "How do I brew?", { corpus: "Tea" });
    await store(NOW_MS - 900, "How do I roast?", { corpus: "Coffee", mode: "refusal" });
    await store(NOW_MS - 800, "How do I grind?", { corpus: "Coffee" });
    await store(NOW_MS - 700, "Long?", { corpus: long });
    await store(NOW_MS - 600, "Old?");
    const made = await report(1);
    expect(made).toMatchObject({ corpus: "Tea", turns: 2, outcomes: { llm: 2 }, unanswered: [] });
    expect(made.corpora).toHaveLength(4);
    expect(made.corpora).toContainEqual({ name: "Coffee", turns: 2 });
    expect(made.corpora).toContainEqual({ name: null, turns: 1 });
    expect(reportMarkdown(made)).toContain("| Coffee | 2 |");
    expect(reportMarkdown(made)).toContain("all of Tea");
    // Counts by door know no docs: each place that holds them says so.
    expect(reportMarkdown(made)).toContain("## Counted and not stored, of all docs");
    const counted = await report(1, [
      { day: "2026-11-30", door: "/ask", outcome: "llm", count: 3, costUsd: 0 },
    ]);
    expect(reportMarkdown(counted)).toContain("Of Tea, and of all docs where a door stores nothing.");
    expect((await report(1, null, long)).turns).toBe(2);
    expect((await report(1, null, null)).turns).toBe(5);
  });

  it("makes no markup of readers' words", async () => {
    const { store, report } = setUp();
    const hostile =
      "<img src=x> [free](https://evil.example) ![p](//e.example/p) https://evil.example \\| cell `x` **b**";
    await store(NOW_MS - 1_000, hostile, { mode: "refusal" });
    const made = await report(1);
    const withNote = { ...made, feedback: { ...made.feedback, notes: [`${hostile}\n# Heading`] } };
    const tree = unified().use(remarkParse).use(remarkGfm).parse(reportMarkdown(withNote));
    const kinds = new Set<string>();
    visit(tree, (node) => void kinds.add(node.type));
    for (const kind of ["html", "image", "strong"]) expect([...kinds]).not.toContain(kind);
    // Markdown readers link a bare address; it leads where it says.
    visit(tree, "link", (link) => void expect(plainText(link)).toBe(link.url));
    const texts: string[] = [];
    visit(tree, "tableCell", (cell) => void texts.push(plainText(cell)));
    expect(texts).toContain(hostile);
    visit(tree, "blockquote", (quote) => void texts.push(plainText(quote)));
    expect(texts).toContain(`${hostile} # Heading`);
  });

  it("costs no write, and a listing for each period and each thousand turns", async () => {
    const { kv, store, report } = setUp();
    for (let i = 0; i < 30; i++) await store(NOW_MS - i * 1_000, `Question ${i}?`);
    kv.calls.length = 0;
    kv.pageSize = 10;
    expect((await report(1)).turns).toBe(30);
    expect(new Set(kv.calls)).toEqual(new Set(["list"]));
    expect(kv.calls.length).toBeLessThan(10);
  });

  it("reads a quiet quarter of a year whole", async () => {
    const { store, report } = setUp();
    await store(NOW_MS - 89 * DAY_MS, "How do I brew?");
    expect(await report(90)).toMatchObject({ turns: 1, isWhole: true });
  });

  it("adds what is counted and not stored, each in its place", async () => {
    const { store, report } = setUp();
    await store(NOW_MS - 1_000, "How do I brew?");
    const of = (door: string, outcome: DoorCount["outcome"], count: number, costUsd = 0) => ({
      day: "2026-11-30",
      door,
      outcome,
      count,
      costUsd,
    });
    const counted = [
      of("/v1/chat/completions", "llm", 3, 0.003),
      of("/v1/chat/completions", "refusal", 1),
      of("/mcp", "found", 5),
    ];
    const made = await report(1, counted);
    expect(made).toMatchObject({
      turns: 1,
      counted: [
        { door: "/mcp", outcomes: { found: 5 }, costUsd: 0 },
        { door: "/v1/chat/completions", outcomes: { llm: 3, refusal: 1 }, costUsd: 0.003 },
      ],
      days: [{ day: "2026-11-30", questions: 5, unanswered: 1, costUsd: 0.004, unknownCosts: 0 }],
    });
    expect(reportMarkdown(made)).toContain("| `/mcp` | `found` | 5 |");
  });

  it("holds a number for each stage of a turn and the newest unanswered ones, however many there are", () => {
    const sums = new ReportSums(0, null);
    const page = (from: number): TurnSummary[] =>
      Array.from({ length: 1_000 }, (_, i) => ({
        key: `conversation/${from + i}`,
        atMs: from + i,
        mode: "refusal" as const,
        complete: true,
        costUsd: 0.001,
        corpus: null,
        timings: { total: from + i },
      }));
    for (let n = 0; n < 20; n++) sums.add(page(n * 1_000));
    expect(sums.unanswered).toHaveLength(MAX_QUOTED_TURNS);
    expect(sums.unanswered[0]).toMatchObject({ atMs: 19_999 });
    const made = sums.report({ toMs: 20_000, isWhole: true, questions: null, counted: null, feedback: [] });
    expect(made).toMatchObject({ turns: 20_000, stages: [{ turns: 20_000, p50Ms: 9_999, maxMs: 19_999 }] });
  });

  it("tells feedback on other docs apart, and not that without a name", () => {
    const given = (corpus: string | null, note: string) => ({
      conversationId: newConversationId(NOW_MS),
      turnId: newTurnId(NOW_MS),
      rating: "down" as const,
      reasons: ["incorrect" as const],
      note,
      question: null,
      answer: null,
      corpus,
      at: new Date(NOW_MS).toISOString(),
    });
    const feedback = [given("Tea", "Cold."), given("Coffee", "Bitter."), given(null, "Late.")];
    const input = { toMs: NOW_MS, isWhole: true, questions: null, counted: null, feedback };
    expect(new ReportSums(0, "Tea").report(input).feedback).toEqual({
      up: 0,
      down: 2,
      reasons: { incorrect: 2 },
      notes: ["Cold.", "Late."],
    });
    expect(new ReportSums(0, null).report(input).feedback.down).toBe(3);
  });

  it("knows nothing of a deleted conversation", async () => {
    const { history, store, report } = setUp();
    const id = await store(NOW_MS - 1_000, "Private?", { mode: "refusal" });
    await history.delete(id);
    expect(await report(1)).toMatchObject({ turns: 0, unanswered: [] });
  });
});
