import { BoundedMemory } from "../core/bounded-memory.ts";
import { corrupt, readSectionTable, SECTION, type SectionEntry } from "./layout.ts";
import type { ManifestPart } from "./manifest.ts";
import { sectionBytes } from "./sections.ts";
import { type ChunkText, readChunkText, TEXT_BLOCK_CHUNKS, type TextInflater } from "./text-blocks.ts";

/** @param byteLength as the manifest has it: whoever gives more or less gives another file */
export type FetchPart = (name: string, byteLength: number) => Promise<ArrayBuffer>;

/** A section of texts, once its part is here. */
interface TextPiece {
  part: ArrayBuffer;
  entry: SectionEntry;
}

/**
 * Of inflated blocks that are kept, some two hundred: readers of a site ask about the same pages, and inflating is the dearest part of
 * reading. Twice as many made reading five passages a twentieth faster.
 */
const KEPT_BYTES = 1024 * 1024;

/** Texts of chunks: from parts that are loaded, or fetched when first asked for and kept. */
export class PassageTexts {
  private readonly textIndex: Uint32Array;
  private readonly inflater: TextInflater;
  private readonly parts: readonly ManifestPart[];
  private readonly fetchPart: FetchPart;
  private readonly pieces = new Map<string, TextPiece>();
  private readonly inflated = new BoundedMemory<Uint8Array>(KEPT_BYTES, (block) => block.byteLength);

  /** @param parts of the manifest that hold texts, in block order */
  constructor(
    textIndex: Uint32Array,
    inflater: TextInflater,
    parts: readonly ManifestPart[],
    fetchPart: FetchPart,
  ) {
    this.textIndex = textIndex;
    this.inflater = inflater;
    this.parts = parts;
    this.fetchPart = fetchPart;
  }

  /** A request never waits for the fetch of another, which workerd would not allow; two may fetch one part. */
  private async load(parts: readonly ManifestPart[]): Promise<void> {
    await Promise.all(
      parts.map(async (part) => {
        const buffer = await this.fetchPart(part.name, part.byteLength);
        this.addPart(part, buffer, readSectionTable(buffer, part));
      }),
    );
  }

  /** Hands over a part that was read already. */
  addPart(part: ManifestPart, buffer: ArrayBuffer, entries: readonly SectionEntry[]): void {
    const entry = entries.find(({ id }) => id === SECTION.texts);
    if (entry === undefined) throw corrupt(`part ${part.name} holds no texts`);
    this.pieces.set(part.name, { part: buffer, entry });
  }

  /**
   * Strings of these chunks, in the order asked for. Each block is inflated once, and not at all where it was lately.
   * @throws RepoBotError `index_corrupt`, or what `fetchPart` throws
   */
  async read(chunks: readonly number[]): Promise<ChunkText[]> {
    const blocks = [...new Set(chunks.map(blockOf))];
    const missing = blocks.filter((block) => this.inflated.get(String(block)) === undefined);
    const parts = new Set(missing.map((block) => this.partOf(block)));
    await this.load([...parts].filter((part) => !this.pieces.has(part.name)));
    const texts = new Map(
      await Promise.all(blocks.map(async (block) => [block, await this.block(block)] as const)),
    );
    return chunks.map((chunk) => readChunkText(texts.get(blockOf(chunk))!, chunk % TEXT_BLOCK_CHUNKS));
  }

  /** A block whose part is here. */
  private async block(block: number): Promise<Uint8Array> {
    const kept = this.inflated.get(String(block));
    if (kept !== undefined) return kept;
    const { bytes, checksum } = this.stored(block)!;
    const inflated = await this.inflater.inflate(bytes, checksum);
    this.inflated.set(String(block), inflated);
    return inflated;
  }

  /** Strings of one chunk without waiting, or null when its part is not here. */
  readLoaded(chunk: number): ChunkText | null {
    const stored = this.stored(blockOf(chunk));
    if (stored === null) return null;
    const block = this.inflater.inflateSync(stored.bytes, stored.checksum);
    return readChunkText(block, chunk % TEXT_BLOCK_CHUNKS);
  }

  /** A block as it is stored; null when its part is not here. */
  private stored(block: number): { bytes: Uint8Array<ArrayBuffer>; checksum: number } | null {
    const piece = this.pieces.get(this.partOf(block).name);
    if (piece === undefined) return null;
    const { part, entry } = piece;
    const pieceStart = this.textIndex[entry.first * 2]!;
    const start = this.textIndex[block * 2]! - pieceStart;
    const next = this.textIndex[block * 2 + 2];
    const end = next === undefined ? entry.byteLength : Math.min(next - pieceStart, entry.byteLength);
    if (!(start >= 0 && start < end)) throw corrupt(`text block ${block}`);
    const bytes = sectionBytes(part, entry).subarray(start, end);
    return { bytes, checksum: this.textIndex[block * 2 + 1]! };
  }

  private partOf(block: number): ManifestPart {
    let found: ManifestPart | undefined;
    for (const part of this.parts) if (part.firstTextBlock <= block) found = part;
    if (found === undefined) throw corrupt(`no part holds text block ${block}`);
    return found;
  }
}

function blockOf(chunk: number): number {
  return Math.floor(chunk / TEXT_BLOCK_CHUNKS);
}
