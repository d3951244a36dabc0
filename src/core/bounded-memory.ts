/** What is kept of values that can be had again: the ones used last, up to a size of all of them together. */
export class BoundedMemory<V> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: V) => number;
  /** In the order of their last use. */
  readonly #values = new Map<string, V>();
  #size = 0;

  /**
   * @param maxSize of all values together; a larger one is not kept
   * @param sizeOf a value, in the same unit
   */
  constructor(maxSize: number, sizeOf: (value: V) => number) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    // The others would all have to go for a value that is not kept.
    if (size > this.#maxSize) return;
    this.#values.set(key, value);
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }

  /** Forgets all whose key begins so. */
  deletePrefix(prefix: string): void {
    for (const key of [...this.#values.keys()]) if (key.startsWith(prefix)) this.delete(key);
  }
}
