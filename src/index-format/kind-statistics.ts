import type { QueryConcept } from "./bm25f.ts";
import type { Columns } from "./columns.ts";

/**
 * Document frequencies of docs and code apart. A word may be rare in prose and stand in every second function: a ranking of one kind
 * weighs words by how rare they are in that kind, so that docs rank as they would without the code beside them.
 */
export class KindStatistics {
  private readonly columns: Columns;
  private readonly chunkCount: number;
  private readonly rows = new Map<string, { member: Uint8Array; count: number }>();

  constructor(columns: Columns, chunkCount: number) {
    this.columns = columns;
    this.chunkCount = chunkCount;
  }

  /** The one kind that a filter asks for, where the index has others too; else null. */
  onlyKind(kinds: readonly string[] | undefined): string | null {
    if (kinds?.length !== 1 || this.columns.values("kind").length < 2) return null;
    return kinds[0]!;
  }

  /**
   * Concepts with the document frequencies that they would have if all chunks were as those of the kind.
   * @param chunksOf chunks that hold a term
   */
  within(
    kind: string,
    concepts: readonly QueryConcept[],
    chunksOf: (term: string) => Uint32Array,
  ): QueryConcept[] {
    const { member, count } = this.rowsOf(kind);
    if (count === 0) return [...concepts];
    return concepts.map((concept) => {
      const chunks = chunksOf(concept.terms[0]!.term);
      let inside = 0;
      for (const chunk of chunks) inside += member[chunk]!;
      const share = chunks.length === 0 ? 0 : inside / chunks.length;
      const docFreq = Math.max(1, concept.docFreq * share) * (this.chunkCount / count);
      return { ...concept, docFreq: Math.min(docFreq, this.chunkCount) };
    });
  }

  private rowsOf(kind: string): { member: Uint8Array; count: number } {
    const known = this.rows.get(kind);
    if (known !== undefined) return known;
    const member = this.columns.rowsWhere("kind", (value) => value === kind);
    const made = { member, count: member.reduce((sum, row) => sum + row, 0) };
    this.rows.set(kind, made);
    return made;
  }
}
