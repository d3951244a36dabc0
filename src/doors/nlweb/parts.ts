/** An answer in the terms of NLWeb, before it takes one form or the other. */
import type { Context } from "hono";
import type { TurnEvent } from "../../core/events.ts";
import { refusalSentence } from "../../core/model/refusal.ts";
import type { CorpusInfo } from "../../core/ports.ts";
import { detectLanguage } from "../../core/question/language.ts";
import { countDoor } from "../counted.ts";
import type { AppDependencies } from "../dependencies.ts";
import { turnsOf } from "../given-conversation.ts";
import { givenHistory } from "../given-history.ts";
import { searchDocs } from "../search.ts";
import { keepAlive, startTurn } from "../start-turn.ts";
import { turnError } from "../turn-result.ts";
import type { NlwebQuestion } from "./ask-request.ts";
import { hitResults, type NlwebResult, sourceResults } from "./results.ts";

export type NlwebPart =
  /** First of all: what the question was taken for. */
  | { type: "query"; asked: string; decontextualized: string }
  | { type: "results"; results: NlwebResult[] }
  | { type: "summary"; text: string }
  | { type: "answer"; text: string; items: NlwebResult[] }
  | { type: "irrelevant"; text: string }
  | { type: "no_results"; text: string }
  /** Last, exactly one of these. */
  | { type: "complete" }
  | { type: "failure"; code: string; text: string };

export function isLastPart({ type }: NlwebPart): boolean {
  return type === "complete" || type === "failure";
}

/** Passages in a list. */
const LIST_LIMIT = 10;

/**
 * Answers as the mode says: `list` only searches, the other two ask. Earlier questions are the conversation.
 * @throws RepoBotError, before the first part for what is wrong with the question
 */
export async function* nlwebParts(
  c: Context,
  deps: AppDependencies,
  question: NlwebQuestion,
  signal: AbortSignal,
): AsyncGenerator<NlwebPart, void, undefined> {
  const { corpus } = await deps.index.get(keepAlive(c));
  const answering = { c, deps, question, signal, corpus };
  if (question.mode !== "list") yield* asked(answering);
  else if (question.previous.length > 0) yield* listedInContext(answering);
  else yield* listed(answering, question.question);
  yield { type: "complete" };
}

interface Answering {
  c: Context;
  deps: AppDependencies;
  question: NlwebQuestion;
  signal: AbortSignal;
  corpus: CorpusInfo;
}

/** What the turn says. */
async function* asked(answering: Answering): AsyncGenerator<NlwebPart, void, undefined> {
  const { c, question, corpus } = answering;
  for await (const event of await turnOf(answering)) {
    if (event.type === "error") throw turnError(event);
    if (event.type === "search" && event.attempt === 1) {
      if (question.mode === "summarize") yield* listed(answering, event.query);
      else yield queryPart(question, event.query);
    } else if (event.type === "answer") {
      if (event.mode === "off_topic") yield { type: "irrelevant", text: event.text };
      else if (question.mode === "summarize") yield { type: "summary", text: event.text };
      else {
        const sources = event.mode === "search" ? event.near : event.sources;
        yield { type: "answer", text: event.text, items: sourceResults(sources, corpus, c.req.url) };
      }
    }
  }
}

/** A list within a conversation: the turn says what to search for, and ends there, before it costs an answer. */
async function* listedInContext(answering: Answering): AsyncGenerator<NlwebPart, void, undefined> {
  let query: string | null = null;
  const { c, deps } = answering;
  for await (const event of await turnOf(answering, false)) {
    if (event.type === "error") throw turnError(event);
    if (event.type === "answer") {
      countDoor(c, deps, event.mode, null);
      yield { type: "irrelevant", text: event.text };
    }
    if (event.type !== "search") continue;
    query = event.query;
    break;
  }
  if (query !== null) yield* listed(answering, query);
}

async function turnOf(
  { c, deps, question, signal }: Answering,
  isCounted = true,
): Promise<ReadableStream<TurnEvent>> {
  const earlier = question.previous.map((text) => ({ role: "user" as const, text }));
  const { history, conversationId } = givenHistory(turnsOf(earlier));
  const { language } = question;
  const request = {
    question: question.question,
    conversationId,
    ...(language !== undefined && { language }),
  };
  return startTurn(c, deps, request, { history, signal, isCounted });
}

async function* listed(
  { c, deps, question, signal, corpus }: Answering,
  query: string,
): AsyncGenerator<NlwebPart, void, undefined> {
  yield queryPart(question, query);
  const found = await searchDocs(c, deps, { q: query, limit: LIST_LIMIT }, signal);
  if (found.passages.length > 0) {
    yield { type: "results", results: hitResults(found.passages, corpus, c.req.url) };
  } else {
    const language = question.language ?? detectLanguage(question.question, corpus.language);
    yield { type: "no_results", text: refusalSentence(language) };
  }
}

function queryPart({ question }: NlwebQuestion, decontextualized: string): NlwebPart {
  return { type: "query", asked: question, decontextualized };
}
