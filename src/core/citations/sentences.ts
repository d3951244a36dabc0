/**
 * Markdown cut into blocks, and blocks into sentences, for answers and for passages, in every language. Pure text work:
 * no syntax tree, since it runs in the Worker on every answer.
 */

import { withoutTrailing } from "../trailing.ts";

export type BlockKind = "heading" | "paragraph" | "listItem" | "tableRow" | "code";

/** One block of a Markdown text, in reading order. */
export interface Block {
  kind: BlockKind;
  /** Content without container marks: no `>`, list marker, `#` or fence lines. A code block's is its code. */
  text: string;
  /** As it stands in the source, whole lines; for a code block with both fence lines. */
  raw: string;
  /** 0-based lines of the source, `endLine` exclusive. */
  startLine: number;
  endLine: number;
  /** Nesting by indentation in columns, for list items and code inside them. */
  indent: number;
  /** Heading level, or 0. */
  level: number;
  /** Info string of a fence, else `""`. */
  info: string;
  /** For a table row: the header row's cells; the row itself when it is the header. */
  header: string[];
  /** True for a table's header row. */
  isHeader: boolean;
  /** `- `, `1. ` and the like, else `""`. */
  marker: string;
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/s;
const LIST_ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)(.*)$/s;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s;
const DELIMITER_CELL = /^:?-+:?$/;
const THEMATIC_BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** Blocks of a Markdown text. Every line that is neither blank nor a rule belongs to exactly one block. */
export function parseBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  let lineNumber = 0;
  while (lineNumber < lines.length) {
    const line = unquote(lines[lineNumber]!);
    const quoted = line !== lines[lineNumber];
    const fence = FENCE.exec(line);
    if (fence !== null && !(fence[2]![0] === "`" && fence[3]!.includes("`"))) {
      lineNumber = pushFence(lines, lineNumber, fence, quoted, blocks);
      continue;
    }
    if (line.trim() === "" || THEMATIC_BREAK.test(line)) {
      lineNumber += 1;
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) {
      blocks.push(
        block("heading", headingText(heading[2] ?? ""), lines, lineNumber, lineNumber + 1, {
          level: heading[1]!.length,
        }),
      );
      lineNumber += 1;
      continue;
    }
    if (line.includes("|") && isTableDelimiter(lines[lineNumber + 1])) {
      lineNumber = pushTable(lines, lineNumber, blocks);
      continue;
    }
    lineNumber = pushProse(lines, lineNumber, line, blocks);
  }
  return blocks;
}

function block(
  kind: BlockKind,
  text: string,
  lines: readonly string[],
  startLine: number,
  endLine: number,
  rest: Partial<Block> = {},
): Block {
  return {
    kind,
    text: text.trim(),
    raw: lines.slice(startLine, endLine).join("\n"),
    startLine,
    endLine,
    indent: 0,
    level: 0,
    info: "",
    header: [],
    isHeader: false,
    marker: "",
    ...rest,
  };
}

/** Without the marks that may close a heading: `## Setup ##`. */
function headingText(rest: string): string {
  const text = rest.trim();
  const open = withoutTrailing(text, /#/);
  return /[ \t]$/.test(open) ? open : text;
}

function unquote(line: string): string {
  return line.replace(/^(?:[ \t]{0,3}>[ \t]?)+/, "");
}

function pushFence(
  lines: string[],
  start: number,
  fence: RegExpExecArray,
  quoted: boolean,
  blocks: Block[],
): number {
  const [, indent = "", marks = ""] = fence;
  const info = (fence[3] ?? "").trim();
  const code: string[] = [];
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    // A `>>>` prompt in code is no quote mark.
    const line = quoted ? unquote(lines[end]!) : lines[end]!;
    const trimmed = line.trim();
    if (trimmed.length >= marks.length && trimmed === marks[0]!.repeat(trimmed.length)) {
      end += 1;
      break;
    }
    code.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
  }
  const made = block("code", "", lines, start, end, { info, indent: columns(indent) });
  made.text = code.join("\n");
  blocks.push(made);
  return end;
}

function isTableDelimiter(line: string | undefined): boolean {
  if (line === undefined) return false;
  const bare = unquote(line);
  if (!bare.includes("-") || !bare.includes("|")) return false;
  const cells = bare.trim().replace(/^\|/, "").replace(/\|$/, "").split("|");
  return cells.every((cell) => DELIMITER_CELL.test(cell.trim()));
}

