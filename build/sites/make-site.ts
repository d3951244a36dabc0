/** A real documentation site with the widget on it, from npm packages. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { documentedSnippet, type Generator } from "./generators.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGES = path.join(ROOT, "corpus");
/** Pages without braces, which generators read as code. */
const PAGE_NAMES = ["adding-docs", "providers"];
const run = promisify(execFile);

/**
 * Installs the generator under `.cache/`, unless it is there, and builds two of RepoBot's own pages with it.
 * @returns folder of the built site
 */
export async function makeSite(generator: Generator, workerOrigin: string): Promise<string> {
  const folder = path.join(ROOT, ".cache/sites", generator.name);
  await install(generator, folder);
  await rm(path.join(folder, generator.output), { recursive: true, force: true });
  const files = {
    ...generator.files(documentedSnippet(generator.heading, workerOrigin)),
    ...(await pages(generator)),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };
  await run("npx", ["--offline", ...generator.build], { cwd: folder, env });
  return path.join(folder, generator.output);
}

/** Packages only: none of their scripts is run. */
async function install({ packages }: Generator, folder: string): Promise<void> {
  const wanted = JSON.stringify({ private: true, type: "module", packages });
  const manifest = path.join(folder, "installed.json");
  if ((await readFile(manifest, "utf8").catch(() => "")) === wanted) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--loglevel=error"];
  await run("npm", ["install", ...quiet, ...packages], { cwd: folder });
  await writeFile(manifest, wanted);
}

/** A front page that leads to the others, which link nothing: what they say is of no matter here. */
async function pages({ pagesFolder, frontMatter }: Generator): Promise<Record<string, string>> {
  const links = PAGE_NAMES.map((name) => `- [${name}](./${name}/)`).join("\n");
  const front = `${frontMatter("Docs")}\n# Docs\n\n${links}\n`;
  const entries = PAGE_NAMES.map(async (name) => {
    const text = await readFile(path.join(PAGES, `${name}.md`), "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
    const words = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
    return [path.join(pagesFolder, name, "index.md"), frontMatter(title) + words] as const;
  });
  return { [path.join(pagesFolder, "index.md")]: front, ...Object.fromEntries(await Promise.all(entries)) };
}
