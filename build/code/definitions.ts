import type { Node } from "web-tree-sitter";
import { commentProse, docstringProse } from "./comments.ts";
import type { CodeLanguage, Found } from "./language.ts";

/** Something with a name in a source file. Rows are 0-based, ends included. */
export interface Definition {
  kind: "function" | "class" | "type" | "constant" | "module";
  /** From the outermost class or function inwards. */
  names: string[];
  /** With the comments above it. */
  firstRow: number;
  lastRow: number;
  /** Row of its first line of code. */
  codeRow: number;
  /** What its comments and docstring say. */
  doc: string;
  /** Rows that `doc` was taken from. */
  docRows: ReadonlySet<number>;
  /** Definitions inside that may stand alone, in order. */
  members: Definition[];
  /** For each row at which a statement begins, how deep it lies below the definition: where code may be cut, and at what cost. */
  depths: ReadonlyMap<number, number>;
}

/** Depth below which nothing is cut for its own sake. */
const MAX_DEPTH = 6;

/** The definitions of a file, in order, with those in them. */
export function findDefinitions(root: Node, language: CodeLanguage): Definition[] {
  const found = definitionsIn(root.namedChildren, [], language, () => true);
  const overview = moduleComment(root, language, found[0]?.firstRow ?? Number.POSITIVE_INFINITY);
  return overview === null ? found : [overview, ...found];
}

/** 1-based lines at which the parser lost its way, in order. */
export function syntaxErrorLines(root: Node): number[] {
  if (!root.hasError) return [];
  const lines = new Set<number>();
  // By hand, not by recursion: what is not of the language can be nested deeper than the stack.
  const left = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.isError || node.isMissing) lines.add(node.startPosition.row + 1);
    else left.push(...node.children.filter((child) => child.hasError || child.isMissing));
  }
  return [...lines].sort((a, b) => a - b);
}

function definitionsIn(
  nodes: readonly Node[],
  outer: readonly string[],
  language: CodeLanguage,
  wanted: (kind: Found["kind"]) => boolean,
): Definition[] {
  return nodes.flatMap((node) => {
    const found = language.classify(node);
    // In a file with mistakes the parser may put in a name that is not there, without a letter.
    if (found === null || found.names.includes("")) return [];
    if (found.kind === "through")
      return definitionsIn(found.children, [...outer, ...found.names], language, wanted);
    return wanted(found.kind) ? [toDefinition(node, found, outer, language)] : [];
  });
}

function toDefinition(
  node: Node,
  found: Exclude<Found, { kind: "through" }>,
  outer: readonly string[],
  language: CodeLanguage,
): Definition {
  const names = [...outer, ...found.names];
  const { body, kind } = found;
  const leading = leadingNodes(node, language);
  const comments = leading.filter(({ type }) => language.isComment(type));
  const literal = body === null ? null : (language.docstring?.(body) ?? null);
  const docs = [
    commentProse(comments.map(({ text }) => text)),
    literal === null ? "" : docstringProse(literal.text),
  ].filter((text) => text !== "");
  const docRows = new Set([...comments, ...(literal === null ? [] : [literal])].flatMap(rowsOf));
  const isOuter = kind === "class" || kind === "function";
  return {
    kind,
    names,
    firstRow: leading[0]?.startPosition.row ?? node.startPosition.row,
    lastRow: lastRow(node),
    codeRow: node.startPosition.row,
    doc: docs.join("\n\n"),
    docRows,
    members:
      body === null || !isOuter
        ? []
        : definitionsIn(
            body.namedChildren,
            names,
            language,
            (inner) => inner === "function" || inner === "class",
          ),
    depths: depthsIn(body ?? node),
  };
}

/** Comments and attributes right above a node, in order; none that end a line of other code, none parted by an empty line. */
function leadingNodes(node: Node, language: CodeLanguage): Node[] {
  const leading: Node[] = [];
  let row = node.startPosition.row;
  for (let above = node.previousSibling; above !== null; above = above.previousSibling) {
    if (!language.isLeading(above.type) || lastRow(above) < row - 1 || lastRow(above) === row) break;
    const before = above.previousSibling;
    if (before !== null && lastRow(before) === above.startPosition.row) break;
    leading.unshift(above);
    row = above.startPosition.row;
  }
  return leading;
}

/** The comment or docstring that a file begins with, when it belongs to no definition. */
function moduleComment(root: Node, language: CodeLanguage, before: number): Definition | null {
  const literal = language.docstring?.(root) ?? null;
  const comments: Node[] = [];
  for (const child of root.namedChildren) {
    // A directive such as "use strict" may stand among them.
    if (/^["']use \w+["'];?$/.test(child.text) || child.type === "hash_bang_line") continue;
    if (!language.isComment(child.type) || lastRow(child) >= before) break;
    comments.push(child);
  }
  const docs = [
    commentProse(comments.map(({ text }) => text)),
    literal === null ? "" : docstringProse(literal.text),
  ];
  const doc = docs.filter((text) => text !== "").join("\n\n");
  if (doc === "") return null;
  const nodes = literal === null ? comments : [...comments, literal];
  const rows = nodes.flatMap(rowsOf);
  return {
    kind: "module",
    names: [],
    firstRow: Math.min(...rows),
    lastRow: Math.max(...rows),
    codeRow: Math.min(...rows),
    doc,
    docRows: new Set(rows),
    members: [],
    depths: new Map(),
  };
}

/** A line comment of some grammars ends with its line end, and so at the start of the next row. */
function lastRow(node: Node): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row - 1 : row;
}

function rowsOf(node: Node): number[] {
  const first = node.startPosition.row;
  return Array.from({ length: lastRow(node) - first + 1 }, (_, at) => first + at);
}

/** The shallowest depth at which a node begins on each row. */
function depthsIn(body: Node): Map<number, number> {
  const depths = new Map<number, number>();
  let level = body.namedChildren;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    for (const { startPosition } of level)
      if (!depths.has(startPosition.row)) depths.set(startPosition.row, depth);
    level = level.flatMap((node) => node.namedChildren);
  }
  return depths;
}
