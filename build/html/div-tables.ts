/** Tables that are made of other elements than those of tables. */
import type { Element } from "hast";
import { attribute, childrenOf, classesOf, element, isElement } from "./elements.ts";

/** Such a table as one of `<tr>`, by its ARIA roles or the way Javadoc sets its cells one after another; `null` for another element. */
export function toTable(node: Element): Element | null {
  if (node.tagName === "table") return null;
  const rows = attribute(node, "role") === "table" ? rowsByRole(node) : rowsOfCells(node);
  if (rows.length < 2) return null;
  const [header, ...others] = rows;
  return element("table", {}, [rowElement(header!, "th"), ...others.map((row) => rowElement(row, "td"))]);
}

function rowElement(cells: readonly Element[], tagName: "th" | "td"): Element {
  return element(
    "tr",
    {},
    cells.map((cell) => element(tagName, {}, cell.children)),
  );
}

/** Rows may stand in groups. */
function rowsByRole(node: Element): Element[][] {
  return childrenOf(node)
    .filter(isElement)
    .flatMap((child): Element[][] => {
      const role = attribute(child, "role");
      if (role === "rowgroup") return rowsByRole(child);
      if (role !== "row") return [];
      const cells = childrenOf(child).filter(isElement);
      return [
        cells.filter((cell) => /^(?:cell|gridcell|columnheader|rowheader)$/.test(attribute(cell, "role"))),
      ];
    });
}

/** As many cells a row as the first row has, whose cells are marked as the table's header. */
function rowsOfCells(node: Element): Element[][] {
  const cells = childrenOf(node).filter(isElement);
  const isHeader = (cell: Element): boolean => classesOf(cell).includes("table-header");
  const first = cells.findIndex((cell) => !isHeader(cell));
  if (first < 2 || cells.length % first !== 0 || cells.slice(first).some(isHeader)) return [];
  return Array.from({ length: cells.length / first }, (_, row) =>
    cells.slice(row * first, (row + 1) * first),
  );
}
