/** Other fields that were tried and dropped. */
import type { Chunk } from "../../../src/core/passage.ts";
import { DEFAULT_BM25F } from "../../../src/index-format/bm25f.ts";
import { indexedFields, type Variant } from "../variant.ts";

/** Longest lead, in UTF-16 units. */
const LEAD_UNITS = 300;

const withLead = (chunk: Chunk) => [
  ...indexedFields(chunk),
  chunk.text.split("\n\n")[0]!.slice(0, LEAD_UNITS),
];

const withEmphasis = (chunk: Chunk) => [
  ...indexedFields(chunk),
  (chunk.text.match(/`[^`\n]+`|\*\*[^*\n]+\*\*/g) ?? []).join(" "),
];

const withOwnHeadingApart = (chunk: Chunk) => {
  const [title, , text, code] = indexedFields(chunk);
  const { headingPath, headings } = chunk;
  const below = headings.map((heading) => heading.text).filter((heading) => heading !== headingPath.at(-1));
  const own = [headingPath.at(-1) ?? "", ...below].filter((heading) => heading !== chunk.title);
  const above = headingPath.slice(0, -1).filter((heading) => heading !== chunk.title);
  return [title!, own.join("\n"), text!, code!, above.join("\n")];
};

function dropped(
  name: string,
  fields: (chunk: Chunk) => readonly string[],
  weights: readonly number[],
): Variant {
  const bm25f = { ...DEFAULT_BM25F, weights, b: [...DEFAULT_BM25F.b, 0.5] };
  return { name, verdict: "dropped", fields, ranking: { bm25f } };
}

export const FIELD_VARIANTS: readonly Variant[] = [
  dropped("a chunk's first paragraph once more, 0.5", withLead, [1, 2, 1, 1, 0.5]),
  dropped("inline code and bold words once more, 0.5", withEmphasis, [1, 2, 1, 1, 0.5]),
  dropped("own heading 3, those above it 1", withOwnHeadingApart, [1, 3, 1, 1, 1]),
];
