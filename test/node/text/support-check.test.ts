import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeLabelledSet, scoreSupport } from "../../../build/eval-support.ts";
import { viewPassage } from "../../../src/core/support/evidence.ts";
import { judgeSentence } from "../../../src/core/support/judge.ts";
import { findNumbers } from "../../../src/core/support/numbers.ts";

const LIMITS = `The pool opens up to 20 connections, and each waits 5 seconds for a free one.

- \`max_idle\`: connections kept open while idle. Defaults to \`10\`.
- \`lifetime\`: how long a connection lives. Defaults to \`1h\`.

Flags win over environment variables. Idle connections are never closed by the server. Call \`pool.close()\` before the process ends.`;

function judge(sentence: string, language = "en", text = LIMITS) {
  return judgeSentence(sentence, language, [
    viewPassage({ n: 1, text, title: "Pool", headingPath: ["Pool", "Limits"], language: "en" }),
  ]);
}

describe("judgeSentence", () => {
  it.each([
    ["en", "The pool opens at most 20 connections."],
    ["en", "By default `max_idle` is `10`."],
    ["en", "You should call `pool.close()` before the process ends."],
    ["de", "Der Pool öffnet bis zu 20 Verbindungen."],
    ["zh", "连接池最多打开 20 个连接。"],
    ["ja", "アイドル接続はサーバーによって閉じられません。"],
  ])("supports, in %s: %s", (language, sentence) => {
    expect(judge(sentence, language)).toMatchObject({ support: "supported", evidence: { n: 1 } });
  });

  it.each([
    ["another number", "en", "The pool opens up to 50 connections."],
    ["another unit", "en", "Each connection waits 5 minutes for a free one."],
    ["an unknown option", "en", "Set `max_busy` to limit the pool."],
    ["another option's value", "en", "By default `max_idle` is `1h`."],
    ["the opposite", "en", "Idle connections are closed by the server."],
    ["sides changed", "en", "Environment variables win over flags."],
    ["another order", "en", "Call `pool.close()` after the process ends."],
    ["another number", "de", "Der Pool öffnet bis zu 50 Verbindungen."],
    ["an unknown option", "zh", "可以用 `max_busy` 限制连接池。"],
    ["the opposite", "ja", "アイドル接続はサーバーによって閉じられます。"],
    ["something else", "en", "Backups are encrypted and uploaded every night."],
  ])("finds %s, in %s: %s", (_, language, sentence) => {
    expect(judge(sentence, language).support).toBe("unsupported");
  });

  it("names the line that supports a sentence", () => {
    expect(judge("By default `max_idle` is `10`.").evidence?.quote).toContain("Defaults to `10`");
  });

  it("takes a quotation as supported, whatever it holds", () => {
    expect(judge("Idle connections are never closed by the server.").support).toBe("supported");
  });
});

describe("findNumbers", () => {
  it.each([
    ["five seconds", 5, "time"],
    ["5s", 5, "time"],
    ["10,000 milliseconds", 10, "time"],
    ["zwei Minuten", 120, "time"],
    ["十五分钟", 900, "time"],
    ["3 秒", 3, "time"],
    ["1 MiB", 1_048_576, "bytes"],
    ["dreimal", 3, "count"],
    ["8 times", 8, "count"],
    ["20 %", 20, "percent"],
  ])("reads %s", (text, value, dimension) => {
    expect(findNumbers(text)).toMatchObject([{ value, dimension }]);
  });

  it.each(["utf-8", "HTTP/2", "v5.12.8", "5.12.8", "4xx", "0.0.0.0", "http2"])(
    "takes %s for a name",
    (text) => {
      expect(findNumbers(text)).toEqual([]);
    },
  );
});

describe("the labelled set", () => {
  const results = judgeLabelledSet(resolve(import.meta.dirname, "../../data/support"));

  it("has sentences in four languages, good and bad, with a held-out part", () => {
    expect(results.length).toBeGreaterThanOrEqual(120);
    for (const lang of ["en", "zh", "ja", "de"]) {
      const labels = new Set(results.filter((row) => row.lang === lang).map(({ label }) => label));
      expect([lang, labels.size]).toEqual([lang, 2]);
    }
    expect(results.filter(({ split }) => split === "test").length).toBeGreaterThan(80);
  });

  it("keeps its precision and recall for unsupported sentences", () => {
    const all = scoreSupport(results);
    expect(all.precision).toBeGreaterThanOrEqual(0.9);
    expect(all.recall).toBeGreaterThanOrEqual(0.8);
    const heldOut = scoreSupport(results.filter(({ split }) => split === "test"));
    expect(heldOut.precision).toBeGreaterThanOrEqual(0.9);
    expect(heldOut.recall).toBeGreaterThanOrEqual(0.75);
  });

  it("keeps what it finds on sentences that were labelled later", () => {
    const fresh = scoreSupport(judgeLabelledSet(resolve(import.meta.dirname, "../../data/support-fresh")));
    expect(fresh.n).toBe(64);
    expect(fresh.precision).toBeGreaterThanOrEqual(0.9);
    expect(fresh.recall).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ["that were read only after a first measurement", "support-blind", 128, 0.9, 0.58],
    ["of a second such set", "support-blind2", 96, 0.85, 0.6],
    ["written for kinds of errors", "support-kinds", 213, 0.85, 0.57],
  ])("keeps what it finds on sentences %s", (_, set, size, precision, recall) => {
    const blind = scoreSupport(judgeLabelledSet(resolve(import.meta.dirname, `../../data/${set}`)));
    expect(blind.n).toBe(size);
    expect(blind.precision).toBeGreaterThanOrEqual(precision);
    expect(blind.recall).toBeGreaterThanOrEqual(recall);
  });
});

describe("what a passage says of something else", () => {
  const text =
    'Quotas apply to a team, not to a single member. The queue is sorted by date by default. Set `order: "size"` to put large jobs first, sorted by weight. At most 30 jobs run at once. Keys cannot be exported from the console, only replaced.';
  const view = viewPassage({ n: 1, title: "Jobs", headingPath: ["Jobs"], language: "en", text });
  it.each([
    ["Quotas apply to a single member.", "unsupported"],
    ["Quotas apply to a team.", "supported"],
    ["The queue is sorted by weight by default.", "unsupported"],
    ["The queue is sorted by date by default.", "supported"],
    ["Keys can be exported from the console.", "unsupported"],
    ["No more than 30 jobs run at once.", "supported"],
    ['Set `order: "age"` to put large jobs first.', "unsupported"],
  ])("judges: %s", (sentence, support) => {
    expect(judgeSentence(sentence, "en", [view]).support).toBe(support);
  });
});
