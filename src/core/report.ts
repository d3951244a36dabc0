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
  /** Name of the docs that were asked, its beginning where it is long; `null` for a turn of a release that did not store it. */
  corpus: string | null;
  /** Milliseconds by stage. */
  timings: Readonly<Record<string, number>>;
}

/** Stored turns, for their owner. */
export interface TurnLog {
  /**
   * Turns since a time, a page at a time, in no order: a quarter of a year of them need not fit into memory.
   * @returns when it ends, false where there are more than are read at once
   */
  since(fromMs: number): AsyncGenerator<TurnSummary[], boolean, undefined>;
  /** What was asked in these turns, in their order; `null` where it has expired. */
  questions(turns: readonly TurnSummary[]): Promise<(string | null)[]>;
}

/** How a question ended that no conversation of the store holds, or what a search found. */
export type CountedOutcome = AnswerMode | "cut" | "found" | "nothing_found";

/** What is kept of a day's questions of one door and one outcome: no word of them. */
export interface DoorCount {
  /** UTC. */
  day: string;
  /** Path of the door. */
  door: string;
  outcome: CountedOutcome;
  count: number;
  /** Of those whose cost is known. */
  costUsd: number;
}

/** Counts questions that are stored nowhere: their doors bring the conversation along, or have none. */
export interface DoorCounter {
  count(door: string, outcome: CountedOutcome, costUsd: number | null): Promise<void>;
  /** @param fromMs the whole of its day is told */
  since(fromMs: number): Promise<DoorCount[]>;
}

export interface Report {
  /** ISO 8601. */
  from: string;
  to: string;
  /** Name of the docs that are served now; `null` when their index cannot be read, and then the turns of all docs are counted. */
  corpus: string | null;
  /** Whose turns the store holds, most first. Those of other docs are in no other figure; those without a name (`null`) are. */
  corpora: { name: string | null; turns: number }[];
  turns: number;
  /** False when there are more turns than were read: the figures are of a part. */
  isWhole: boolean;
  outcomes: Partial<Record<AnswerMode | "cut", number>>;
  incomplete: number;
  /**
   * Questions and searches that are counted and not stored, by door, of all docs; `null` where they cannot be told. They are in no other
   * figure but `days`.
   */
  counted: { door: string; outcomes: Partial<Record<CountedOutcome, number>>; costUsd: number }[] | null;
  /** Questions that the docs did not answer, most asked first; `null` where the owner does not want them quoted. */
  unanswered: { question: string; count: number }[] | null;
  /** Milliseconds, of the turns that ran the stage, slowest first. */
  stages: { stage: string; turns: number; p50Ms: number; p95Ms: number; maxMs: number }[];
  /** UTC, oldest first. `costUsd` sums the turns whose cost is known; `unknownCosts` counts the stored ones whose cost is not. */
  days: { day: string; questions: number; unanswered: number; costUsd: number; unknownCosts: number }[];
  feedback: { up: number; down: number; reasons: Record<string, number>; notes: string[] };
}

const UNANSWERED: ReadonlySet<string> = new Set(["refusal", "search", "off_topic"]);
/** Of searches, which nobody's question is counted by. */
const SEARCHED: ReadonlySet<string> = new Set(["found", "nothing_found"]);
const MAX_GROUPS = 50;
const MAX_STAGES = 32;
const MAX_NOTES = 20;
/** Whose words are read back, newest first. */
export const MAX_QUOTED_TURNS = 500;

export interface ReportInput {
  toMs: number;
  isWhole: boolean;
  /** Of {@link ReportSums.unanswered}; `null`: not to be quoted. */
  questions: readonly string[] | null;
  /** `null` where they cannot be told. */
  counted: readonly DoorCount[] | null;
  feedback: readonly Feedback[];
}

/** Sums up turns as they are read: what it holds of each is a number for each of its stages. */
export class ReportSums {
  readonly #fromMs: number;
  readonly #corpus: string | null;
  readonly #corpora = new Map<string | null, number>();
  #turns = 0;
  #incomplete = 0;
  readonly #outcomes: Report["outcomes"] = {};
  readonly #stages = new Map<string, Figures>();
  readonly #days = new Map<string, Report["days"][number]>();
  #unanswered: TurnSummary[] = [];

