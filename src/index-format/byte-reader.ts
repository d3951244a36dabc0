import { corrupt } from "./layout.ts";

const DECODER = new TextDecoder();

/** Reads what {@link ByteWriter} wrote; never past the end. @throws RepoBotError `index_corrupt` from every method */
export class ByteReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The next `byteLength` bytes, as a view. */
  take(byteLength: number): Uint8Array {
    if (!(byteLength >= 0) || this.at + byteLength > this.bytes.length)
      throw corrupt("a record runs past its section");
    const start = this.at;
    this.at += byteLength;
    return this.bytes.subarray(start, this.at);
  }

  u32(): number {
    const start = this.at;
    this.take(4);
    return this.view.getUint32(start, true);
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.take(1)[0]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw corrupt("a number that does not end");
  }

  text(): string {
    return DECODER.decode(this.take(this.varint()));
  }

  /** Skips to a multiple of `alignment`; the end of the section counts as one. */
  align(alignment: number): void {
    this.at = Math.min(Math.ceil(this.at / alignment) * alignment, this.bytes.length);
  }
}
