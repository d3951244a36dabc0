/**
 * One turn, from a question to a cited answer, as a stream of events: the whole pipeline in the order in which it runs.
 */

import { readerGone } from "../deadline.ts";
import { isRepoBotError } from "../errors.ts";
import type { AnswerEvent, AnswerMode, TurnEvent } from "../events.ts";
import { disagreementSentence, findDisagreements } from "../extractive/disagreements.ts";
import { isRefusal, offTopicSentence, refusalSentence } from "../model/refusal.ts";
import { smallTalkReply } from "../question/small-talk/replies.ts";
import { askedChanges } from "../versions/version-changes.ts";
import { answerEvent } from "./answer-event.ts";
import { type Attempt, firstAttempt, rewriteTurn, secondChance } from "./attempt.ts";
import { type NoticeCode, sentenceOf } from "./notices.ts";
import { type OpenTurn, openTurn, type TurnDeps, type TurnRequest } from "./turn.ts";
import { answeredCorpus, doneEvent, errorEvent, startEvent } from "./turn-events.ts";

/**
 * Answers one question. Never throws: the last event is `done` or `error`, exactly one of them.
 *
 * - A bad request is an `error` before any `start`, with the `field` that is wrong.
 * - A reader who leaves (the request's signal fires, or the generator is returned) ends the model call; what was said by then is stored
 *   as an incomplete turn through `waitUntil`.
 * - A service that fails costs its stage: lexical retrieval without vectors, the question's own words without a rewrite, the docs' own
 *   sentences without a model, the nearest pages without those.
 */
export async function* answerTurn(
  deps: TurnDeps,
  request: TurnRequest,
): AsyncGenerator<TurnEvent, void, undefined> {
  let turn: OpenTurn | null = null;
  try {
    turn = await openTurn(deps, request);
    yield startEvent(turn);
    const answer = yield* runTurn(turn);
    const historySaved = await turn.record.save(answer.complete, {
      mode: answer.mode,
      timings: turn.stopwatch.report(),
    });
    yield doneEvent(turn, historySaved);
  } catch (error) {
    const fault = request.signal?.aborted ? readerGone() : error;
    if (!isReadersOwn(fault)) deps.reportFault?.(fault, "turn");
    yield errorEvent(fault);
  } finally {
    turn?.record.close();
  }
}

/** Nothing is broken when a reader leaves, or asks what cannot be asked: they are told, and nobody is called out of bed. */
function isReadersOwn(fault: unknown): boolean {
  return isRepoBotError(fault) && ["aborted", "bad_request", "not_found"].includes(fault.code);
}

/** Everything between `start` and the terminal event. */
async function* runTurn(turn: OpenTurn): AsyncGenerator<TurnEvent, AnswerEvent, undefined> {
  const { language } = turn;
  if (turn.isSmallTalk) {
    return yield* conclude(turn, "off_topic", smallTalkReply(language, turn.deps.index.corpus.name), []);
  }
  const rewrite = await rewriteTurn(turn);
  const isOffTopic = rewrite.offTopic && askedChanges(turn.question, turn.deps.index) === null;
  if (isOffTopic) return yield* conclude(turn, "off_topic", offTopicSentence(language), []);

  const first = yield* firstAttempt(turn, rewrite);
  if (first.response.mode !== null) return yield* deliver(turn, first, first.response.mode);

  const second = yield* secondChance(turn, rewrite, first.passages);
  if (second && second.response.mode !== null) return yield* deliver(turn, second, second.response.mode);

  const attempts = second ? [first, second] : [first];
  const mode =
    turn.rungMissing && attempts.some(({ passages }) => passages.length > 0) ? "search" : "refusal";
  const text = mode === "search" ? sentenceOf("search_results", language) : refusalSentence(language);
  return yield* conclude(turn, mode, text, attempts);
}

/** The answer event of an attempt that was answered. */
async function* deliver(
  turn: OpenTurn,
  { passages, response }: Attempt,
  mode: AnswerMode,
): AsyncGenerator<TurnEvent, AnswerEvent, undefined> {
  const { complete, invalidCitations, removedLinks } = response;
  const disagreements = findDisagreements(
    passages.map(({ passage }) => passage),
    // Quotations may mention what nobody asked about.
    mode === "llm" ? `${turn.question}\n${turn.record.answer}` : turn.question,
  );
  if (disagreements.length > 0) {
    const said = disagreements.map((found) => disagreementSentence(found, turn.language)).join("\n\n");
    yield turn.record.say(`\n\n${said}`);
  }
  const event = answerEvent({
    ...answerBase(turn, mode),
    mode,
    complete,
    passages,
    found: passages,
    invalidCitations,
    removedLinks,
    disagreements,
  });
  yield event;
  return event;
}

/** A fixed sentence of ours, and its answer event. */
async function* conclude(
  turn: OpenTurn,
  mode: AnswerMode,
  sentence: string,
  attempts: readonly Attempt[],
): AsyncGenerator<TurnEvent, AnswerEvent, undefined> {
  yield turn.record.say(sentence);
  const event = answerEvent({
    ...answerBase(turn, mode),
    mode,
    complete: true,
    passages: [],
    found: attempts.flatMap(({ passages }) => passages),
    invalidCitations: attempts.flatMap(({ response }) => response.invalidCitations),
    removedLinks: attempts.reduce((sum, { response }) => sum + response.removedLinks, 0),
  });
  yield event;
  return event;
}

function answerBase(turn: OpenTurn, mode: AnswerMode) {
  const { language, deps, version, homeVersion, comparedVersion, missingVersions } = turn;
  return {
    noticeValues: {
      version,
      home: comparedVersion ?? homeVersion ?? "",
      missing: missingVersions.join(", "),
      versions: deps.index.corpus.versions.join(", "),
    },
    text: turn.record.answer,
    language,
    corpus: answeredCorpus(turn),
    index: deps.index,
    notices: [...versionNotices(turn, mode), ...turn.notices],
  };
}

/** Of which version an answer is, where that needs saying; without an answer, which were searched. */
function versionNotices(turn: OpenTurn, mode: AnswerMode): NoticeCode[] {
  const { homeVersion, comparedVersion, missingVersions } = turn;
  if (mode === "off_topic") return [];
  const isAnswer = (mode === "llm" || mode === "extractive") && !isRefusal(turn.record.answer);
  const missing: NoticeCode[] = missingVersions.length > 0 ? ["version_missing"] : [];
  if (comparedVersion !== null) return [...missing, isAnswer ? "two_versions" : "versions_searched"];
  if (homeVersion !== null) return [...missing, isAnswer ? "other_version" : "version_searched"];
  return missing.length === 0 ? [] : [...missing, isAnswer ? "version_answered" : "version_searched"];
}
