/** What in a question file would silently measure something else than its author meant. */
import type { Chunk } from "../../src/core/passage.ts";
import type { EvalRow } from "./questions.ts";
import { holdsRelevantSection } from "./relevance.ts";

/**
 * Lines for files and headings that rows call relevant and the docs do not have: what was renamed would look like bad retrieval.
 * @param files that were read, relative to their source
 */
export function sectionWarnings(
  rows: readonly EvalRow[],
  files: ReadonlySet<string>,
  chunks: readonly Chunk[],
): string[] {
  const chunksByFile = Map.groupBy(chunks, ({ file }) => file);
  return rows.flatMap(({ id, relevant }) =>
    relevant.flatMap((section) => {
      const { file, heading } = section;
      if (!files.has(file)) return `warning: question ${id}: there is no ${file} among the docs`;
      const isThere = (chunksByFile.get(file) ?? []).some((chunk) => holdsRelevantSection(chunk, [section]));
      return isThere || heading === undefined || heading === ""
        ? []
        : `warning: question ${id}: ${file} has no heading ${JSON.stringify(heading)} with text below it`;
    }),
  );
}
