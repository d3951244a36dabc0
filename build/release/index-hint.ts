import { SECTION } from "../../src/index-format/layout.ts";
import type { Manifest, ManifestPart } from "../../src/index-format/manifest.ts";

/**
 * What a Worker is bundled with to have memory ready for its index when the first reader comes: names of `src/index.ts`, and expressions. Only a hint: the Worker also
 * opens an index of other sizes.
 */
export function indexHint({ parts }: Pick<Manifest, "parts">): Record<"INDEX_PART_BYTES", string> {
  // Vectors last: they are the largest, and a Worker that embeds no question reads none.
  const hasVectors = ({ sections }: ManifestPart) => Number(sections.includes(SECTION.vectors));
  const resident = parts.filter(({ lazy }) => !lazy).sort((a, b) => hasVectors(a) - hasVectors(b));
  return { INDEX_PART_BYTES: JSON.stringify(resident.map(({ byteLength }) => byteLength)) };
}
