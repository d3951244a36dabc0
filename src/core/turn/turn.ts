/** What one turn is given, checked and opened before anything is answered. */

import { withinBudget } from "../deadline.ts";
import { isRepoBotError, RepoBotError } from "../errors.ts";
import type {
  Cache,
  ChatModel,
  Conversation,
  CorpusInfo,
  Embedder,
  HistoryMessage,
  HistoryStore,
  PassageIndex,
  Reranker,
  Turn,
} from "../ports.ts";
import { standaloneQuestion } from "../question/followup.ts";
import { detectLanguage } from "../question/language.ts";
import { primaryLanguage } from "../question/language-name.ts";
import { namesThing } from "../question/named-thing.ts";
import { bareQuestion, smallTalkLanguage, spokenQuestion } from "../question/small-talk.ts";
import { CostLedger } from "../spend/cost.ts";
import {
  type ChosenVersion,
  chooseVersion,
  inheritedVersion,
  missingVersions,
} from "../versions/versions.ts";
import { historyMessages } from "./history.ts";
import type { NoticeCode } from "./notices.ts";
import type { PipelineSettings, TimeBudgets } from "./pipeline-settings.ts";
import { type Clock, Stopwatch } from "./timings.ts";
import { TurnRecord } from "./turn-record.ts";

/** The outside world, as adapters give it. */
export interface TurnDeps {
  index: PassageIndex;
  /** `null`: lexical retrieval only. */
  embedder: Embedder | null;
  reranker: Reranker | null;
  /** `null`: extractive answers. */
  chat: ChatModel | null;
  /** For gate and rewrite. @defaultValue `chat` */
  rewriteChat?: ChatModel | null;
  history: HistoryStore;
  /** Of rewrites. */
  cache: Cache;
  settings: PipelineSettings;
  clock: Clock;
  /** Keeps work alive after the reader has been answered, as a Worker's `ctx.waitUntil` does. */
  waitUntil(work: Promise<unknown>): void;
  /** Told of every fault that a turn survived or died of. For logs: `fault` may hold what readers must not see. */
  reportFault?(fault: unknown, where: string): void;
}

export interface TurnRequest {
  question: string;
  /** Absent: a new conversation. */
  conversationId?: string;
  /** Of the answer, BCP 47. Absent: that of the question. */
  language?: string;
  /** Docs version. Absent: that of the page, else the corpus's default. */
  version?: string;
  /** Absent: as configured. */
  rerank?: boolean;
  /** Address of the page that the reader is on. */
  page?: string;
  /** Fires when the reader goes away. */
  signal?: AbortSignal;
}

/** An opened turn: what all stages share. */
export interface OpenTurn {
  deps: TurnDeps;
  request: TurnRequest;
  /** Without the small talk around it; what the reader wrote is stored. */
  question: string;
  /** True for a message that asks nothing: a greeting, thanks. */
  isSmallTalk: boolean;
  conversation: Conversation | null;
  /** Earlier questions, without small talk, and answers, oldest first. */
  history: HistoryMessage[];
  /** Of the answer, BCP 47 primary tag. */
  language: string;
  /** `""` when the corpus has no versions. */
  version: string;
  /** The version of the reader's page, or the default, where the question asks about another; else `null`. */
  homeVersion: string | null;
  /** A second version that the question compares it with, searched as well; else `null`. */
  comparedVersion: string | null;
  /** Versions that the question names and the docs do not have. */
  missingVersions: string[];
  /** `null` also after it has failed in this turn. */
  chat: ChatModel | null;
  rewriteChat: ChatModel | null;
  /** True once a rung that should have answered could not: then no one may say that the docs do not answer. */
  rungMissing: boolean;
  /** For the answer's own notice. */
  notices: NoticeCode[];
  ledger: CostLedger;
  stopwatch: Stopwatch;
  record: TurnRecord;
}

/**
 * Checks the request, loads the conversation and chooses language and version.
 * @throws RepoBotError `bad_request` or `not_found` with `field`, `aborted`
 */
