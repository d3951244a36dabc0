/** A real documentation site with the widget on it, from packages. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { documentedSnippet, type Generator } from "./generators.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGES = path.join(ROOT, "corpus");
/** Pages without braces, which generators read as code. */
const PAGE_NAMES = ["adding-docs", "providers"];
/** Of a generator's folder, below which its site stands. */
const SITE = "site";
const run = promisify(execFile);

/** The packages of a generator cannot be had here; the message says what is missing. */
export class NotInstalled extends Error {}

/**
 * Installs the generator under `.cache/`, unless it is there, and builds two of RepoBot's own pages with it.
 * @param origin where the site will be served
 * @returns folder of the built site
 * @throws NotInstalled
 */
export async function makeSite(generator: Generator, workerOrigin: string, origin: string): Promise<string> {
  const home = path.join(ROOT, ".cache/sites", generator.name);
  await install(generator, home);
  // Beside the packages, which the generators look for in the folders above.
  const folder = path.join(home, SITE);
  await rm(folder, { recursive: true, force: true });
  const snippet = documentedSnippet(generator.heading, workerOrigin);
  const files = { ...generator.files(snippet, origin), ...(await pages(generator, snippet)) };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  if (generator.build !== null) {
    const [command, ...args] = generator.build;
    const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", DISABLE_VERSION_CHECK: "true" };
    await run(path.join(home, commands(generator), command), args, { cwd: folder, env });
  }
  return path.join(folder, generator.output);
}

/** Where the commands of its packages are, below its folder. */
function commands({ registry }: Generator): string {
  return registry === "PyPI" ? "venv/bin" : "node_modules/.bin";
}

/** Packages only: none of their scripts is run. */
async function install({ name, registry, packages }: Generator, home: string): Promise<void> {
  if (registry === null) return;
  const wanted = JSON.stringify(packages);
  const marker = path.join(home, "installed.json");
  if ((await readFile(marker, "utf8").catch(() => "")) === wanted) return;
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  try {
    if (registry === "npm") {
      await writeFile(path.join(home, "package.json"), JSON.stringify({ private: true, type: "module" }));
      const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--loglevel=error"];
      await run("npm", ["install", ...quiet, ...packages], { cwd: home });
    } else {
      await run(process.env.PYTHON ?? "python3", ["-m", "venv", "venv"], { cwd: home });
      await run("venv/bin/pip", ["install", "--quiet", "--only-binary", ":all:", ...packages], { cwd: home });
    }
  } catch (cause) {
    const tool = registry === "npm" ? "npm" : "python3 with venv, and pip";
    throw new NotInstalled(`${name} is not installed: it needs ${tool} and a way to ${registry}`, { cause });
  }
  await writeFile(marker, wanted);
}

/** A front page that leads to the others, which link nothing: what they say is of no matter here. */
async function pages(generator: Generator, snippet: string): Promise<Record<string, string>> {
  const { pagesFolder, pageFile, page, link } = generator;
  const links = PAGE_NAMES.map((name) => `- [${name}](${link(name)})`).join("\n");
  const front = page("Docs", `# Docs\n\n${links}\n`, snippet);
  const entries = PAGE_NAMES.map(async (name) => {
    const text = await readFile(path.join(PAGES, `${name}.md`), "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
    const words = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
    return [path.join(pagesFolder, name, pageFile), page(title, words, snippet)] as const;
  });
  return { [path.join(pagesFolder, pageFile)]: front, ...Object.fromEntries(await Promise.all(entries)) };
}
