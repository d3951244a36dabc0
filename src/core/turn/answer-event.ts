import { citedSection } from "../citations/cited-section.ts";
import type {
  AnswerEvent,
  AnsweredCorpus,
  AnswerMode,
  CitationCheck,
  SentenceCheck,
  Source,
} from "../events.ts";
import type { Disagreement } from "../extractive/disagreements.ts";
import { isRefusal } from "../model/refusal.ts";
import type { Passage } from "../passage.ts";
import type { PassageIndex } from "../ports.ts";
import type { RankedPassage } from "../retrieval/retrieve.ts";
import { checkAnswer } from "../support/check.ts";
import { type NoticeCode, noticeText } from "./notices.ts";

/** Pages offered beside a refusal. */
const NEAR_PAGES = 3;

/** What an answer is made into an event from. */
export interface AnswerParts {
  mode: AnswerMode;
  /** All that the reader was shown. */
  text: string;
  complete: boolean;
  language: string;
  corpus: AnsweredCorpus;
  /** In the order of their numbers: what `text` cites. */
  passages: readonly RankedPassage[];
  /** All that were found, of every attempt, best first: where `near` is taken from. */
  found: readonly RankedPassage[];
  index: PassageIndex;
  invalidCitations: readonly number[];
  removedLinks: number;
  notices: readonly NoticeCode[];
  /** What notices name. */
  noticeValues?: Readonly<Record<string, string>>;
  /** Defaults that docs and code state differently; `text` says so. */
  disagreements?: readonly Disagreement[];
}

/**
 * The final event: what the text cites, how far each sentence is supported, and nothing listed as a source that is not cited. A text that
 * turns out to be a refusal is one, whoever wrote it, and lists near pages instead of sources.
 */
export function answerEvent(parts: AnswerParts): AnswerEvent {
  const { text, language, index } = parts;
  const answers = parts.mode === "llm" || parts.mode === "extractive";
  const mode = answers && isRefusal(text) ? "refusal" : parts.mode;
  const passages = parts.passages.map(({ passage }) => passage);
  const cites = mode === "llm" || mode === "extractive";
  const checked = cites
    ? checkAnswer(text, passages, {
        // The docs' own code is quoted as it stands, so there is no name in it that they do not have.
        knowsIdentifier: (name) => mode === "extractive" || knowsIdentifier(index, name),
        language,
      })
    : { sentences: [], unknownIdentifiers: [], citedNumbers: [] };
  const check: CitationCheck = {
    sentences: checked.sentences,
    invalidCitations: [...parts.invalidCitations],
    removedLinks: parts.removedLinks,
    unknownIdentifiers: checked.unknownIdentifiers,
  };
  const sources = citedSources(checked.citedNumbers, passages, checked.sentences);
  const basis = basisOf(sources);
  const { disagreements = [] } = parts;
  const notice = noticeText(
    [...parts.notices, ...(basis === undefined ? [] : [NOTICES[basis]])],
    language,
    parts.noticeValues,
  );
  return {
    type: "answer",
    mode,
    text,
    complete: parts.complete,
    language,
    corpus: parts.corpus,
    sources,
    ...(basis !== undefined && { basis }),
    ...(disagreements.length > 0 && { disagreements: [...disagreements] }),
    near: mode === "refusal" || mode === "search" ? nearPages(parts.found) : [],
    check,
    ...(notice !== undefined && { notice }),
  };
}

const NOTICES = { code: "from_code", docs_and_code: "partly_from_code" } as const;

/** What an answer rests on, when that is not the docs alone. */
function basisOf(sources: readonly Source[]): AnswerEvent["basis"] {
  if (!sources.some(({ kind }) => kind === "code")) return undefined;
  return sources.every(({ kind }) => kind === "code") ? "code" : "docs_and_code";
}

function citedSources(
  numbers: readonly number[],
  passages: readonly Passage[],
  sentences: readonly SentenceCheck[],
): Source[] {
  const valid = [...new Set(numbers)].filter((n) => passages[n - 1] !== undefined);
  return valid
    .sort((a, b) => a - b)
    .map((n) => {
      const passage = passages[n - 1]!;
      const quotes = quotesOf(n, sentences);
      if (quotes.length === 0) return sourceOf(passage, n);
      // The section that most cited lines stand in, and the first of them.
      const sections = quotes.map((quote) => ({ quote, section: citedSection(passage, quote) }));
      const bySection = [...Map.groupBy(sections, ({ section }) => section.url).values()];
      const { quote, section } = bySection.reduce((most, one) => (one.length > most.length ? one : most))[0]!;
      return { ...sourceOf(passage, n), ...section, quote };
    });
}

/** The lines behind the sentences that cite the passage: of supported ones where there are any. */
function quotesOf(n: number, sentences: readonly SentenceCheck[]): string[] {
  const backed = sentences.filter(({ evidence }) => evidence?.n === n);
  const supported = backed.filter(({ support }) => support === "supported");
  return (supported.length > 0 ? supported : backed.slice(0, 1)).flatMap(
    ({ evidence }) => evidence?.quote ?? [],
  );
}

/** The first passage of each of the nearest pages, numbered by itself: these are not cited by anything. */
function nearPages(found: readonly RankedPassage[]): Source[] {
  const byPage = new Map<string, Passage>();
  for (const { passage } of found) {
    const page = `${passage.source}/${passage.file}`;
    if (!byPage.has(page)) byPage.set(page, passage);
  }
  return [...byPage.values()].slice(0, NEAR_PAGES).map((passage, i) => sourceOf(passage, i + 1));
}

function sourceOf({ url, title, headingPath, version, kind }: Passage, n: number): Source {
  return { n, url, title, headingPath, version, kind };
}

/** Whether the index holds a name as it is written, and not merely a part of it or a word like it. */
function knowsIdentifier(index: PassageIndex, name: string): boolean {
  const wanted = name.toLowerCase();
  return index
    .analyzeQuery(name)
    .some((term) => term.docFreq > 0 && term.terms.some((indexed) => indexed.toLowerCase() === wanted));
}
