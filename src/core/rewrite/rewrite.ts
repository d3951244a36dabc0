import { isRepoBotError } from "../errors.ts";
import { type ChatCall, completeText } from "../model/chat-call.ts";
import type { Cache, ChatMessage, ChatModel, HistoryMessage, PassageIndex } from "../ports.ts";
import { standaloneQuestion } from "../question/followup.ts";
import { isOffTopic } from "../question/gate.ts";
import { detectLanguage } from "../question/language.ts";
import { primaryLanguage } from "../question/language-name.ts";
import type { CostLedger } from "../spend/cost.ts";
import { recentMessages } from "../turn/history.ts";
import { type NoticeCode, noticeOf } from "../turn/notices.ts";
import type { PipelineSettings } from "../turn/pipeline-settings.ts";
import { cachedRewrite, cacheRewrite, rewriteCacheKey } from "./rewrite-cache.ts";
import { hasDrifted } from "./rewrite-drift.ts";
import { type RewriteOutcome, readRewrite, withIdentifiers } from "./rewrite-output.ts";
import { rewriteMessages, secondQueryMessages } from "./rewrite-prompt.ts";

export interface RewriteDeps {
  index: PassageIndex;
  /** `null`: the deterministic rules alone. */
  chat: ChatModel | null;
  cache: Cache;
  settings: PipelineSettings;
  /** For one call of the model. @defaultValue that of the settings */
  rewriteMs?: number;
  ledger: CostLedger;
  /** Keeps work alive after the turn has ended. */
  waitUntil(work: Promise<unknown>): void;
  /** Told of model failures that the rules make up for. */
  reportFault?(fault: unknown, where: string): void;
}

export interface RewriteRequest {
  question: string;
  /** Oldest first. */
  history: readonly HistoryMessage[];
  /** Of the question, BCP 47 primary tag. */
  language: string;
  signal: AbortSignal | undefined;
}

/** What is to be searched for, or that nothing is. */
export interface Rewrite {
  offTopic: boolean;
  query: string;
  /** The question by the deterministic rule: what is fused in beside a model's line. Equals `query` without one. */
  original: string;
  /** Searched for in place of `original`, but not what an answer must cover: the question with a topic that it may refer to. */
  beside?: string;
  rewrittenBy: "model" | "rule" | "none";
  cached: boolean;
  notices: NoticeCode[];
}

/**
 * Gate and rewrite: one model call, or none when the cache has the verdict. A model that fails, stalls or writes something that is
 * no search line in the docs' language, or a line about something else, is passed over: the deterministic rules take its place.
 *
 * @throws RepoBotError `aborted` only
 */
export async function rewriteQuestion(deps: RewriteDeps, request: RewriteRequest): Promise<Rewrite> {
  if (deps.chat === null) return rewriteByRule(deps.index, request, []);
  const { index, cache, chat, settings } = deps;
  const docsLanguage = languageToWrite(index, request.language);
  const { question, history } = request;
  const key =
    history.length === 0
      ? await rewriteCacheKey({ question, model: chat.model, docsLanguage, indexHash: index.hash })
      : null;
  const stored = key === null ? null : await cachedRewrite(cache, key);
  if (stored !== null) {
    return withVerdict(
      index,
      request,
      "query" in stored ? { kind: "query", ...stored } : { kind: "off_topic" },
      true,
    );
  }
  const messages = rewriteMessages({ question, history, corpus: index.corpus, docsLanguage });
  const outcome = await askForLine(deps, chat, request, messages, docsLanguage);
  if (outcome.kind === "query" && leavesQuestion(index, request, docsLanguage, outcome.query)) {
    return rewriteByRule(index, request, ["rewrite_failed"]);
  }
  if (outcome.kind === "dropped") {
    const fault = "fault" in outcome ? outcome.fault : null;
    return rewriteByRule(index, request, [noticeOf(fault, "rewrite_failed")]);
  }
  const verdict = outcome.kind === "query" ? { query: outcome.query } : ({ offTopic: true } as const);
  if (key !== null) deps.waitUntil(cacheRewrite(cache, key, verdict, settings.rewriteCacheTtlSeconds));
  return withVerdict(index, request, outcome, false);
}

/**
 * Another line for the second chance.
 * @param found titles and headings of the passages that did not answer
 * @returns `null` when the model fails, repeats itself, or gives up
 */
