/** What holds for the chunks of any page. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_CHUNK_SIZES } from "../../../build/chunk/chunk-document.ts";
import { chunkHeader } from "../../../build/chunk/header.ts";
import { countTokens } from "../../../build/chunk/tokens.ts";
import { readText } from "../read/read-text.ts";
import { chunksOf, fences, prose } from "./chunks-of.ts";

describe("every chunk of any page", () => {
  const block = fc.oneof(
    fc.integer({ min: 1, max: 400 }).map((size) => prose(size)),
    fc
      .integer({ min: 1, max: 90 })
      .map(
        (count) =>
          `\`\`\`sh\n${Array.from({ length: count }, (_, i) => `run --step ${i}`).join("\n")}\n\`\`\``,
      ),
    fc
      .integer({ min: 1, max: 60 })
      .map((count) => Array.from({ length: count }, (_, i) => `- item ${i} of the list`).join("\n")),
    fc
      .integer({ min: 1, max: 60 })
      .map(
        (count) =>
          `| a | b |\n|---|---|\n${Array.from({ length: count }, (_, i) => `| ${i} | value ${i} |`).join("\n")}`,
      ),
    fc.constant("> A quotation of one line."),
  );
  const section = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(block, { maxLength: 4 }));
  const page = fc
    .array(section, { minLength: 1, maxLength: 8 })
    .map((sections) =>
      sections
        .map(([level, blocks], i) => [`${"#".repeat(level)} Section ${i}`, ...blocks].join("\n\n"))
        .join("\n\n"),
    );

  it("holds text, stays within the limit, has balanced fences and an id of its own; together they hold every heading", () => {
    fc.assert(
      fc.property(page, (source) => {
        const { chunks, warnings } = chunksOf(source);
        expect(warnings).toEqual([]);
        for (const chunk of chunks) {
          expect(chunk.text.trim()).toBe(chunk.text);
          expect(chunk.text).not.toBe("");
          expect(chunk.tokens).toBe(countTokens(`${chunkHeader(chunk)}\n\n${chunk.text}`));
          expect(chunk.tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
          expect(fences(chunk.text) % 2).toBe(0);
        }
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
        const { headings } = readText(source).page;
        if (chunks.length > 0) {
          expect(chunks.flatMap((chunk) => chunk.headings)).toEqual(
            headings.map(({ text, anchor }) => ({ text, anchor })),
          );
        }
        const words = (text: string) => text.match(/(?:Sentence a|item |--step |value )\d+/g) ?? [];
        expect(words(chunks.map(({ text }) => text).join("\n"))).toEqual(words(readText(source).text));
      }),
      { numRuns: 30 },
    );
  });
});

describe("ids", () => {
  it("depend on file, heading and place under it, and on nothing else", () => {
    const before = chunksOf(`# A\n\n${prose(70)}\n\n## B\n\n${prose(70, "b")}\n`).chunks;
    const after = chunksOf(
      `# A\n\nNew words. ${prose(90)}\n\n## New\n\n${prose(70, "n")}\n\n## B\n\n${prose(70, "c")}\n`,
    ).chunks;
    expect(after[2]!.id).toBe(before[1]!.id);
    expect(after[0]!.id).toBe(before[0]!.id);
    const elsewhere = chunksOf(`# A\n\n${prose(70)}\n`, { file: "other.md" }).chunks;
    expect(elsewhere[0]!.id).not.toBe(before[0]!.id);
  });
});
