import { RepoBotError } from "../core/errors.ts";
import { ALIGNMENT, partByteLength, SECTION, type Section } from "./layout.ts";

/** Sizes of the files that an index is split into, in bytes. */
export interface PartLimits {
  /** An index up to this size is one file; a larger one keeps its texts in files of their own, fetched when shown. */
  singleFile: number;
  /** Largest part: the asset limit of 25 MiB, less a margin. */
  part: number;
  /** Size of a part with texts: small, since one is read for a handful of passages. A block is never cut. */
  textPart: number;
}

export const PART_LIMITS: PartLimits = {
  singleFile: 4 * 1024 * 1024,
  part: 24 * 1024 * 1024,
  textPart: 1024 * 1024,
};

export interface PartPlan {
  sections: Section[];
  lazy: boolean;
}

export interface PartsInput {
  /** Sections that are never cut. */
  resident: readonly Section[];
  /** `count × dimensions`; null without vectors. */
  vectorRows: Uint8Array | null;
  dimensions: number;
  textBlocks: readonly Uint8Array[];
}

/**
 * Distributes sections over files: one when they fit `limits.singleFile`; else texts apart, and vectors cut at a row where a part
 * would exceed `limits.part`.
 * @throws RepoBotError `config_invalid` when a section that cannot be cut exceeds a file
 */
export function planParts(input: PartsInput, limits: PartLimits): PartPlan[] {
  const { resident, vectorRows, dimensions, textBlocks } = input;
  const all: Section[] = [...resident];
  if (vectorRows !== null) all.push({ id: SECTION.vectors, first: 0, bytes: vectorRows });
  all.push({ id: SECTION.texts, first: 0, bytes: concat(textBlocks) });
  if (partByteLength(all.map((section) => section.bytes.length)) <= limits.singleFile) {
    return [{ sections: all, lazy: false }];
  }

  const parts: PartPlan[] = [];
  let open: PartPlan = { sections: [], lazy: false };
  const add = (section: Section) => {
    open.sections.push(section);
    if (partByteLength(open.sections.map(({ bytes }) => bytes.length)) <= limits.part) return;
    open.sections.pop();
    if (open.sections.length === 0) {
      throw new RepoBotError(
        "config_invalid",
        `The corpus is too large for one index: a single section takes ${section.bytes.length} bytes, and an asset may have ${limits.part}. Split the sources into several indexes.`,
      );
    }
    parts.push(open);
    open = { sections: [], lazy: false };
    add(section);
  };
  for (const section of resident) add(section);
  if (vectorRows !== null) {
    const rowCount = vectorRows.length / dimensions;
    for (let first = 0; first < rowCount; ) {
      const used = partByteLength([...open.sections.map(({ bytes }) => bytes.length), 0]);
      let rows = Math.floor((limits.part - used - ALIGNMENT) / dimensions);
      if (rows < 1) {
        parts.push(open);
        open = { sections: [], lazy: false };
        rows = Math.floor((limits.part - 4 * ALIGNMENT) / dimensions);
      }
      const last = Math.min(first + rows, rowCount);
      add({ id: SECTION.vectors, first, bytes: vectorRows.subarray(first * dimensions, last * dimensions) });
      first = last;
    }
  }
  parts.push(open);
  let firstBlock = 0;
  while (firstBlock < textBlocks.length) {
    let lastBlock = firstBlock;
    let byteLength = 0;
    do byteLength += textBlocks[lastBlock++]!.length;
    while (lastBlock < textBlocks.length && byteLength + textBlocks[lastBlock]!.length <= limits.textPart);
    const bytes = concat(textBlocks.slice(firstBlock, lastBlock));
    parts.push({ sections: [{ id: SECTION.texts, first: firstBlock, bytes }], lazy: true });
    firstBlock = lastBlock;
  }
  return parts;
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
