import { checksum, finishChecksum } from "./checksum.ts";
import type { KernelMemory } from "./kernel.ts";
import { corrupt, type SectionEntry } from "./layout.ts";

/** Where a part's bytes lie once the index has them. */
export interface HeldPart {
  /** Another object after the kernel's memory has grown. */
  readonly buffer: ArrayBuffer;
  /** Of the part's first byte in `buffer`; a multiple of 64. */
  base: number;
}

/** Keeps the bytes of resident parts. */
export interface PartMemory {
  /** Takes a part. The bytes it was given may be let go of. */
  hold(part: ArrayBuffer): HeldPart;
  /** Verifies a section. @throws RepoBotError `index_corrupt` */
  verify(part: HeldPart, entry: SectionEntry): void;
}

/** A section's bytes, as a view. */
export function sectionBytes({ buffer, base }: HeldPart, entry: SectionEntry): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, base + entry.byteOffset, entry.byteLength);
}

function expectChecksum(sum: number, entry: SectionEntry): void {
  if (sum !== entry.checksum) throw corrupt(`section ${entry.id} checksum`);
}

/** Parts read where they arrived. */
export const partsInPlace: PartMemory = {
  hold: (part) => ({ buffer: part, base: 0 }),
  verify({ buffer, base }, entry) {
    const words = new Uint32Array(buffer, base + entry.byteOffset, Math.ceil(entry.byteLength / 4));
    expectChecksum(checksum(words), entry);
  },
};

/** Parts moved into the kernel's memory, which must have room for them: the kernel reads no other. */
export function partsInKernel(memory: KernelMemory): PartMemory {
  return {
    hold(part) {
      const base = memory.take(part.byteLength);
      new Uint8Array(memory.buffer, base, part.byteLength).set(new Uint8Array(part));
      return {
        get buffer() {
          return memory.buffer;
        },
        base,
      };
    },
    verify({ base }, entry) {
      const [a, b, c, d] = memory.checksumLanes(base + entry.byteOffset, Math.ceil(entry.byteLength / 4));
      expectChecksum(finishChecksum(a!, b!, c!, d!), entry);
    },
  };
}
