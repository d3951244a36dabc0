import type { RankedChunk } from "../core/ports.ts";

/** Which of two entries ranks lower: the smaller value, and of equal values the later chunk. */
function isBelow(valueA: number, chunkA: number, valueB: number, chunkB: number): boolean {
  return valueA < valueB || (valueA === valueB && chunkA > chunkB);
}

/** Keeps the best `limit` of the entries offered to it: a min-heap in two typed arrays. */
export class TopK {
  private readonly values: Float64Array;
  private readonly chunks: Uint32Array;
  private size = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
    this.values = new Float64Array(limit);
    this.chunks = new Uint32Array(limit);
  }

  /** The value an entry must reach to be kept; -Infinity until the heap is full. */
  get threshold(): number {
    return this.size < this.limit ? Number.NEGATIVE_INFINITY : this.values[0]!;
  }

  offer(chunk: number, value: number): void {
    const { values, chunks } = this;
    if (this.size < this.limit) {
      let at = this.size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!isBelow(value, chunk, values[parent]!, chunks[parent]!)) break;
        values[at] = values[parent]!;
        chunks[at] = chunks[parent]!;
        at = parent;
      }
      values[at] = value;
      chunks[at] = chunk;
      return;
    }
    if (this.limit === 0 || !isBelow(values[0]!, chunks[0]!, value, chunk)) return;
    this.siftDown(value, chunk);
  }

  /** Replaces the root. */
  private siftDown(value: number, chunk: number): void {
    const { values, chunks, size } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (
        child + 1 < size &&
        isBelow(values[child + 1]!, chunks[child + 1]!, values[child]!, chunks[child]!)
      ) {
        child++;
      }
      if (!isBelow(values[child]!, chunks[child]!, value, chunk)) break;
      values[at] = values[child]!;
      chunks[at] = chunks[child]!;
      at = child;
    }
    values[at] = value;
    chunks[at] = chunk;
  }

  /** What was kept, best first, ties by chunk position. */
  ranking(): RankedChunk[] {
    const ranking: RankedChunk[] = [];
    for (let at = 0; at < this.size; at++) {
      ranking.push({ chunk: this.chunks[at]!, value: this.values[at]! });
    }
    return ranking.sort((a, b) => b.value - a.value || a.chunk - b.chunk);
  }
}
