import { decodeCounts } from "./counts.ts";
import { compileKernel, KernelMemory } from "./kernel.ts";
import { corrupt, readSectionTable, SECTION, SHARED_FORMAT_VERSION } from "./layout.ts";
import { type ManifestPart, parseManifest } from "./manifest.ts";
import { openVectors } from "./open-vectors.ts";
import { BinaryPassageIndex, type OpenIndexOptions } from "./passage-index.ts";
import { type FetchPart, PassageTexts } from "./passage-texts.ts";
import { OwnRows, type Rows, SharedRowTable } from "./rows.ts";
import { Sections } from "./sections.ts";
import { TextInflater } from "./text-blocks.ts";
import { verifySection } from "./verify.ts";

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
  const load = async (part: ManifestPart) => {
    const buffer = await fetchPart(part.name, part.byteLength);
    return { part, buffer, entries: readSectionTable(buffer, part) };
  };
  const withVectors = options.vectors ?? true;
  const isResident = ({ lazy, sections: ids }: ManifestPart) =>
    !lazy && (withVectors || ids.some((id) => id !== SECTION.vectors));
  const loaded = await Promise.all(manifest.parts.filter(isResident).map(load));

  const module = options.kernel === undefined ? compileKernel() : options.kernel;
  const memory = module === null ? null : new KernelMemory(module);
  const sections = new Sections();
  for (const { buffer, entries } of loaded) {
    for (const entry of entries) {
      // Text blocks carry checksums of their own, verified when they are shown.
      if (entry.id === SECTION.texts) continue;
      verifySection(buffer, entry, memory);
      sections.add(buffer, entry);
    }
  }
  const counts = decodeCounts(sections.words(SECTION.counts));
  const rows: Rows =
    manifest.formatVersion === SHARED_FORMAT_VERSION
      ? new SharedRowTable(sections.one(SECTION.rows), counts.chunks)
      : new OwnRows(counts.chunks);
  const vectors = withVectors ? openVectors(sections, counts.dimensions, rows.count, memory) : null;
  const texts = new PassageTexts(
    sections.words(SECTION.textIndex),
    new TextInflater(sections.one(SECTION.textDictionary), memory),
    manifest.parts.filter((part) => part.sections.includes(SECTION.texts)),
    fetchPart,
  );
  for (const { part, buffer, entries } of loaded) {
    if (part.sections.includes(SECTION.texts)) texts.addPart(part, buffer, entries);
  }
  return new BinaryPassageIndex({ manifest, counts, sections, rows, texts, memory, vectors }, options);
}
