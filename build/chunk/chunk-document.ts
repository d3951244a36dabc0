import { createHash } from "node:crypto";
import type { Chunk } from "../../src/core/passage.ts";
import type { ReadDocument } from "../read/document.ts";
import type { PageHeading } from "../read/headings.ts";
import { withFragment } from "../sources/page-urls.ts";
import type { Warn } from "../warnings.ts";
import { joinAtoms, toAtoms } from "./atoms.ts";
import { packAtoms } from "./pack.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { countTokens } from "./tokens.ts";

/** Sizes of chunks, in tokens with title and heading path. */
export interface ChunkSizes {
  /** Long sections are cut into parts about this large. */
  targetTokens: number;
  /** No chunk is larger. */
  maxTokens: number;
  /** A section smaller than this, header aside, joins its parent's introduction or the sibling before it. */
  minSectionTokens: number;
}

/** Sizes that the evaluation settled on. */
export const DEFAULT_CHUNK_SIZES: ChunkSizes = { targetTokens: 300, maxTokens: 450, minSectionTokens: 60 };

/** Room for text that even the longest heading path must leave. */
const MIN_BODY_TOKENS = 100;

/** Tokens that joining header and blocks may add to their sum. */
const JOINT_ALLOWANCE = 8;

/** A chunk being made. */
interface Draft {
  path: PageHeading[];
  /** Headings that begin in it, in page order. */
  headings: PageHeading[];
  /** The heading it is addressed by; `null` before the first heading. */
  own: PageHeading | null;
  text: string;
  /** Of `text` alone. */
  tokens: number;
  /** False for a part of a section that had to be cut. */
  isWholeSection: boolean;
}

/** What stands above a chunk's text wherever it is read alone: the title, then the headings below it; a first heading that repeats the title is not said twice. */
export function chunkHeader(chunk: Pick<Chunk, "title" | "headingPath">): string {
  const [first, ...rest] = chunk.headingPath;
  const path = first === undefined || first === chunk.title ? rest : chunk.headingPath;
  return [chunk.title, ...path].filter((part) => part !== "").join(" > ");
}

/** Cuts a page into chunks by its sections. Every chunk holds text, and none is larger than `maxTokens`. */
export function chunkDocument(
  document: ReadDocument,
  warn: Warn,
  sizes: ChunkSizes = DEFAULT_CHUNK_SIZES,
): Chunk[] {
  const drafts = sectionsOf(document.tree).flatMap((section) => draftSection(section, document, sizes));
  const merged = mergeSmall(keepEmptyHeadings(drafts), document, sizes);
  const ordinals = new Map<string, number>();
  return merged.map((draft) => {
    const anchor = draft.own?.anchor ?? "";
    const ordinal = ordinals.get(anchor) ?? 0;
    ordinals.set(anchor, ordinal + 1);
    const chunk = toChunk(draft, document, ordinal);
    if (chunk.tokens > sizes.maxTokens)
      warn(`a chunk under "${draft.own?.text ?? document.title}" holds ${chunk.tokens} tokens`);
    return chunk;
  });
}

function toChunk(draft: Draft, document: ReadDocument, ordinal: number): Chunk {
  const anchor = draft.own?.anchor ?? "";
  const headingPath = draft.path.map(({ text }) => text);
  const header = chunkHeader({ title: document.title, headingPath });
  return {
    id: chunkId(document.source, document.file, anchor, ordinal),
    file: document.file,
    url: withFragment(document.url, anchor),
    anchor,
    title: document.title,
    headingPath,
    headings: draft.headings.map(({ text, anchor: fragment }) => ({ text, anchor: fragment })),
    text: draft.text,
    tokens: countTokens(`${header}\n\n${draft.text}`),
    kind: document.kind,
    version: document.version,
    language: document.language,
    source: document.source,
  };
}

/** 64 bits of a hash, as 16 hexadecimal digits. */
function chunkId(source: string, file: string, anchor: string, ordinal: number): string {
  return createHash("sha256").update([source, file, anchor, ordinal].join("\0")).digest("hex").slice(0, 16);
}

