/** Docs in a git repository: fetched without their history, once a commit. */
import { createHash } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { RepoBotError } from "../../src/core/errors.ts";
import type { CorpusConfig, GitPlace, SourceConfig } from "../config.ts";
import { partialOf, removeLeftIn } from "../output/partial.ts";
import { git, withoutCredentials } from "./git-command.ts";
import { pathInside } from "./inside.ts";

/** Where repositories are kept from build to build, by URL and commit; relative to the working folder. */
export const DEFAULT_GIT_CACHE_DIR = ".cache/git";

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * Fetches every source that lies in a git repository and names its folder here. A configuration without such sources is returned as it is.
 * @param cacheDir @defaultValue {@link DEFAULT_GIT_CACHE_DIR}
 * @throws RepoBotError `source_unreadable` without git, network, the ref or the path
 */
export async function checkOutSources(
  config: CorpusConfig,
  cacheDir: string = DEFAULT_GIT_CACHE_DIR,
): Promise<CorpusConfig> {
  const sources: SourceConfig[] = [];
  // One after the other: two sources may lie in one repository.
  for (const source of config.sources) {
    sources.push(
      source.git === null ? source : { ...source, folder: await checkOut(source.git, resolve(cacheDir)) },
    );
  }
  return { ...config, sources };
}

/** @returns absolute path of the docs' folder at the commit that the ref now names */
async function checkOut(place: GitPlace, cacheDir: string): Promise<string> {
  const shelf = join(cacheDir, createHash("sha256").update(place.url).digest("hex").slice(0, 16));
  await mkdir(shelf, { recursive: true });
  const commit = COMMIT.test(place.ref) ? place.ref : await commitOf(place, shelf);
  const folder = join(shelf, commit);
  if (!(await isFolder(folder))) await fetchCommit(place, commit, shelf, folder);
  const docs = join(folder, place.path);
  if (pathInside(folder, docs) === null || !(await isFolder(docs))) {
    throw unreadable(place, `has no folder "${place.path}" at ${place.ref}`, "path");
  }
  return docs;
}

async function commitOf(place: GitPlace, shelf: string): Promise<string> {
  // A tag with a message of its own names the commit on a second line.
  const { exitCode, stdout, reason } = await git(
    ["ls-remote", "--exit-code", "--", place.url, place.ref, `${place.ref}^{}`],
    shelf,
  );
  if (exitCode === 2) throw unreadable(place, `has no branch or tag "${place.ref}"`, "ref");
  if (exitCode !== 0) throw unreadable(place, `cannot be reached (${reason})`, "git");
  const refs = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((row): row is [string, string] => row.length === 2);
  const wanted = [
    place.ref,
    `refs/tags/${place.ref}^{}`,
    `refs/tags/${place.ref}`,
    `refs/heads/${place.ref}`,
  ];
  const found = wanted.map((name) => refs.find(([, ref]) => ref === name)).find((row) => row !== undefined);
  if (found === undefined) throw unreadable(place, `has no branch or tag "${place.ref}"`, "ref");
  return found[0];
}

/** Into a folder beside its place, so that one that is there is whole. */
async function fetchCommit(place: GitPlace, commit: string, shelf: string, folder: string): Promise<void> {
  const partial = partialOf(folder);
  try {
    await removeLeftIn(shelf);
    await mkdir(partial);
    await must(place, ["init", "--quiet"], partial);
    const fetched = await git(
      ["fetch", "--quiet", "--depth=1", "--no-tags", "--", place.url, commit],
      partial,
    );
    // Some servers give commits only by the name of a branch or tag.
    if (fetched.exitCode !== 0) {
      if (COMMIT.test(place.ref))
        throw unreadable(place, `does not give the commit ${commit} (${fetched.reason})`, "ref");
      await must(place, ["fetch", "--quiet", "--depth=1", "--no-tags", "--", place.url, place.ref], partial);
    }
    await must(place, ["checkout", "--quiet", "--detach", "FETCH_HEAD"], partial);
    const { stdout } = await git(["rev-parse", "HEAD"], partial);
    if (stdout.trim() !== commit) throw unreadable(place, "changed while it was fetched; build again", "git");
    await rename(partial, folder).catch(async (error: unknown) => {
      // Another build may have been faster.
      if (!(await isFolder(folder))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function must(place: GitPlace, args: readonly string[], folder: string): Promise<void> {
  const { exitCode, reason } = await git(args, folder);
  if (exitCode !== 0) throw unreadable(place, `cannot be fetched (${reason})`, "git");
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

function unreadable(place: GitPlace, problem: string, field: string): RepoBotError {
  const message = `The repository ${withoutCredentials(place.url)} ${problem}. Check "git", "ref" and "path" of the source, and the network.`;
  return new RepoBotError("source_unreadable", message, { field });
}
