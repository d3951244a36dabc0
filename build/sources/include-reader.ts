import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodeText } from "../read/decode.ts";
import type { IncludeReader } from "../read/includes.ts";
import { pathInside } from "./inside.ts";

/** Included files beyond this size are data, not text. */
const MAX_INCLUDE_BYTES = 1024 * 1024;

/**
 * Reads files that pages include, from inside the source folder only: a link out of it, by `..` or by symbolic link, is not found.
 * @param folder absolute path of the source
 * @param language BCP 47, for decoding
 */
export function includeReader(folder: string, language: string): IncludeReader {
  return (reference, from) => {
    const beside = join(folder, dirname(from), reference);
    const atTop = join(folder, reference);
    for (const candidate of reference.startsWith("/") ? [atTop] : [beside, atTop]) {
      const found = readInside(folder, candidate, language);
      if (found !== null) return found;
    }
    return null;
  };
}

function readInside(folder: string, path: string, language: string): { file: string; text: string } | null {
  const file = pathInside(folder, path);
  if (file === null) return null;
  const found = statSync(path);
  if (!found.isFile() || found.size > MAX_INCLUDE_BYTES) return null;
  const text = decodeText(readFileSync(path), language, () => {});
  return text === null ? null : { file, text };
}
