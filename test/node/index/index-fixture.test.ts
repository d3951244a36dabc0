import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isRepoBotError } from "../../../src/core/errors.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { openIndex } from "../../../src/index-format/reader.ts";

/** The frozen index of a format: its manifest as text, and its one part. */
async function frozen(format: number) {
  const folder = new URL(`../../fixtures/index-v${format}/`, import.meta.url);
  const text = await readFile(new URL("manifest.json", folder), "utf8");
  const [part] = JSON.parse(text).parts as { name: string }[];
  return { text, bytes: new Uint8Array(await readFile(new URL(part!.name, folder))) };
}

const openFrozen = async (format: number) => {
  const { text, bytes } = await frozen(format);
  return openIndex(JSON.parse(text), async () => bytes.slice().buffer);
};

async function answersOf(index: PassageIndex) {
  return {
    dim: index.lexicalRanking("dim the lamp with set_brightness", 9),
    code: index.lexicalRanking("LAN_ERR_LOW_VOLTAGE", 9),
    chinese: index.lexicalRanking("电池电压", 9, { language: ["zh"] }),
    nearest: index.vectorRanking(Float32Array.of(0, 1, 0, 0, 0.3, 0, 0, 0), 3),
    old: index.lexicalRanking("brightness of a lantern", 9, { version: ["1.0"] }),
    passages: await index.passages(Array.from({ length: index.chunkCount }, (_, chunk) => chunk)),
  };
}

// A reader of a later format may refuse them by version, and then says so; until then they must load.
describe("the frozen index of format 1", () => {
  it("loads and answers", async () => {
    const index = await openFrozen(1);
    expect(index.chunkCount).toBe(9);
    expect(index.corpus).toMatchObject({ name: "Lantern", versions: ["2.0", "1.0"], documentCount: 3 });
    expect(index.embedding).toMatchObject({ model: "eight-axes", dimensions: 8 });
    const { dim, code, chinese, nearest, passages } = await answersOf(index);
    expect(passages[dim[0]!.chunk]).toEqual({
      id: "guide/brightness.md#dimming",
      file: "guide/brightness.md",
      url: "https://lantern.example/guide/brightness/#dimming",
      anchor: "dimming",
      title: "Brightness",
      headingPath: ["Brightness", "Dimming"],
      text: "Dim a lamp in small steps, so that eyes can follow:\n\n```python\nlamp.set_brightness(0.4)\n```",
      kind: "docs",
      version: "2.0",
      language: "en",
      source: "docs",
    });
    expect(code[0]!.chunk).toBe(5);
    expect(chinese[0]!.chunk).toBe(8);
    expect(nearest[0]).toEqual({ chunk: 1, value: expect.closeTo(0.9987, 2) });
    expect(index.chunksOfFile("guide/power.md")).toEqual([3, 4, 5]);
  });
});

describe("the frozen index of format 2", () => {
  it("loads and answers from either version, with that version's addresses", async () => {
    const index = await openFrozen(2);
    expect(index.chunkCount).toBe(18);
    expect(index.rows.count).toBe(10);
    const { dim, old, nearest, chinese, passages } = await answersOf(index);
    expect(dim.slice(0, 2).map(({ chunk }) => chunk)).toEqual([1, 10]);
    expect(dim[0]!.value).toBe(dim[1]!.value);
    expect(passages[1]).toMatchObject({
      url: "https://lantern.example/guide/brightness/#dimming",
      anchor: "dimming",
      version: "2.0",
      source: "docs",
    });
    expect(passages[10]).toEqual({
      ...passages[1],
      id: "1.0/guide/brightness.md#dimming",
      url: "https://lantern.example/v1/guide/brightness/#dim",
      anchor: "dim",
      version: "1.0",
      source: "docs-1",
    });
    expect(old[0]!.chunk).toBe(9);
    expect(old.every(({ chunk }) => chunk >= 9)).toBe(true);
    expect(passages[3]!.text).toBe("Lanterns run on 12 V or on batteries.");
    expect(passages[12]!.text).toBe("Lanterns run on 6 V.");
    expect(nearest.map(({ chunk }) => chunk)).toEqual([1, 10, expect.any(Number)]);
    expect(chinese.map(({ chunk }) => chunk)).toEqual([8, 17]);
    expect(index.chunksOfFile("guide/power.md")).toEqual([3, 4, 5, 12, 13, 14]);
  });
});

describe.each([1, 2])("the frozen index of format %i", (format) => {
  it("loads nothing and answers nothing differently with any one byte changed", async () => {
    const { text, bytes } = await frozen(format);
    const manifest = JSON.parse(text);
    const intact = await answersOf(await openFrozen(format));
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 0x20;
      try {
        const index = await openIndex(manifest, async () => damaged.buffer);
        expect(await answersOf(index)).toEqual(intact);
      } catch (error) {
        refused++;
        expect(isRepoBotError(error) ? error.code : error).toMatch(/^index_(corrupt|incompatible)$/);
      }
    }
    expect(refused).toBeGreaterThan(bytes.length / 2);
  }, 120_000);

  it("is refused, or the same, with any one character of its manifest changed", async () => {
    const { text, bytes } = await frozen(format);
    const intact = await answersOf(await openFrozen(format));
    for (let at = 0; at < text.length; at++) {
      const changed = text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1);
      let manifest: unknown;
      try {
        manifest = JSON.parse(changed);
      } catch {
        continue;
      }
      try {
        const index = await openIndex(manifest, async () => bytes.slice().buffer);
        expect(await answersOf(index)).toEqual(intact);
        expect(index.corpus.name).toBe("Lantern");
      } catch (error) {
        expect(isRepoBotError(error) ? error.code : error).toMatch(/^index_(corrupt|incompatible)$/);
      }
    }
  }, 120_000);
});
