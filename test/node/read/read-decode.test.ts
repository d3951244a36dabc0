import { describe, expect, it } from "vitest";
import { decodeText } from "../../../build/read/decode.ts";

function decode(bytes: Uint8Array, language = "en") {
  const warnings: string[] = [];
  const text = decodeText(bytes, language, (cause) => warnings.push(cause));
  return { text, warnings };
}

function utf16(text: string, bigEndian = false): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
}

describe("decodeText", () => {
  it("reads UTF-8 and takes its byte order mark off", () => {
    expect(decode(Buffer.from("\ufeff# Zürich"))).toEqual({ text: "# Zürich", warnings: [] });
  });

  it("reads UTF-16 of either byte order by its mark", () => {
    expect(decode(utf16("\ufeff# Käse"))).toEqual({ text: "# Käse", warnings: [] });
    expect(decode(utf16("\ufeff# Käse", true))).toEqual({ text: "# Käse", warnings: [] });
  });

  it("tells UTF-16 without a mark by its zero bytes", () => {
    expect(decode(utf16("# Plain words\n")).text).toBe("# Plain words\n");
    expect(decode(utf16("# Plain words\n", true)).text).toBe("# Plain words\n");
  });

  it("falls back to Windows-1252 and says so", () => {
    const { text, warnings } = decode(Buffer.from([0x4e, 0x61, 0xef, 0x66, 0x20, 0x93, 0x68, 0x69, 0x94]));
    expect(text).toBe("Naïf “hi”");
    expect(warnings).toEqual([expect.stringMatching(/not valid UTF-8.*Windows-1252/)]);
  });

  it("tries the usual old encoding of the docs' language first", () => {
    // "中文文档" in GB 18030, "文書" in Shift JIS.
    const chinese = Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xce, 0xc4, 0xb5, 0xb5]);
    expect(decode(chinese, "zh-CN").text).toBe("中文文档");
    expect(decode(Buffer.from([0x95, 0xb6, 0x8f, 0x91]), "ja").text).toBe("文書");
    expect(decode(chinese, "zh-CN").warnings).toEqual([expect.stringMatching(/gb18030/)]);
  });

  it("keeps a UTF-8 text that has a few broken bytes as UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from("Grüße, Übel, Öde, häßlich"),
      Buffer.from([0xff]),
      Buffer.from("!"),
    ]);
    const { text, warnings } = decode(bytes);
    expect(text).toBe("Grüße, Übel, Öde, häßlich!");
    expect(warnings).toEqual([expect.stringMatching(/invalid bytes/)]);
  });

  it("makes every line end a line feed", () => {
    expect(decode(Buffer.from("a\r\nb\rc\u2028d\n")).text).toBe("a\nb\nc\nd\n");
  });

  it("drops NUL bytes, soft hyphens, zero-width spaces and direction marks, and keeps joiners", () => {
    const text =
      "a\u0000b So\u00adft Zero\u200bWidth \u200fright\u200e \u2067x\u2069 می\u200cخواهم 👩\u200d💻";
    expect(decode(Buffer.from(text)).text).toBe("ab Soft ZeroWidth right x می\u200cخواهم 👩\u200d💻");
  });

  it("takes binary data for no text, with one warning", () => {
    const bytes = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 37) % 256));
    expect(decode(bytes)).toEqual({ text: null, warnings: [expect.stringMatching(/not a text file/)] });
  });

  it("gives an empty text for an empty file", () => {
    expect(decode(Buffer.alloc(0))).toEqual({ text: "", warnings: [] });
  });
});
