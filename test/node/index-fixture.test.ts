import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isRepoBotError } from "../../src/core/errors.ts";
import type { PassageIndex } from "../../src/core/ports.ts";
import { openIndex } from "../../src/index-format/reader.ts";

const FOLDER = new URL("../fixtures/index-v1/", import.meta.url);

async function readPart(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(name, FOLDER)));
}

async function readManifest() {
  return JSON.parse(await readFile(new URL("manifest.json", FOLDER), "utf8"));
}

async function answersOf(index: PassageIndex) {
  return {
    dim: index.lexicalRanking("dim the lamp with set_brightness", 9),
    code: index.lexicalRanking("LAN_ERR_LOW_VOLTAGE", 9),
    chinese: index.lexicalRanking("电池电压", 9, { language: ["zh"] }),
    nearest: index.vectorRanking(Float32Array.of(0, 1, 0, 0, 0.3, 0, 0, 0), 3),
    passages: await index.passages([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  };
}

describe("the frozen index of format 1", () => {
  // A reader of a later format may refuse it by version, and then says so; until then it must load.
  it("loads and answers", async () => {
    const index = await openIndex(await readManifest(), async (name) => (await readPart(name)).buffer);
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

  it("loads nothing and answers nothing differently with any one byte changed", async () => {
    const manifest = await readManifest();
    const [name] = manifest.parts.map((part: { name: string }) => part.name);
    const bytes = await readPart(name);
    const intact = await answersOf(await openIndex(manifest, async () => bytes.slice().buffer));
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
    const text = await readFile(new URL("manifest.json", FOLDER), "utf8");
    const [name] = (await readManifest()).parts.map((part: { name: string }) => part.name);
    const bytes = await readPart(name);
    const intact = await answersOf(await openIndex(JSON.parse(text), async () => bytes.slice().buffer));
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
