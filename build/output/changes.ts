/** What a build changed since the last one of the same corpus, chunk by chunk. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import * as z from "zod";
import type { Chunk } from "../../src/core/passage.ts";
import { partialOf, removeLeftOf } from "./partial.ts";

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
  /** Chunk id, a hash of all that is searched of it, and its version where it has one. */
  chunks: z.array(
    z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.string()])]),
  ),
});

/** What is kept of a chunk. */
export interface RecordedChunk {
  /** Of its content. */
  hash: string;
  /** `""` for none. */
  version: string;
}

/** Chunks of a build by id. */
export type BuildRecord = ReadonlyMap<string, RecordedChunk>;

export function recordOf(chunks: readonly Chunk[]): BuildRecord {
  return new Map(
    chunks.map((chunk) => [chunk.id, { hash: contentHash(chunk), version: chunk.version }] as const),
  );
}

function contentHash({ title, headingPath, text, kind, version, language }: Chunk): string {
  const content = JSON.stringify([title, headingPath, text, kind, version, language]);
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}

/** What tells the docs of one project from those of another: bare folders often have the same name. */
export interface RecordedCorpus {
  name: string;
  sources: readonly { name: string; folder: string; git: { url: string; path: string } | null }[];
}

/**
 * Where the record of a corpus' last build lies, among what is kept from build to build. Folders count by their place from the working
 * folder, so that a cache that is brought to another machine is still found.
 */
export function recordPath(cacheDir: string, { name: corpusName, sources }: RecordedCorpus): string {
  const places = sources.map(({ name, folder, git }) => [
    name,
    git === null ? relative(process.cwd(), folder) : [git.url, git.path],
  ]);
  const key = JSON.stringify([corpusName, places]);
  const name = createHash("sha256").update(key).digest("hex").slice(0, 16);
  return join(cacheDir, "builds", `${name}.json`);
}

/** @returns `null` when there is none, or none that can be read: the build is then the first */
export async function readBuildRecord(path: string): Promise<BuildRecord | null> {
  try {
    const { chunks } = recordSchema.parse(JSON.parse(await readFile(path, "utf8")));
    return new Map(chunks.map(([id, hash, version = ""]) => [id, { hash, version }] as const));
  } catch {
    return null;
  }
}

/** A record that cannot be kept costs the next build its comparison and nothing else. */
export async function writeBuildRecord(path: string, record: BuildRecord): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await removeLeftOf(path);
    const partial = partialOf(path);
    const chunks = [...record].map(([id, { hash, version }]) =>
      version === "" ? [id, hash] : [id, hash, version],
    );
    await writeFile(partial, JSON.stringify({ format: 1, chunks }));
    await rename(partial, path);
  } catch {
    // Said above.
  }
}

/** What was changed in all, and in each version: in the order of the build, then those that it has no more. */
export interface BuildChanges extends ChunkChanges {
  versions: ({ version: string } & ChunkChanges)[];
}

/** Compares two builds. What was removed counts for the version that it was in, all else for the one that it is in. */
export function compareBuilds(before: BuildRecord, after: BuildRecord): BuildChanges {
  const all = noChanges();
  const byVersion = new Map([...after.values()].map(({ version }) => [version, noChanges()] as const));
  const count = (change: keyof ChunkChanges, version: string) => {
    all[change]++;
    const counts = byVersion.get(version) ?? noChanges();
    byVersion.set(version, counts);
    counts[change]++;
  };
  // Places of the last build whose text is not there any more, as far as it is not found to have moved.
  const gone = new Set([...before.keys()].filter((id) => after.get(id)?.hash !== before.get(id)!.hash));
  const goneByHash = Map.groupBy(gone, (id) => before.get(id)!.hash);
  const fresh: string[] = [];
  for (const [id, { hash, version }] of after) {
    if (before.get(id)?.hash === hash) {
      count("unchanged", version);
      continue;
    }
    const from = goneByHash.get(hash)?.shift();
    if (from === undefined) fresh.push(id);
    else {
      gone.delete(from);
      count("moved", version);
    }
  }
  for (const id of fresh) count(gone.delete(id) ? "changed" : "added", after.get(id)!.version);
  for (const id of gone) count("removed", before.get(id)!.version);
  return { ...all, versions: [...byVersion].map(([version, counts]) => ({ version, ...counts })) };
}

function noChanges(): ChunkChanges {
  return { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 };
}
