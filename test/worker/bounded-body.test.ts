/** Bodies of known length in the Workers runtime, whose streams fill a buffer: longer than what is read at a time, and no multiple of it. */
import { describe, expect, it } from "vitest";
import { readExactly } from "../../src/adapters/bounded-body.ts";

const tooLarge = () => new Error("too large");
const BYTES = Uint8Array.from({ length: 300_001 }, (_, at) => (at * 7) ^ (at >> 8));

/** A body that comes in pieces of its own. */
function bodyOf(bytes: Uint8Array): Response {
  const { readable, writable } = new FixedLengthStream(bytes.length);
  const writer = writable.getWriter();
  void (async () => {
    for (let at = 0; at < bytes.length; at += 4_096) await writer.write(bytes.subarray(at, at + 4_096));
    await writer.close();
  })().catch(() => undefined);
  return new Response(readable);
}

describe("a body of known length", () => {
  it("is read whole", async () => {
    const read = await readExactly(bodyOf(BYTES), BYTES.length, tooLarge);
    expect(read.byteLength).toBe(read.buffer.byteLength);
    expect(read.every((byte, at) => byte === BYTES[at])).toBe(true);
    expect(read).toHaveLength(BYTES.length);
  });

  it("is read into memory that was reserved for it", async () => {
    const reserved = new ArrayBuffer(BYTES.length);
    const read = await readExactly(bodyOf(BYTES), BYTES.length, tooLarge, (length) =>
      length === BYTES.length ? reserved : undefined,
    );
    expect(read.buffer).toBe(reserved);
    expect(read.every((byte, at) => byte === BYTES[at])).toBe(true);
  });

  it.each([0, 1, 131_072, 131_073, 300_000])(
    "is read as far as it goes where it is shorter: %i bytes",
    async (length) => {
      const read = await readExactly(bodyOf(BYTES.subarray(0, length)), BYTES.length, tooLarge);
      expect(read).toHaveLength(length);
      expect(read.every((byte, at) => byte === BYTES[at])).toBe(true);
    },
  );

  it.each([1, 131_072, 300_000])("is refused where it is longer than %i bytes", async (length) => {
    await expect(readExactly(bodyOf(BYTES), length, tooLarge)).rejects.toThrow("too large");
  });
});
