/** Where docs are: a folder here, or a git repository somewhere. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** `https://…/x.git`, `git@host:x`, `ssh://…`, `file://…`; any http address that is not a folder here is taken for a repository too. */
export function isGitUrl(value: string): boolean {
  return /^(?:https?|ssh|git|file):\/\//.test(value) || /^[\w.-]+@[\w.-]+:\S+$/.test(value);
}

/** A source's place as `corpus.json` writes it. */
export type SourcePlace = { folder: string } | { git: string; ref?: string; path?: string };

/** @param configFolder absolute; folders are written relative to it */
export function sourcePlace(
  docs: string,
  git: { ref?: string | undefined; path?: string | undefined },
  configFolder: string,
): SourcePlace {
  if (isGitUrl(docs)) {
    return {
      git: docs,
      ...(git.ref !== undefined && { ref: git.ref }),
      ...(git.path !== undefined && { path: git.path }),
    };
  }
  const absolute = resolve(docs);
  const path = relative(configFolder, absolute);
  // On another drive there is no relative path.
  return {
    folder:
      path === "" ? "." : resolve(configFolder, path) === absolute ? path.split(sep).join("/") : absolute,
  };
}

/** Files that tell which generator makes the site, and so how its addresses look; looked for in the docs' folder and those above it. */
const GENERATORS: [file: string, generator: string, urlStyle: string][] = [
  ["mkdocs.yml", "MkDocs", "directory"],
  ["docusaurus.config.js", "Docusaurus", "plain"],
  ["docusaurus.config.ts", "Docusaurus", "plain"],
  [".vitepress", "VitePress", "html"],
  ["book.toml", "mdBook", "html"],
  ["astro.config.mjs", "Astro", "directory"],
  ["astro.config.ts", "Astro", "directory"],
  ["hugo.toml", "Hugo", "directory"],
];

const LEVELS_UP = 3;

/** `null` when no generator is known by its files. */
export function generatorOf(folder: string): { generator: string; urlStyle: string } | null {
  let at = resolve(folder);
  for (let level = 0; level <= LEVELS_UP; level++) {
    for (const [file, generator, urlStyle] of GENERATORS) {
      if (existsSync(join(at, file))) return { generator, urlStyle };
    }
    // What lies above a repository is another project's.
    if (existsSync(join(at, ".git")) || dirname(at) === at) return null;
    at = dirname(at);
  }
  return null;
}
