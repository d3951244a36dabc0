import { decodeCounts } from "./counts.ts";
import { decodeFieldLengths } from "./field-lengths.ts";
import { compileKernel, KernelMemory } from "./kernel.ts";
import { scorerMemoryBytes } from "./kernel-scorer.ts";
import { vectorMemoryBytes } from "./kernel-vectors.ts";
import { corrupt, readSectionTable, SECTION, type SectionEntry } from "./layout.ts";
import { type ManifestPart, parseManifest } from "./manifest.ts";
import { openVectors } from "./open-vectors.ts";
import { type HeldPart, partsInKernel, partsInPlace, sectionBytes } from "./part-memory.ts";
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

/** Bytes that parts take, with room for alignment. */
function sizeOf(parts: readonly ManifestPart[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength + 64, 0);
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
    const buffer = await fetchPart(part.name, part.byteLength);
    return { part, buffer, entries: readSectionTable(buffer, part) };
  };
  const resident = manifest.parts.filter((part) => !part.lazy);
  const vectorParts = resident.filter(holdsOnlyVectors);
  const otherParts = resident.filter((part) => !holdsOnlyVectors(part));
  // One part of vectors at a time: each is copied into the kernel's memory, and may be let go of before the next.
  let nextVectors = vectorParts[0] === undefined ? null : load(vectorParts[0]);
  nextVectors?.catch(() => undefined);
  const loaded = await Promise.all(otherParts.map(load));

  const module = options.kernel === undefined ? compileKernel() : options.kernel;
  const memory = module === null ? null : new KernelMemory(module);
  memory?.reserve(sizeOf(otherParts));
  const parts = memory === null ? partsInPlace : partsInKernel(memory);
  const sections = new Sections();
  const textParts: { part: ManifestPart; held: HeldPart; entries: SectionEntry[] }[] = [];
  for (const { part, buffer, entries } of loaded.splice(0)) {
    const held = parts.hold(buffer);
    for (const entry of entries) {
      // Text blocks carry checksums of their own, verified when they are shown.
      if (entry.id === SECTION.texts) continue;
      parts.verify(held, entry);
      sections.add(held, entry);
    }
    if (part.sections.includes(SECTION.texts)) textParts.push({ part, held, entries });
  }
  const counts = decodeCounts(sections.words(SECTION.counts));
  if (memory !== null) {
    const statistics = decodeFieldLengths(sections.one(SECTION.fieldLengths), counts.chunks);
    const vectorBytes = counts.dimensions === 0 ? 0 : vectorMemoryBytes(counts.dimensions, counts.chunks);
    memory.reserve(sizeOf(vectorParts) + scorerMemoryBytes(statistics) + vectorBytes);
    memory.seal();
  }

  const vectors = openVectors(sections, counts, memory);
  for (const { first, bytes } of sections.pieces(SECTION.vectors)) vectors?.add(first, bytes);
  for (let at = 0; at < vectorParts.length; at++) {
    const { buffer, entries } = await nextVectors!;
    const held = parts.hold(buffer);
    for (const entry of entries) {
      parts.verify(held, entry);
      vectors?.add(entry.first, sectionBytes(held, entry));
    }
    nextVectors = vectorParts[at + 1] === undefined ? null : load(vectorParts[at + 1]!);
    nextVectors?.catch(() => undefined);
  }

  const texts = new PassageTexts(
    sections.words(SECTION.textIndex),
    new TextInflater(sections.one(SECTION.textDictionary)),
    manifest.parts.filter((part) => part.sections.includes(SECTION.texts)),
    fetchPart,
  );
  for (const { part, held, entries } of textParts) texts.addPart(part, held, entries);
  const opened = { manifest, counts, sections, texts, memory, vectors: vectors?.finish() ?? null };
  return new BinaryPassageIndex(opened, options);
}
