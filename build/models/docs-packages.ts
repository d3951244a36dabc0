/** Docs that npm packages ship, pinned: what our own question sets are about. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

export interface DocsPackage {
  name: string;
  version: string;
}

/** The first three come with `npm ci`; the others are fetched for an evaluation only. Each keeps its pages in `docs/`. */
export const DOCS_PACKAGES: readonly DocsPackage[] = [
  { name: "undici", version: "7.30.2" },
  { name: "fastify", version: "5.12.8" },
  { name: "pino", version: "10.4.0" },
  { name: "mercurius", version: "16.10.1" },
  { name: "ai", version: "6.0.326" },
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const fetchedDir = join(root, ".cache", "eval-docs");
const manifest = z.object({ version: z.string() });

/** The package's `docs` folder, or `null` when that version is not installed. */
export function installedDocs({ name, version }: DocsPackage): string | null {
  for (const dir of [root, fetchedDir]) {
    const packageDir = join(dir, "node_modules", name);
    const path = join(packageDir, "package.json");
    if (!existsSync(path)) continue;
    if (manifest.parse(JSON.parse(readFileSync(path, "utf8"))).version === version)
      return join(packageDir, "docs");
  }
  return null;
}

/** Installs what is missing below `.cache/`, running no scripts of the packages. */
export function ensureDocs(wanted: readonly DocsPackage[]): void {
  const missing = wanted.filter((item) => installedDocs(item) === null);
  if (missing.length === 0) return;
  mkdirSync(fetchedDir, { recursive: true });
  // Without a package.json of its own npm would install into the project around it.
  writeFileSync(join(fetchedDir, "package.json"), '{ "private": true }\n');
  const names = missing.map(({ name, version }) => `${name}@${version}`);
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...names], {
    cwd: fetchedDir,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** The rows that belong to a package's docs, of one kind. */
export type QuestionKind = "" | "-followups" | "-unanswerable" | "-offtopic";

/** `null` when the package has no rows of that kind. */
export function questionsFile(name: string, kind: QuestionKind = ""): string | null {
  const path = join(root, "test", "data", "questions", `${name}${kind}.jsonl`);
  return existsSync(path) ? path : null;
}