  /**
   * @param fromMs of the report
   * @param corpus name of the docs whose turns are counted; `null` for all
   */
  constructor(fromMs: number, corpus: string | null) {
    this.#fromMs = fromMs;
    this.#corpus = corpus;
  }

  add(turns: readonly TurnSummary[]): void {
    for (const turn of turns) {
      const { mode, complete, timings, atMs, costUsd } = turn;
      this.#corpora.set(turn.corpus, (this.#corpora.get(turn.corpus) ?? 0) + 1);
      if (!this.#isCounted(turn.corpus)) continue;
      this.#turns += 1;
      if (!complete) this.#incomplete += 1;
      this.#outcomes[mode] = (this.#outcomes[mode] ?? 0) + 1;
      this.#addToDay(dayOf(atMs), mode, 1, costUsd);
      for (const [stage, ms] of Object.entries(timings)) this.#stageOf(stage)?.push(ms);
      if (UNANSWERED.has(mode)) this.#unanswered.push(turn);
    }
    if (this.#unanswered.length > 2 * MAX_QUOTED_TURNS) this.#unanswered = this.unanswered;
  }

  /** Turns whose questions the report quotes, newest first. */
  get unanswered(): TurnSummary[] {
    return [...this.#unanswered].sort((a, b) => b.atMs - a.atMs).slice(0, MAX_QUOTED_TURNS);
  }

  report({ toMs, isWhole, questions, counted, feedback }: ReportInput): Report {
    for (const { day, outcome, count, costUsd } of counted ?? []) {
      if (!SEARCHED.has(outcome)) this.#addToDay(day, outcome, count, costUsd);
    }
    return {
      from: new Date(this.#fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      corpus: this.#corpus,
      corpora: [...this.#corpora]
        .map(([name, turns]) => ({ name, turns }))
        .sort((a, b) => b.turns - a.turns)
        .slice(0, MAX_GROUPS),
      turns: this.#turns,
      isWhole,
      outcomes: this.#outcomes,
      incomplete: this.#incomplete,
      counted: counted && doorFigures(counted),
      unanswered: questions && groupQuestions(questions),
      stages: [...this.#stages]
        .map(([stage, figures]) => ({ stage, ...figures.summary() }))
        .sort((a, b) => b.p95Ms - a.p95Ms),
      days: [...this.#days.values()].sort((a, b) => a.day.localeCompare(b.day)),
      feedback: feedbackFigures(
        feedback.filter(({ at, corpus }) => Date.parse(at) >= this.#fromMs && this.#isCounted(corpus)),
      ),
    };
  }

  /** A stored name may be cut. */
  #isCounted(corpus: string | null): boolean {
    return this.#corpus === null || corpus === null || (corpus !== "" && this.#corpus.startsWith(corpus));
  }

  #addToDay(day: string, outcome: string, count: number, costUsd: number | null): void {
    const none = { day, questions: 0, unanswered: 0, costUsd: 0, unknownCosts: 0 };
    const figures = this.#days.get(day) ?? none;
    figures.questions += count;
    if (UNANSWERED.has(outcome)) figures.unanswered += count;
    if (costUsd === null) figures.unknownCosts += count;
    else figures.costUsd += costUsd;
    this.#days.set(day, figures);
  }

  /** `undefined` for more stages than a turn has: metadata of something else. */
  #stageOf(stage: string): Figures | undefined {
    const known = this.#stages.get(stage);
    if (known !== undefined || this.#stages.size >= MAX_STAGES) return known;
    const made = new Figures();
    this.#stages.set(stage, made);
    return made;
  }
}

/** Times, of which the middle and the slow ones are asked for. */
class Figures {
  #values = new Float32Array(64);
  #count = 0;

  push(ms: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float32Array(this.#count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = ms;
  }

  summary(): { turns: number; p50Ms: number; p95Ms: number; maxMs: number } {
    const sorted = this.#values.subarray(0, this.#count).sort();
    const at = (share: number) => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
    return { turns: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function doorFigures(counted: readonly DoorCount[]): NonNullable<Report["counted"]> {
  const doors = new Map<string, NonNullable<Report["counted"]>[number]>();
  for (const { door, outcome, count, costUsd } of counted) {
    const figures = doors.get(door) ?? { door, outcomes: {}, costUsd: 0 };
    figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + count;
    figures.costUsd += costUsd;
    doors.set(door, figures);
  }
  return [...doors.values()].sort((a, b) => a.door.localeCompare(b.door));
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
