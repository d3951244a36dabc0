import type { Code, List, RootContent, Table } from "mdast";
import { blocksToMarkdown, holdsBlocks, nodeToMarkdown, phrasingToMarkdown } from "../read/serialize.ts";
import { splitSentences } from "./sentences.ts";
import { countTokens } from "./tokens.ts";

/** What a block may be cut into: itself, or its sentences, list items, table rows, or lines of code. */
export interface Atom {
  /** Block it is a part of; atoms of one block that end up together are written as one. */
  block: AtomBlock;
  text: string;
  tokens: number;
  /** True when it introduces what follows and should not be parted from it. */
  leadsIn: boolean;
}

/** How the atoms of a block are put together again. */
export interface AtomBlock {
  /** Before the first and after the last atom of the block in a chunk: table header, fence lines. */
  head: string;
  tail: string;
  /** Between two atoms of the block. */
  joint: string;
  /** Tokens of head and tail. */
  frameTokens: number;
  /** How much worse than at a block's edge a cut between two of its atoms is, 0 to 1. */
  cutCost: number;
}

/** Costs of cutting within blocks, relative to a chunk that misses its target size by all of it. */
const CUT_COST = { none: 0, item: 0.05, row: 0.02, sentence: 0.25, line: 0.3 };

/** A block of a section with its text. */
export interface MeasuredBlock {
  node: RootContent;
  text: string;
  tokens: number;
}

/** Writes blocks as text and counts their tokens; blocks without text are left out. */
export function measureBlocks(nodes: readonly RootContent[]): MeasuredBlock[] {
  return nodes.flatMap((node) => {
    const text = blocksToMarkdown([node]);
    return text === "" ? [] : [{ node, text, tokens: countTokens(text) }];
  });
}

/**
 * Turns blocks into atoms. A block is cut up only when it is larger than `maxAtomTokens`, code only when it alone exceeds `maxTokens`.
 * @param maxAtomTokens blocks up to this size stay whole
 * @param maxTokens no atom is larger, its frame included
 */
export function toAtoms(
  blocks: readonly MeasuredBlock[],
  maxAtomTokens: number,
  maxTokens: number,
  language: string,
): Atom[] {
  return blocks.flatMap((block, i) => {
    const { node, text, tokens } = block;
    const limit = node.type === "code" || node.type === "math" ? maxTokens : maxAtomTokens;
    const parts = tokens <= limit ? [whole(text, tokens)] : cut(block, maxAtomTokens, maxTokens, language);
    const last = parts.at(-1);
    if (last !== undefined && node.type === "paragraph") last.leadsIn = introduces(text, blocks[i + 1]?.node);
    return parts;
  });
}

/** Writes atoms in order, those of one block as one block again. */
export function joinAtoms(atoms: readonly Atom[]): string {
  const blocks: { block: AtomBlock; texts: string[] }[] = [];
  for (const atom of atoms) {
    const current = blocks.at(-1);
    if (current?.block === atom.block) current.texts.push(atom.text);
    else blocks.push({ block: atom.block, texts: [atom.text] });
  }
  return blocks
    .map(({ block, texts }) => block.head + texts.join(block.joint).trimEnd() + block.tail)
    .join("\n\n");
}

/** A sentence leads in what it names with a colon, and what stands right under it when that is code. */
function introduces(text: string, next: RootContent | undefined): boolean {
  if (next === undefined || next.type === "paragraph") return false;
  return next.type === "code" || next.type === "math" || /[:：]["'”』」)）*_]*$/.test(text);
}

function whole(text: string, tokens: number): Atom {
  return { block: frame("", "", "\n\n", CUT_COST.none), text, tokens, leadsIn: false };
}

function frame(head: string, tail: string, joint: string, cutCost: number): AtomBlock {
  return { head, tail, joint, frameTokens: countTokens(head) + countTokens(tail), cutCost };
}

function cut(
  { node, text }: MeasuredBlock,
  maxAtomTokens: number,
  maxTokens: number,
  language: string,
): Atom[] {
  switch (node.type) {
    case "list":
      return cutList(node, maxAtomTokens, maxTokens, language);
    case "table":
      return cutTable(node, text, maxTokens, language);
    case "code":
      return cutCode(node, text, maxTokens);
    case "blockquote":
      return toAtoms(measureBlocks(node.children), maxAtomTokens, maxTokens - 4, language).map((atom) =>
        quoted(atom, maxTokens),
      );
    default:
      return cutSentences(text, maxTokens, language);
  }
}

/** A part of a quotation is written as one of its own, unless its many lines, as of code, leave no room for a mark before each. */
function quoted(atom: Atom, maxTokens: number): Atom {
  const inner = atom.block.head + atom.text.trimEnd() + atom.block.tail;
  const text = inner.replace(/^/gm, "> ").replace(/^> $/gm, ">");
  const tokens = countTokens(text);
  const part = tokens <= maxTokens ? whole(text, tokens) : whole(inner, countTokens(inner));
  return { ...part, leadsIn: atom.leadsIn };
}

function cutList(list: List, maxAtomTokens: number, maxTokens: number, language: string): Atom[] {
  const block = frame("", "", list.spread && list.children.some(holdsBlocks) ? "\n\n" : "\n", CUT_COST.item);
  return list.children.flatMap((item, i) => {
    const single: List = { ...list, start: (list.start ?? 1) + i, children: [item] };
    const text = nodeToMarkdown(single);
    // With the line end that parts it from the next.
    const tokens = countTokens(text) + 1;
    if (tokens <= maxTokens) return text === "" ? [] : [{ block, text, tokens, leadsIn: false }];
    // The mark stays with the first of the item's own blocks.
    const [first, ...rest] = toAtoms(measureBlocks(item.children), maxAtomTokens, maxTokens - 4, language);
    if (first === undefined) return [];
    const mark = /^\s*(?:[-*+]|\d+[.)])\s/.exec(text)?.[0] ?? "";
    return [{ ...first, text: first.block.head === "" ? mark + first.text : first.text }, ...rest];
  });
}

