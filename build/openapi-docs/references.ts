import { posix } from "node:path";
import { $RefParser, type $Refs } from "@apidevtools/json-schema-ref-parser";
import type { IncludeReader } from "../read/includes.ts";

export interface References {
  refs: $Refs;
  /** Paths of the other files that were read. */
  files: ReadonlySet<string>;
}

/**
 * Finds what a document refers to, in itself and in the files beside it, which in their turn may refer to others. A reference to or within
 * another file is written anew with that file's path, so that it can be looked up wherever it is met.
 * @param root changed in place
 * @param file where the document stands, relative to the source folder
 * @param readFile reads no file outside the source folder; nothing is fetched over the network
 */
export async function resolveReferences(
  root: object,
  file: string,
  readFile?: IncludeReader,
): Promise<References> {
  const place = `/${file}`;
  const files = new Set<string>();
  const parser = new $RefParser();
  const folder = posix.dirname(file);
  const resolve = {
    file: false,
    http: false,
    external: readFile !== undefined,
    source: {
      order: 1,
      canRead: true,
      read({ url }: { url: string }): string {
        const path = url.replace(/[#?].*$/, "");
        const found = readFile?.(posix.relative(`/${folder}`, decodeURIComponent(path)), file);
        if (!found) throw new Error("not in the source folder");
        files.add(path);
        return found.text;
      },
    },
  };
  try {
    await parser.resolve(place, root, { resolve, continueOnError: true });
  } catch {
    // What could not be read is named where it is used.
  }
  // Aliases of YAML make one value stand in several places, in itself among them.
  const seen = new WeakSet<object>();
  for (const [path, value] of Object.entries(parser.$refs.values())) {
    rewrite(value, path === place ? "" : path, place, seen);
  }
  return { refs: parser.$refs, files };
}

/** @param path of the file that the value stands in; empty in the document itself */
function rewrite(value: unknown, path: string, place: string, seen: WeakSet<object>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, member] of Object.entries(value)) {
    if (key === "$ref" && typeof member === "string") {
      // As JSON.
      (value as Record<string, unknown>).$ref = absolute(member, path, place);
    } else rewrite(member, path, place, seen);
  }
}

function absolute(reference: string, path: string, place: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference;
  const [target = "", fragment] = reference.split("#", 2);
  const from = path === "" ? place : path;
  const to = target === "" ? from : posix.resolve(posix.dirname(from), target);
  const hash = fragment === undefined ? "" : `#${fragment}`;
  return to === place ? hash || "#" : `${to}${hash}`;
}
