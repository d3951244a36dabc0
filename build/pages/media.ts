import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ReadDocument } from "../read/document.ts";
import { pathInside } from "../sources/inside.ts";
import type { BuildWarning } from "../warnings.ts";

/** A file to be served as a static asset. */
export interface RenderedFile {
  /** Path among the Worker's assets, with `/`, e.g. `docs/guide/start.html`. */
  path: string;
  bytes: Uint8Array;
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** Larger pictures are left out: they would outweigh the whole index. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** What makes an SVG more than a picture when it is opened by itself. */
const ACTIVE_SVG = /<script|\son[a-z]+\s*=|javascript:/i;

/** Copies the pictures that pages show, each once, under names made of their contents. */
export class MediaCollector {
  readonly files: RenderedFile[] = [];
  readonly #folders: ReadonlyMap<string, string>;
  readonly #warn: (warning: BuildWarning) => void;
  readonly #urls = new Map<string, string>();

  /** @param folders absolute source folders by source name */
  constructor(folders: ReadonlyMap<string, string>, warn: (warning: BuildWarning) => void) {
    this.#folders = folders;
    this.#warn = warn;
  }

  /** The address to show a picture from, or `null` when it cannot be shown, with a warning. */
  urlOf(src: string, document: ReadDocument): string | null {
    if (/^https?:\/\//i.test(src)) return src;
    if (src.startsWith("//")) return `https:${src}`;
    if (src === "" || /^[a-z][a-z0-9+.-]*:/i.test(src)) return null;
    const problem = (cause: string) => {
      this.#warn({ file: document.file, cause: `picture ${src} ${cause}; its words stand in its place` });
      return null;
    };
    const folder = this.#folders.get(document.source);
    const name = decodedPath(src);
    if (folder === undefined || name === null) return problem("has no readable path");
    const path = name.startsWith("/") ? join(folder, name) : join(folder, dirname(document.file), name);
    const inside = pathInside(folder, path);
    if (inside === null) return problem("was not found in the docs folder");
    if (!PICTURE.test(inside)) return problem("is of a kind that is not shown");
    if (statSync(path).size > MAX_PICTURE_BYTES) return problem("is larger than 4 MiB");
    return this.#copy(path, inside) ?? problem("holds scripts");
  }

  #copy(path: string, inside: string): string | null {
    const bytes = readFileSync(path);
    const extension = inside.slice(inside.lastIndexOf(".")).toLowerCase();
    if (extension === ".svg" && ACTIVE_SVG.test(bytes.toString("utf8"))) return null;
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const asset = `docs/_media/${hash}${extension}`;
    if (!this.#urls.has(asset)) {
      this.#urls.set(asset, `/${asset}`);
      this.files.push({ path: asset, bytes });
    }
    return `/${asset}`;
  }
}

function decodedPath(src: string): string | null {
  try {
    return decodeURIComponent(src.replace(/[?#].*$/, ""));
  } catch {
    return null;
  }
}
