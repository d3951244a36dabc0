/** Cells of HTML tables that stand for several rows or columns, which a Markdown table has no form for. */
import type { Element, ElementContent, Nodes } from "hast";
import { attribute, childrenOf, findElement, isElement, rawText } from "../html/elements.ts";

/** A longer cell is no value but a text, or a layout's place for one: it stands once. */
const MAX_REPEATED_CHARS = 300;

/** Cells that a table may gain, and cells of the whole rectangle that its widest row makes; beyond, each cell stands once. */
const MAX_ADDED_CELLS = 20_000;
const MAX_GRID_CELLS = 200_000;

/** What browsers take a larger number of columns for. */
const MAX_COLUMNS = 1000;

/** Writes the value of a cell into every row and column that it spans, in place; the tables within its cells stay as they are. */
export function repeatSpans(table: Element): void {
  const groups = [table, ...table.children.filter(isRowGroup)].map((group) => group.children.filter(isRow));
  const rows = groups.flat();
  const own = rows.flatMap(cellsOf);
  if (!own.some((cell) => spanOf(cell, "colSpan") !== 1 || spanOf(cell, "rowSpan") !== 1)) return;
  const grid = expandedRows(groups);
  for (const [at, row] of rows.entries()) row.children = grid?.[at] ?? row.children;
  // The reader of tables would make empty cells of them, as many as they say.
  for (const cell of rows.flatMap(cellsOf)) {
    const { colSpan: _, rowSpan: __, ...others } = cell.properties;
    cell.properties = others;
  }
}

/** The same for every table of a page. */
export function repeatAllSpans(tree: Nodes): void {
  if (isElement(tree) && tree.tagName === "table") repeatSpans(tree);
  for (const child of childrenOf(tree)) repeatAllSpans(child);
}

/** A cell of a row above that reaches into this column. */
interface Reach {
  cell: Element;
  /** Rows below the one at hand. */
  rowsLeft: number;
}

/** Cells of each row; `null` when they would be too many. A cell reaches no further than its group of rows. */
function expandedRows(groups: readonly (readonly Element[])[]): Element[][] | null {
  const grid: Element[][] = [];
  let added = 0;
  let widest = 0;
  for (const rows of groups) {
    const reaching: (Reach | undefined)[] = [];
    for (const [at, row] of rows.entries()) {
      const cells = expandedRow(cellsOf(row), reaching, rows.length - at - 1);
      added += cells.length - cellsOf(row).length;
      widest = Math.max(widest, cells.length);
      if (added > MAX_ADDED_CELLS) return null;
      grid.push(cells);
    }
  }
  return widest * grid.length > MAX_GRID_CELLS ? null : grid;
}

/** @param reaching by column; it is brought forward by one row */
function expandedRow(own: readonly Element[], reaching: (Reach | undefined)[], rowsBelow: number): Element[] {
  const cells: Element[] = [];
  const waiting = [...own];
  const end = reaching.findLastIndex((reach) => reach !== undefined) + 1;
  const isTitle = own.length === 1 && end === 0;
  while (waiting.length > 0 || cells.length < end) {
    const reach = reaching[cells.length];
    if (reach !== undefined) {
      reach.rowsLeft--;
      if (reach.rowsLeft === 0) reaching[cells.length] = undefined;
      cells.push(copyOf(reach.cell));
      continue;
    }
    const cell = waiting.shift();
    if (cell === undefined) {
      cells.push(emptyCell());
      continue;
    }
    const below = Math.min((spanOf(cell, "rowSpan") || Infinity) - 1, rowsBelow);
    // The one cell of a row is its title, and once is enough.
    const columns = isTitle ? 1 : Math.min(spanOf(cell, "colSpan") || 1, MAX_COLUMNS);
    for (let column = 0; column < columns; column++) {
      // A cell above that reaches into the same column goes before.
      if (column > 0 && reaching[cells.length] !== undefined) break;
      if (below > 0) reaching[cells.length] = { cell, rowsLeft: below };
      cells.push(column === 0 ? cell : copyOf(cell));
    }
  }
  // A row without cells of its own only takes up space.
  return own.length === 0 ? [] : cells;
}

function isRowGroup(node: ElementContent): node is Element {
  return isElement(node) && /^(?:thead|tbody|tfoot)$/.test(node.tagName);
}

function isRow(node: ElementContent): node is Element {
  return isElement(node) && node.tagName === "tr";
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((node): node is Element => isElement(node) && /^t[dh]$/.test(node.tagName));
}

/** 1 where nothing valid is said; 0 rows are all below. */
function spanOf(cell: Element, name: "colSpan" | "rowSpan"): number {
  const text = attribute(cell, name).trim();
  return /^\d+$/.test(text) ? Number(text) : 1;
}

function emptyCell(): Element {
  return { type: "element", tagName: "td", properties: {}, children: [] };
}

/** An empty cell for what is no value. */
function copyOf(cell: Element): Element {
  const isValue =
    rawText(cell).trim().length <= MAX_REPEATED_CHARS &&
    findElement(cell, ({ tagName }) => /^(?:table|pre|h[1-6])$/.test(tagName)) === undefined;
  if (!isValue) return { ...emptyCell(), tagName: cell.tagName };
  const { colSpan: _, rowSpan: __, ...properties } = cell.properties;
  return withoutIds({ ...cell, properties });
}

/** Only the first of several may be led to. */
function withoutIds(node: Element): Element {
  const { id: _, name: __, ...properties } = node.properties;
  const children = node.children.map((child) => (isElement(child) ? withoutIds(child) : { ...child }));
  return { ...node, properties, children };
}
