import type { ReadDocument } from "../read/document.ts";
import type { PageHeading } from "../read/headings.ts";
import { bodyBudget, type ChunkSizes, type Draft } from "./draft.ts";
import { countTokens } from "./tokens.ts";

/**
 * Finds a place for headings with nothing under them. The first subsection's chunk carries those above it, since its path names
 * them; any other becomes a heading line at the end of the chunk before it.
 */
export function placeEmptyHeadings(
  drafts: readonly Draft[],
  document: ReadDocument,
  sizes: ChunkSizes,
): Draft[] {
  const kept: Draft[] = [];
  let empty: PageHeading[] = [];
  for (const draft of drafts) {
    if (draft.text === "") {
      empty.push(...draft.headings);
      continue;
    }
    // Page order is kept: what stands before a stray goes with it.
    const firstAbove = empty.findLastIndex((heading) => !draft.path.includes(heading)) + 1;
    const strays = empty.slice(0, firstAbove);
    const above = empty.slice(firstAbove);
    // Before the first text there is nothing to join: what follows lists them.
    const carried = kept.length === 0 && strays.length === 1 ? empty : above;
    if (carried !== empty) placeStrays(kept, strays, document, sizes);
    kept.push(carried.length === 0 ? draft : { ...draft, headings: [...carried, ...draft.headings] });
    empty = [];
  }
  if (kept.length > 0 || empty.length > 1) placeStrays(kept, empty, document, sizes);
  return kept;
}

/** Adds heading lines to the last chunk as far as they fit, and chunks of headings alone for the rest. */
function placeStrays(kept: Draft[], strays: PageHeading[], document: ReadDocument, sizes: ChunkSizes): void {
  for (const heading of strays) {
    const last = kept.at(-1);
    const line = headingLine(heading);
    const tokens = countTokens(line);
    if (last !== undefined && last.tokens + tokens <= bodyBudget(last.path, document, sizes.targetTokens)) {
      append(last, line, tokens, [heading]);
    } else {
      giveHeadingAsText(last);
      kept.push({
        path: [heading],
        own: heading,
        headings: [heading],
        headingsInText: 0,
        text: "",
        tokens: 0,
        isWholeSection: true,
      });
    }
  }
  // A last chunk of one heading has no text of its own: the chunk before it takes the heading in where it can.
  const last = kept.at(-1);
  if (last?.text !== "" || last.own === null) return;
  const before = kept.at(-2);
  const line = headingLine(last.own);
  const tokens = countTokens(line);
  if (before !== undefined && before.tokens + tokens < bodyBudget(before.path, document, sizes.maxTokens)) {
    kept.pop();
    append(before, line, tokens, last.headings);
  } else {
    giveHeadingAsText(last);
  }
}

/** A chunk of a heading alone that nothing joins holds that heading: no chunk is without text. */
function giveHeadingAsText(draft: Draft | undefined): void {
  if (draft === undefined || draft.text !== "" || draft.own === null) return;
  const line = headingLine(draft.own);
  append(draft, line, countTokens(line), []);
  draft.headingsInText = draft.headings.length;
}

/** Joins small sections to the introduction of their parent, or to the sibling before them, up to the target size. */
export function mergeSmallSections(
  drafts: readonly Draft[],
  document: ReadDocument,
  sizes: ChunkSizes,
): Draft[] {
  const merged: Draft[] = [];
  for (const draft of drafts) {
    const previous = merged.at(-1);
    if (previous !== undefined && belongsTo(draft, previous, sizes)) {
      const above = draft.headings.slice(0, draft.headings.length - draft.headingsInText);
      const text = [...above.map(headingLine), draft.text].join("\n\n");
      const tokens = countTokens(text);
      if (previous.tokens + tokens <= bodyBudget(previous.path, document, sizes.targetTokens)) {
        append(previous, text, tokens, draft.headings);
        continue;
      }
    }
    merged.push({ ...draft });
  }
  return merged;
}

function belongsTo(draft: Draft, previous: Draft, sizes: ChunkSizes): boolean {
  if (!draft.isWholeSection || draft.own === null || draft.tokens >= sizes.minSectionTokens) return false;
  const parent = draft.path.at(-2) ?? null;
  return parent === previous.own || (previous.own !== null && parent === (previous.path.at(-2) ?? null));
}

function append(draft: Draft, text: string, tokens: number, headings: readonly PageHeading[]): void {
  draft.text = draft.text === "" ? text : `${draft.text}\n\n${text}`;
  draft.tokens += tokens + 1;
  draft.headings = [...draft.headings, ...headings];
  draft.headingsInText += headings.length;
}

function headingLine({ level, text }: PageHeading): string {
  return `${"#".repeat(level)} ${text}`;
}
