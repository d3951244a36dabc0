/**
 * Syntax trees as JSON: they go from thread to thread as one string, which is copied at once instead of node by node, and they stay packed
 * in the thread that asked, since the trees of ten thousand pages would fill more memory than all else and keep the collector busy.
 */
import type { Root } from "mdast";
import { visit } from "unist-util-visit";

/** A page or document as it goes from thread to thread. */
export type Packed<T extends { tree: Root }> = Omit<T, "tree"> & { tree: string };

/** JSON of the tree of each page that was unpacked. */
const packedTrees = new WeakMap<object, string>();

/** Where in the text a node stood is left out: nothing asks for it once a page is read. The tree must not be used afterwards. */
function packTree(tree: Root): string {
  visit(tree, (node) => {
    delete node.position;
  });
  return JSON.stringify(tree);
}

/**
 * Gives a page its tree, which stays packed and is made anew each time that it is asked for. A copy of the page by spreading has none, since
 * making one is what spreading would cost.
 */
function withPackedTree<T extends object>(page: T, json: string): T & { tree: Root } {
  packedTrees.set(page, json);
  // `packTree` made it of a tree.
  const get = (): Root => JSON.parse(json) as Root;
  // What the property makes of it.
  return Object.defineProperty(page, "tree", { enumerable: false, get }) as T & { tree: Root };
}

/** Gives `page` the tree of another, packed where that has it packed. */
export function withTreeOf<T extends object>(page: T, other: { tree: Root }): T & { tree: Root } {
  const json = packedTrees.get(other);
  return json === undefined ? { ...page, tree: other.tree } : withPackedTree(page, json);
}

/** The page with another tree, packed where its own is. The tree must not be used afterwards. */
export function withTree<T extends { tree: Root }>(page: T, tree: Root): T {
  if (!packedTrees.has(page)) return { ...page, tree };
  // All that `T` has besides its tree is in the copy.
  return withPackedTree({ ...page }, packTree(tree)) as T;
}

/** The page for another thread. */
export function packed<T extends { tree: Root }>(page: T): Packed<T> {
  return { ...page, tree: packedTrees.get(page) ?? packTree(page.tree) };
}

/** The page as it came from another thread. */
export function unpacked<T extends { tree: Root }>({ tree, ...page }: Packed<T>): T {
  // All that `T` has besides its tree is in `page`.
  return withPackedTree(page, tree) as unknown as T;
}
