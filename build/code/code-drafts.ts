import { DEFAULT_CHUNK_SIZES } from "../chunk/chunk-document.ts";
import type { ChunkSizes } from "../chunk/draft.ts";
import { countTokens } from "../chunk/tokens.ts";
import { type CodeLine, cutLines, dedentLines } from "./code-lines.ts";
import type { Definition } from "./definitions.ts";

/** A chunk of code being made. Lines are 1-based, ends included. */
export interface CodeDraft {
  /** Names from the outermost class inwards; empty for the file itself. */
  path: string[];
  /** Names defined in it, its own first. */
  names: string[];
  firstLine: number;
  lastLine: number;
  /** Markdown: what the comments say, then the code in a fence. */
  text: string;
}

/** A class no larger than this stays in one piece, its methods with it. */
const WHOLE_CLASS_TOKENS = 120;
/** A constant no larger than this joins its neighbours. */
const SMALL_CONSTANT_TOKENS = 100;
/** Constants that a group is called after. */
const NAMES_SHOWN = 4;
/** Tokens that fence, signature and header may take of a chunk. */
const FRAME_TOKENS = 60;
/** Constants further apart than this many lines are no neighbours. */
const MAX_GROUP_GAP = 40;
/** Longest line that is kept; nobody reads on. */
const MAX_LINE_CHARS = 1_000;

/** Of a comment: parts of a line that is longer than anybody's. */
const DOC_LINE = /.{1,1000}(?:\s|$)|.{1,1000}/gsu;

/** What drafts of one file are made from. */
interface FileContext {
  lines: readonly string[];
  /** Info string of fences. */
  language: string;
  sizes: ChunkSizes;
}

/**
 * The chunks of a file: one a definition, the methods of a class and the named functions of a large function apart, what is still
 * too large cut between statements, and small constants that stand together joined.
 */
export function draftCode(
  definitions: readonly Definition[],
  text: string,
  language: string,
  sizes: ChunkSizes = DEFAULT_CHUNK_SIZES,
): CodeDraft[] {
  const context = { lines: text.split("\n"), language, sizes };
  const drafts: CodeDraft[] = [];
  let group: Definition[] = [];
  const flush = () => {
    if (group.length > 0) drafts.push(...draftGroup(group, context));
    group = [];
  };
  for (const definition of definitions) {
    if (definition.kind === "constant" && isSmall(definition, context)) {
      const path = definition.names.slice(0, -1).join(".");
      const tokens = [...group, definition].reduce((sum, one) => sum + tokensOf(one, context), 0);
      const last = group.at(-1);
      const isNear = last !== undefined && definition.firstRow - last.lastRow <= MAX_GROUP_GAP;
      const fits = tokens <= sizes.targetTokens && isNear && last.names.slice(0, -1).join(".") === path;
      if (!fits) flush();
      group.push(definition);
    } else {
      // Constants may go on behind a function: the order of chunks is that of their first lines.
      drafts.push(...draftDefinition(definition, context));
    }
  }
  flush();
  return drafts.sort((a, b) => a.firstLine - b.firstLine);
}

function isSmall(definition: Definition, context: FileContext): boolean {
  return tokensOf(definition, context) <= SMALL_CONSTANT_TOKENS;
}

function tokensOf({ firstRow, lastRow }: Definition, { lines }: FileContext): number {
  return countTokens(lines.slice(firstRow, lastRow + 1).join("\n"));
}

/** Constants with what their comments say left where it stands, right above each. */
function draftGroup(group: readonly Definition[], context: FileContext): CodeDraft[] {
  if (group.length === 1) return draftDefinition(group[0]!, context);
  const names = group.map((one) => one.names.at(-1)!);
  const shown =
    names.length > NAMES_SHOWN ? `${names.slice(0, NAMES_SHOWN).join(", ")}, …` : names.join(", ");
  const code = group.map(({ firstRow, lastRow }) =>
    dedentLines(context.lines.slice(firstRow, lastRow + 1).map(shortened)).join("\n"),
  );
  return [
    {
      path: [...group[0]!.names.slice(0, -1), shown],
      names,
      firstLine: group[0]!.firstRow + 1,
      lastLine: group.at(-1)!.lastRow + 1,
      text: fenced(code.join("\n"), context.language),
    },
  ];
}

function draftDefinition(definition: Definition, context: FileContext): CodeDraft[] {
  const { sizes } = context;
  const total = tokensOf(definition, context);
  const whole = definition.kind === "class" ? WHOLE_CLASS_TOKENS : sizes.maxTokens - FRAME_TOKENS;
  const members = total <= whole ? [] : definition.members;
  return [
    ...draftOwn(definition, members, context),
    ...members.flatMap((member) => draftDefinition(member, context)),
  ];
}

