/** One search of a turn and what is made of it; a turn has one, or two when the first is refused. */

import { withinBudget } from "../deadline.ts";
import type { TurnEvent } from "../events.ts";
import { sourceLabel } from "../model/passage-prompt.ts";
import type { Passage } from "../passage.ts";
import type { PassageFilter, PassageIndex } from "../ports.ts";
import { definedName } from "../question/defined-name.ts";
import { firstStepsAsked } from "../question/first-steps.ts";
import { detectLanguage } from "../question/language.ts";
import { primaryLanguage } from "../question/language-name.ts";
import { findDefinitions } from "../retrieval/asked-definition.ts";
import { withContradictingCode } from "../retrieval/code-beside.ts";
import { findFirstSteps } from "../retrieval/first-steps.ts";
import type { RankedPassage } from "../retrieval/retrieve.ts";
import { headingHasAdded, secondQuery } from "../retrieval/second-query.ts";
import {
  anotherQuery,
  languageToWrite,
  type Rewrite,
  type RewriteDeps,
  type RewriteRequest,
  rewriteQuestion,
} from "../rewrite/rewrite.ts";
import { askedChanges, asksWhatChanged, findChanges } from "../versions/version-changes.ts";
import { withoutComparison } from "../versions/version-comparison.ts";
import { noticeText } from "./notices.ts";
import { NOTHING, type Response, respond } from "./respond.ts";
import { type SearchPlan, searchForTurn } from "./search-for-turn.ts";
import { budgetsLeft, type OpenTurn } from "./turn.ts";
import { passageSummary } from "./turn-events.ts";

/** One retrieval and what was made of it. */
export interface Attempt {
  passages: RankedPassage[];
  response: Response;
}

/**
 * A search in other words finds passages that hold those words, whether they answer or not: what it found must cover the question by this
 * much more before the docs' own sentences are an answer. Where a rule chose the words, one of them must be in a heading as well.
 */
const SECOND_MARGIN = 0.25;

interface AttemptPlan extends SearchPlan, Pick<Rewrite, "query" | "rewrittenBy" | "cached" | "notices"> {
  number: 1 | 2;
}

/** Gate and rewrite, timed. @throws RepoBotError `aborted` */
export function rewriteTurn(turn: OpenTurn): Promise<Rewrite> {
  return turn.stopwatch.time("rewrite", () => rewriteQuestion(rewriteDeps(turn), rewriteRequest(turn)));
}

/** The search for the question itself. */
export function firstAttempt(
  turn: OpenTurn,
  rewrite: Rewrite,
): AsyncGenerator<TurnEvent, Attempt, undefined> {
  return attempt(turn, rewrite, {
    ...rewrite,
    number: 1,
    original: rewrite.beside ?? rewrite.original,
    filter: docsFilter(turn.deps.index, turn.language, turn.version),
  });
}

async function* attempt(
  turn: OpenTurn,
  rewrite: Rewrite,
  plan: AttemptPlan,
): AsyncGenerator<TurnEvent, Attempt, undefined> {
  const { number, query, rewrittenBy, cached } = plan;
  yield { type: "search", attempt: number, query, rewrittenBy, cached };
  const direct = number === 1 ? await foundDirectly(turn, plan.filter) : [];
  const retrieval =
    direct.length > 0
      ? { passages: direct, vector: "off" as const, rerank: "off" as const, notices: [] }
      : await searchForTurn(turn, plan);
  const passages = await withContradictingCode(
    turn.deps.index,
    withKnown(turn, retrieval.passages, plan.known ?? []),
    turn.question,
    plan.filter,
  );
  const notice = noticeText([...plan.notices, ...retrieval.notices], turn.language);
  yield {
    type: "passages",
    attempt: number,
    passages: passages.map(passageSummary),
    lexical: "on",
    vector: retrieval.vector,
    rerank: retrieval.rerank,
    ...(notice !== undefined && { notice }),
  };
  // Without a new passage the answer would be the one that was just refused.
  if (retrieval.passages.length === 0) return { passages, response: NOTHING };
  const startedAt = turn.deps.clock.now();
  try {
    return {
      passages,
      response: yield* respond(
        turn,
        // Sections of changes and definitions answer by what they are called, not by the question's words.
        direct.length > 0 ? calledQuery(direct[0]!.passage) : coverageQuery(turn, rewrite),
        passages,
        direct.length > 0 ? Number.NEGATIVE_INFINITY : marginOf(turn, rewrite, plan, retrieval.passages),
      ),
    };
  } finally {
    turn.stopwatch.add("answer", turn.deps.clock.now() - startedAt);
  }
}

/** What a passage is called; of `getting-started.md` with a heading of the same words the file's name would stand for both. */
function calledQuery(passage: Passage): string {
  const { title, headingPath } = passage;
  return [...new Set([title, ...headingPath])].join(" ").trim() || sourceLabel(passage);
}

