/** Where an answer's text cites: its markers, those in code aside, which mean something else there. */
import { OpenFence, readFenceOpening, readLinePrefix } from "../core/citations/fence.ts";

export interface CitationMarker {
  /** Number of the source. */
  n: number;
  /** `text.slice(start, end)` is the marker, such as `[1]`. */
  start: number;
  end: number;
}

/** In order of appearance. */
export function citationMarkers(text: string): CitationMarker[] {
  return [...withoutCode(text).matchAll(/\[(\d{1,6})\]/g)].map((match) => ({
    n: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The text with spaces for fenced blocks, also those in lists and quotes, and code spans: every other character stays in its place. */
function withoutCode(text: string): string {
  let prose: string[] = [];
  const out: string[] = [];
  const endParagraph = () => {
    if (prose.length > 0) out.push(withoutSpans(prose.join("")));
    prose = [];
  };
  for (let start = 0; start < text.length; ) {
    let end = fenceEnd(text, start);
    if (end !== null) {
      endParagraph();
      out.push(" ".repeat(end - start));
    } else {
      const newline = text.indexOf("\n", start);
      end = newline === -1 ? text.length : newline + 1;
      const line = text.slice(start, end);
      if (line.trim() === "") endParagraph();
      prose.push(line);
    }
    start = end;
  }
  endParagraph();
  return out.join("");
}

/** Position after the fenced block that begins with the line at `start`; `null` when none does. */
function fenceEnd(text: string, start: number): number | null {
  const prefix = readLinePrefix(text, start, true);
  if (prefix === "wait") return null;
  const marks = start + prefix.raw.length;
  const opening = /[`~]/.test(text[marks] ?? "") ? readFenceOpening(text, marks, true) : null;
  if (opening === null || opening === "wait") return null;
  const fence = new OpenFence(opening, prefix);
  let end = opening.end;
  while (!fence.closed && end < text.length) end = fence.read(text, end, true).end;
  return end;
}

/** A run of backticks opens a span where a run of the same length follows in the paragraph. */
function withoutSpans(paragraph: string): string {
  const pieces = paragraph.split(/(`+)/);
  for (let at = 1; at < pieces.length; at += 2) {
    const close = pieces.indexOf(pieces[at]!, at + 1);
    if (close === -1) continue;
    for (let i = at; i <= close; i++) pieces[i] = " ".repeat(pieces[i]!.length);
    at = close;
  }
  return pieces.join("");
}