export async function openTurn(deps: TurnDeps, request: TurnRequest): Promise<OpenTurn> {
  const { index, settings, clock } = deps;
  const stopwatch = new Stopwatch(clock);
  const message = checkQuestion(request.question, settings.maxQuestionChars);
  const { name } = index.corpus;
  const spoken = spokenQuestion(message, name);
  const question = spoken.question || message;
  versionOf(question, request, index.corpus, null);
  checkLanguage(request.language);
  const notices: NoticeCode[] = [];
  const conversation = await stopwatch.time("history", () => loadConversation(deps, request, notices));
  const asked = withoutSmallTalk(conversation, name);
  const history = historyMessages(asked);
  const inherited = versionOfConversation(question, history, index, asked?.turns);
  const { version, home, compared } = versionOf(question, request, index.corpus, inherited);
  const startedAt = new Date(clock.now());
  const ledger = new CostLedger(settings.prices, startedAt);
  return {
    deps,
    request,
    question,
    isSmallTalk: spoken.question === "" && !(await namesThing(message, spoken.mayBeName, index)),
    conversation,
    history,
    language: chooseLanguage(request, message, historyMessages(conversation), index),
    version,
    homeVersion: home,
    comparedVersion: compared,
    missingVersions: missingVersions(question, index.corpus),
    chat: deps.chat,
    rungMissing: false,
    rewriteChat: deps.chat === null ? null : (deps.rewriteChat ?? deps.chat),
    notices,
    ledger,
    stopwatch,
    record: new TurnRecord({
      store: deps.history,
      conversationId: conversation?.id ?? request.conversationId ?? deps.history.newConversationId(),
      question: message,
      corpus: name,
      version: request.version,
      startedAt,
      ledger,
      saveMs: Math.min(settings.budgets.saveMs, settings.budgets.turnMs * SAVING_SHARE),
      waitUntil: (work) => deps.waitUntil(work),
      reportFault: (fault) => deps.reportFault?.(fault, "history"),
      signal: request.signal,
    }),
  };
}

/** Of the turn's time, kept for storing it. */
const SAVING_SHARE = 0.1;
/** Of what is left, for one service before the answer: when all of them hang, there is time for the answer still. */
const STAGE_SHARE = 0.25;

/** The time budgets as far as the turn's own still reaches. */
export function budgetsLeft({ deps, stopwatch }: Pick<OpenTurn, "deps" | "stopwatch">): TimeBudgets {
  const { budgets } = deps.settings;
  const leftMs = Math.max(0, budgets.turnMs * (1 - SAVING_SHARE) - stopwatch.elapsedMs);
  const upTo = (budgetMs: number) => Math.min(budgetMs, leftMs);
  return {
    ...budgets,
    rewriteMs: Math.min(budgets.rewriteMs, leftMs * STAGE_SHARE),
    embedMs: Math.min(budgets.embedMs, leftMs * STAGE_SHARE),
    rerankMs: Math.min(budgets.rerankMs, leftMs * STAGE_SHARE),
    firstTokenMs: upTo(budgets.firstTokenMs),
    idleMs: upTo(budgets.idleMs),
    answerMs: upTo(budgets.answerMs),
    turnMs: leftMs,
  };
}

/** Foreign input, whatever its declared type. */
function checkQuestion(question: unknown, maxChars: number): string {
  if (typeof question !== "string") throw badRequest("question", "The question must be a text.");
  const trimmed = question.trim();
  if (!/[^\s\p{Cc}\p{Cf}]/u.test(trimmed))
    throw badRequest("question", "The question is empty. Write what you want to know.");
  if ([...trimmed].length > maxChars) {
    throw badRequest("question", `The question is longer than ${maxChars} characters. Shorten it.`);
  }
  // A lone surrogate is no character: some services refuse a whole request for one.
  return trimmed.toWellFormed().normalize("NFC");
}

function checkLanguage(language: unknown): void {
  if (language === undefined) return;
  if (typeof language !== "string" || !/^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(language)) {
    throw badRequest("language", "The language must be a BCP 47 tag such as en or zh-Hans.");
  }
}

