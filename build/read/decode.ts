import type { Warn } from "../warnings.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** What authors' editors write where UTF-8 is not the habit, by the docs' primary language tag. */
const LEGACY_ENCODINGS: Record<string, string> = {
  zh: "gb18030",
  ja: "shift_jis",
  ko: "euc-kr",
  ru: "windows-1251",
  uk: "windows-1251",
  el: "windows-1253",
  he: "windows-1255",
  ar: "windows-1256",
  cs: "windows-1250",
  pl: "windows-1250",
  hu: "windows-1250",
  tr: "windows-1254",
  th: "windows-874",
};

/** Characters that only steer the layout: a word that keeps them is never found. Joiners (U+200C, U+200D) carry meaning and stay. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Control characters but tab, line feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/** More than this share of control characters means that the file is no text at all. */
const MAX_CONTROL_SHARE = 0.05;

/**
 * Reads a file's bytes as text: UTF-8, UTF-16 by its byte order mark or its zero bytes, else the usual legacy encoding of
 * the language, with a warning. Line ends become `\n`; control and invisible layout characters go.
 * @param language BCP 47, steers the guess for bytes that are not UTF-8
 * @param declared the encoding that the file itself names, for bytes that are not UTF-8
 * @returns `null` (with a warning) when the bytes are no text
 */
export function decodeText(
  bytes: Uint8Array,
  language: string,
  warn: Warn,
  declared: string | null = null,
): string | null {
  const causes: string[] = [];
  const text = decodeBytes(bytes, language, (cause) => causes.push(cause), declared);
  const controls = text.match(CONTROL);
  // NUL bytes from careless tools are common and harmless: only other controls speak of binary data.
  const suspicious = controls === null ? 0 : controls.filter((character) => character !== "\u0000").length;
  if (suspicious > 8 && suspicious > text.length * MAX_CONTROL_SHARE) {
    warn("not a text file (it holds binary data); skipped");
    return null;
  }
  for (const cause of causes) warn(cause);
  return stripInvisible(text)
    .replace(/\r\n?/g, "\n")
    .replace(/\u2028|\u2029/g, "\n");
}

/** Removes control characters and invisible layout marks. Also needed after parsing, for those written as entities (`&shy;`). */
export function stripInvisible(text: string): string {
  return text.replace(CONTROL, "").replace(INVISIBLE, "");
}

function decodeBytes(bytes: Uint8Array, language: string, warn: Warn, declared: string | null): string {
  const utf16 = utf16Encoding(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    const named = declared === null ? null : decodeAs(bytes, declared);
    if (named !== null) return named;
    return decodeLegacy(bytes, language, warn);
  }
}

/** `null` when the encoding is unknown or does not fit. */
function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeLegacy(bytes: Uint8Array, language: string, warn: Warn): string {
  const encoding = LEGACY_ENCODINGS[language.toLowerCase().split("-")[0] ?? ""];
  if (encoding !== undefined) {
    const text = decodeAs(bytes, encoding);
    if (text !== null) {
      warn(`not valid UTF-8; decoded as ${encoding}. Save the file as UTF-8`);
      return text;
    }
  }
  if (isMostlyUtf8(bytes)) {
    warn("invalid bytes in UTF-8 text; they were replaced. Save the file as UTF-8");
    return new TextDecoder("utf-8").decode(bytes).replaceAll("\ufffd", "");
  }
  warn("not valid UTF-8; decoded as Windows-1252. Save the file as UTF-8");
  return new TextDecoder("windows-1252").decode(bytes);
}

/** A byte order mark decides; without one, text whose every second byte is zero is UTF-16. */
function utf16Encoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sampled = Math.min(bytes.length, 4096) & ~1;
  if (sampled < 8) return null;
  const zeros = [0, 0];
  for (let i = 0; i < sampled; i++) if (bytes[i] === 0) zeros[i & 1]! += 1;
  const half = sampled / 2;
  if (zeros[1]! > half * 0.7 && zeros[0]! < half * 0.1) return "utf-16le";
  if (zeros[0]! > half * 0.7 && zeros[1]! < half * 0.1) return "utf-16be";
  return null;
}

/** True when well-formed multi-byte sequences outnumber the broken bytes by far: a damaged UTF-8 file, no other encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  let broken = 0;
  let wellFormed = 0;
  for (const character of text) {
    if (character === "\ufffd") broken++;
    else if (character > "\u007f") wellFormed++;
  }
  return wellFormed > broken * 4;
}
