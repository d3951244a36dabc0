/** Set up once for the fault tests: the server of misbehaving services, and an index with vectors of its own. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildAssets } from "../../build/build-assets.ts";
import { corpusConfigForDocs } from "../../build/config.ts";
import { parseSettings } from "../../src/settings.ts";
import { BREW_DOCS } from "../node/core/support/brew-docs.ts";
import { startFaultServer } from "../servers/fault-server.ts";

/** Settings that the index is built with and the Worker runs with. @param base address of the embedding service */
function embeddingSettings(base: string): Record<string, string> {
  return { EMBEDDING_PROVIDER: "openai", EMBEDDING_MODEL: "bag-of-words", EMBEDDING_URL: `${base}/v1` };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startFaultServer();
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-faults-"));
  const docs = path.join(folder, "docs");
  await mkdir(docs);
  for (const file of new Set(BREW_DOCS.map((passage) => passage.file))) {
    const passages = BREW_DOCS.filter((passage) => passage.file === file);
    const sections = passages.map(({ headingPath, text }) => `## ${headingPath.at(-1)}\n\n${text}\n`);
    await writeFile(path.join(docs, file), `# ${passages[0]!.title}\n\n${sections.join("\n")}`);
  }
  const outDir = path.join(folder, "assets");
  await buildAssets({
    config: await corpusConfigForDocs(docs),
    settings: parseSettings(embeddingSettings(`${server.url}/build/none/embedding`)),
    outDir,
    cacheDir: path.join(folder, ".vectors"),
  });
  server.assetsDir = outDir;
  project.provide("faultServer", { url: server.url, refusedUrl: server.refusedUrl });
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
