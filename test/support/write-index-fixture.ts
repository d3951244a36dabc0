/**
 * Wrote `test/fixtures/index-v1` and, with `--shared`, `index-v2`: indexes that readers of formats 1 and 2 must load for ever, or refuse
 * by their versions. Run it again only for a new format version, into a new folder:
 * `node test/support/write-index-fixture.ts test/fixtures/index-vN`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chunk } from "../../src/core/passage.ts";
import { writeIndex } from "../../src/index-format/writer.ts";
import { chunkOf } from "./index-chunks.ts";

const PAGES: [file: string, title: string, sections: [heading: string, anchor: string, text: string][]][] = [
  [
    "guide/brightness.md",
    "Brightness",
    [
      ["Brightness", "", "A lantern remembers how bright it was when it was switched off."],
      [
        "Dimming",
        "dimming",
        "Dim a lamp in small steps, so that eyes can follow:\n\n```python\nlamp.set_brightness(0.4)\n```",
      ],
      ["Schedules", "schedules", "A schedule changes the brightness at sunset. See `schedule.at()`."],
    ],
  ],
  [
    "guide/power.md",
    "Power",
    [
      ["Power", "", "Lanterns run on 12 V or on batteries."],
      ["Batteries", "batteries", "| Type | Hours |\n| --- | --- |\n| AA | 20 |\n| C | 90 |"],
      [
        "Error codes",
        "error-codes",
        "`LAN_ERR_LOW_VOLTAGE`: charge the battery, then press the switch twice.",
      ],
    ],
  ],
  [
    "zh/灯.md",
    "灯",
    [
      ["灯", "", "灯会记住关闭时的亮度。"],
      ["亮度", "亮度", "用 `set_brightness` 设置亮度，范围从 0 到 1。"],
      ["电池", "电池", "电池电压过低时灯会闪烁。"],
    ],
  ],
];

const folder = process.argv[2];
if (folder === undefined) throw new Error("name the folder to write to");
const pages = PAGES.flatMap(([file, title, sections], page) =>
  sections.map(([heading, anchor, text], section) =>
    chunkOf(text, {
      n: section,
      file,
      title,
      anchor,
      id: `${file}#${anchor}`,
      url: `https://lantern.example/${file.replace(/\.md$/, "/")}${anchor === "" ? "" : `#${anchor}`}`,
      headingPath: heading === title ? [title] : [title, heading],
      headings: [{ text: heading, anchor }],
      version: page === 1 ? "1.0" : "2.0",
      language: page === 2 ? "zh" : "en",
    }),
  ),
);

/** The same pages in an older version: other addresses, one page's words changed, one anchor moved. */
const older = pages.map((chunk, at): Chunk => {
  const anchor = chunk.anchor === "dimming" ? "dim" : chunk.anchor;
  return {
    ...chunk,
    id: `1.0/${chunk.id}`,
    url: chunk.url.replace(/example\/([^#]*)(?:#.*)?$/, `example/v1/$1${anchor === "" ? "" : `#${anchor}`}`),
    anchor,
    text: at === 3 ? "Lanterns run on 6 V." : chunk.text,
    version: "1.0",
    source: "docs-1",
  };
});
const chunks = process.argv.includes("--shared")
  ? [...pages.map((chunk) => ({ ...chunk, version: "2.0" })), ...older]
  : pages;
const dimensions = 8;
const vectors = new Float32Array(chunks.length * dimensions);
chunks.forEach((_, chunk) => {
  const at = chunk % pages.length;
  vectors[chunk * dimensions + (at % dimensions)] = 1;
  vectors[chunk * dimensions + ((at + 3) % dimensions)] = at < dimensions ? 0.25 : 0.75;
});
const { manifest, files } = await writeIndex({
  corpus: {
    name: "Lantern",
    description: "Docs of a lamp that does not exist",
    language: "en",
    versions: ["2.0", "1.0"],
    languages: ["en", "zh"],
    documentCount: PAGES.length,
    questions: ["How do I dim a lamp?"],
    revision: "frozen",
  },
  embedding: { model: "eight-axes", dimensions, queryPrefix: "query: ", passagePrefix: "passage: " },
  chunks,
  vectors,
});
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
