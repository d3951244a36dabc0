/** Comments inside code, each with the lines that it is about: what an answer may quote of source code. */

export interface CommentedCode {
  /** Without its marks, on one line. */
  comment: string;
  /** The lines below it, up to the next comment or empty line, without their common indentation. */
  code: string;
}

/** Fewer words are a label. */
const MIN_WORDS = 4;
const MAX_CODE_LINES = 8;
const COMMENT = /^\s*(?:\/\/+[/!]?|\/\*+|\*+\/?|#+(?!\[|!))\s?(.*?)(?:\*\/)?\s*$/;
/** Comments that hold code, or orders to tools. */
const NO_PROSE = /[;{}]\s*$|^(?:eslint|istanbul|c8|@ts-|noqa|type:|pylint|nolint|TODO|FIXME)/i;

/** The comments of a piece of code that say something in words, in order. */
export function commentedCode(code: string): CommentedCode[] {
  const lines = code.split("\n");
  const found: CommentedCode[] = [];
  for (let at = 0; at < lines.length; ) {
    const words: string[] = [];
    while (at < lines.length) {
      const comment = COMMENT.exec(lines[at]!);
      if (comment === null) break;
      if (!NO_PROSE.test(comment[1]!)) words.push(comment[1]!.trim());
      at++;
    }
    if (words.length === 0) {
      at++;
      continue;
    }
    const below: string[] = [];
    for (let next = at; next < lines.length && below.length < MAX_CODE_LINES; next++) {
      if (lines[next]!.trim() === "" || COMMENT.test(lines[next]!)) break;
      below.push(lines[next]!);
    }
    const comment = words.filter((line) => line !== "").join(" ");
    if (comment.split(/\s+/).length >= MIN_WORDS) found.push({ comment, code: dedent(below) });
  }
  return found;
}

function dedent(lines: readonly string[]): string {
  const indents = lines.map((line) => /^\s*/.exec(line)![0].length);
  const common = Math.min(...indents, Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(common === Number.POSITIVE_INFINITY ? 0 : common)).join("\n");
}
