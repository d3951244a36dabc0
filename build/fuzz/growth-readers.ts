import { MAX_QUESTION_CHARS } from "../../src/doors/ask-request.ts";
import { MAX_MARKDOWN_CHARS } from "../../src/widget/markdown.ts";
import { CODE_DOCUMENTS } from "./code-documents.ts";
import { readCode } from "./code-targets.ts";
import { API, NOTEBOOK } from "./documents.ts";
import type { TextReader } from "./growth.ts";
import { chunkText } from "./reading-targets.ts";
import { checkSupport, readAnswer, readModelOutput, readQuestionText, tokenizeText } from "./text-targets.ts";
import { drawAnswer, enterPage, leavePage } from "./widget-targets.ts";

/** Longer pages are not measured. */
const PAGE_CHARS = 32_000;
/** The longest answer that a setting allows, at four characters a token. */
const ANSWER_CHARS = 128_000;
/** As long as pieces of a stream are. */
const PIECE_CHARS = 7;

const notebook = (source: string) => {
  const cells = NOTEBOOK.cells.map((cell) => ({ ...cell, source }));
  return chunkText("notebook", JSON.stringify({ ...NOTEBOOK, cells }));
};
const openapi = (description: string) =>
  chunkText("openapi", JSON.stringify({ ...API, info: { ...API.info, description } }));

/** Whatever reads a text that somebody else wrote. */
export const GROWTH_READERS: readonly TextReader[] = [
  ...["markdown", "mdx", "html", "asciidoc", "text"].map((format) => ({
    name: format,
    maxChars: PAGE_CHARS,
    read: (text: string) => chunkText(format, text),
  })),
  { name: "notebook", maxChars: PAGE_CHARS, read: notebook },
  { name: "openapi", maxChars: PAGE_CHARS, read: openapi },
  ...Object.keys(CODE_DOCUMENTS).map((file) => ({
    name: `code ${file}`,
    maxChars: PAGE_CHARS,
    read: (text: string) => readCode(file, text),
  })),
  { name: "tokenizer", maxChars: PAGE_CHARS, read: (text) => tokenizeText(text, "de") },
  { name: "questions", maxChars: MAX_QUESTION_CHARS, read: readQuestionText },
  {
    name: "model-output",
    maxChars: ANSWER_CHARS,
    read: (text) => readModelOutput(text, [PIECE_CHARS], "en"),
  },
  { name: "answers", maxChars: ANSWER_CHARS, read: (text) => readAnswer(text, [PIECE_CHARS]) },
  { name: "support", maxChars: PAGE_CHARS, read: (text) => checkSupport(text, "en") },
  { name: "widget", maxChars: MAX_MARKDOWN_CHARS, read: drawAnswer, before: enterPage, after: leavePage },
];

/** Growth that lies in a parser of somebody else, over what its owner builds from: nothing that a reader of the docs can send gets there. */
interface KnownGrowth {
  readers: RegExp;
  pieces: readonly string[];
  where: string;
}

const KNOWN: readonly KnownGrowth[] = [
  {
    readers: /^(?:markdown|mdx|openapi|notebook)$/,
    // It takes events out of the middle of long lists, one by one: where brackets are none of a link, and around many blocks.
    pieces: ["]", "2]", "[1]", "[^1]", "[a](", "[[toc]]", "include::a[]", "\n!!! note\n    "],
    where: "micromark",
  },
  { readers: /^asciidoc$/, pieces: ["`", "```", "#", "\n:::\n"], where: "Asciidoctor" },
  { readers: /^code /, pieces: ["<!--", "-->", "<A b={c}>", "[a]:", "\n:::tip a\n"], where: "tree-sitter" },
];

/** Whose growth it is; `null` for our own. */
export function knownGrowth(reader: string, piece: string): string | null {
  return KNOWN.find(({ readers, pieces }) => readers.test(reader) && pieces.includes(piece))?.where ?? null;
}
