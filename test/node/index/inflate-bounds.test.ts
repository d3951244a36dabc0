/** What the kernel's inflater refuses, and where it stops: called as it is, in rooms that are too small, between bytes that it must leave alone. */
import { deflateRawSync, inflateRawSync, constants as zlib } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileKernel, KernelMemory } from "../../../src/index-format/kernel.ts";

const memory = new KernelMemory(compileKernel()!);
const TABLE_BYTES = 132_096;
/** What a copy of eight bytes may write behind the room. */
const SPARE_BYTES = 8;
const GUARD = 0x5a;
const GUARD_BYTES = 1_024;
const MOST_ROOM = 0x10000;
const MOST_INPUT = 0x10000;
const MALFORMED = 0;
const NO_ROOM = 1;
const NONE = new Uint8Array(0);
const tables = memory.take(TABLE_BYTES);
const output = memory.take(MOST_ROOM + SPARE_BYTES + GUARD_BYTES);
const input = memory.take(MOST_INPUT);

/** The bytes, or `malformed` or `no room`. Behind the input lies `behind`, which must not be taken for a part of it. */
function inflate(bytes: Uint8Array, room: number, behind = 0): Uint8Array | "malformed" | "no room" {
  memory.bytes.fill(behind, input, input + bytes.length + 512);
  memory.bytes.set(bytes, input);
  memory.bytes.fill(GUARD, output, output + room + SPARE_BYTES + GUARD_BYTES);
  const end = memory.kernel.inflate(input, input + bytes.length, output, output, output + room, tables);
  const guards = memory.bytes.subarray(
    output + room + SPARE_BYTES,
    output + room + SPARE_BYTES + GUARD_BYTES,
  );
  expect(guards.every((byte) => byte === GUARD)).toBe(true);
  if (end === MALFORMED) return "malformed";
  if (end === NO_ROOM) return "no room";
  expect(end).toBeLessThanOrEqual(output + room);
  return memory.bytes.slice(output, end);
}

/** Fields of a stream: `[value, bits]` lowest bit first, or a code of a Huffman table as a string of its bits. */
function stream(...fields: (readonly [value: number, bits: number] | string)[]): Uint8Array {
  const bits = fields.flatMap((field) =>
    typeof field === "string"
      ? [...field].map(Number)
      : Array.from({ length: field[1] }, (_, at) => (field[0] >> at) & 1),
  );
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) bytes[at >> 3]! |= bit << (at & 7);
  return bytes;
}

const FIXED = [3, 3] as const;
const DYNAMIC = [5, 3] as const;
/** Of the fixed codes: a literal below 144, lengths 257 to 279, and the end. */
const literal = (byte: number) => (0x30 + byte).toString(2).padStart(8, "0");
const END = "0000000";
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The beginning of a block with tables of its own: counts, then the lengths of the codes that lengths are written in. */
function header(literals: number, distances: number, lengths: Record<number, number>) {
  const fields = ORDER.map((symbol) => [lengths[symbol] ?? 0, 3] as const);
  return [DYNAMIC, [literals - 257, 5], [distances - 1, 5], [15, 4], ...fields] as const;
}

/** Lengths are written in four codes of two bits: 0, 1, 2 and a run of zeros (18). */
const CODES = { 0: 2, 1: 2, 2: 2, 18: 2 };
const zeros = (count: number): (readonly [number, number] | string)[] =>
  count === 0
    ? []
    : count >= 11
      ? ["11", [Math.min(count, 138) - 11, 7] as const, ...zeros(count - Math.min(count, 138))]
      : ["00", ...zeros(count - 1)];

/** zlib's answer: the judge of what is a stream. */
function judge(bytes: Uint8Array): Uint8Array | "malformed" {
  try {
    return new Uint8Array(inflateRawSync(bytes));
  } catch {
    return "malformed";
  }
}

describe("an inflater with little room", () => {
  const words = new TextEncoder().encode(
    "limit the pool, limit the pool of pools, limit the time ".repeat(6),
  );
  const kinds: [string, Uint8Array][] = [
    ["stored bytes", deflateRawSync(words, { level: 0 })],
    ["literals", deflateRawSync(words, { strategy: zlib.Z_HUFFMAN_ONLY })],
    ["matches far back", deflateRawSync(words, { level: 9 })],
    ["matches of one byte", deflateRawSync(new Uint8Array(words.length).fill(7), { level: 9 })],
    ["fixed codes", deflateRawSync(words, { strategy: zlib.Z_FIXED })],
  ];

  it.each(kinds)("writes nothing behind it: %s", (_, deflated) => {
    const whole = judge(deflated);
    expect(inflate(deflated, words.length)).toEqual(whole);
    for (let room = 0; room < words.length; room++) expect(inflate(deflated, room)).toBe("no room");
  });

  it.each(kinds)("takes nothing behind the input for a part of it: %s", (_, deflated) => {
    for (let length = 0; length < deflated.length; length++) {
      for (const behind of [0, 0xff]) {
        expect(inflate(deflated.subarray(0, length), words.length, behind)).not.toBeInstanceOf(Uint8Array);
      }
    }
  });

  it("reads no stored bytes that are behind the input, though there is room for them", () => {
    expect(inflate(Uint8Array.of(1, 4, 0, 0xfb, 0xff, 65, 66, 67), 300, 68)).toBe("malformed");
    // Not even copied: what lies there is somebody else's, or not in memory at all.
    expect(memory.bytes.subarray(output, output + 8).every((byte) => byte === GUARD)).toBe(true);
    expect(inflate(Uint8Array.of(1, 4, 0, 0xfb, 0xff, 65, 66, 67, 68), 300)).toHaveLength(4);
  });
});

