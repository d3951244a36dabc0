/** `npm run check:sites`: builds real documentation sites with the widget on them, uses it there in Chromium, and reads their HTML as docs. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { RepoBotError } from "../src/core/errors.ts";
import { parseSettings } from "../src/settings.ts";
import { runCommand } from "./args.ts";
import { buildAssets } from "./build-assets.ts";
import { corpusConfigForDocs, loadCorpusConfig } from "./config.ts";
import { readCorpus } from "./corpus.ts";
import { checkCorpus } from "./docs-check/check-corpus.ts";
import { startLocalWorker } from "./local-worker.ts";
import { buildPage } from "./page.ts";
import { checkSite, serveSite } from "./sites/check-site.ts";
import { GENERATORS, type Generator } from "./sites/generators.ts";
import { makeSite, NotInstalled } from "./sites/make-site.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const NAMES = GENERATORS.map(({ name }) => name).join(", ");

const HELP = `Builds documentation sites from packages with the widget on them, as corpus/widget.md says, uses it there in Chromium, and reads the
HTML of each site as a source of docs, with the checks of \`npm run check:docs\`. Packages are
installed under .cache/sites; a generator whose packages cannot be had here is skipped.

Usage: npm run check:sites -- [options]

  --only NAME    one of ${NAMES}
  -h, --help     print this help
`;

const OPTIONS = {
  only: { type: "string" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async ({ only }) => {
  const generators = GENERATORS.filter(({ name }) => only === undefined || name === only);
  if (generators.length === 0) {
    throw new RepoBotError("bad_request", `--only must be one of ${NAMES}.`, { field: "--only" });
  }
  const assetsDir = await mkdtemp(path.join(tmpdir(), "repobot-sites-"));
  try {
    const config = await loadCorpusConfig(path.join(ROOT, "corpus/corpus.json"));
    await buildAssets({ config, settings: parseSettings({}), outDir: assetsDir });
    await buildPage(assetsDir);
    let tried = 0;
    for (const generator of generators) {
      const outcome = await tryGenerator(generator, assetsDir);
      if (typeof outcome === "string") {
        console.log(`${generator.name}: skipped. ${outcome}`);
        continue;
      }
      tried += 1;
      const of = generator.packages.length === 0 ? "no packages" : generator.packages.join(", ");
      console.log(`${generator.name} (${of}): ${outcome.length === 0 ? "works" : "fails"}`);
      for (const problem of outcome) console.log(`  ${problem}`);
      if (outcome.length > 0) process.exitCode = 1;
    }
    // Nothing found wrong because nothing was looked at is no success.
    if (tried === 0) process.exitCode = 1;
  } finally {
    await rm(assetsDir, { recursive: true, force: true });
  }
});

/** What is wrong with the docs that a built site is read as. */
async function checkReadBack(folder: string): Promise<string[]> {
  const config = await corpusConfigForDocs(folder);
  const { checks } = await checkCorpus(config, await readCorpus(config));
  return checks.flatMap(([kind, problems]) =>
    problems.map(({ file, what }) => `read as docs: ${kind}: ${file}: ${what}`),
  );
}

/** @returns what went wrong, or why the generator was skipped */
async function tryGenerator(generator: Generator, assetsDir: string): Promise<string[] | string> {
  const site = await serveSite();
  const worker = await startLocalWorker({ assetsDir, vars: { ALLOWED_ORIGINS: site.origin } });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    site.folder = await makeSite(generator, new URL(worker.url).origin, site.origin);
    return [
      ...(await checkSite(browser, site.origin, generator)),
      ...(generator.build === null ? [] : await checkReadBack(site.folder)),
    ];
  } catch (error) {
    if (error instanceof NotInstalled) return `${error.message}.`;
    throw error;
  } finally {
    await browser.close();
    await worker.close();
    await site.close();
  }
}