/** By how much the docs' own sentences must cover the question beyond what the first search asks for. */
function marginOf(
  turn: OpenTurn,
  rewrite: Rewrite,
  plan: AttemptPlan,
  fresh: readonly RankedPassage[],
): number {
  if (asksWhatChanged(turn.question, turn.deps.index)) return Number.POSITIVE_INFINITY;
  if (plan.number === 1) return 0;
  const isAbout =
    plan.rewrittenBy === "model" || headingHasAdded(plan.query, rewrite.query, fresh, turn.deps.index);
  return isAbout ? SECOND_MARGIN : Number.POSITIVE_INFINITY;
}

/** What answers by its kind, whatever words it has: sections of changes, definitions, or first steps; none for most questions. */
async function foundDirectly(turn: OpenTurn, filter: PassageFilter): Promise<RankedPassage[]> {
  const changes = await changesAsked(turn, filter);
  const { deps, question, request, stopwatch } = turn;
  if (changes.length > 0 || (definedName(question) ?? firstStepsAsked(question)) === null) return changes;
  const find = definedName(question) === null ? findFirstSteps : findDefinitions;
  return await stopwatch.time("retrieve", () =>
    withinBudget("docs index", budgetsLeft(turn).turnMs, request.signal, () =>
      find(question, filter, deps.index),
    ),
  );
}

/** Sections that tell what the versions in question changed; none for a question about anything else. */
async function changesAsked(turn: OpenTurn, filter: PassageFilter): Promise<RankedPassage[]> {
  const { deps, comparedVersion, request, stopwatch } = turn;
  const numbers = askedChanges(turn.question, deps.index);
  if (numbers === null) return [];
  const version =
    filter.version && comparedVersion !== null ? [...filter.version, comparedVersion] : filter.version;
  return await stopwatch.time("retrieve", () =>
    withinBudget("docs index", budgetsLeft(turn).turnMs, request.signal, () =>
      findChanges(numbers, { ...filter, version }, deps.settings.retrieval.topK, deps.index),
    ),
  );
}

/** One more retrieval with another query, or `null` where there is none to ask, no time, or the setting is off. */
export async function* secondChance(
  turn: OpenTurn,
  rewrite: Rewrite,
  known: readonly RankedPassage[],
): AsyncGenerator<TurnEvent, Attempt | null, undefined> {
  const { settings, index } = turn.deps;
  if (!settings.secondChance || turn.stopwatch.elapsedMs > settings.budgets.secondChanceMs) return null;
  const found = known.map(({ passage }) => sourceLabel(passage));
  const byModel = await turn.stopwatch.time("rewrite", () =>
    anotherQuery(rewriteDeps(turn), rewriteRequest(turn), rewrite.query, found),
  );
  const query = byModel ?? secondQuery(turn.question, rewrite.query, known, index);
  if (query === null) return null;
  const rewrittenBy = byModel === null ? "rule" : "model";
  // What was not found in the reader's language may be there in another.
  const filter = { ...docsFilter(turn.deps.index, turn.language, turn.version), language: undefined };
  return yield* attempt(turn, rewrite, {
    number: 2,
    query,
    rewrittenBy,
    cached: false,
    notices: [],
    filter,
    known,
  });
}

/**
 * What the docs' own sentences must cover to be an answer: the reader's question, not names that a model guessed, unless the docs are in
 * another language than the question.
 */
function coverageQuery(turn: OpenTurn, rewrite: Rewrite): string {
  const docsLanguage = primaryLanguage(languageToWrite(turn.deps.index, turn.language));
  const query =
    detectLanguage(turn.question, docsLanguage) === docsLanguage ? rewrite.original : rewrite.query;
  const { version, comparedVersion, deps } = turn;
  if (comparedVersion === null) return query;
  return withoutComparison(query, [version, comparedVersion], deps.index.corpus);
}

/** New passages first; the best of the known ones keep a place, since an answer may need both. */
function withKnown(
  turn: OpenTurn,
  fresh: readonly RankedPassage[],
  known: readonly RankedPassage[],
): RankedPassage[] {
  const { carriedPassages, retrieval } = turn.deps.settings;
  const kept = known.slice(0, carriedPassages);
  const passages = [...fresh.slice(0, retrieval.topK - kept.length), ...kept];
  return passages.map((passage, i) => ({ ...passage, n: i + 1 }));
}

/**
 * Only the chosen version, and what belongs to none; the reader's language where the docs are written in it.
 * @param language of the question, BCP 47 primary tag
 */
export function docsFilter(index: PassageIndex, language: string, version: string): PassageFilter {
  const { versions, languages } = index.corpus;
  return {
    ...(versions.length > 0 && { version: [version, ""] }),
    ...(languages.length > 1 && { language: [languageToWrite(index, language)] }),
  };
}

function rewriteDeps(turn: OpenTurn): RewriteDeps {
  const { deps, ledger, rewriteChat } = turn;
  const { index, cache, settings } = deps;
  return {
    index,
    cache,
    settings,
    chat: rewriteChat,
    rewriteMs: budgetsLeft(turn).rewriteMs,
    ledger,
    waitUntil: (work) => deps.waitUntil(work),
    reportFault: (fault, where) => deps.reportFault?.(fault, where),
  };
}

function rewriteRequest(turn: OpenTurn): RewriteRequest {
  const { question, history, language, request } = turn;
  return { question, history, language, signal: request.signal };
}
