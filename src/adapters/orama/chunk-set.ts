/**
 * Chunks as Orama passes them around: a set of internal document ids, which are chunk positions plus 1. Backed by a byte a
 * chunk, so that a filter over 50,000 chunks makes no 50,000 entries.
 */
export class ChunkSet extends Set<number> {
  /** 1 for each chunk in the set. */
  readonly allowed: Uint8Array;

  constructor(allowed: Uint8Array) {
    super();
    this.allowed = allowed;
  }

  /** The same set whoever made it. */
  static from(set: ReadonlySet<number>, chunkCount: number): ChunkSet {
    if (set instanceof ChunkSet) return set;
    const allowed = new Uint8Array(chunkCount);
    for (const id of set) if (id >= 1 && id <= chunkCount) allowed[id - 1] = 1;
    return new ChunkSet(allowed);
  }

  override get size(): number {
    let size = 0;
    for (const bit of this.allowed) size += bit;
    return size;
  }

  override has(id: number): boolean {
    return this.allowed[id - 1] === 1;
  }

  override *values(): SetIterator<number> {
    for (let chunk = 0; chunk < this.allowed.length; chunk++) if (this.allowed[chunk] === 1) yield chunk + 1;
    return undefined;
  }

  override keys(): SetIterator<number> {
    return this.values();
  }

  override *entries(): SetIterator<[number, number]> {
    for (const id of this.values()) yield [id, id];
    return undefined;
  }

  override [Symbol.iterator](): SetIterator<number> {
    return this.values();
  }

  override forEach(visit: (id: number, again: number, set: Set<number>) => void): void {
    for (const id of this.values()) visit(id, id, this);
  }
}
