/**
 * The answer that needs no model: the best passages' own sentences, with the code they introduce, each cited.
 */
import { measureCoverage, termWeight } from "./coverage.ts";
import type { Passage } from "./passage.ts";
import type { PassageIndex } from "./ports.ts";
import { type Block, parseBlocks, splitSentences } from "./sentences.ts";

/** A passage with its place in the index and the number that cites it. */
export interface RankedPassageLike {
  passage: Passage;
  /** Position of the chunk in the index. */
  chunk: number;
  /** 1-based number by which an answer cites it. */
  n: number;
}

export interface ExtractiveInput {
  /** As the reader asked it. */
  question: string;
  /** As it was searched: the rewritten or joined question. */
  query: string;
  /** BCP 47. */
  language: string;
  /** Best first. */
  passages: readonly RankedPassageLike[];
  index: PassageIndex;
}

/** What may be quoted: a sentence, list item or table row, with the code block that it introduces. */
interface Candidate {
  passage: RankedPassageLike;
  rank: number;
  /** Position in the passage, for reading order. */
  order: number;
  text: string;
  code: string;
  value: number;
}

const MAX_CANDIDATES = 3;
const MAX_CODE_LINES = 30;

/** Sentences that answer the question, cited `[n]`, or `null` when the passages do not cover it. */
export function extractiveAnswer(input: ExtractiveInput): { text: string } | null {
  const { query, passages, index } = input;
  if (passages.length === 0) return null;
  const coverage = measureCoverage(
    query,
    passages.map(({ chunk }) => chunk),
    index,
  );
  if (!coverage.covered) return null;
  const candidates = passages.slice(0, 3).flatMap((passage, rank) => candidatesOf(passage, rank));
  const words = coverage.terms.filter((term) => term.docFreq > 0);
  for (const candidate of candidates) {
    const lower = `${candidate.text}\n${candidate.code}`.toLowerCase();
    let value = 0;
    for (const term of words) {
      const found = [term.surface.toLowerCase(), ...term.terms].some((word) => lower.includes(word));
      if (found) value += termWeight(term);
    }
    candidate.value = (value * (candidate.code === "" ? 1 : 1.1)) / (1 + 0.35 * candidate.rank);
  }
  const best = candidates
    .filter((candidate) => candidate.value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, MAX_CANDIDATES)
    .sort((a, b) => a.rank - b.rank || a.order - b.order);
  if (best.length === 0) return null;
  return { text: best.map(render).join("\n\n") };
}

function candidatesOf(passage: RankedPassageLike, rank: number): Candidate[] {
  const candidates: Candidate[] = [];
  let last: Candidate | null = null;
  for (const block of parseBlocks(passage.passage.text)) {
    if (block.kind === "heading") {
      last = null;
      continue;
    }
    if (block.kind === "code") {
      if (last !== null && last.code === "") last.code = clippedCode(block);
      continue;
    }
    if (block.isHeader) continue;
    const sentences =
      block.kind === "tableRow"
        ? [block.header.map((cell, column) => `${cell}: ${block.text.split(" | ")[column] ?? ""}`).join("; ")]
        : splitSentences(block.text, passage.passage.language).map((sentence) => sentence.text);
    for (const text of sentences) {
      last = { passage, rank, order: candidates.length, text: text.replace(/\n/g, " "), code: "", value: 0 };
      candidates.push(last);
    }
  }
  return candidates;
}

function clippedCode(block: Block): string {
  const lines = block.text.split("\n");
  return lines.length > MAX_CODE_LINES ? "" : `\`\`\`${block.info}\n${block.text}\n\`\`\``;
}

function render(candidate: Candidate): string {
  const cited = `${candidate.text} [${candidate.passage.n}]`;
  return candidate.code === "" ? cited : `${cited}\n\n${candidate.code}`;
}
