import { decodeCounts } from "./counts.ts";
import { corrupt, readSectionTable, SECTION, type SectionEntry, verifySection } from "./layout.ts";
import { type ManifestPart, parseManifest } from "./manifest.ts";
import { openVectors } from "./open-vectors.ts";
import { BinaryPassageIndex, type OpenIndexOptions } from "./passage-index.ts";
import { type FetchPart, PassageTexts } from "./passage-texts.ts";
import { Sections } from "./sections.ts";
import { TextInflater } from "./text-blocks.ts";

/** A part whose header was checked. */
interface LoadedPart {
  part: ManifestPart;
  buffer: ArrayBuffer;
  entries: SectionEntry[];
}

function holdsOnlyVectors(part: ManifestPart): boolean {
  return part.sections.every((id) => id === SECTION.vectors);
}

/**
 * Opens an index: reads its resident parts, verifies them and ranks from their bytes in place. Texts come later, with the
 * passages that are shown.
 * @param manifestJson the parsed manifest
 * @param fetchPart bytes of a part by the name the manifest gives; it is also called later, for texts
 * @throws RepoBotError `index_corrupt`, `index_incompatible`, or what `fetchPart` throws
 */
export async function openIndex(
  manifestJson: unknown,
  fetchPart: FetchPart,
  options: OpenIndexOptions = {},
): Promise<BinaryPassageIndex> {
  const manifest = parseManifest(manifestJson);
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1) throw corrupt("this machine is big-endian");
  const load = async (part: ManifestPart): Promise<LoadedPart> => {
    const buffer = await fetchPart(part.name);
    return { part, buffer, entries: readSectionTable(buffer, part) };
  };
  const resident = manifest.parts.filter((part) => !part.lazy);
  const vectorParts = resident.filter(holdsOnlyVectors);
  // Vectors are copied to where they are scored: one part of them at a time is held twice.
  let nextVectors = vectorParts[0] === undefined ? null : load(vectorParts[0]);
  nextVectors?.catch(() => undefined);
  const loaded = await Promise.all(resident.filter((part) => !holdsOnlyVectors(part)).map(load));

  const sections = new Sections();
  for (const { buffer, entries } of loaded) {
    for (const entry of entries) {
      // Text blocks carry checksums of their own, verified when they are shown.
      if (entry.id === SECTION.texts) continue;
      verifySection(buffer, entry);
      sections.add(buffer, entry);
    }
  }
  const counts = decodeCounts(sections.words(SECTION.counts));
  const vectors = openVectors(sections, counts, options.vectorKernel);
  for (const { first, bytes } of sections.pieces(SECTION.vectors)) vectors?.add(first, bytes);
  for (let at = 0; at < vectorParts.length; at++) {
    const { buffer, entries } = await nextVectors!;
    for (const entry of entries) {
      verifySection(buffer, entry);
      vectors?.add(entry.first, new Uint8Array(buffer, entry.byteOffset, entry.byteLength));
    }
    nextVectors = vectorParts[at + 1] === undefined ? null : load(vectorParts[at + 1]!);
  }

  const textParts = manifest.parts.filter((part) => part.sections.includes(SECTION.texts));
  const inflater = new TextInflater(sections.one(SECTION.textDictionary));
  const texts = new PassageTexts(sections.words(SECTION.textIndex), inflater, textParts, fetchPart);
  for (const { part, buffer, entries } of loaded) {
    if (part.sections.includes(SECTION.texts)) texts.addPart(part, buffer, entries);
  }
  return new BinaryPassageIndex(
    { manifest, counts, sections, texts, vectors: vectors?.finish() ?? null },
    options,
  );
}
