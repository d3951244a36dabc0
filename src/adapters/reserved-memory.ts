/** Memory for files whose sizes are known before anybody asks for them. */

/** A page of memory: the kernel gives it when it is first written to. */
const PAGE_BYTES = 4096;
/** Touching costs a start about half a millisecond a MiB, and a start has other things to do. */
export const MAX_RESERVED_BYTES = 32 * 1024 * 1024;

export interface ReservedMemory {
  /** A buffer of exactly this size that is given to nobody else; `undefined` when none was reserved or it has been taken. */
  take(byteLength: number): ArrayBuffer | undefined;
  /** Gives back what nobody took. */
  release(): void;
}

/**
 * Reserves a buffer for each size and touches all its pages. A request that reads a file of several MiB spends more on memory that nobody has touched than on
 * copying; a Worker that does this as it starts spares its first reader that.
 * @param sizes in bytes, in any order; those that would go beyond `maxBytes` together are left out
 * @param maxBytes @defaultValue {@link MAX_RESERVED_BYTES}
 */
export function reserveMemory(sizes: readonly number[], maxBytes = MAX_RESERVED_BYTES): ReservedMemory {
  const buffers: ArrayBuffer[] = [];
  let left = maxBytes;
  for (const byteLength of sizes) {
    if (byteLength > left) continue;
    left -= byteLength;
    const bytes = new Uint8Array(byteLength);
    for (let at = 0; at < byteLength; at += PAGE_BYTES) bytes[at] = 0;
    buffers.push(bytes.buffer);
  }
  return {
    take(byteLength) {
      const at = buffers.findIndex((buffer) => buffer.byteLength === byteLength);
      return at < 0 ? undefined : buffers.splice(at, 1)[0];
    },
    release() {
      buffers.length = 0;
    },
  };
}