describe("a stream that is none", () => {
  const lone = (...then: string[]) =>
    stream(...header(257, 1, CODES), "01", ...zeros(255), "01", "00", ...then);
  it.each([
    ["a kind of block that there is not", stream([7, 3], [0, 29])],
    ["stored bytes whose length is written differently twice", Uint8Array.of(1, 1, 0, 0xff, 0xff, 65)],
    ["length 286", stream(FIXED, literal(65), "11000110", "00000", END)],
    ["length 287", stream(FIXED, literal(65), "11000111", "00000", END)],
    ["distance 30", stream(FIXED, literal(65), "0000001", "11110", [0, 14], END)],
    ["distance 31", stream(FIXED, literal(65), "0000001", "11111", [0, 15], END)],
    ["a distance before the beginning", stream(FIXED, literal(65), "0000001", "00001", END)],
    [
      "287 codes for literals",
      stream(...header(287, 1, CODES), "01", ...zeros(255), "01", ...zeros(30), "00", "1"),
    ],
    [
      "31 codes for distances",
      stream(...header(257, 31, CODES), "01", ...zeros(255), "01", ...zeros(31), "1"),
    ],
    [
      "lengths for more codes than were said",
      stream(...header(257, 1, CODES), "01", ...zeros(255), "01", "11", [0, 7], "1"),
    ],
    ["a length that repeats none", stream(...header(257, 1, { 16: 1, 0: 1 }), "1", [0, 2], [0, 32])],
    [
      "more codes for literals than their bits have",
      stream(...header(257, 1, CODES), "01", "01", ...zeros(254), "01", "00", "1"),
    ],
    [
      "more codes for lengths than their bits have",
      stream(...header(257, 1, { 0: 1, 1: 1, 2: 1 }), [0, 300]),
    ],
    [
      "fewer codes for lengths than their bits have",
      stream(...header(257, 1, { 0: 2, 1: 2, 18: 2 }), "01", "10", [117, 7], "10", [106, 7], "01", "00", "1"),
    ],
    [
      "fewer codes for literals than their bits have",
      stream(...header(257, 1, CODES), "10", ...zeros(255), "10", "00", "01"),
    ],
    [
      "fewer codes for distances than their bits have",
      stream(...header(257, 2, CODES), "01", ...zeros(255), "01", "10", "10", "1"),
    ],
    [
      "no code for the end of the block",
      stream(...header(257, 1, CODES), "01", "01", ...zeros(254), "00", "00", "0"),
    ],
  ])("is refused, as zlib does: %s", (_, bytes) => {
    expect(judge(bytes)).toBe("malformed");
    expect(inflate(bytes, 300)).toBe("malformed");
  });

  it("is refused for a distance that there is not, though so many bytes lie before it", () => {
    const before = new Uint8Array(40_000).fill(65);
    const stored = [0, before.length & 0xff, before.length >> 8, ~before.length & 0xff, ~before.length >> 8];
    const thenMatch = (...codes: string[]) =>
      Buffer.concat([Uint8Array.from(stored), before, stream(FIXED, "0000001", ...codes, END)]);
    // Code 29 with the most that it can have is the farthest there is.
    const farthest = thenMatch("11101", "1".repeat(13));
    expect(inflate(farthest, 50_000)).toHaveLength(before.length + 3);
    expect(judge(farthest)).toHaveLength(before.length + 3);
    for (const code of ["11110", "11111"]) {
      const bytes = thenMatch(code, "0".repeat(14));
      expect([judge(bytes), inflate(bytes, 50_000)]).toEqual(["malformed", "malformed"]);
    }
  });

  it("is refused without a code for the end before any of it is written", () => {
    const endless = stream(...header(257, 1, CODES), "01", "01", ...zeros(254), "00", "00", "0");
    // A room that its literals fill at once: they would ask for a larger one, again and again.
    expect(inflate(endless, 1)).toBe("malformed");
  });

  it("is refused where it uses a code that a lone one leaves, whatever the tables held before", () => {
    const end = stream(...header(257, 1, CODES), ...zeros(256), "01", "00", "0");
    expect([judge(end), inflate(end, 300)]).toEqual([NONE, NONE]);
    const other = stream(...header(257, 1, CODES), ...zeros(256), "01", "00", "1", [0, 32]);
    expect(judge(other)).toBe("malformed");
    // A stream before it left a code for every number.
    inflate(lone("0", "1"), 300);
    expect(inflate(other, 300)).toBe("malformed");
  });

  it("is one to zlib and the kernel alike, whichever bits of a true one are turned", () => {
    const text = fc.array(fc.constantFrom("pool ", "limit", "the ", "0", "\n", "x".repeat(40)), {
      maxLength: 60,
    });
    const level = fc.integer({ min: 0, max: 9 });
    const strategy = fc.constantFrom(zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED);
    // Most that makes a stream invalid stands in front.
    const flips = fc.array(fc.oneof(fc.nat(160), fc.nat(4_000)), { minLength: 1, maxLength: 3 });
    let [refused, taken] = [0, 0];
    fc.assert(
      fc.property(text, level, strategy, flips, (pieces, deflateLevel, how, turned) => {
        const whole = new TextEncoder().encode(pieces.join(""));
        const bytes = new Uint8Array(deflateRawSync(whole, { level: deflateLevel, strategy: how }));
        for (const at of turned) bytes[(at >> 3) % bytes.length]! ^= 1 << (at & 7);
        const expected = judge(bytes);
        if (expected === "malformed") refused += 1;
        else taken += 1;
        if (expected !== "malformed" && expected.length > MOST_ROOM) return;
        const inflated = inflate(bytes, MOST_ROOM);
        // What is too long may be malformed further on.
        if (inflated !== "no room" || expected !== "malformed") expect(inflated).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(refused, taken)).toBeGreaterThan(100);
  });
});