/** The chunks of one section: one, or as many as its size asks for; one without text when the section has none. */
function draftSection(section: Section, document: ReadDocument, sizes: ChunkSizes): Draft[] {
  const budget = bodyBudget(section.path, document, sizes.maxTokens);
  const target = Math.min(budget, bodyBudget(section.path, document, sizes.targetTokens));
  const draft = { path: section.path, own: section.heading };
  const headings = section.heading === null ? [] : [section.heading];
  const atoms = toAtoms(section.blocks, budget, budget, document.language);
  const text = joinAtoms(atoms);
  const tokens = countTokens(text);
  if (tokens <= budget) return [{ ...draft, headings, text, tokens, isWholeSection: true }];
  // Cut finer, so that the parts come out even.
  const runs = packAtoms(toAtoms(section.blocks, target / 2, budget, document.language), target, budget);
  return runs.map((run, i) => {
    const part = joinAtoms(run);
    return {
      ...draft,
      headings: i === 0 ? headings : [],
      text: part,
      tokens: countTokens(part),
      isWholeSection: false,
    };
  });
}

function bodyBudget(path: PageHeading[], document: ReadDocument, tokens: number): number {
  const header = chunkHeader({ title: document.title, headingPath: path.map(({ text }) => text) });
  return Math.max(MIN_BODY_TOKENS, tokens - countTokens(header) - JOINT_ALLOWANCE);
}

/**
 * A heading with nothing under it goes where it is read: with its first subsection, whose path names it; else, as a heading
 * line, to the end of the chunk before it, or to the one after it when it is the first.
 */
function keepEmptyHeadings(drafts: Draft[]): Draft[] {
  const kept: Draft[] = [];
  let pending: PageHeading[] = [];
  for (const [i, draft] of drafts.entries()) {
    if (draft.text !== "") {
      kept.push(pending.length === 0 ? draft : { ...draft, headings: [...pending, ...draft.headings] });
      pending = [];
      continue;
    }
    const next = drafts[i + 1];
    const own = draft.own!;
    const previous = kept.at(-1);
    if (next?.path.includes(own)) pending.push(own);
    else if (previous !== undefined) {
      const all = [...pending, own];
      appendText(previous, all.map(headingLine).join("\n\n"), all);
      pending = [];
    } else pending.push(own);
  }
  return pending.length > 1 ? [...kept, headingsOnly(pending)] : kept;
}

/** A page of headings alone is found by them. */
function headingsOnly([own, ...rest]: PageHeading[]): Draft {
  const text = rest.map(headingLine).join("\n\n");
  return {
    path: [own!],
    own: own!,
    headings: [own!, ...rest],
    text,
    tokens: countTokens(text),
    isWholeSection: true,
  };
}

/** Joins small sections to the introduction of their parent, or to the sibling before them, up to the target size. */
function mergeSmall(drafts: Draft[], document: ReadDocument, sizes: ChunkSizes): Draft[] {
  const merged: Draft[] = [];
  for (const draft of drafts) {
    const previous = merged.at(-1);
    if (previous === undefined || !belongsTo(draft, previous, sizes)) {
      merged.push({ ...draft });
      continue;
    }
    const text = [...draft.headings.map(headingLine), draft.text].join("\n\n");
    if (previous.tokens + countTokens(text) + 2 > bodyBudget(previous.path, document, sizes.targetTokens)) {
      merged.push({ ...draft });
    } else {
      appendText(previous, text, draft.headings);
    }
  }
  return merged;
}

function belongsTo(draft: Draft, previous: Draft, sizes: ChunkSizes): boolean {
  if (!draft.isWholeSection || draft.own === null || draft.tokens >= sizes.minSectionTokens) return false;
  const parent = draft.path.at(-2);
  return parent === previous.own || (previous.path.length > 0 && parent === previous.path.at(-2));
}

function appendText(draft: Draft, text: string, headings: PageHeading[]): void {
  draft.text = draft.text === "" ? text : `${draft.text}\n\n${text}`;
  draft.tokens = countTokens(draft.text);
  draft.headings = [...draft.headings, ...headings];
}

function headingLine({ level, text }: PageHeading): string {
  return `${"#".repeat(level)} ${text}`;
}
