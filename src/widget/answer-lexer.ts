import { Lexer, type Token } from "marked";

/**
 * A longer run of text without a break is left as it was written. The parser looks for the end of each mark in all that follows, so that
 * its time for a run grows with the square of its length: a page of exclamation marks would hold up the reader's page for seconds.
 */
export const MAX_INLINE_CHARS = 8_000;

/** Markdown into the parser's tokens, in time that grows with the length of the text. */
class AnswerLexer extends Lexer {
  override inline(text: string, tokens: Token[] = []): Token[] {
    if (text.length <= MAX_INLINE_CHARS) return super.inline(text, tokens);
    tokens.push({ type: "text", raw: text, text, escaped: false });
    return tokens;
  }
}

/** @throws RangeError for what is nested deeper than the stack */
export function lexAnswer(markdown: string): Token[] {
  return new AnswerLexer().lex(markdown);
}
