/** What readers ask and models write: texts that reach the Worker or the widget while somebody waits. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import type { Token } from "marked";
import { citationNumbers, decodeReferences } from "../../src/core/citations/markers.ts";
import { parseBlocks, splitSentences, withoutMarkers } from "../../src/core/citations/sentences.ts";
import { AnswerStream, cleanAnswer } from "../../src/core/citations/stream.ts";
import { ReasoningFilter } from "../../src/core/model/reasoning-filter.ts";
import { RefusalGuard } from "../../src/core/model/refusal-guard.ts";
import { RepetitionFilter } from "../../src/core/model/repetition.ts";
import type { Passage } from "../../src/core/passage.ts";
import { standaloneQuestion } from "../../src/core/question/followup.ts";
import { detectLanguage } from "../../src/core/question/language.ts";
import { questionTerms } from "../../src/core/question/question-terms.ts";
import { spokenQuestion } from "../../src/core/question/small-talk.ts";
import { readRewrite } from "../../src/core/rewrite/rewrite-output.ts";
import { checkAnswer } from "../../src/core/support/check.ts";
import { versionsInQuestion } from "../../src/core/versions/versions.ts";
import { citationMarkers } from "../../src/doors/citation-markers.ts";
import { foldWord } from "../../src/index-format/text/normalize.ts";
import { createTokenizer } from "../../src/index-format/text/tokenizer.ts";
import { lexAnswer } from "../../src/widget/answer-lexer.ts";
import { MARKDOWN } from "./documents.ts";
import { SMALL_INDEX } from "./index-targets.ts";
import { type FuzzTarget, randomTarget } from "./target.ts";
import { hostileText } from "./texts.ts";

const LANGUAGES = ["en", "de", "fr", "ja", "zh", "ko", "ar", "ru", "pt-BR", "", "xx"];
const ANSWER = `Retries wait **30 seconds** [1], see [the page](https://a.example/x "t") and <https://b.example>.
Set \`maxRetries\` to 3 [2, 3]. 再試行は30秒です【1】。

1. First[^1]; 2.5 GB e.g. more [1-3].

| Option | Default |
| --- | --- |
| \`a\` | 5 ms [1] |

\`\`\`sh
npm run x --flag # [9]
\`\`\`
The docs do not say.`;

const text = hostileText([ANSWER], 20);
const splits = fc.array(fc.nat(200), { minLength: 1, maxLength: 8 });
/** Texts that say something again and again, and go on. */
const loops = fc
  .tuple(hostileText([ANSWER], 4), hostileText([], 5), fc.integer({ min: 2, max: 60 }), hostileText([], 3))
  .map(([before, repeated, times, after]) => before + repeated.repeat(times) + after);
const ALLOWED = { passageCount: 3, allowedUrls: new Set(["https://a.example/x"]) };

/** Terms have at most this many characters a character of the text: an index must not outgrow its docs. */
const MAX_TERM_CHARS_A_CHAR = 24;

/** @throws Error for terms outside the text, without characters, or without bound */
export function tokenizeText(given: string, language: string): void {
  const tokenizer = createTokenizer({ language });
  const normalized = tokenizer.normalize(given);
  let chars = 0;
  let last = 0;
  tokenizer.tokenize(normalized, (term, _, start, end) => {
    ok(term !== "", "a term is empty");
    ok(start >= last && start < end && end <= normalized.length, `a term lies at ${start} to ${end}`);
    last = start;
    chars += term.length;
    foldWord(term);
  });
  ok(chars <= (normalized.length + 4) * MAX_TERM_CHARS_A_CHAR, `${chars} characters of terms`);
}

/** @throws Error when the pieces come out otherwise than the whole, or cite what is not there */
export function readAnswer(given: string, sizes: readonly number[]): void {
  const stream = new AnswerStream(ALLOWED);
  let out = "";
  for (const piece of piecesOf(given, sizes)) out += stream.push(piece);
  out += stream.end();
  strictEqual(out, cleanAnswer(given, ALLOWED));
  for (const { n, start, end } of citationMarkers(out)) strictEqual(out.slice(start, end), `[${n}]`);
  citationNumbers(given);
  decodeReferences(given);
}

/** Passages and an answer of the same hostile text. */
export function checkSupport(given: string, language: string): void {
  const place = { id: "p", file: "f.md", url: "/docs/f", anchor: "", title: "T", headingPath: ["H"] };
  const passage: Passage = { ...place, text: given, kind: "docs", version: "", language, source: "s" };
  const { citedNumbers } = checkAnswer(`${given} [1].`, [passage], { language });
  ok(citedNumbers.every((n) => n === 1));
  let from = 0;
  for (const sentence of splitSentences(given, language)) {
    ok(sentence.text.length <= given.length);
    from += withoutMarkers(sentence.text).text.length;
  }
  ok(from <= given.length * 2 + 2, "sentences are longer than their text");
  parseBlocks(given);
}

