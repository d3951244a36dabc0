/** Other chunks that were tried and dropped. */
import type { Chunk } from "../../../src/core/passage.ts";
import { chunkDocument } from "../../chunk/chunk-document.ts";
import type { ChunkSizes } from "../../chunk/draft.ts";
import type { ReadCorpus } from "../../corpus.ts";
import type { Variant } from "../variant.ts";

const sized = (sizes: ChunkSizes) => (corpus: ReadCorpus) =>
  corpus.documents.flatMap((document) => chunkDocument(document, () => {}, sizes));

/** Longest introduction that is repeated, in UTF-16 units. */
const INTRODUCTION_UNITS = 250;

/** The first paragraph of a page, or of a section that was cut, before each of its other chunks. */
const introduced = (keyOf: (chunk: Chunk) => string) => (corpus: ReadCorpus) => {
  const first = new Map<string, string>();
  return corpus.chunks.map((chunk) => {
    const introduction = first.get(keyOf(chunk));
    if (introduction !== undefined) return { ...chunk, text: `${introduction}\n\n${chunk.text}` };
    first.set(keyOf(chunk), chunk.text.split("\n\n")[0]!.slice(0, INTRODUCTION_UNITS));
    return chunk;
  });
};

/** Longest block that is repeated, in UTF-16 units. */
const OVERLAP_UNITS = 600;

const overlapping = (corpus: ReadCorpus) =>
  corpus.chunks.map((chunk, i) => {
    const before = corpus.chunks[i - 1];
    const block = before?.text.split("\n\n").at(-1) ?? "";
    const isContinued = before?.file === chunk.file && before.anchor === chunk.anchor;
    return isContinued && block.length <= OVERLAP_UNITS
      ? { ...chunk, text: `${block}\n\n${chunk.text}` }
      : chunk;
  });

function dropped(name: string, chunk: (corpus: ReadCorpus) => Chunk[]): Variant {
  return { name, verdict: "dropped", chunk };
}

const sizes = (targetTokens: number, maxTokens: number, minSectionTokens: number) =>
  sized({ targetTokens, maxTokens, minSectionTokens });

export const CHUNK_VARIANTS: readonly Variant[] = [
  dropped("chunks of 200 tokens, at most 300", sizes(200, 300, 60)),
  dropped("chunks of 400 tokens, at most 600", sizes(400, 600, 60)),
  dropped("no small section joins another", sizes(300, 450, 0)),
  dropped("sections up to 100 tokens join others", sizes(300, 450, 100)),
  dropped(
    "a cut section's first paragraph in each part",
    introduced(({ file, anchor }) => `${file}#${anchor}`),
  ),
  dropped(
    "a page's first paragraph in each chunk",
    introduced(({ file }) => file),
  ),
  dropped("parts of a section overlap by a block", overlapping),
];
