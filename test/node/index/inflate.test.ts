import { deflateRawSync, constants as zlib } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRepoBotError } from "../../../src/core/errors.ts";
import { checksumBytes } from "../../../src/index-format/checksum.ts";
import { compileKernel, KernelMemory } from "../../../src/index-format/kernel.ts";
import { inflateInKernel, MAX_INFLATED_BYTES } from "../../../src/index-format/kernel-inflate.ts";
import { encodeTexts, TextInflater } from "../../../src/index-format/text-blocks.ts";

const memory = new KernelMemory(compileKernel()!);
const NONE = new Uint8Array(0);

/** Bytes as texts have them: few different ones, with repetitions near and far. */
const texts = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ maxLength: 30 }).map((text) => new TextEncoder().encode(text)),
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 2_000 }))
        .map(([byte, count]) => new Uint8Array(count).fill(byte)),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => {
    const bytes = Buffer.concat([...pieces, ...pieces.slice(0, 3), ...pieces]);
    return new Uint8Array(bytes);
  });
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED),
  memLevel: fc.integer({ min: 1, max: 9 }),
});

describe("inflating in the kernel", () => {
  it("gives what was deflated, whatever the kinds of blocks and with any dictionary", () => {
    fc.assert(
      fc.property(texts, texts, options, (bytes, dictionary, how) => {
        const withDictionary = dictionary.length === 0 ? how : { ...how, dictionary };
        const deflated = deflateRawSync(bytes, withDictionary);
        expect(inflateInKernel(memory, deflated, dictionary)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  it("gives more than the room it begins with", () => {
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at >> 12) & 0xff);
    const inflated = inflateInKernel(memory, deflateRawSync(bytes), NONE)!;
    expect(Buffer.compare(inflated, bytes)).toBe(0);
  });

  it("refuses a stream that was cut short", () => {
    const bytes = new TextEncoder().encode("Set `timeout` to 5. ".repeat(40));
    for (const level of [0, 1, 9]) {
      const deflated = deflateRawSync(bytes, { level });
      for (let length = 0; length < deflated.length; length++) {
        expect(inflateInKernel(memory, deflated.subarray(0, length), NONE)).toBeNull();
      }
    }
  });

  it("refuses a block that is larger than any that is written, with and without a kernel, and writes none", async () => {
    const most = new Uint8Array(MAX_INFLATED_BYTES);
    expect(inflateInKernel(memory, deflateRawSync(most), NONE)).toHaveLength(most.length);
    const larger = new Uint8Array(deflateRawSync(new Uint8Array(MAX_INFLATED_BYTES + 1)));
    expect(inflateInKernel(memory, larger, NONE)).toBeNull();
    for (const inflater of [new TextInflater(NONE, memory), new TextInflater(NONE, null)]) {
      await expect(inflater.inflate(larger, checksumBytes(larger))).rejects.toMatchObject({
        code: "index_corrupt",
      });
    }
    expect(() => new TextInflater(NONE, null).inflateSync(larger, checksumBytes(larger))).toThrow();
    const chunk = { anchor: "", ownUrl: "", headingPath: [], text: " ".repeat(MAX_INFLATED_BYTES) };
    expect(() => encodeTexts([chunk])).toThrow(expect.objectContaining({ code: "config_invalid" }));
  });

  it("ends on any bytes at all, and writes nowhere but where it may", () => {
    // A neighbour in memory: nothing that is inflated may change it.
    const neighbour = memory.take(4_096);
    memory.bytes.fill(0x5a, neighbour, neighbour + 4_096);
    const header = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), header, (bytes, first) => {
        if (bytes.length > 0) bytes[0] = (bytes[0]! & 0xf8) | first;
        const inflated = inflateInKernel(memory, bytes, NONE);
        expect(inflated === null || inflated.length <= (bytes.length + 1) * 1_032).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(memory.bytes.subarray(neighbour, neighbour + 4_096).every((byte) => byte === 0x5a)).toBe(true);
  });

  it("reaches back to the dictionary and no further", () => {
    const dictionary = new TextEncoder().encode("connection pool limits");
    const deflated = deflateRawSync(dictionary, { dictionary });
    expect(inflateInKernel(memory, deflated, dictionary)).toEqual(dictionary);
    expect(inflateInKernel(memory, deflated, dictionary.subarray(10))).toBeNull();
  });

  it("makes of a block that is no deflate stream a damaged index, with and without a kernel", async () => {
    const block = Uint8Array.of(0x07, 0xff, 0x12);
    for (const inflater of [new TextInflater(NONE, memory), new TextInflater(NONE, null)]) {
      const error: unknown = await inflater
        .inflate(block, checksumBytes(block))
        .catch((reason: unknown) => reason);
      expect(isRepoBotError(error) && error.code).toBe("index_corrupt");
    }
  });
});