/** A definition without those of its members that have chunks of their own: their first lines stay. */
function draftOwn(definition: Definition, members: readonly Definition[], context: FileContext): CodeDraft[] {
  const { firstRow, lastRow, codeRow, doc, kind, names } = definition;
  const { sizes, lines, language } = context;
  const base = { path: names, names: names.slice(-1) };
  const own = ownLines(definition, members, lines);
  // The bare frame of an `impl` says nothing that the chunks of its functions do not.
  if (kind === "class" && doc === "" && members.length > 0 && own.length - members.length <= 2) return [];
  if (kind === "module" || own.length === 0) {
    const whole = { ...base, firstLine: firstRow + 1, lastLine: lastRow + 1 };
    return docPieces(doc, sizes).map((text) => ({ ...whole, text }));
  }
  const budget = sizes.maxTokens - FRAME_TOKENS;
  const docTokens = countTokens(doc);
  const code = dedentLines(own.map(({ text }) => text));
  const dedented = own.map((line, at) => ({ ...line, text: code[at]! }));
  if (docTokens + countTokens(code.join("\n")) <= budget) {
    const text = [doc, fenced(code.join("\n"), language)].filter((part) => part !== "").join("\n\n");
    return [{ ...base, firstLine: firstRow + 1, lastLine: lastRow + 1, text }];
  }
  // A long comment has a chunk of its own; a short one goes with the first piece of code.
  const docAlone = docTokens > sizes.targetTokens / 2;
  const signature = dedented.find(({ row }) => row >= codeRow)?.text ?? "";
  const room = budget - (docAlone ? 0 : docTokens);
  const runs = cutLines(dedented, Math.min(sizes.targetTokens, room), room);
  const pieces = runs.map((run, at): CodeDraft => {
    const opening = at === 0 ? [] : [signature, "  …"];
    const body = fenced([...opening, ...run.map(({ text }) => text)].join("\n"), language);
    const text = at === 0 && !docAlone && doc !== "" ? `${doc}\n\n${body}` : body;
    const first = at === 0 && !docAlone ? firstRow : run[0]!.row;
    return { ...base, firstLine: first + 1, lastLine: run.at(-1)!.row + 1, text };
  });
  if (!docAlone) return pieces;
  const docs = docPieces(doc, sizes);
  const lead = { ...base, firstLine: firstRow + 1, lastLine: codeRow + 1 };
  const leads = docs.map((text, at) => ({
    ...lead,
    text: at < docs.length - 1 ? text : `${text}\n\n${fenced(signature, language)}`,
  }));
  return [...leads, ...pieces];
}

/** What a long comment says, in pieces that are parted between its paragraphs. None for an empty one. */
function docPieces(doc: string, sizes: ChunkSizes): string[] {
  if (doc === "") return [];
  if (countTokens(doc) <= sizes.maxTokens - FRAME_TOKENS) return [doc];
  const lines = doc.split("\n").flatMap((line) => line.match(DOC_LINE) ?? [""]);
  const parted = lines.map((text, row) => ({
    row,
    text,
    depth: row === 0 || lines[row - 1]!.trim() === "" ? 0 : null,
    holdsNext: false,
  }));
  const runs = cutLines(parted, sizes.targetTokens, sizes.maxTokens - FRAME_TOKENS);
  const pieces = runs.map((run) => run.map(({ text }) => text).join("\n"));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

function ownLines(
  definition: Definition,
  members: readonly Definition[],
  lines: readonly string[],
): CodeLine[] {
  const { firstRow, lastRow, codeRow, docRows, depths } = definition;
  const own: CodeLine[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    const member = members.find((one) => row >= one.firstRow && row <= one.lastRow);
    if (member !== undefined && row > definition.codeRow) {
      own.push({ row: member.codeRow, text: signatureOf(member, lines), depth: 0, holdsNext: false });
      row = member.lastRow;
      continue;
    }
    const text = shortened(lines[row]!);
    if (docRows.has(row)) continue;
    if (text.trim() === "") {
      if (own.length > 0) own.push({ row, text: "", depth: null, holdsNext: false });
      continue;
    }
    const isComment = /^\s*(?:\/\/|\/\*|\*|#(?!\[))/.test(text);
    own.push({ row, text, depth: depths.get(row) ?? null, holdsNext: isComment || row === codeRow });
  }
  while (own.at(-1)?.text === "") own.pop();
  return own;
}

/** The line that names a member, behind its decorators; `…` where more of it follows. */
function signatureOf({ codeRow, lastRow }: Definition, lines: readonly string[]): string {
  let row = codeRow;
  while (row < lastRow && /^\s*@/.test(lines[row]!)) row++;
  return shortened(lines[row]!) + (row < lastRow ? " …" : "");
}

function shortened(line: string): string {
  return line.length <= MAX_LINE_CHARS ? line : `${line.slice(0, MAX_LINE_CHARS).toWellFormed()}…`;
}

/** In a fence that no line of the code closes. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map((run) => run[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${code}\n${marks}`;
}
