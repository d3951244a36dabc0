import type { QueryConcept } from "./bm25f.ts";
import type { Columns } from "./columns.ts";
import type { Rows } from "./rows.ts";

interface KindMembers {
  /** 1 for each row of the kind. */
  member: Uint8Array;
  /** Chunks of the kind. */
  count: number;
}

/**
 * Document frequencies of docs and code apart. A word may be rare in prose and stand in every second function: a ranking of one kind
 * weighs words by how rare they are in that kind, so that docs rank as they would without the code beside them.
 */
export class KindStatistics {
  private readonly columns: Columns;
  private readonly rows: Rows;
  private readonly chunkCount: number;
  private readonly known = new Map<string, KindMembers>();

  constructor(columns: Columns, rows: Rows, chunkCount: number) {
    this.columns = columns;
    this.rows = rows;
    this.chunkCount = chunkCount;
  }

  /** The one kind that a filter asks for, where the index has others too; else null. */
  onlyKind(kinds: readonly string[] | undefined): string | null {
    if (kinds?.length !== 1 || this.columns.values("kind").length < 2) return null;
    return kinds[0]!;
  }

  /**
   * Concepts with the document frequencies that they would have if all chunks were as those of the kind.
   * @param rowsWith rows that hold a term
   */
  within(
    kind: string,
    concepts: readonly QueryConcept[],
    rowsWith: (term: string) => Uint32Array,
  ): QueryConcept[] {
    const { member, count } = this.membersOf(kind);
    if (count === 0) return [...concepts];
    return concepts.map((concept) => {
      let inside = 0;
      let all = 0;
      for (const row of rowsWith(concept.terms[0]!.term)) {
        const chunks = this.rows.chunksIn(row);
        all += chunks;
        inside += member[row]! * chunks;
      }
      const share = all === 0 ? 0 : inside / all;
      const docFreq = Math.max(1, concept.docFreq * share) * (this.chunkCount / count);
      return { ...concept, docFreq: Math.min(docFreq, this.chunkCount) };
    });
  }

  private membersOf(kind: string): KindMembers {
    const known = this.known.get(kind);
    if (known !== undefined) return known;
    const isOfKind = this.columns.rowsWhere("kind", (value) => value === kind);
    const made = { member: new Uint8Array(this.rows.count), count: 0 };
    for (const [chunk, isMember] of isOfKind.entries()) {
      made.count += isMember;
      made.member[this.rows.rowOf(chunk)]! |= isMember;
    }
    this.known.set(kind, made);
    return made;
  }
}
