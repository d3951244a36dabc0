import { corrupt, readSectionTable, SECTION, type SectionEntry, verifySection } from "./layout.ts";
import { type ManifestPart, parseManifest } from "./manifest.ts";
import { BinaryPassageIndex, type OpenIndexOptions } from "./passage-index.ts";
import { type FetchPart, PassageTexts } from "./passage-texts.ts";
import { Sections } from "./sections.ts";
import { TextInflater } from "./text-blocks.ts";

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
  const resident = manifest.parts.filter((part) => !part.lazy);
  const loaded = await Promise.all(
    resident.map(async (part) => {
      const buffer = await fetchPart(part.name);
      return { part, buffer, entries: readSectionTable(buffer, part) };
    }),
  );
  const sections = new Sections();
  const withTexts: { part: ManifestPart; buffer: ArrayBuffer; entries: SectionEntry[] }[] = [];
  for (const { part, buffer, entries } of loaded) {
    for (const entry of entries) {
      // Text blocks carry checksums of their own, verified when they are shown.
      if (entry.id === SECTION.texts) {
        withTexts.push({ part, buffer, entries });
      } else {
        verifySection(buffer, entry);
        sections.add(buffer, entry);
      }
    }
  }
  const textParts = manifest.parts.filter((part) => part.sections.includes(SECTION.texts));
  const inflater = new TextInflater(sections.one(SECTION.textDictionary));
  const texts = new PassageTexts(sections.words(SECTION.textIndex), inflater, textParts, fetchPart);
  for (const { part, buffer, entries } of withTexts) texts.addPart(part, buffer, entries);
  return new BinaryPassageIndex(manifest, sections, texts, options);
}
