/** Asks every question of a set through the whole pipeline, in process, and keeps what came of each turn. */
import type { Providers } from "../../src/adapters/providers.ts";
import { RepoBotError } from "../../src/core/errors.ts";
import type {
  AnswerEvent,
  DoneEvent,
  PassageSummary,
  SearchEvent,
  TurnEvent,
} from "../../src/core/events.ts";
import type { Passage } from "../../src/core/passage.ts";
import type { Cache, PassageIndex } from "../../src/core/ports.ts";
import { answerTurn } from "../../src/core/turn/answer.ts";
import type { PipelineSettings } from "../../src/core/turn/pipeline-settings.ts";
import type { TurnDeps } from "../../src/core/turn/turn.ts";
import { memoryHistory } from "./memory-history.ts";
import { firstRank } from "./metrics.ts";
import type { EvalRow } from "./questions.ts";
import { isFromRelevantFile } from "./relevance.ts";

export interface AnswerEvalDeps {
  index: PassageIndex;
  providers: Providers;
  settings: PipelineSettings;
  /** Of rewrites. */
  cache: Cache;
  onProgress?: (done: number, total: number) => void;
}

/** What a row asks for: an answer, a refusal for want of docs, or a refusal since it is not about the docs. */
export type RowKind = "answerable" | "unanswerable" | "off_topic";

/** What one question came to. */
export interface AnswerOutcome {
  row: EvalRow;
  kind: RowKind;
  answer: AnswerEvent;
  /** `llm` or `extractive`. */
  answered: boolean;
  /** Whether the answer holds every token of the row; `null` where the row names none. */
  containsExpected: boolean | null;
  searches: SearchEvent[];
  /** Of the last attempt, as the answer cites them. */
  passages: PassageSummary[];
  /** Texts of `passages`, for a judge. */
  texts: Passage[];
  /** Of the first passage of a relevant file in the first attempt; `null` for none. */
  rank: number | null;
  done: DoneEvent;
}

/**
 * One question after the other, so that a run can be repeated.
 * @throws RepoBotError what ended a turn with an error
 */
export async function evaluateAnswers(
  rows: readonly EvalRow[],
  deps: AnswerEvalDeps,
): Promise<AnswerOutcome[]> {
  const outcomes: AnswerOutcome[] = [];
  for (const row of rows) {
    outcomes.push(await evaluateRow(row, deps));
    deps.onProgress?.(outcomes.length, rows.length);
  }
  return outcomes;
}

async function evaluateRow(row: EvalRow, deps: AnswerEvalDeps): Promise<AnswerOutcome> {
  const { index, providers, settings, cache } = deps;
  const history = memoryHistory();
  const pending: Promise<unknown>[] = [];
  const turn: TurnDeps = {
    index,
    ...providers,
    history,
    cache,
    settings,
    clock: { now: () => performance.timeOrigin + performance.now() },
    waitUntil: (work) => void pending.push(work),
  };
  const conversationId = history.begin(row.history);
  const events: TurnEvent[] = [];
  for await (const event of answerTurn(turn, { question: row.question, conversationId })) events.push(event);
  await Promise.allSettled(pending);

  const failed = events.find((event) => event.type === "error");
  if (failed !== undefined) {
    throw new RepoBotError(failed.code, `Question ${row.id} ended with an error: ${failed.message}`);
  }
  const answer = one(events, "answer");
  const passageEvents = events.filter((event) => event.type === "passages");
  const passages = passageEvents.at(-1)?.passages ?? [];
  const answered = answer.mode === "llm" || answer.mode === "extractive";
  return {
    row,
    kind: kindOf(row),
    answer,
    answered,
    containsExpected:
      row.must_contain.length === 0
        ? null
        : answered && row.must_contain.every((token) => answer.text.includes(token)),
    searches: events.filter((event) => event.type === "search"),
    passages,
    texts: await textsOf(passages, index),
    rank: firstRank(passageEvents[0]?.passages ?? [], ({ file }) => isFromRelevantFile(file, row.relevant)),
    done: one(events, "done"),
  };
}

function one<T extends TurnEvent["type"]>(
  events: readonly TurnEvent[],
  type: T,
): Extract<TurnEvent, { type: T }> {
  const found = events.find((event): event is Extract<TurnEvent, { type: T }> => event.type === type);
  if (found === undefined) throw new RepoBotError("internal", `A turn ended without its ${type} event.`);
  return found;
}

function kindOf({ expected, relevant }: EvalRow): RowKind {
  if (expected === "refuse") return "off_topic";
  return relevant.length > 0 ? "answerable" : "unanswerable";
}

/** Events carry no texts; the index finds a passage again by its file. */
async function textsOf(passages: readonly PassageSummary[], index: PassageIndex): Promise<Passage[]> {
  const texts: Passage[] = [];
  for (const { id, file } of passages) {
    const found = (await index.passages(index.chunksOfFile(file))).find((passage) => passage.id === id);
    if (found !== undefined) texts.push(found);
  }
  return texts;
}
