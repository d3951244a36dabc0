import type { KernelMemory } from "./kernel.ts";

/** Bytes that the kernel reads behind its input, and writes behind its output. */
const SPARE_BYTES = 16;
/** What the kernel makes its tables of codes in. */
const TABLE_BYTES = 132_096;
/** Room that a block of texts mostly fits. */
const FIRST_ROOM_BYTES = 0x8000;
/** No block is larger once it is inflated: a megabyte for each of its chunks, hundreds of times what they mostly have. */
export const MAX_INFLATED_BYTES = 8 * 2 ** 20;
/** Deflate makes no more than so many bytes of one. */
const MOST_BYTES_A_BYTE = 1_032;
/** Answers of the kernel that are no address. */
const MALFORMED = 0;
const NO_ROOM = 1;

/**
 * Inflates raw deflate in the kernel: as fast as the runtime's own, which comes with a stream for every block and takes no dictionary.
 * @param dictionary what matches may reach back to; may be empty
 * @returns the bytes, or null where they are no deflate stream or more than {@link MAX_INFLATED_BYTES}
 */
export function inflateInKernel(
  memory: KernelMemory,
  bytes: Uint8Array,
  dictionary: Uint8Array,
): Uint8Array | null {
  const mostRoom = Math.min((bytes.length + 1) * MOST_BYTES_A_BYTE, MAX_INFLATED_BYTES);
  for (let room = FIRST_ROOM_BYTES; ; room = Math.min(4 * room, mostRoom)) {
    const outputAt = TABLE_BYTES + dictionary.length;
    const tables = memory.scratch(outputAt + room + bytes.length + 2 * SPARE_BYTES);
    const window = tables + TABLE_BYTES;
    const output = tables + outputAt;
    const input = output + room + SPARE_BYTES;
    memory.bytes.set(dictionary, window);
    memory.bytes.set(bytes, input);
    const end = memory.kernel.inflate(input, input + bytes.length, window, output, output + room, tables);
    if (end === MALFORMED || (end === NO_ROOM && room >= mostRoom)) return null;
    if (end !== NO_ROOM) return memory.bytes.slice(output, end);
  }
}
