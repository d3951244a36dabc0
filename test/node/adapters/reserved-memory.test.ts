import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { indexHint } from "../../../build/release/index-hint.ts";
import { reserveMemory } from "../../../src/adapters/reserved-memory.ts";
import { SECTION } from "../../../src/index-format/layout.ts";

it("gives each buffer once, by its exact size", () => {
  const reserved = reserveMemory([4096, 100, 100]);
  const first = reserved.take(100);
  expect(first?.byteLength).toBe(100);
  expect(reserved.take(100)).not.toBe(first);
  expect(reserved.take(100)).toBeUndefined();
  expect(reserved.take(4095)).toBeUndefined();
  expect(reserved.take(4096)?.byteLength).toBe(4096);
});

it("reserves no more than it may, and keeps nothing once it is released", () => {
  const reserved = reserveMemory([60, 50, 40], 100);
  expect(reserved.take(50)).toBeUndefined();
  expect(reserved.take(40)?.byteLength).toBe(40);
  reserved.release();
  expect(reserved.take(60)).toBeUndefined();
});

it("is hinted the sizes of the files that an index is opened from, vectors last, under the name that the Worker reads", () => {
  const part = { headerChecksum: 0, sections: [], firstTextBlock: 0 };
  const parts = [
    { ...part, name: "v", byteLength: 900, lazy: false, sections: [SECTION.vectors] },
    { ...part, name: "a", byteLength: 300, lazy: false },
    { ...part, name: "b", byteLength: 200, lazy: true },
    { ...part, name: "c", byteLength: 100, lazy: false },
  ];
  expect(indexHint({ parts })).toEqual({ INDEX_PART_BYTES: "[300,100,900]" });
  const worker = readFileSync(resolve(import.meta.dirname, "../../../src/index.ts"), "utf8");
  for (const name of Object.keys(indexHint({ parts }))) expect(worker).toContain(`declare const ${name}:`);
});
