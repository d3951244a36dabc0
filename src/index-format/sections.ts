import { corrupt, type SectionEntry, type SectionId } from "./layout.ts";
import { type HeldPart, sectionBytes } from "./part-memory.ts";

/** The verified sections of the resident parts. Views are made when asked for: see `KernelMemory`. */
export class Sections {
  private readonly found = new Map<number, { part: HeldPart; entry: SectionEntry }[]>();

  add(part: HeldPart, entry: SectionEntry): void {
    const list = this.found.get(entry.id);
    if (list === undefined) this.found.set(entry.id, [{ part, entry }]);
    else list.push({ part, entry });
  }

  /** Every piece of a section, in order of `first`; empty when there is none. */
  pieces(id: SectionId): { first: number; bytes: Uint8Array<ArrayBuffer> }[] {
    return (this.found.get(id) ?? [])
      .map(({ part, entry }) => ({ first: entry.first, bytes: sectionBytes(part, entry) }))
      .sort((a, b) => a.first - b.first);
  }

  /** The one piece of a section. @throws RepoBotError `index_corrupt` when it is missing */
  one(id: SectionId): Uint8Array<ArrayBuffer> {
    const [piece] = this.pieces(id);
    if (piece === undefined) throw corrupt(`section ${id} is missing`);
    return piece.bytes;
  }

  /** The one piece of a section as u32. */
  words(id: SectionId): Uint32Array<ArrayBuffer> {
    const bytes = this.one(id);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  }
}
