/** What a build changed since the last one of the same corpus, chunk by chunk. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { Chunk } from "../../src/core/passage.ts";

/** Counts of chunks. Together without `removed`, those of the build; with it and without `added`, those of the last. */
export interface ChunkChanges {
  added: number;
  /** The same place, another text. */
  changed: number;
  /** The same text, another place: its vector is kept. */
  moved: number;
  removed: number;
  unchanged: number;
}

const recordSchema = z.object({
  format: z.literal(1),
  /** Chunk id and a hash of all that is searched of it. */
  chunks: z.array(z.tuple([z.string(), z.string()])),
});

/** Chunks of a build by id, as a hash of their content. */
export type BuildRecord = ReadonlyMap<string, string>;

export function recordOf(chunks: readonly Chunk[]): BuildRecord {
  return new Map(chunks.map((chunk) => [chunk.id, contentHash(chunk)]));
}

function contentHash({ title, headingPath, text, kind, version, language }: Chunk): string {
  const content = JSON.stringify([title, headingPath, text, kind, version, language]);
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}

/** Where the record of a corpus' last build lies, among what is kept from build to build. */
export function recordPath(cacheDir: string, corpusName: string): string {
  const name = createHash("sha256").update(corpusName).digest("hex").slice(0, 16);
  return join(cacheDir, "builds", `${name}.json`);
}

/** @returns `null` when there is none, or none that can be read: the build is then the first */
export async function readBuildRecord(path: string): Promise<BuildRecord | null> {
  try {
    return new Map(recordSchema.parse(JSON.parse(await readFile(path, "utf8"))).chunks);
  } catch {
    return null;
  }
}

/** A record that cannot be kept costs the next build its comparison and nothing else. */
export async function writeBuildRecord(path: string, record: BuildRecord): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const partial = `${path}.${randomUUID()}.partial`;
    await writeFile(partial, JSON.stringify({ format: 1, chunks: [...record] }));
    await rename(partial, path);
  } catch {
    // Said above.
  }
}

/** Compares two builds. */
export function compareBuilds(before: BuildRecord, after: BuildRecord): ChunkChanges {
  const changes: ChunkChanges = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 };
  // Places of the last build whose text is not there any more, as far as it is not found to have moved.
  const gone = new Set([...before.keys()].filter((id) => after.get(id) !== before.get(id)));
  const goneByHash = Map.groupBy(gone, (id) => before.get(id));
  const fresh: string[] = [];
  for (const [id, hash] of after) {
    if (before.get(id) === hash) {
      changes.unchanged++;
      continue;
    }
    const from = goneByHash.get(hash)?.shift();
    if (from === undefined) fresh.push(id);
    else gone.delete(from);
    if (from !== undefined) changes.moved++;
  }
  for (const id of fresh) {
    if (gone.delete(id)) changes.changed++;
    else changes.added++;
  }
  changes.removed = gone.size;
  return changes;
}
