/** First questions to a corpus, made of its own headings: what its readers would find in its table of contents. */
import type { Chunk } from "../../src/core/passage.ts";

/** How a heading that is no question becomes one. In other languages the heading itself is asked. */
const TEMPLATES: Readonly<Record<string, (heading: string) => string>> = {
  en: (heading) => `What do the docs say about ${heading}?`,
  de: (heading) => `Was steht in der Dokumentation über ${heading}?`,
  zh: (heading) => `文档里关于“${heading}”是怎么说的？`,
  ja: (heading) => `「${heading}」についてドキュメントには何と書かれていますか？`,
};

const MIN_HEADING_CHARS = 6;
const MAX_HEADING_CHARS = 70;
/** Text below a heading, so that there is something to answer with. */
const MIN_TEXT_CHARS = 120;

/** Pages about the repository, not about the product. */
const REPOSITORY_PAGE = /(?:^|\/)(?:licen[cs]e|changelog|contributing|code[_-]of[_-]conduct|security)\.\w+$/i;
/** Tells of the repository where there are docs beside it; else it is the docs. */
const README = /(?:^|\/)readme\.\w+$/i;

/** A question and where its answer should stand. */
export interface SampleQuestion {
  question: string;
  language: string;
  file: string;
}

/**
 * At most `limit` questions, spread over the corpus: all that are questions among the headings first, then those made of other headings,
 * either of another page each while there are pages.
 * The same chunks give the same questions.
 */
export function sampleQuestions(chunks: readonly Chunk[], limit: number): SampleQuestion[] {
  const ofProduct = chunks.filter(({ file }) => !REPOSITORY_PAGE.test(file));
  const questions = questionsOf(
    ofProduct.filter(({ file }) => !README.test(file)),
    limit,
  );
  return questions.length > 0 ? questions : questionsOf(ofProduct, limit);
}

function questionsOf(chunks: readonly Chunk[], limit: number): SampleQuestion[] {
  const isQuestion = ({ heading }: { heading: string }) => /[?？]\s*$/.test(heading);
  const candidates = chunks.flatMap((chunk) => {
    if (proseChars(chunk.text) < MIN_TEXT_CHARS) return [];
    const own = chunk.headingPath.at(-1) ?? chunk.title;
    // Short sections share a chunk.
    const within = (chunk.headings ?? []).flatMap(({ text: heading }) =>
      heading !== own && isQuestion({ heading }) ? [heading] : [],
    );
    return [own, ...within].filter(isTelling).map((heading) => ({ chunk, heading }));
  });
  const byPage = [...Map.groupBy(candidates, ({ chunk }) => chunk.file).values()];
  const best = byPage.map((page) => page.find(isQuestion) ?? page[0]!);
  const asked = best.filter(isQuestion);
  const others = candidates.filter((one) => !best.includes(one));
  const ordered = [
    ...spread(asked),
    ...spread(others.filter(isQuestion)),
    ...spread(best.filter((one) => !isQuestion(one))),
    ...spread(others.filter((one) => !isQuestion(one))),
  ];
  const seen = new Set<string>();
  const questions: SampleQuestion[] = [];
  for (const { chunk, heading } of ordered) {
    const key = heading.toLowerCase();
    if (questions.length === limit || seen.has(key)) continue;
    seen.add(key);
    questions.push({
      question: questionOf(heading, chunk.language),
      language: chunk.language,
      file: chunk.file,
    });
  }
  return questions;
}

function questionOf(heading: string, language: string): string {
  const text = heading.replace(/\s+/g, " ").trim();
  if (/[?？]$/.test(text)) return text;
  const template = TEMPLATES[language.split("-")[0]!];
  return template === undefined ? text : template(text.replace(/[:.!]+$/, ""));
}

/** One word such as "Introduction" or "1.0.2" says little; a whole sentence is no heading to ask for. */
function isTelling(heading: string): boolean {
  const isPhrase = /\S\s+\S/.test(heading) || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{3}/u.test(heading);
  const letters = heading.replace(/[^\p{L}]/gu, "").length;
  return isPhrase && letters >= MIN_HEADING_CHARS && heading.length <= MAX_HEADING_CHARS;
}

function proseChars(text: string): number {
  return text.replace(/```[\s\S]*?(?:```|$)/g, "").length;
}

/** First, middle, last, then what lies between: neighbours are about the same thing. */
function spread<T>(values: readonly T[]): T[] {
  const chosen: T[] = [];
  const taken = new Set<number>();
  for (let parts = 1; taken.size < values.length; parts *= 2) {
    for (let i = 0; i <= parts; i++) {
      const at = Math.round((i * (values.length - 1)) / parts);
      if (taken.has(at)) continue;
      taken.add(at);
      chosen.push(values[at]!);
    }
  }
  return chosen;
}
