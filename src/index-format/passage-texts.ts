import { corrupt, readSectionTable, SECTION, type SectionEntry } from "./layout.ts";
import type { ManifestPart } from "./manifest.ts";
import { type ChunkText, inflateTextBlock, readChunkText, TEXT_BLOCK_CHUNKS } from "./text-blocks.ts";

export type FetchPart = (name: string) => Promise<ArrayBuffer>;

/** A section of texts, once its part is here. */
interface TextPiece {
  buffer: ArrayBuffer;
  entry: SectionEntry;
}

/** Texts of chunks: from parts that are loaded, or fetched when first asked for and kept. */
export class PassageTexts {
  private readonly textIndex: Uint32Array;
  private readonly parts: readonly ManifestPart[];
  private readonly fetchPart: FetchPart;
  private readonly pieces = new Map<string, TextPiece>();

  /** @param parts of the manifest that hold texts, in block order */
  constructor(textIndex: Uint32Array, parts: readonly ManifestPart[], fetchPart: FetchPart) {
    this.textIndex = textIndex;
    this.parts = parts;
    this.fetchPart = fetchPart;
  }

  /** Fetches every part that is not here yet, so that {@link readLoaded} knows all chunks. @throws as {@link read} does */
  async loadAll(): Promise<void> {
    await this.load(this.parts.filter((part) => !this.pieces.has(part.name)));
  }

  private async load(parts: readonly ManifestPart[]): Promise<void> {
    await Promise.all(
      parts.map(async (part) => {
        const buffer = await this.fetchPart(part.name);
        this.addPart(part, buffer, readSectionTable(buffer, part));
      }),
    );
  }

  /** Hands over a part that was read already. */
  addPart(part: ManifestPart, buffer: ArrayBuffer, entries: readonly SectionEntry[]): void {
    const entry = entries.find(({ id }) => id === SECTION.texts);
    if (entry === undefined) throw corrupt(`part ${part.name} holds no texts`);
    this.pieces.set(part.name, { buffer, entry });
  }

  /**
   * Strings of these chunks, in the order asked for. Parts are fetched at the same time; a request never waits for the fetch
   * of another, which workerd would not allow.
   * @throws RepoBotError `index_corrupt`, or what `fetchPart` throws
   */
  async read(chunks: readonly number[]): Promise<ChunkText[]> {
    const missing = new Set<ManifestPart>();
    for (const chunk of chunks) {
      const part = this.partOf(Math.floor(chunk / TEXT_BLOCK_CHUNKS));
      if (!this.pieces.has(part.name)) missing.add(part);
    }
    await this.load([...missing]);
    const inflated = new Map<number, Uint8Array>();
    return chunks.map((chunk) => this.readLoaded(chunk, inflated)!);
  }

  /** Strings of one chunk, or null when its part is not here. @param inflated blocks of this call, filled as they are read */
  readLoaded(chunk: number, inflated: Map<number, Uint8Array>): ChunkText | null {
    const block = Math.floor(chunk / TEXT_BLOCK_CHUNKS);
    const piece = this.pieces.get(this.partOf(block).name);
    if (piece === undefined) return null;
    let bytes = inflated.get(block);
    if (bytes === undefined) {
      bytes = this.inflate(piece, block);
      inflated.set(block, bytes);
    }
    return readChunkText(bytes, chunk % TEXT_BLOCK_CHUNKS);
  }

  private inflate({ buffer, entry }: TextPiece, block: number): Uint8Array {
    const pieceStart = this.textIndex[entry.first * 2]!;
    const start = this.textIndex[block * 2]! - pieceStart;
    const next = this.textIndex[block * 2 + 2];
    const end = next === undefined ? entry.byteLength : Math.min(next - pieceStart, entry.byteLength);
    if (!(start >= 0 && start < end)) throw corrupt(`text block ${block}`);
    return inflateTextBlock(
      new Uint8Array(buffer, entry.byteOffset + start, end - start),
      this.textIndex[block * 2 + 1]!,
    );
  }

  private partOf(block: number): ManifestPart {
    let found: ManifestPart | undefined;
    for (const part of this.parts) if (part.firstTextBlock <= block) found = part;
    if (found === undefined) throw corrupt(`no part holds text block ${block}`);
    return found;
  }
}
