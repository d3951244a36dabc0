/** The answer evaluation's figures, for people and for programs. */
import type { SentenceSupport } from "../../src/core/events.ts";
import type { AnswerOutcome } from "./evaluate-answers.ts";
import type { JudgeSummary } from "./judge-answers.ts";

/** Milliseconds of one stage over the turns in which it ran. */
export interface StageFigures {
  n: number;
  p50Ms: number;
  maxMs: number;
}

/** Shares are 0 to 1; a share of nothing is 0. */
export interface AnswerSummary {
  n: number;
  answered: number;
  /** Refusals, off-topic ones included, and turns that only listed pages. */
  refused: number;
  refusedShare: number;
  answerable: { n: number; answered: number; refused: number; refusedShare: number; caughtByGate: number };
  unanswerable: { n: number; answered: number; refused: number; refusedShare: number };
  offTopic: { n: number; answered: number; refused: number; refusedShare: number };
  /** Rows with tokens to hold, the answers that hold them all, and those among the answered ones. */
  expected: number;
  containsExpected: number;
  containsExpectedShare: number;
  /** Numbers that were written and never reached a reader. */
  invalidCitations: number;
  removedLinks: number;
  /** Sentences that need a citation. */
  support: Record<SentenceSupport, number> & { sentences: number };
  secondChances: { n: number; answered: number };
  followUps: { n: number; hitAt5: number; hitAt5Share: number };
  byLanguage: Record<string, { n: number; answered: number; refused: number; containsExpected: number }>;
  tokens: { input: number; cached: number; output: number };
  /** USD; `null` when a price is unknown. */
  costUsd: number | null;
  stages: Record<string, StageFigures>;
  judge?: JudgeSummary;
}

const DEPTH = 5;

export function summarizeAnswers(outcomes: readonly AnswerOutcome[], judge?: JudgeSummary): AnswerSummary {
  const refused = outcomes.filter(({ answered }) => !answered).length;
  const expected = outcomes.filter(({ containsExpected }) => containsExpected !== null);
  const containsExpected = expected.filter((outcome) => outcome.containsExpected === true).length;
  const answerable = outcomes.filter(({ kind }) => kind === "answerable");
  const followUps = outcomes.filter(({ row, kind }) => row.history.length > 0 && kind === "answerable");
  const hits = followUps.filter(({ rank }) => rank !== null && rank <= DEPTH).length;
  const second = outcomes.filter(({ searches }) => searches.length > 1);
  return {
    n: outcomes.length,
    answered: outcomes.length - refused,
    refused,
    refusedShare: share(refused, outcomes.length),
    answerable: {
      ...counts(answerable),
      caughtByGate: answerable.filter(({ answer }) => answer.mode === "off_topic").length,
    },
    unanswerable: counts(outcomes.filter(({ kind }) => kind === "unanswerable")),
    offTopic: counts(outcomes.filter(({ kind }) => kind === "off_topic")),
    expected: expected.length,
    containsExpected,
    containsExpectedShare: share(containsExpected, expected.length),
    invalidCitations: sum(outcomes, ({ answer }) => answer.check.invalidCitations.length),
    removedLinks: sum(outcomes, ({ answer }) => answer.check.removedLinks),
    support: supportOf(outcomes),
    secondChances: { n: second.length, answered: second.filter(({ answered }) => answered).length },
    followUps: { n: followUps.length, hitAt5: hits, hitAt5Share: share(hits, followUps.length) },
    byLanguage: Object.fromEntries(
      [...Map.groupBy(outcomes, ({ row }) => row.lang)].map(([lang, group]) => [
        lang,
        languageFigures(group),
      ]),
    ),
    tokens: {
      input: sum(outcomes, ({ done }) => done.usage.inputTokens),
      cached: sum(outcomes, ({ done }) => done.usage.cachedInputTokens),
      output: sum(outcomes, ({ done }) => done.usage.outputTokens),
    },
    costUsd: outcomes.some(({ done }) => done.costUsd === null)
      ? null
      : sum(outcomes, ({ done }) => done.costUsd ?? 0),
    stages: stageFigures(outcomes),
    ...(judge !== undefined && { judge }),
  };
}

function counts(outcomes: readonly AnswerOutcome[]) {
  const refused = outcomes.filter(({ answered }) => !answered).length;
  const n = outcomes.length;
  return { n, answered: n - refused, refused, refusedShare: share(refused, n) };
}

function languageFigures(outcomes: readonly AnswerOutcome[]) {
  const { n, answered, refused } = counts(outcomes);
  return {
    n,
    answered,
    refused,
    containsExpected: outcomes.filter((row) => row.containsExpected === true).length,
  };
}