function pushTable(lines: string[], start: number, blocks: Block[]): number {
  const header = tableCells(unquote(lines[start]!));
  blocks.push(block("tableRow", header.join(" | "), lines, start, start + 1, { header, isHeader: true }));
  let end = start + 2;
  for (; end < lines.length; end += 1) {
    const line = unquote(lines[end]!);
    if (line.trim() === "" || !line.includes("|") || FENCE.test(line)) break;
    blocks.push(block("tableRow", tableCells(line).join(" | "), lines, end, end + 1, { header }));
  }
  return end;
}

/** Cells of one table row, trimmed; pipes that are escaped or in code do not split. */
export function tableCells(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let inCode = false;
  const row = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  for (let position = 0; position < row.length; position += 1) {
    const char = row[position]!;
    if (char === "\\" && row[position + 1] === "|") {
      cell += "\\|";
      position += 1;
    } else if (char === "|" && !inCode) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (char === "`") inCode = !inCode;
      cell += char;
    }
  }
  cells.push(cell.trim());
  return cells;
}

/** A paragraph or a list item with its lazy and indented continuation lines. */
function pushProse(lines: string[], start: number, first: string, blocks: Block[]): number {
  const item = LIST_ITEM.exec(first);
  const content = [item === null ? first.trim() : item[4]!.trim()];
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    const line = unquote(lines[end]!);
    if (line.trim() === "" || FENCE.test(line) || HEADING.test(line) || THEMATIC_BREAK.test(line)) break;
    if (LIST_ITEM.test(line)) break;
    if (line.includes("|") && isTableDelimiter(lines[end + 1])) break;
    content.push(line.trim());
  }
  const text = content.join("\n");
  if (item === null)
    blocks.push(block("paragraph", text, lines, start, end, { indent: columns(leading(first)) }));
  else {
    blocks.push(
      block("listItem", text, lines, start, end, { indent: columns(item[1]!), marker: `${item[2]} ` }),
    );
  }
  return end;
}

function leading(line: string): string {
  return /^[ \t]*/.exec(line)![0];
}

function columns(indent: string): number {
  return indent.replace(/\t/g, "    ").length;
}

/** A sentence and where it stands in the text given. */
export interface Sentence {
  /** Trimmed, soft line breaks kept. */
  text: string;
  /** Half-open range of UTF-16 units. */
  start: number;
  end: number;
}

/** A run of citation markers as RepoBot writes them, with the spaces before it. */
const MARKERS = /(?<![ \t])[ \t]*(?:\[\d{1,3}\])+/g;

/** Abbreviations that end with a full stop and rarely end a sentence; lower case, inner spaces allowed. */
const ABBREVIATIONS =
  /(?:^|[\s("'“„«[/])(?:e\.g|i\.e|eg|ie|etc|cf|vs|resp|approx|incl|excl|esp|no|nos|nr|fig|figs|eq|sec|ch|vol|ed|p|pp|al|mr|mrs|ms|dr|prof|st|jr|sr|inc|ltd|co|corp|dept|est|max|min|misc|ver|rev|z\. ?b|d\. ?h|u\. ?a|u\. ?u|o\. ?ä|i\. ?d\. ?r|s\. ?o|s\. ?u|v\. ?a|z\. ?t|bzw|bspw|ggf|evtl|inkl|exkl|ca|usw|vgl|sog|abs|art|bd|bzgl|gem|tel|str|zzgl|p\. ?ex|par ex|c\.-à-d|p\. ?ej|ej|sra?|ud|uds|ecc|ad es|bijv|d\.w\.z|m\.b\.t|enz|[a-zà-ÿ])\.$/i;

/** Languages that get a segmenter of their own. Others are cut as English: a request may name any tag, and each segmenter takes memory. */
const SEGMENTED_LANGUAGES: ReadonlySet<string> = new Set(
  "ar de el en es fr he it ja ko nl pl pt ru th tr zh".split(" "),
);
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  const tag = language.split("-")[0]!.toLowerCase();
  const known = SEGMENTED_LANGUAGES.has(tag) ? tag : "en";
  let segmenter = segmenters.get(known);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(known, { granularity: "sentence" });
    segmenters.set(known, segmenter);
  }
  return segmenter;
}

/**
 * Sentences of a prose text (one block, without container marks). Inline code, addresses, versions and abbreviations do
 * not end one; citation markers after a full stop belong to the sentence before them.
 * @param language BCP 47 tag
 * @defaultValue `language` is `"en"`
 */
export function splitSentences(text: string, language = "en"): Sentence[] {
  const masked = mask(text);
  const cuts = new Set<number>();
  for (const segment of segmenterFor(language).segment(masked)) cuts.add(segment.index);
  addTerminatorCuts(masked, cuts);

  const sentences: Sentence[] = [];
  let start = 0;
  const ordered = [...cuts].filter((cut) => cut > 0 && cut < masked.length).sort((a, b) => a - b);
  for (const cut of [...ordered, masked.length]) {
    if (cut < masked.length && !mayCut(masked, start, cut)) continue;
    pushSentence(text, start, cut, sentences);
    start = cut;
  }
  return sentences;
}

/**
 * Same length as the text, with what must not be looked into replaced: code and addresses by letters, markers by word
 * joiners, which sentence rules pass over, soft line breaks by spaces.
 */
function mask(text: string): string {
  return text
    .replace(/\\[\\`]|(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (code) => "X".repeat(code.length))
    .replace(/!?\[[^\]\n]{0,500}\]\([^)\s]{0,500}\)/g, (link) => link.replace(/[.!?:]/g, "x"))
    .replace(/\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.)[^\s<>"'`）)，。、；\]]+/gi, (url) => {
      const address = withoutTrailing(url, /[.,;:!?]/);
      return "X".repeat(address.length) + url.slice(address.length);
    })
    .replace(MARKERS, (markers) => "\u2060".repeat(markers.length))
    .replace(/\n/g, " ");
}

