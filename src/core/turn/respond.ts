/**
 * The rungs that write an answer from one attempt's passages: the model's, and below it the docs' own sentences.
 *
 * A model that fails before its reader saw anything, or whose answer cites nothing, hands over to the extractive answer. One that is
 * cut in the middle keeps what it said; what the docs themselves say follows under a line of its own, and the whole is marked incomplete.
 */

import type { DeltaEvent } from "../events.ts";
import { extractiveAnswer } from "../extractive/extractive.ts";
import { answerRules } from "../model/answer-rules.ts";
import { type ModelAnswer, streamModelAnswer } from "../model/model-answer.ts";
import { safeAnswerStream } from "../model/safe-answer.ts";
import type { ChatModel } from "../ports.ts";
import type { RankedPassage } from "../retrieval/retrieve.ts";
import { answerHistory } from "./history.ts";
import { type NoticeCode, noticeOf, sentenceOf } from "./notices.ts";
import { budgetsLeft, type OpenTurn } from "./turn.ts";

/** What came of one attempt. */
export interface Response {
  /** `null`: no rung answered from these passages. */
  mode: "llm" | "extractive" | null;
  complete: boolean;
  invalidCitations: number[];
  removedLinks: number;
}

/** No rung answered. */
export const NOTHING: Response = { mode: null, complete: true, invalidCitations: [], removedLinks: 0 };

/**
 * Streams the answer to one attempt in reader-safe pieces; shows nothing when it returns mode `null`.
 * @throws RepoBotError `aborted`
 */
export async function* respond(
  turn: OpenTurn,
  query: string,
  passages: readonly RankedPassage[],
  margin = 0,
): AsyncGenerator<DeltaEvent, Response, undefined> {
  if (passages.length === 0) return NOTHING;
  if (turn.chat === null) return yield* respondExtractively(turn, query, passages, margin);

  const answer = yield* respondByModel(turn, turn.chat, passages);
  const { invalidCitations, removedLinks, complete } = answer;
  if (answer.error) turn.deps.reportFault?.(answer.error, "answer");
  switch (answer.outcome) {
    case "refused":
      return { ...NOTHING, invalidCitations, removedLinks };
    case "failed":
      // One failure is enough: the second chance does not ask it again.
      turn.chat = null;
      turn.rewriteChat = null;
      turn.rungMissing = true;
      turn.notices.push(noticeOf(answer.error, failureNotice(answer)));
      return yield* respondExtractively(turn, query, passages, margin);
    case "uncited":
      // It would not cite the second time either. The docs' own sentences may still answer.
      turn.chat = null;
      turn.rewriteChat = null;
      turn.notices.push(answer.declined ? "model_declined" : "uncited");
      return yield* respondExtractively(turn, query, passages, margin);
    case "answered":
      if (!complete) {
        turn.notices.push(answer.tooLong ? "too_long" : answer.declined ? "declined_midway" : "cut_off");
      }
      return { mode: "llm", complete, invalidCitations, removedLinks };
    case "cut": {
      turn.notices.push(answer.repeated ? "repeated" : "cut_off");
      yield* restFromDocs(turn, query, passages, answer.text);
      return { mode: "llm", complete: false, invalidCitations, removedLinks };
    }
  }
}

function failureNotice({ declined, silent, error }: ModelAnswer): NoticeCode {
  if (declined) return "model_declined";
  if (silent) return "model_silent";
  return error?.code === "upstream_timeout" ? "model_timeout" : "model_failed";
}

async function* respondByModel(
  turn: OpenTurn,
  chat: ChatModel,
  passages: readonly RankedPassage[],
): AsyncGenerator<DeltaEvent, ModelAnswer, undefined> {
  const { settings, clock, index } = turn.deps;
  const { firstTokenMs, idleMs, answerMs } = budgetsLeft(turn);
  const startedAt = clock.now();
  return yield* streamModelAnswer({
    rules: answerRules(index.corpus, turn.language),
    history: answerHistory(turn.conversation),
    question: turn.question,
    passages: passages.map(({ passage }) => passage),
    language: turn.language,
    say: (text) => turn.record.say(text),
    onFirstText: () => turn.stopwatch.add("firstToken", clock.now() - startedAt),
    call: {
      chat,
      maxOutputTokens: settings.maxAnswerTokens,
      budget: { firstMs: firstTokenMs, idleMs, totalMs: answerMs },
      signal: turn.request.signal,
      ledger: turn.ledger,
      purpose: "answer",
    },
  });
}

async function* respondExtractively(
  turn: OpenTurn,
  query: string,
  passages: readonly RankedPassage[],
  margin: number,
): AsyncGenerator<DeltaEvent, Response, undefined> {
  const extract = extractFrom(turn, query, passages, margin);
  if (extract === null) return NOTHING;
  yield turn.record.say(extract.text);
  if (turn.notices.length > 0) turn.notices.push("from_docs");
  const { invalidCitations, removedLinks } = extract;
  return { mode: "extractive", complete: true, invalidCitations, removedLinks };
}

async function* restFromDocs(
  turn: OpenTurn,
  query: string,
  passages: readonly RankedPassage[],
  said: string,
): AsyncGenerator<DeltaEvent, void, undefined> {
  const extract = extractFrom(turn, query, passages);
  if (extract === null) return;
  const fenceIsOpen = (said.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  const label = sentenceOf("rest_from_docs", turn.language);
  yield turn.record.say(`${fenceIsOpen ? "\n```" : ""}\n\n---\n\n${label}\n\n${extract.text}`);
}

/** Docs are foreign text as well: their links and bracketed numbers pass the same check as a model's. */
function extractFrom(
  turn: OpenTurn,
  query: string,
  passages: readonly RankedPassage[],
  margin = 0,
): { text: string; invalidCitations: number[]; removedLinks: number } | null {
  const extract = tryExtract(turn, query, passages, margin);
  if (extract === null) return null;
  const safe = safeAnswerStream(passages.map(({ passage }) => passage));
  const text = safe.push(extract.text) + safe.end();
  if (text.trim() === "") return null;
  return { text, invalidCitations: [...safe.invalidCitations], removedLinks: safe.removedLinks };
}

/** A fault of this rung costs the rung, not the turn: below it there are still the pages found. */
function tryExtract(
  turn: OpenTurn,
  query: string,
  passages: readonly RankedPassage[],
  margin: number,
): { text: string } | null {
  const { question, language, deps } = turn;
  try {
    return extractiveAnswer({ question, query, language, passages, index: deps.index, margin });
  } catch (error) {
    deps.reportFault?.(error, "extract");
    turn.rungMissing = true;
    return null;
  }
}