function supportOf(outcomes: readonly AnswerOutcome[]): AnswerSummary["support"] {
  const support = { sentences: 0, supported: 0, weak: 0, unsupported: 0, uncited: 0 };
  for (const { answer } of outcomes) {
    for (const sentence of answer.check.sentences) {
      support.sentences += 1;
      support[sentence.support] += 1;
    }
  }
  return support;
}

function stageFigures(outcomes: readonly AnswerOutcome[]): Record<string, StageFigures> {
  const byStage = new Map<string, number[]>();
  for (const { done } of outcomes) {
    for (const [stage, milliseconds] of Object.entries(done.timings)) {
      byStage.set(stage, [...(byStage.get(stage) ?? []), milliseconds]);
    }
  }
  return Object.fromEntries(
    [...byStage].map(([stage, times]) => {
      const sorted = [...times].sort((a, b) => a - b);
      return [
        stage,
        { n: sorted.length, p50Ms: sorted[Math.floor((sorted.length - 1) / 2)]!, maxMs: sorted.at(-1)! },
      ];
    }),
  );
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function sum(outcomes: readonly AnswerOutcome[], of: (outcome: AnswerOutcome) => number): number {
  return outcomes.reduce((total, outcome) => total + of(outcome), 0);
}

/** The figures, then each question that came out otherwise than it should. */
export function formatAnswers(summary: AnswerSummary, outcomes: readonly AnswerOutcome[]): string {
  const { answerable, unanswerable, offTopic, support, followUps, secondChances, tokens } = summary;
  const kinds: [string, { n: number; answered: number; refused: number }][] = [
    ["answerable", answerable],
    ["unanswerable", unanswerable],
    ["off topic", offTopic],
  ];
  const lines = [
    "questions          n  answered  refused",
    ...kinds.filter(([, { n }]) => n > 0).map(([name, row]) => kindLine(name, row)),
    kindLine("all", summary),
    "",
    `answers with every expected token: ${ratio(summary.containsExpected, summary.expected)}`,
    `answerable, but caught by the gate: ${answerable.caughtByGate}`,
    `invalid citations kept from readers: ${summary.invalidCitations}; links removed: ${summary.removedLinks}`,
    `sentences: ${support.sentences}, of these supported ${support.supported}, weak ${support.weak}, unsupported ${support.unsupported}, uncited ${support.uncited}`,
    `second chances: ${secondChances.n}, of these answered ${secondChances.answered}`,
    `follow-ups, hit@5: ${ratio(followUps.hitAt5, followUps.n)}`,
    `tokens: ${tokens.input} in (${tokens.cached} cached), ${tokens.output} out; cost: ${summary.costUsd === null ? "unknown" : `${summary.costUsd.toFixed(6)} USD`}`,
    `milliseconds, p50 and max: ${Object.entries(summary.stages)
      .map(([stage, { p50Ms, maxMs }]) => `${stage} ${Math.round(p50Ms)}/${Math.round(maxMs)}`)
      .join(", ")}`,
  ];
  if (summary.judge !== undefined) lines.push(judgeLine(summary.judge));
  const wrong = outcomes.filter(wentWrong);
  lines.push("", wrong.length === 0 ? "Nothing went wrong." : `${wrong.length} went wrong:`);
  for (const outcome of wrong) lines.push(...wrongLines(outcome));
  return lines.join("\n");
}

function kindLine(
  name: string,
  { n, answered, refused }: { n: number; answered: number; refused: number },
): string {
  return `${name.padEnd(14)}${String(n).padStart(6)}${String(answered).padStart(10)}${String(refused).padStart(9)}`;
}

function judgeLine({ model, judged, faithful, relevant, failed }: JudgeSummary): string {
  return `judged by ${model}: faithful ${ratio(faithful, judged)}, relevant ${ratio(relevant, judged)}, not judged ${failed}`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? "none asked" : `${part} of ${whole} (${((part / whole) * 100).toFixed(0)}%)`;
}

function wentWrong({ kind, answered, containsExpected }: AnswerOutcome): boolean {
  return kind === "answerable" ? !answered || containsExpected === false : answered;
}

function wrongLines({ row, kind, answer, answered, rank, searches }: AnswerOutcome): string[] {
  const lacking = row.must_contain.filter((token) => !answer.text.includes(token));
  const what =
    kind !== "answerable"
      ? `${kind}, but answered`
      : answered
        ? `lacks ${lacking.map((token) => JSON.stringify(token)).join(", ")}`
        : `refused (${answer.mode})`;
  const found = rank === null ? "no relevant page found" : `relevant page at ${rank}`;
  return [
    `  ${row.id} [${row.lang}] ${row.question}`,
    `    ${what}; ${kind === "answerable" ? `${found}; ` : ""}searched: ${searches.map(({ query }) => query).join(" | ")}`,
    `    ${answer.text.replace(/\s+/g, " ").slice(0, 220)}`,
  ];
}
