/** Where an answer's text cites: its markers, those in code aside, which mean something else there. */

export interface CitationMarker {
  /** Number of the source. */
  n: number;
  /** `text.slice(start, end)` is the marker, such as `[1]`. */
  start: number;
  end: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** In order of appearance. */
export function citationMarkers(text: string): CitationMarker[] {
  return [...withoutCode(text).matchAll(/\[(\d{1,6})\]/g)].map((match) => ({
    n: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The text with spaces for fenced blocks and code spans: every other character stays in its place. */
function withoutCode(text: string): string {
  let fence: string | null = null;
  let prose: string[] = [];
  const out: string[] = [];
  const endParagraph = () => {
    if (prose.length > 0) out.push(withoutSpans(prose.join("\n")));
    prose = [];
  };
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null || mark !== undefined) {
      endParagraph();
      out.push(" ".repeat(line.length));
      if (fence === null) fence = mark!;
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (line.trim() === "") {
      endParagraph();
      out.push(line);
    } else {
      prose.push(line);
    }
  }
  endParagraph();
  return out.join("\n");
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
