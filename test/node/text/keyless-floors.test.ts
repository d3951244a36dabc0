/**
 * What answers are worth without a key, so that a change which costs much is noticed. The figures themselves come from
 * `npm run eval:answers`; these floors are a few answers below them.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { corpusConfigForDocs } from "../../../build/config.ts";
import { type AnswerSummary, summarizeAnswers } from "../../../build/eval/answer-report.ts";
import { type AnswerOutcome, evaluateAnswers } from "../../../build/eval/evaluate-answers.ts";
import { memoryCache } from "../../../build/eval/memory-cache.ts";
import { readQuestions } from "../../../build/eval/questions.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { createProviders } from "../../../src/adapters/providers.ts";
import { parseSettings } from "../../../src/settings.ts";
import { pipelineSettings } from "../../../src/turn-settings.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const SHARED = resolve(ROOT, "../shared");
const OWN = resolve(ROOT, "test/data/questions");

async function answers(docs: string, questions: readonly string[], lang?: string): Promise<AnswerOutcome[]> {
  const settings = parseSettings({});
  const config = await corpusConfigForDocs(docs);
  const index = await openMadeIndex(await makeIndex({ config, settings }));
  const deps = {
    index,
    providers: createProviders(settings),
    settings: pipelineSettings(settings),
    cache: memoryCache(),
  };
  const rows = await Promise.all(questions.map((file) => readQuestions(file, { lang })));
  return evaluateAnswers(rows.flat(), deps);
}

/** Holds for whatever is asked: nothing invented, nothing foreign, every sentence a quotation. */
function expectHonest({ support, invalidCitations, answerable }: AnswerSummary): void {
  expect({ invalidCitations, unsupported: support.unsupported, uncited: support.uncited }).toEqual({
    invalidCitations: 0,
    unsupported: 0,
    uncited: 0,
  });
  expect(answerable.caughtByGate).toBe(0);
}

describe.skipIf(!existsSync(`${SHARED}/eval/httpx.jsonl`))(
  "httpx, from ../shared (skipped where that is absent)",
  () => {
    const docs = `${SHARED}/corpora/httpx/docs`;

    it("answers English questions, and refuses what the docs do not say", async () => {
      const files = ["httpx", "httpx-unanswerable", "httpx-offtopic"].map(
        (name) => `${SHARED}/eval/${name}.jsonl`,
      );
      const summary = summarizeAnswers(await answers(docs, files, "en"));
      expectHonest(summary);
      expect(summary.containsExpectedShare).toBeGreaterThanOrEqual(0.7);
      expect(summary.answerable.refusedShare).toBeLessThanOrEqual(0.1);
      expect(summary.unanswerable.refusedShare).toBeGreaterThanOrEqual(0.7);
      expect(summary.offTopic.refusedShare).toBeGreaterThanOrEqual(0.85);
    });

    it("answers questions in other languages, and follow-ups in all", async () => {
      const files = ["httpx", "httpx-offtopic", "httpx-followups"].map(
        (name) => `${SHARED}/eval/${name}.jsonl`,
      );
      const outcomes = await answers(docs, files);
      const foreign = summarizeAnswers(
        outcomes.filter(({ row }) => row.lang !== "en" && row.history.length === 0),
      );
      expectHonest(foreign);
      expect(foreign.containsExpectedShare).toBeGreaterThanOrEqual(0.65);
      expect(foreign.offTopic.refusedShare).toBeGreaterThanOrEqual(0.85);
      expect(summarizeAnswers(outcomes).followUps).toMatchObject({ n: 10, hitAt5: 10 });
    });
  },
);

describe("undici and pino", () => {
  it.each([
    ["undici", ["undici", "undici-unanswerable", "undici-offtopic"], 0.35, 0.5],
    ["pino", ["pino", "pino-unanswerable"], 0.6, 0.7],
  ])("%s: answers from its docs", async (name, files, contains, unanswerable) => {
    const docs = `${ROOT}/node_modules/${name}/docs`;
    const outcomes = await answers(
      docs,
      files.map((file) => `${OWN}/${file}.jsonl`),
      "en",
    );
    const summary = summarizeAnswers(outcomes);
    expectHonest(summary);
    expect(summary.containsExpectedShare).toBeGreaterThanOrEqual(contains);
    expect(summary.unanswerable.refusedShare).toBeGreaterThanOrEqual(unanswerable);
  });
});
