import type { Code, List, Paragraph, RootContent, Table } from "mdast";
import { blocksToMarkdown, holdsBlocks, nodeToMarkdown } from "../read/serialize.ts";
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

/**
 * Turns blocks into atoms. A block is cut up only when it is larger than `maxAtomTokens`, code only when it alone exceeds `maxTokens`.
 * @param maxAtomTokens blocks up to this size stay whole
 * @param maxTokens no atom is larger, its frame included
 */
export function toAtoms(
  blocks: readonly RootContent[],
  maxAtomTokens: number,
  maxTokens: number,
  language: string,
): Atom[] {
  const atoms: Atom[] = [];
  for (const [i, block] of blocks.entries()) {
    const text = blocksToMarkdown([block]);
    if (text === "") continue;
    const tokens = countTokens(text);
    const parts =
      tokens <= (block.type === "code" || block.type === "math" ? maxTokens : maxAtomTokens)
        ? [whole(text, tokens)]
        : cut(block, text, maxAtomTokens, maxTokens, language);
    const last = parts.at(-1);
    if (last !== undefined && block.type === "paragraph") last.leadsIn = introduces(text, blocks[i + 1]);
    atoms.push(...parts);
  }
  return atoms;
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
  block: RootContent,
  text: string,
  maxAtomTokens: number,
  maxTokens: number,
  language: string,
): Atom[] {
  switch (block.type) {
    case "list":
      return cutList(block, maxAtomTokens, maxTokens, language);
    case "table":
      return cutTable(block, maxTokens, language);
    case "code":
      return cutCode(block, maxTokens);
    case "blockquote": {
      const inner = toAtoms(block.children, maxAtomTokens, maxTokens - 4, language);
      return inner.map((atom) => quoted(atom));
    }
    default:
      return cutSentences(text, maxTokens, language);
  }
}

/** A part of a quotation is written as one of its own. */
function quoted(atom: Atom): Atom {
  const inner = atom.block.head + atom.text.trimEnd() + atom.block.tail;
  const text = inner.replace(/^/gm, "> ").replace(/^> $/gm, ">");
  return { ...whole(text, countTokens(text)), leadsIn: atom.leadsIn };
}

function cutList(list: List, maxAtomTokens: number, maxTokens: number, language: string): Atom[] {
  const block = frame("", "", list.spread && list.children.some(holdsBlocks) ? "\n\n" : "\n", CUT_COST.item);
  return list.children.flatMap((item, i) => {
    const single: List = { ...list, start: (list.start ?? 1) + i, children: [item] };
    const text = nodeToMarkdown(single);
    const tokens = countTokens(text);
    if (tokens <= maxTokens) return text === "" ? [] : [{ block, text, tokens, leadsIn: false }];
    // The mark stays with the first of the item's own blocks.
    const [first, ...rest] = toAtoms(item.children, maxAtomTokens, maxTokens - 4, language);
    if (first === undefined) return [];
    const mark = /^\s*(?:[-*+]|\d+[.)])\s/.exec(text)?.[0] ?? "";
    return [{ ...first, text: first.block.head === "" ? mark + first.text : first.text }, ...rest];
  });
}

function cutTable(table: Table, maxTokens: number, language: string): Atom[] {
  const [header, ...rows] = table.children;
  if (header === undefined) return [];
  const head = nodeToMarkdown({ ...table, children: [header] });
  const block = frame(`${head}\n`, "", "\n", CUT_COST.row);
  return rows.flatMap((row) => {
    const text = nodeToMarkdown({ ...table, children: [header, row] }).slice(head.length + 1);
    const tokens = countTokens(text);
    if (tokens + block.frameTokens <= maxTokens) return [{ block, text, tokens, leadsIn: false }];
    // A row that fits nowhere becomes a line for each of its cells.
    const cells = row.children.map((cell, i) => {
      const name =
        header.children[i] === undefined ? "" : nodeToMarkdown(inline(header.children[i].children));
      const value = nodeToMarkdown(inline(cell.children));
      return name === "" ? value : `${name}: ${value}`;
    });
    return cells.filter((cell) => cell !== "").flatMap((cell) => cutSentences(cell, maxTokens, language));
  });
}

function inline(children: Paragraph["children"]): Paragraph {
  return { type: "paragraph", children };
}

/** Code between its blank lines, or between lines where those stretches are too long; each chunk opens the fence anew. */
function cutCode(code: Code, maxTokens: number): Atom[] {
  const fenced = blocksToMarkdown([{ ...code, value: code.value === "" ? "" : `${code.value}\n` }]);
  const lines = fenced.split("\n");
  const block = frame(`${lines[0]}\n`, `\n${lines.at(-1)}`, "\n", CUT_COST.line);
  const limit = maxTokens - block.frameTokens - 2;
  const stretches = code.value.split(/\n(?=[ \t]*\n)/);
  const pieces = stretches.flatMap((stretch) =>
    countTokens(stretch) <= limit ? [stretch] : stretch.split("\n"),
  );
  return pieces
    .flatMap((piece) => cutHard(piece, limit))
    .map((text) => ({ block, text, tokens: countTokens(text) + 1, leadsIn: false }));
}

function cutSentences(text: string, maxTokens: number, language: string): Atom[] {
  const block = frame("", "", "", CUT_COST.sentence);
  return splitSentences(text, language)
    .flatMap((sentence) => cutHard(sentence, maxTokens - 2))
    .map((sentence) => ({ block, text: sentence, tokens: countTokens(sentence), leadsIn: false }));
}

/** A sentence or line too long for any chunk is cut after white space or punctuation, or failing that anywhere. */
function cutHard(text: string, maxTokens: number): string[] {
  if (countTokens(text) <= maxTokens) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest !== "") {
    // One token is at least one character, so the first guess is never too short to matter.
    let length = Math.min(rest.length, maxTokens * 4);
    while (length > 1 && countTokens(rest.slice(0, length)) > maxTokens) length = Math.floor(length * 0.8);
    if (length < rest.length) {
      const breakAt = rest.slice(0, length).search(/[\s,;、，；。)\]}][^\s,;、，；。)\]}]*$/u);
      if (breakAt > length / 2) length = breakAt + 1;
      if ((rest.charCodeAt(length) & 0xfc00) === 0xdc00) length++;
    }
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return pieces;
}