export function readQuestionText(given: string): void {
  detectLanguage(given, "en");
  questionTerms(given, SMALL_INDEX);
  SMALL_INDEX.lexicalRanking(given, 10);
  versionsInQuestion(given, SMALL_INDEX.corpus);
  spokenQuestion(given);
  standaloneQuestion(
    given,
    [
      { role: "user", content: given },
      { role: "assistant", content: ANSWER },
    ],
    SMALL_INDEX,
  );
  readRewrite(given, { docsLanguages: ["en"], readerText: given, promptTexts: [ANSWER] });
}

/** What a model writes passes these before anything else. @throws Error when they show other text, or the pieces come out otherwise than the whole */
export function readModelOutput(given: string, sizes: readonly number[], language: string): void {
  const pieces = piecesOf(given, sizes);
  const inPieces = withoutRepetition(pieces);
  deepStrictEqual(inPieces, withoutRepetition([given]));
  const { text, looping } = inPieces;
  ok(given.startsWith(text), "what is shown was not written so");
  ok(looping || text === given, "a text that is no loop was cut");
  const reasoning = new ReasoningFilter();
  const guard = new RefusalGuard(language);
  let answer = "";
  let shown = "";
  for (const piece of pieces) {
    const rest = reasoning.push(piece);
    answer += rest;
    shown += guard.push(rest);
  }
  const rest = reasoning.end();
  answer += rest;
  shown += guard.push(rest);
  const { text: held, kind } = guard.end();
  if (kind === "answer") strictEqual((shown + held).trim(), answer.trim());
  else strictEqual(shown + held, "");
}

function withoutRepetition(pieces: readonly string[]): { text: string; looping: boolean } {
  const filter = new RepetitionFilter();
  let text = "";
  for (const piece of pieces) text += filter.push(piece);
  return { text: text + filter.end(), looping: filter.looping };
}

function piecesOf(given: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, n = 0; at < given.length; n++) {
    const size = 1 + sizes[n % sizes.length]!;
    pieces.push(given.slice(at, at + size));
    at += size;
  }
  return pieces;
}

/** Every kind that the widget shows, or shows as it was written. */
function lexMarkdown(given: string): void {
  let tokens: Token[];
  try {
    tokens = lexAnswer(given);
  } catch (error) {
    // Nested deeper than the stack: the widget shows such a text as it is.
    if (error instanceof RangeError) return;
    throw error;
  }
  let count = 0;
  for (let level = tokens; level.length > 0; level = level.flatMap(childrenOf)) {
    for (const { type, raw } of level) ok(typeof type === "string" && typeof raw === "string");
    count += level.length;
  }
  ok(count <= 20 * (given.length + 10), `${count} tokens`);
}

function childrenOf(token: Token): Token[] {
  if (token.type === "table") {
    const cells: { tokens: Token[] }[] = [token.header, ...token.rows].flat();
    return cells.flatMap(({ tokens }) => tokens);
  }
  if (token.type === "list") return token.items;
  return ("tokens" in token && token.tokens) || [];
}

export const TEXT_TARGETS: readonly FuzzTarget[] = [
  randomTarget({
    name: "tokenizer",
    share: 200,
    input: fc.tuple(hostileText([MARKDOWN, ANSWER], 20), fc.constantFrom(...LANGUAGES)),
    run: ([given, language]) => tokenizeText(given, language),
  }),
  randomTarget({
    name: "citations",
    share: 120,
    input: fc.tuple(text, splits),
    run: ([given, sizes]) => readAnswer(given, sizes),
  }),
  randomTarget({
    name: "support",
    share: 50,
    input: fc.tuple(text, fc.constantFrom(...LANGUAGES)),
    run: ([given, language]) => checkSupport(given, language),
  }),
  randomTarget({
    name: "questions",
    share: 60,
    input: text,
    run: readQuestionText,
  }),
  randomTarget({
    name: "model-output",
    share: 60,
    input: fc.tuple(fc.oneof(text, loops), splits, fc.constantFrom(...LANGUAGES)),
    run: ([given, sizes, language]) => readModelOutput(given, sizes, language),
  }),
  randomTarget({
    name: "widget-markdown",
    share: 80,
    input: hostileText([ANSWER, MARKDOWN]),
    run: lexMarkdown,
  }),
];
