import type { ReadDocument } from "../read/document.ts";
import type { PageHeading } from "../read/headings.ts";
import { joinAtoms, measureBlocks, toAtoms } from "./atoms.ts";
import { chunkHeader } from "./header.ts";
import { packAtoms } from "./pack.ts";
import type { Section } from "./sections.ts";
import { countTokens } from "./tokens.ts";

/** Sizes of chunks, in tokens with title and heading path. */
export interface ChunkSizes {
  /** Long sections are cut into parts about this large, and small ones joined up to it. */
  targetTokens: number;
  /** No chunk is larger. */
  maxTokens: number;
  /** A section smaller than this, header aside, joins its parent's introduction or the sibling before it. */
  minSectionTokens: number;
}

/** A chunk being made. */
export interface Draft {
  /** Headings from the page's first level down to its own. */
  path: PageHeading[];
  /** Headings that begin in it, in page order. */
  headings: PageHeading[];
  /** How many of them, from the last, stand in its text as lines. */
  headingsInText: number;
  /** The heading it is addressed by; `null` before the first heading. */
  own: PageHeading | null;
  text: string;
  /** Of `text` alone. */
  tokens: number;
  /** False for a part of a section that had to be cut. */
  isWholeSection: boolean;
}

/** Room for text that even the longest heading path must leave. */
const MIN_BODY_TOKENS = 100;

/** Tokens that joining header and blocks may add to their sum. */
const JOINT_ALLOWANCE = 8;

/** The chunks of one section: one, or as many as its size asks for; one without text when the section has none. */
export function draftSection(section: Section, document: ReadDocument, sizes: ChunkSizes): Draft[] {
  const budget = bodyBudget(section.path, document, sizes.maxTokens);
  const target = Math.min(budget, bodyBudget(section.path, document, sizes.targetTokens));
  const draft = { path: section.path, own: section.heading, headingsInText: 0 };
  const headings = section.heading === null ? [] : [section.heading];
  const blocks = measureBlocks(section.blocks);
  if (blocks.reduce((sum, { tokens }) => sum + tokens, 0) <= budget) {
    const text = blocks.map((block) => block.text).join("\n\n");
    const tokens = countTokens(text);
    if (tokens <= budget) return [{ ...draft, headings, text, tokens, isWholeSection: true }];
  }
  // Blocks larger than half a chunk are cut up, so that the parts come out even.
  const runs = packAtoms(toAtoms(blocks, target / 2, budget, document.language), target, budget);
  return runs.map((run, i) => {
    const part = joinAtoms(run);
    const tokens = countTokens(part);
    return { ...draft, headings: i === 0 ? headings : [], text: part, tokens, isWholeSection: false };
  });
}

/** Tokens left for the text of a chunk of `tokens` once title and heading path are counted. */
export function bodyBudget(path: PageHeading[], document: ReadDocument, tokens: number): number {
  const header = chunkHeader({ title: document.title, headingPath: path.map(({ text }) => text) });
  return Math.max(MIN_BODY_TOKENS, tokens - countTokens(header) - JOINT_ALLOWANCE);
}
