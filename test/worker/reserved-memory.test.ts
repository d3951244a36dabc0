/** The index's files in the Workers runtime, read into memory that was reserved for them. */
import { expect, it } from "vitest";
import { createAssetsIndex } from "../../src/adapters/assets-index.ts";
import { reserveMemory } from "../../src/adapters/reserved-memory.ts";
import { emptyIndex } from "../support/scripted-index.ts";

const FILES: Record<string, Uint8Array> = {
  "/index/manifest.json": new TextEncoder().encode("{}"),
  "/index/one.bin": new Uint8Array(70_000).fill(1),
  "/index/two.bin": new Uint8Array(50_000).fill(2),
};

/** Of a binding that sends files as the runtime's own does: as streams of known length. */
const assets = {
  fetch: async (input: Request | string) => {
    const { pathname } = new URL(typeof input === "string" ? input : input.url);
    const bytes = FILES[pathname];
    if (bytes === undefined) return new Response(null, { status: 404 });
    const { readable, writable } = new FixedLengthStream(bytes.length);
    const writer = writable.getWriter();
    void writer.write(bytes).then(() => writer.close());
    return new Response(readable);
  },
};

function setUp(names: string[]) {
  const reserved = reserveMemory([70_000, 60_000]);
  const own: ArrayBuffer[] = [];
  const take = (byteLength: number) => {
    const buffer = reserved.take(byteLength);
    if (buffer !== undefined) own.push(buffer);
    return buffer;
  };
  const parts: ArrayBuffer[] = [];
  const source = createAssetsIndex({
    assets,
    reserved: { take, release: reserved.release },
    openIndex: async (_, fetchPart) => {
      for (const name of names) parts.push(await fetchPart(name, FILES[`/index/${name}`]?.length ?? 1));
      return emptyIndex({});
    },
  });
  return { own, parts, reserved, load: () => source.get(() => {}) };
}

it("is used where the size is right, and the rest of it given back", async () => {
  const { own, parts, reserved, load } = setUp(["one.bin", "two.bin"]);
  await load();
  expect(own).toHaveLength(1);
  expect(parts[0]).toBe(own[0]);
  expect(new Uint8Array(parts[0]!).every((byte) => byte === 1)).toBe(true);
  expect(new Uint8Array(parts[1]!).every((byte) => byte === 2)).toBe(true);
  expect(parts[1]!.byteLength).toBe(50_000);
  expect(reserved.take(60_000)).toBeUndefined();
});

it("is given back when the index cannot be loaded", async () => {
  const { reserved, load } = setUp(["gone.bin"]);
  await expect(load()).rejects.toMatchObject({ code: "index_corrupt" });
  expect(reserved.take(70_000)).toBeUndefined();
});
