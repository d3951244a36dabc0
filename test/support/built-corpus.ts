/** Set up once for the projects that run the Worker: RepoBot's own docs, built without a key, and the page. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildAssets } from "../../build/build-assets.ts";
import { loadCorpusConfig } from "../../build/config.ts";
import { buildPage } from "../../build/page.ts";
import { parseSettings } from "../../src/settings.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of a finished build. */
    assetsDir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-assets-"));
  const config = await loadCorpusConfig(path.join(ROOT, "corpus/corpus.json"));
  await buildAssets({ config, settings: parseSettings({}), outDir: folder });
  await buildPage(folder);
  project.provide("assetsDir", folder);
  return () => rm(folder, { recursive: true, force: true });
}
