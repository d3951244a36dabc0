/** Links to the pages around, which some generators mark by no element. */
import type { Paragraph, PhrasingContent, Root, RootContent, Table, TableCell } from "mdast";
import { toString as plainText } from "mdast-util-to-string";

/** What links to the pages around are called. */
const WAY =
  /^(?:[<>«»←→↑⬅➡\s]*(?:prev(?:ious)?|next|top|up|home|contents|index|back|table of contents)(?: (?:page|chapter|section|topic))?[<>«»←→↑⬅➡\s]*|[<>«»←→↑⬅➡]+)$/i;
const MARKS = /^[\s|[\]()·•/,;:-]*$/;

/** Removes lines of nothing but links such as `[ prev | next | top ]`, and tables of nothing but links that stand before the first heading. */
export function dropWayLines(tree: Root): void {
  const first = tree.children.findIndex(({ type }) => type === "heading");
  tree.children = tree.children.filter(
    (node, at) => !(node.type === "paragraph" && isWayLine(node)) && !(at < first && isLinkTable(node)),
  );
}

/** One link alone may be a sentence's own. */
const MIN_LINE_LINKS = 2;
const MIN_TABLE_LINKS = 3;

function isWayLine({ children }: Paragraph): boolean {
  const links = children.filter((node) => node.type === "link");
  return links.length >= MIN_LINE_LINKS && children.every(isWayOrMark);
}

function isWayOrMark(node: PhrasingContent): boolean {
  if (node.type === "link") return WAY.test(plainText(node).trim());
  return node.type === "break" || (node.type === "text" && MARKS.test(node.value));
}

function isLinkTable(node: RootContent): node is Table {
  if (node.type !== "table") return false;
  const cells = node.children.flatMap((row) => row.children);
  const links = cells.flatMap((cell) => cell.children.filter(({ type }) => type === "link"));
  return links.length >= MIN_TABLE_LINKS && cells.every(isLinkCell);
}

/** True for an empty cell too. */
function isLinkCell({ children }: TableCell): boolean {
  return children.every(
    (node) =>
      node.type === "link" || node.type === "break" || (node.type === "text" && MARKS.test(node.value)),
  );
}
