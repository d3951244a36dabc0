/** What the owner is told of what readers asked: made of stored turns, feedback and counted spending alone. */
import type { AnswerMode } from "./events.ts";
import type { Feedback } from "./feedback.ts";

/** A stored turn without its words. */
export interface TurnSummary {
  /** Under which the store holds it. */
  key: string;
  /** Milliseconds since 1970. */
  atMs: number;
  /** `cut`: it ended before it was answered. */
  mode: AnswerMode | "cut";
  complete: boolean;
  /** `null` when unknown. */
  costUsd: number | null;
  /** Milliseconds by stage. */
  timings: Readonly<Record<string, number>>;
}

/** Stored turns, for their owner. */
export interface TurnLog {
  /**
   * Turns since a time, in no order.
   * @returns `isWhole` false when there are more than are read at once
   */
  since(fromMs: number): Promise<{ turns: TurnSummary[]; isWhole: boolean }>;
  /** What was asked in these turns, in their order; `null` where it has expired. */
  questions(turns: readonly TurnSummary[]): Promise<(string | null)[]>;
}

export interface Report {
  /** ISO 8601. */
  from: string;
  to: string;
  turns: number;
  /** False when there are more turns than were read: the figures are of a part. */
  isWhole: boolean;
  outcomes: Partial<Record<AnswerMode | "cut", number>>;
  incomplete: number;
  /** Questions that the docs did not answer, most asked first; `null` where the owner does not want them quoted. */
  unanswered: { question: string; count: number }[] | null;
  /** Milliseconds, of the turns that ran the stage, slowest first. */
  stages: { stage: string; turns: number; p50Ms: number; p95Ms: number; maxMs: number }[];
  /** UTC, oldest first. `costUsd` sums the turns whose cost is known. */
  days: { day: string; questions: number; unanswered: number; costUsd: number }[];
  feedback: { up: number; down: number; reasons: Record<string, number>; notes: string[] };
}

const UNANSWERED: ReadonlySet<string> = new Set(["refusal", "search", "off_topic"]);
const MAX_GROUPS = 50;
const MAX_NOTES = 20;
/** Whose words are read back, newest first. */
const MAX_QUOTED_TURNS = 500;

/** Turns whose questions the report quotes. */
export function unansweredTurns(turns: readonly TurnSummary[]): TurnSummary[] {
  const found = turns.filter(({ mode }) => UNANSWERED.has(mode));
  return found.sort((a, b) => b.atMs - a.atMs).slice(0, MAX_QUOTED_TURNS);
}

export interface ReportInput {
  fromMs: number;
  toMs: number;
  turns: readonly TurnSummary[];
  isWhole: boolean;
  /** Of {@link unansweredTurns}; `null`: not to be quoted. */
  questions: readonly string[] | null;
  feedback: readonly Feedback[];
}

export function makeReport({ fromMs, toMs, turns, isWhole, questions, feedback }: ReportInput): Report {
  const outcomes: Report["outcomes"] = {};
  for (const { mode } of turns) outcomes[mode] = (outcomes[mode] ?? 0) + 1;
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    turns: turns.length,
    isWhole,
    outcomes,
    incomplete: turns.filter(({ complete }) => !complete).length,
    unanswered: questions && groupQuestions(questions),
    stages: stageFigures(turns),
    days: dayFigures(turns),
    feedback: feedbackFigures(feedback.filter(({ at }) => Date.parse(at) >= fromMs)),
  };
}

/** Questions of the same words are one, in whatever order, case and punctuation; the first one met is quoted. */
function groupQuestions(questions: readonly string[]): { question: string; count: number }[] {
  const groups = new Map<string, { question: string; count: number }>();
  for (const question of questions) {
    const words =
      question
        .toLowerCase()
        .normalize("NFKC")
        .match(/[\p{L}\p{N}_]+/gu) ?? [];
    const key = [...new Set(words)].sort().join(" ");
    const group = groups.get(key) ?? { question, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count).slice(0, MAX_GROUPS);
}

function stageFigures(turns: readonly TurnSummary[]): Report["stages"] {
  const byStage = new Map<string, number[]>();
  for (const { timings } of turns) {
    for (const [stage, ms] of Object.entries(timings)) {
      const times = byStage.get(stage) ?? [];
      byStage.set(stage, times);
      times.push(ms);
    }
  }
  return [...byStage]
    .map(([stage, times]) => {
      const sorted = times.sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      return { stage, turns: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
    })
    .sort((a, b) => b.p95Ms - a.p95Ms);
}

function dayFigures(turns: readonly TurnSummary[]): Report["days"] {
  const days = new Map<string, Report["days"][number]>();
  for (const { atMs, mode, costUsd } of turns) {
    const day = new Date(atMs).toISOString().slice(0, 10);
    const figures = days.get(day) ?? { day, questions: 0, unanswered: 0, costUsd: 0 };
    figures.questions += 1;
    if (UNANSWERED.has(mode)) figures.unanswered += 1;
    figures.costUsd += costUsd ?? 0;
    days.set(day, figures);
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
}

function feedbackFigures(feedback: readonly Feedback[]): Report["feedback"] {
  const reasons: Record<string, number> = {};
  for (const reason of feedback.flatMap((given) => given.reasons))
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    up: feedback.filter(({ rating }) => rating === "up").length,
    down: feedback.filter(({ rating }) => rating === "down").length,
    reasons,
    notes: feedback.flatMap(({ note }) => (note === "" ? [] : [note])).slice(0, MAX_NOTES),
  };
}
