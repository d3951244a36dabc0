/** Where a code span or a bracket that opens in streamed prose ends, or that more text is needed to tell. */

import { MAX_MARKS } from "./fence.ts";

const MAX_BRACKET = 300;
const MAX_CODE_SPAN = 1_000;

/** Positions of a code span: its code is `open` to `close`; `close` is `null` where the marks have no match on their line. */
export type CodeSpan = { open: number; close: number; end: number } | { open: number; close: null };

/**
 * @param start position of the first mark
 * @param final true when no more will come
 */
export function findCodeSpan(text: string, start: number, final: boolean): CodeSpan | "wait" {
  let open = start;
  while (text[open] === "`" && open - start < MAX_MARKS) open += 1;
  const marks = open - start;
  const unmatched = { open, close: null };
  if (marks >= MAX_MARKS) return unmatched;
  if (open >= text.length && !final) return "wait";
  const limit = Math.min(text.length, open + MAX_CODE_SPAN);
  for (let position = open; position < limit; ) {
    const char = text[position]!;
    if (char === "\n") return unmatched;
    if (char !== "`") {
      position += 1;
      continue;
    }
    let end = position;
    while (text[end] === "`" && end - position < MAX_MARKS) end += 1;
    if (end - position >= MAX_MARKS) return unmatched;
    if (end >= text.length && !final) return "wait";
    if (end - position === marks) return { open, close: position, end };
    position = end;
  }
  if (limit === text.length && !final && limit - open < MAX_CODE_SPAN) return "wait";
  return unmatched;
}

/**
 * Position of the bracket that closes the one before `from`, `null` when none does nearby.
 * @param width 1, or 2 for an escaped one
 * @param final true when no more will come
 */
export function closingBracket(
  text: string,
  from: number,
  width: 1 | 2,
  final: boolean,
): number | "wait" | null {
  const limit = Math.min(text.length, from + MAX_BRACKET);
  let depth = 0;
  for (let position = from; position < limit; position += 1) {
    const char = text[position]!;
    if (char === "\n" && text[position + 1] === "\n") return null;
    if (width === 2) {
      if (char === "\\" && text[position + 1] === "]") return position;
      if (char === "]") return null;
      continue;
    }
    if (char === "\\") position += 1;
    else if (char === "[") depth += 1;
    else if (char === "]" || char === "］" || char === "】" || char === "〕") {
      if (depth === 0) return position;
      depth -= 1;
    }
  }
  return limit === text.length && !final && limit - from < MAX_BRACKET ? "wait" : null;
}