export async function anotherQuery(
  deps: RewriteDeps,
  request: RewriteRequest,
  query: string,
  found: readonly string[],
): Promise<string | null> {
  if (deps.chat === null) return null;
  const { question, history } = request;
  const docsLanguage = languageToWrite(deps.index, request.language);
  const messages = secondQueryMessages({
    question,
    history,
    corpus: deps.index.corpus,
    docsLanguage,
    query,
    found,
  });
  const outcome = await askForLine(deps, deps.chat, request, messages, docsLanguage, [query]);
  if (outcome.kind !== "query" || sameWords(outcome.query, query)) return null;
  return outcome.query;
}

async function askForLine(
  deps: RewriteDeps,
  chat: ChatModel,
  request: RewriteRequest,
  messages: readonly ChatMessage[],
  docsLanguage: string,
  triedLines: readonly string[] = [],
): Promise<RewriteOutcome | { kind: "dropped"; fault: unknown }> {
  const { rewriteMs = deps.settings.budgets.rewriteMs } = deps;
  const shown = recentMessages(request.history).map((message) => message.content);
  const call: ChatCall = {
    chat,
    messages,
    readerTexts: [request.question, ...shown, ...triedLines],
    maxOutputTokens: deps.settings.maxRewriteTokens,
    budget: { firstMs: rewriteMs, idleMs: rewriteMs, totalMs: rewriteMs },
    signal: request.signal,
    ledger: deps.ledger,
    purpose: "rewrite",
  };
  try {
    const output = await completeText(call);
    const { name, description } = deps.index.corpus;
    return readRewrite(output, {
      docsLanguages: [docsLanguage],
      readerText: [request.question, ...shown, name, description].join("\n"),
      promptTexts: [messages[0]?.content ?? ""],
    });
  } catch (error) {
    if (isRepoBotError(error, "aborted")) throw error;
    deps.reportFault?.(error, "rewrite");
    return { kind: "dropped", fault: error };
  }
}

/** The question's own language where the docs are written in it too, else the docs' default. */
export function languageToWrite(index: PassageIndex, questionLanguage: string): string {
  const { language, languages } = index.corpus;
  return languages.find((docs) => primaryLanguage(docs) === primaryLanguage(questionLanguage)) ?? language;
}

/** Words can be compared only where question and line are in one language. */
function leavesQuestion(
  index: PassageIndex,
  { question, history }: RewriteRequest,
  docsLanguage: string,
  line: string,
): boolean {
  const language = primaryLanguage(docsLanguage);
  if (detectLanguage(question, language) !== language) return false;
  return hasDrifted(index, standaloneQuestion(question, history, index).query, line);
}

function withVerdict(
  index: PassageIndex,
  request: RewriteRequest,
  outcome: Exclude<RewriteOutcome, { kind: "dropped" }>,
  cached: boolean,
): Rewrite {
  if (outcome.kind === "off_topic") {
    // A question that names the docs' own code is about the docs, whatever the model says: at worst it is refused after a search.
    const rule = rewriteByRule(index, request, []);
    const offTopic = codeNames(index, request.question).length === 0;
    return { ...rule, offTopic, cached };
  }
  const original = standaloneQuestion(request.question, request.history, index).query;
  const query = withIdentifiers(outcome.query, knownIdentifiers(index, request.question));
  return { offTopic: false, query, original, rewrittenBy: "model", cached, notices: [] };
}

function rewriteByRule(index: PassageIndex, request: RewriteRequest, notices: NoticeCode[]): Rewrite {
  const { question, history } = request;
  const { query, usedHistory, beside } = standaloneQuestion(question, history, index);
  return {
    offTopic: isOffTopic(question, index, history),
    query,
    original: query,
    ...(beside !== undefined && { beside }),
    rewrittenBy: usedHistory ? "rule" : "none",
    cached: false,
    notices,
  };
}

/** The question's identifiers that the index holds, as the question spells them. */
function knownIdentifiers(index: PassageIndex, question: string): string[] {
  return index
    .analyzeQuery(question)
    .filter((term) => term.isIdentifier && term.docFreq > 0)
    .map((term) => term.surface);
}

/** Those that are certainly code: `follow_redirects`, `httpx.Client`, `HTTPTransport`, `--flag`, `get()`. */
function codeNames(index: PassageIndex, question: string): string[] {
  return knownIdentifiers(index, question).filter(
    (name) =>
      /^-{0,2}\p{L}/u.test(name) &&
      /_|::|\p{L}\.\p{L}|\(\)|\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}|^--\p{L}/u.test(name),
  );
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return words(a) === words(b);
}
