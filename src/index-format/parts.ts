import { RepoBotError } from "../core/errors.ts";
import { ALIGNMENT, partByteLength, SECTION, type Section } from "./layout.ts";

/** Sizes of the files that an index is split into, in bytes. */
export interface PartLimits {
  /** An index up to this size is one file; a larger one keeps its texts in files of their own, fetched when shown. */
  singleFile: number;
  /** Largest part: the asset limit of 25 MiB, less a margin. */
  part: number;
  /** Largest part with texts: small, since one is read for a handful of passages. A block is never cut. */
  textPart: number;
}

export const PART_LIMITS: PartLimits = {
  singleFile: 4 * 1024 * 1024,
  part: 24 * 1024 * 1024,
  textPart: 128 * 1024,
};

/** Texts are cut into about so many parts: each takes a place in the manifest, which is read before anything else. */
const TEXT_PARTS = 128;
/** Below so many bytes it is the fetching that costs, not what is fetched. */
const SMALLEST_TEXT_PART = 32 * 1024;

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
 * Distributes sections over files: one when they fit `limits.singleFile`; else vectors and texts apart, cut at a row or a block where
 * a part would exceed `limits.part` or `limits.textPart`.
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
      throw tooLarge(section.bytes.length, limits);
    }
    parts.push(open);
    open = { sections: [], lazy: false };
    add(section);
  };
  for (const section of resident) add(section);
  parts.push(open);
  if (vectorRows !== null) {
    const rowCount = vectorRows.length / dimensions;
    const rows = Math.floor((limits.part - partByteLength([0]) - ALIGNMENT) / dimensions);
    if (rows < 1) throw tooLarge(dimensions, limits);
    for (let first = 0; first < rowCount; first += rows) {
      const bytes = vectorRows.subarray(first * dimensions, (first + rows) * dimensions);
      parts.push({ sections: [{ id: SECTION.vectors, first, bytes }], lazy: false });
    }
  }
  const textBytes = textBlocks.reduce((sum, block) => sum + block.length, 0);
  const textPart = Math.min(limits.textPart, Math.max(SMALLEST_TEXT_PART, textBytes / TEXT_PARTS));
  let firstBlock = 0;
  while (firstBlock < textBlocks.length) {
    let lastBlock = firstBlock;
    let byteLength = 0;
    do byteLength += textBlocks[lastBlock++]!.length;
    while (lastBlock < textBlocks.length && byteLength + textBlocks[lastBlock]!.length <= textPart);
    const bytes = concat(textBlocks.slice(firstBlock, lastBlock));
    parts.push({ sections: [{ id: SECTION.texts, first: firstBlock, bytes }], lazy: true });
    firstBlock = lastBlock;
  }
  return parts;
}

function tooLarge(byteLength: number, limits: PartLimits): RepoBotError {
  return new RepoBotError(
    "config_invalid",
    `The corpus is too large for one index: a single section takes ${byteLength} bytes, and an asset may have ${limits.part}. Split the sources into several indexes.`,
  );
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
