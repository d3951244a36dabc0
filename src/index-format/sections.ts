import { corrupt, type SectionEntry, type SectionId } from "./layout.ts";

/** A section's bytes, as a view of the part that it is in. */
export function sectionBytes(part: ArrayBuffer, entry: SectionEntry): Uint8Array<ArrayBuffer> {
  return new Uint8Array(part, entry.byteOffset, entry.byteLength);
}

/** The verified sections of the resident parts. */
export class Sections {
  private readonly found = new Map<number, { first: number; bytes: Uint8Array<ArrayBuffer> }[]>();

  add(part: ArrayBuffer, entry: SectionEntry): void {
    const piece = { first: entry.first, bytes: sectionBytes(part, entry) };
    const list = this.found.get(entry.id);
    if (list === undefined) this.found.set(entry.id, [piece]);
    else list.push(piece);
  }

  /** Every piece of a section, in order of `first`; empty when there is none. */
  pieces(id: SectionId): { first: number; bytes: Uint8Array<ArrayBuffer> }[] {
    return [...(this.found.get(id) ?? [])].sort((a, b) => a.first - b.first);
  }

  has(id: SectionId): boolean {
    return this.found.has(id);
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
