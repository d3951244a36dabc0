import type { Chunk } from "../../src/core/passage.ts";

/**
 * What stands above a chunk's text wherever it is read alone: the title, then the headings below it. `headingPath` always holds
 * the page's first heading; where that repeats the title it is not said twice.
 */
export function chunkHeader(chunk: Pick<Chunk, "title" | "headingPath">): string {
  const [first, ...rest] = chunk.headingPath;
  const path = first === undefined || first === chunk.title ? rest : chunk.headingPath;
  return [chunk.title, ...path].filter((part) => part !== "").join(" > ");
}
