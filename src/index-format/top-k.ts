import type { RankedChunk } from "../core/ports.ts";

/** Which of two entries ranks lower: the smaller value, and of equal values the later chunk. */
function isBelow(valueA: number, chunkA: number, valueB: number, chunkB: number): boolean {
  return valueA < valueB || (valueA === valueB && chunkA > chunkB);
}

/** Takes the chunks that a scorer offers and keeps the best. */
export interface HitCollector {
  /** Entries kept at most. */
  readonly limit: number;
  /** The value an entry must exceed, or reach before the chunk it equals, to be kept. */
  readonly threshold: number;
  offer(chunk: number, value: number): void;
  /** What was kept, best first, ties by chunk position. */
  ranking(): RankedChunk[];
}

/** Above so many entries a heap costs more than sorting everything once. */
const HEAP_LIMIT = 2_048;

/** A collector of the best `limit` of at most `count` entries. */
export function collectBest(limit: number, count: number): HitCollector {
  const kept = Math.min(Math.floor(limit), count);
  return kept <= HEAP_LIMIT ? new TopK(kept) : new FullRanking(kept, count);
}

/** Keeps the best `limit` of the entries offered to it: a min-heap in two arrays, which so short cost less than typed ones. */
class TopK implements HitCollector {
  private readonly values: number[] = [];
  private readonly chunks: number[] = [];
  private size = 0;
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** -Infinity until the heap is full. */
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

  ranking(): RankedChunk[] {
    const ranking: RankedChunk[] = [];
    for (let at = 0; at < this.size; at++) {
      ranking.push({ chunk: this.chunks[at]!, value: this.values[at]! });
    }
    return ranking.sort((a, b) => b.value - a.value || a.chunk - b.chunk);
  }
}

/** Keeps every entry and sorts them once: for callers that want all matches, as Orama does. */
class FullRanking implements HitCollector {
  readonly threshold = Number.NEGATIVE_INFINITY;
  readonly limit: number;
  private readonly values: Float64Array;
  private readonly chunks: Uint32Array;
  private size = 0;

  constructor(limit: number, count: number) {
    this.limit = limit;
    this.values = new Float64Array(count);
    this.chunks = new Uint32Array(count);
  }

  offer(chunk: number, value: number): void {
    this.values[this.size] = value;
    this.chunks[this.size++] = chunk;
  }

  /**
   * Sorted by the engine's own sort of numbers, ten times as fast as one that calls a comparison: the position of an entry takes
   * the place of its value's lowest 32 bits, which leaves values that differ by less than a millionth to the second pass.
   */
  ranking(): RankedChunk[] {
    const { values, chunks, size } = this;
    const keys = values.slice(0, size);
    const words = new Uint32Array(keys.buffer);
    // Complemented where a larger number sorts a value up, so that of equal values the first comes first.
    for (let at = 0; at < size; at++) words[at * 2] = values[at]! < 0 ? at : ~at;
    keys.sort();
    const order = Uint32Array.from({ length: size }, (_, place) => {
      const low = words[(size - 1 - place) * 2]!;
      return keys[size - 1 - place]! < 0 ? low : ~low;
    });
    for (let at = 1; at < size; at++) {
      const entry = order[at]!;
      let place = at;
      for (; place > 0; place--) {
        const before = order[place - 1]!;
        if (!isBelow(values[before]!, chunks[before]!, values[entry]!, chunks[entry]!)) break;
        order[place] = before;
      }
      order[place] = entry;
    }
    return Array.from(order.subarray(0, this.limit), (entry) => ({
      chunk: chunks[entry]!,
      value: values[entry]!,
    }));
  }
}
