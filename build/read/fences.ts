/** Marks that may stand before a fence: indentation, quotation and list marks. */
const CONTAINER_MARKS = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/;

/**
 * Follows fenced code blocks line by line, for the rewriting that happens before a page is parsed.
 * @returns a function that takes each line in order and tells whether it belongs to a fenced block, fence lines included
 */
export function fenceFollower(): (line: string) => boolean {
  let open: { mark: string; length: number } | null = null;
  return (line) => {
    const content = line.replace(CONTAINER_MARKS, "");
    const fence = /^(`{3,}|~{3,})(.*)$/.exec(content);
    if (open === null) {
      if (fence === null || (fence[1]![0] === "`" && fence[2]!.includes("`"))) return false;
      open = { mark: fence[1]![0]!, length: fence[1]!.length };
      return true;
    }
    if (
      fence !== null &&
      fence[1]![0] === open.mark &&
      fence[1]!.length >= open.length &&
      fence[2]!.trim() === ""
    ) {
      open = null;
    }
    return true;
  };
}

/** Applies a rewriting to what is neither fenced code nor a code span. Code spans over several lines are seen as text. */
export function rewriteOutsideCode(text: string, rewrite: (text: string) => string): string {
  const isFenced = fenceFollower();
  const out: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    if (prose.length > 0) out.push(rewriteOutsideSpans(prose.join("\n"), rewrite));
    prose = [];
  };
  for (const line of text.split("\n")) {
    if (isFenced(line)) {
      flush();
      out.push(line);
    } else {
      prose.push(line);
    }
  }
  flush();
  return out.join("\n");
}

/** A code span: as many backticks after it as before it. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)/g;

function rewriteOutsideSpans(text: string, rewrite: (text: string) => string): string {
  if (!text.includes("`")) return rewrite(text);
  // Spans are set aside under private-use characters, so that a rewriting may look across them.
  const spans: string[] = [];
  const masked = text.replace(CODE_SPAN, (span) => `\ue000${spans.push(span) - 1}\ue001`);
  return rewrite(masked).replace(/\ue000(\d+)\ue001/g, (_, index: string) => spans[Number(index)] ?? "");
}