/** @param text the whole table, of which each row is a line */
function cutTable(table: Table, text: string, maxTokens: number, language: string): Atom[] {
  const [header, ...rows] = table.children;
  const [names = "", rule = "", ...lines] = text.split("\n");
  const block = frame(`${names}\n${rule}\n`, "", "\n", CUT_COST.row);
  return lines.flatMap((line, i) => {
    const tokens = countTokens(line) + 1;
    if (tokens + block.frameTokens <= maxTokens) return [{ block, text: line, tokens, leadsIn: false }];
    // A row that fits nowhere becomes a line for each of its cells.
    return (rows[i]?.children ?? []).flatMap((cell, column) => {
      const name = phrasingToMarkdown(header?.children[column]?.children ?? []);
      const value = phrasingToMarkdown(cell.children);
      return value === "" ? [] : cutSentences(name === "" ? value : `${name}: ${value}`, maxTokens, language);
    });
  });
}

/** Of a chunk, what the lines around its code may take. */
const MAX_FRAME_SHARE = 0.25;

/** Code between its blank lines, or between lines where those stretches are too long; each chunk opens the fence anew. */
function cutCode(code: Code, text: string, maxTokens: number): Atom[] {
  const block = codeFrame(code.value, text, maxTokens * MAX_FRAME_SHARE);
  const limit = maxTokens - block.frameTokens - 2;
  const stretches = code.value.split(/\n(?=[ \t]*\n)/);
  const pieces = stretches.flatMap((stretch) =>
    countTokens(stretch) <= limit ? [stretch] : stretch.split("\n"),
  );
  return pieces
    .flatMap((piece) => cutHard(piece, limit))
    .map((text) => ({ block, text, tokens: countTokens(text) + 1, leadsIn: false }));
}

/**
 * The lines around code, without what leaves no room for it: words behind the fence that are no language when they are that long, and
 * a fence longer than thousands of its own marks in the code. Where neither mark makes a short fence, there is none.
 */
function codeFrame(code: string, text: string, maxFrameTokens: number): AtomBlock {
  const lines = text.split("\n");
  const opening = lines[0]!;
  const closing = lines.at(-1)!;
  const tildes = "~".repeat(Math.max(3, longestRun(code, /~+/g) + 1));
  const pairs = [
    [opening, closing],
    [closing, closing],
    [tildes, tildes],
  ] as const;
  const frames = pairs.map(([head, tail]) => frame(`${head}\n`, `\n${tail}`, "\n", CUT_COST.line));
  return (
    frames.find(({ frameTokens }) => frameTokens <= maxFrameTokens) ?? frame("", "", "\n", CUT_COST.line)
  );
}

function longestRun(text: string, runs: RegExp): number {
  return (text.match(runs) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function cutSentences(text: string, maxTokens: number, language: string): Atom[] {
  const block = frame("", "", "", CUT_COST.sentence);
  return splitSentences(text, language)
    .flatMap((sentence) => cutHard(sentence, maxTokens - 2))
    .map((sentence) => ({ block, text: sentence, tokens: countTokens(sentence), leadsIn: false }));
}

/** No smaller pieces are cut, also where deep nesting leaves no room: the chunk is then too large, which is warned of. */
const MIN_PIECE_TOKENS = 16;

/** A sentence or line too long for any chunk is cut after white space or punctuation, or failing that anywhere. */
function cutHard(text: string, wantedTokens: number): string[] {
  const maxTokens = Math.max(MIN_PIECE_TOKENS, wantedTokens);
  if (countTokens(text) <= maxTokens) return [text];
  const pieces: string[] = [];
  // Characters a piece; the size that fitted last is the first guess for the next.
  let guess = maxTokens * 4;
  for (let from = 0; from < text.length; ) {
    let length = Math.min(text.length - from, guess);
    while (length > 1 && countTokens(text.slice(from, from + length)) > maxTokens)
      length = Math.floor(length * 0.8);
    guess = Math.ceil(length * 1.2);
    if (from + length < text.length) {
      const breakAt = text.slice(from, from + length).search(/[\s,;、，；。)\]}][^\s,;、，；。)\]}]*$/u);
      if (breakAt > length / 2) length = breakAt + 1;
      if ((text.charCodeAt(from + length) & 0xfc00) === 0xdc00) length++;
    }
    pieces.push(text.slice(from, from + length));
    from += length;
  }
  return pieces;
}
