import rehypeParse from "rehype-parse";
import { unified } from "unified";
import type { Chunk } from "../../src/core/passage.ts";
import { attribute, findElements } from "../html/elements.ts";
import type { RenderedFile } from "../pages/media.ts";
import type { ReadDocument } from "../read/document.ts";
import type { Problem } from "./residue.ts";

const html = unified().use(rehypeParse).freeze();

/** Finds chunks whose anchor, or that of a heading in them, is no id on the page that the Worker serves. */
export function missingAnchors(
  documents: readonly ReadDocument[],
  chunks: readonly Chunk[],
  pages: readonly RenderedFile[],
): Problem[] {
  const files = new Map(pages.map(({ path, bytes }) => [path, bytes]));
  const pathByUrl = new Map(documents.map(({ url, pagePath }) => [url, pagePath]));
  const idsByPath = new Map<string, Set<string>>();
  return chunks.flatMap(({ file, url, anchor, headings }) => {
    const path = pathByUrl.get(url.replace(/#.*$/, ""));
    if (path === null) return [];
    const bytes = path === undefined ? undefined : files.get(path);
    if (path === undefined || bytes === undefined) return [{ file, what: `no page at ${url}` }];
    const ids = idsByPath.get(path) ?? idsOf(bytes);
    idsByPath.set(path, ids);
    return [anchor, ...headings.map((heading) => heading.anchor)]
      .filter((id) => id !== "" && !ids.has(id))
      .map((id) => ({ file, what: `no place "${id}" on ${path}` }));
  });
}

function idsOf(page: Uint8Array): Set<string> {
  const tree = html.parse(new TextDecoder().decode(page));
  return new Set(
    findElements(tree, ({ properties }) => properties.id !== undefined).map((node) => attribute(node, "id")),
  );
}