/** Ends that `Intl.Segmenter` passes over: before a lower-case identifier, and CJK marks in any language. */
function addTerminatorCuts(masked: string, cuts: Set<number>): void {
  for (const match of masked.matchAll(
    /[.!?…]["'”’»)\]*_]*\u2060*\s+\u2060*(?=\S)|[。！？｡]["'”’」』）)*_]*\u2060*\s*/gu,
  )) {
    cuts.add(match.index + match[0].length);
  }
}

/** Characters on each side of a place that are looked at: more than any abbreviation takes, so that many places cost no more than the text. */
const LOOK_AROUND = 200;

/** Whether the text before `cut` may end a sentence. */
function mayCut(masked: string, start: number, cut: number): boolean {
  const left = masked.slice(Math.max(0, cut - LOOK_AROUND), cut);
  const right = masked.slice(cut, cut + LOOK_AROUND);
  const before = left
    .slice(Math.max(0, left.length - (cut - start)))
    .replace(/\u2060/g, "")
    .trimEnd();
  const after = right.replace(/\u2060/g, "").trimStart();
  if (before === "" || after === "") return false;
  // Inside brackets the sentence goes on.
  if (!/[.!?…。！？｡]["'”’»」』）)\]*_]*$/u.test(before)) return false;
  if (/[.]$/.test(before)) {
    if (ABBREVIATIONS.test(before)) return /^\p{Lu}/u.test(after) && /\b(?:etc|usw|ecc|enz)\.$/i.test(before);
    // A number and a full stop that only numbers something: "1. Install".
    if (/(?:^|\s)\d{1,3}\.$/.test(before) && before.trim().length <= 4) return false;
    // German ordinals and dates: "am 3. Mai", "die 2. Option".
    if (/\s\d{1,2}\.$/.test(before) && /^\p{L}/u.test(after) && !/^\p{Lu}/u.test(after)) return false;
  }
  if (/\.\.\.$|…$/.test(before) && /^\p{Ll}/u.test(after)) return false;
  // A question that is quoted within a sentence: "why?" is what they ask.
  if (/[?!]["'”’»」』]+$/u.test(before) && /^\p{Ll}/u.test(after)) return false;
  // A mark is an end only when white space, a closing mark or CJK text follows it.
  const lastMark = left.replace(/[\s\u2060]+$/u, "").at(-1) ?? "";
  const hasSpace = /\s\u2060*$/u.test(left) || /^\s/.test(right);
  return hasSpace || /[。！？｡」』）]/u.test(lastMark);
}

function pushSentence(text: string, start: number, end: number, sentences: Sentence[]): void {
  const slice = text.slice(start, end);
  const trimmed = slice.trim();
  if (trimmed === "") return;
  const from = start + slice.indexOf(trimmed);
  sentences.push({ text: trimmed, start: from, end: from + trimmed.length });
}

/** A text without its `[n]` markers, and the numbers they held, in order, without repetition. */
export function withoutMarkers(text: string): { text: string; citations: number[] } {
  const citations: number[] = [];
  const bare = text.replace(
    /\\[\\`]|(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|(?<![ \t])[ \t]*\[(\d{1,3})\]/g,
    (whole, code?: string, n?: string) => {
      if (code !== undefined || n === undefined) return whole;
      const number = Number(n);
      if (!citations.includes(number)) citations.push(number);
      return "";
    },
  );
  return { text: bare.trim(), citations };
}
