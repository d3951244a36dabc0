const UTF8 = new TextEncoder();

/** A growing buffer for the writer. */
export class ByteWriter {
  private bytes = new Uint8Array(1024);
  length = 0;

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** LEB128: seven bits a byte, lowest first. @param value 0 to 2^32 - 1 */
  varint(value: number): void {
    this.reserve(5);
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Byte length as a varint, then UTF-8. */
  text(value: string): void {
    const bytes = UTF8.encode(value);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /** Zeros up to a multiple of `alignment`. */
  align(alignment: number): void {
    while (this.length % alignment !== 0) this.byte(0);
  }

  /** A copy of what was written. */
  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}
