/**
 * Vectors on disk, kept from build to build. Each batch becomes one file as soon as it is answered, written aside and renamed, so that a
 * build killed at any moment loses at most the batches under way.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { partialOf, removeLeftIn } from "../output/partial.ts";
import { decodeShard, encodeShard, type VectorsByKey } from "./vector-shard.ts";

/** With more files than this, the next opening joins them into one. */
const MAX_SHARDS = 64;
const SHARD = /^[0-9a-f-]+\.vectors$/;

/** A changed character, another prefix or another model gives another key. */
export function vectorKey(model: string, prefix: string, text: string): string {
  return createHash("sha256")
    .update(JSON.stringify([model, prefix, text]))
    .digest("hex");
}

export class VectorCache {
  readonly #folder: string;
  readonly #vectors: Map<string, Float32Array>;

  private constructor(folder: string, vectors: Map<string, Float32Array>) {
    this.#folder = folder;
    this.#vectors = vectors;
  }

  /**
   * Reads what is there for one model. Damaged records are treated as absent.
   * @param cacheDir made when it does not exist
   */
  static async open(cacheDir: string, model: string): Promise<VectorCache> {
    const folder = join(cacheDir, folderName(model));
    await mkdir(folder, { recursive: true });
    await removeLeftIn(folder);
    const names = (await readdir(folder)).filter((name) => SHARD.test(name)).sort();
    const vectors = new Map<string, Float32Array>();
    let anyDamaged = false;
    for (const name of names) {
      const shard = decodeShard(await readFile(join(folder, name)));
      anyDamaged ||= shard.damaged;
      for (const [key, vector] of shard.vectors) vectors.set(key, vector);
    }
    const cache = new VectorCache(folder, vectors);
    if (anyDamaged || names.length > MAX_SHARDS) await cache.#replaceShards(names);
    return cache;
  }

  get(key: string): Float32Array | undefined {
    return this.#vectors.get(key);
  }

  /** Returns when the vectors are on disk. */
  async add(vectors: VectorsByKey): Promise<void> {
    for (const [key, vector] of vectors) this.#vectors.set(key, vector);
    await this.#writeShard(vectors);
  }

  /** One file in place of many, and none that is damaged. */
  async #replaceShards(names: readonly string[]): Promise<void> {
    const byDimensions = Map.groupBy(this.#vectors, ([, vector]) => vector.length);
    for (const entries of byDimensions.values()) await this.#writeShard(new Map(entries));
    // Only now: until here the old files hold everything.
    for (const name of names) await rm(join(this.#folder, name), { force: true });
  }

  async #writeShard(vectors: VectorsByKey): Promise<void> {
    if (vectors.size === 0) return;
    const path = join(this.#folder, `${randomUUID()}.vectors`);
    const partial = partialOf(path);
    await writeFile(partial, encodeShard(vectors));
    await rename(partial, path);
  }
}

function folderName(model: string): string {
  const digest = createHash("sha256").update(model).digest("hex").slice(0, 8);
  return `${model.replace(/[^A-Za-z0-9.-]+/g, "-").slice(0, 60)}-${digest}`;
}
