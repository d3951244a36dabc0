import type { Manifest } from "../../src/index-format/manifest.ts";

/**
 * What a Worker is bundled with to have memory ready for its index when the first reader comes: names of `src/index.ts`, and expressions. Only a hint: the Worker also
 * opens an index of other sizes.
 */
export function indexHint({ parts }: Pick<Manifest, "parts">): Record<"INDEX_PART_BYTES", string> {
  const resident = parts.filter(({ lazy }) => !lazy);
  return { INDEX_PART_BYTES: JSON.stringify(resident.map(({ byteLength }) => byteLength)) };
}