/** The version that the reader named or requested earlier and this question still speaks of. */
function versionOfConversation(
  question: string,
  history: readonly HistoryMessage[],
  index: PassageIndex,
  turns: readonly Turn[] = [],
): string | null {
  if (index.corpus.versions.length < 2) return null;
  const asked = history.flatMap(({ role }, at) => (role === "user" ? [at] : []));
  const questions = [...asked.map((at) => history[at]!.content), question];
  const isFollowUp = (position: number) =>
    standaloneQuestion(questions[position]!, history.slice(0, asked[position] ?? history.length), index)
      .usedHistory;
  return inheritedVersion(
    questions,
    isFollowUp,
    index.corpus,
    turns.map(({ version }) => version),
  );
}

/** @throws RepoBotError `bad_request` with `version` as field */
function versionOf(
  question: string,
  { version, page }: TurnRequest,
  corpus: CorpusInfo,
  inherited: string | null,
): ChosenVersion {
  const isText = version === undefined || typeof version === "string";
  const onPage = typeof page === "string" ? page : undefined;
  const chosen = isText ? chooseVersion(question, version, onPage, corpus, inherited) : null;
  if (chosen !== null) return chosen;
  const known =
    corpus.versions.length === 0
      ? "These docs have no versions: leave the field out."
      : `Known versions: ${corpus.versions.join(", ")}.`;
  throw badRequest("version", `There is no such version of the docs. ${known}`);
}

function chooseLanguage(
  request: TurnRequest,
  question: string,
  history: readonly HistoryMessage[],
  index: PassageIndex,
): string {
  if (request.language !== undefined) return primaryLanguage(request.language);
  return questionLanguage(question, history, index);
}

/**
 * The language that a question is answered in, BCP 47 primary tag, where nobody says: its own. One of names alone ("and `verify`?") has
 * that of the greeting before it, or else of the question before it.
 * @param history oldest first
 */
export function questionLanguage(
  question: string,
  history: readonly HistoryMessage[],
  index: Pick<PassageIndex, "corpus">,
): string {
  const earlier = history.findLast((message) => message.role === "user")?.content;
  const fallback = primaryLanguage(index.corpus.language);
  const before = earlier === undefined ? fallback : spokenLanguage(earlier, fallback, index.corpus.name);
  return spokenLanguage(question, before, index.corpus.name);
}

function spokenLanguage(message: string, fallback: string, name: string): string {
  const { question, language } = spokenQuestion(message, name);
  return question === "" ? language || fallback : detectLanguage(question, language || fallback);
}

/** The conversation as what was asked in it: turns of nothing but small talk are left out. */
function withoutSmallTalk(conversation: Conversation | null, name: string): Conversation | null {
  if (conversation === null) return null;
  const turns = conversation.turns.filter(({ question }) => smallTalkLanguage(question, name) === null);
  return {
    ...conversation,
    turns: turns.map((turn) => ({ ...turn, question: bareQuestion(turn.question, name) })),
  };
}

async function loadConversation(
  deps: TurnDeps,
  { conversationId, signal }: TurnRequest,
  notices: NoticeCode[],
): Promise<Conversation | null> {
  if (conversationId === undefined) return null;
  if (typeof conversationId !== "string") throw unknownConversation();
  let conversation: Conversation | null;
  try {
    const { historyMs, turnMs } = deps.settings.budgets;
    conversation = await withinBudget(
      "conversation store",
      Math.min(historyMs, turnMs * STAGE_SHARE),
      signal,
      () => deps.history.load(conversationId),
    );
  } catch (error) {
    if (isRepoBotError(error, "aborted")) throw error;
    // Better an answer without context that says so than none.
    deps.reportFault?.(error, "history");
    notices.push("history_unavailable");
    return null;
  }
  if (conversation === null) throw unknownConversation();
  return conversation;
}

function unknownConversation(): RepoBotError {
  return new RepoBotError(
    "not_found",
    "There is no such conversation, or it has expired. Leave conversationId out to start a new one.",
    { field: "conversationId" },
  );
}

function badRequest(field: string, message: string): RepoBotError {
  return new RepoBotError("bad_request", message, { field });
}
