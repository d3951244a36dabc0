/** Blocks that a site has on most of its pages, such as a slogan or a banner: its frame, where no element marks them as that. */
import type { Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { withTree } from "../page-work/packed-tree.ts";
import type { Page } from "../read/page.ts";

/** Blocks at the start of a page among which a frame may stand. */
const EDGE_BLOCKS = 5;

/** Shorter text, or a single word, may stand on many pages by itself; longer text is no line of a frame. */
const MIN_CHARS = 12;
const MAX_CHARS = 1000;

/** On at least this many pages, and this share of them, a block is the site's and no page's. */
const SHARED_PAGES = 6;
const SHARED_SHARE = 0.5;

const FRAME_BLOCKS = new Set(["paragraph", "blockquote", "list", "table"]);

/** The texts above the title of a page by which {@link withoutSharedBlocks} compares it with others. */
export function edgeTexts(tree: Root): string[] {
  return [...new Set(edgesOf(tree).flatMap((node) => edgeText(node) ?? []))];
}

/** Leaves what most generated pages of a source have above their title to the first of them, so that nothing is lost and nothing stands everywhere. */
export function withoutSharedBlocks<T extends { page: Page }>(pages: readonly T[]): T[] {
  const counts = new Map<string, number>();
  let generated = 0;
  for (const { page } of pages) {
    if (page.edgeTexts === undefined) continue;
    generated++;
    for (const text of page.edgeTexts) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(SHARED_PAGES, generated * SHARED_SHARE);
  const shared = new Set([...counts].flatMap(([text, count]) => (count >= least ? [text] : [])));
  if (shared.size === 0) return [...pages];
  const kept = new Set<string>();
  return pages.map((one) => {
    const found = (one.page.edgeTexts ?? []).filter((text) => shared.has(text));
    const gone = new Set(found.filter((text) => kept.has(text)));
    for (const text of found) kept.add(text);
    return gone.size === 0 ? one : { ...one, page: withTree(one.page, withoutEdges(one.page.tree, gone)) };
  });
}

function withoutEdges(tree: Root, gone: ReadonlySet<string>): Root {
  const edges = new Set(edgesOf(tree));
  const children = tree.children.filter((node) => !edges.has(node) || !gone.has(edgeText(node) ?? ""));
  return { ...tree, children };
}

/**
 * Only what stands above the title is a frame for sure. Text below a heading may be the same on many pages since it holds for each of
 * them, such as who may run a command, and so may the first words of a page whose title is not among its text.
 */
function edgesOf({ children }: Root): RootContent[] {
  const first = children.findIndex(({ type }) => type === "heading");
  const title = children[first];
  if (title?.type !== "heading" || title.depth !== 1) return [];
  return children.slice(0, Math.min(first, EDGE_BLOCKS));
}

function edgeText(node: RootContent): string | null {
  if (!FRAME_BLOCKS.has(node.type)) return null;
  const text = plainText(node).replace(/\s+/g, " ").trim();
  return text.length >= MIN_CHARS && text.length <= MAX_CHARS && text.includes(" ") ? text : null;
}
