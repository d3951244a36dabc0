/** Docs that npm packages ship, pinned: what our own question sets are about. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

export interface DocsPackage {
  name: string;
  version: string;
  /** Folder of the pages in the package. @defaultValue `docs` */
  folder?: string;
  /** True for docs whose questions serve the evaluation of answers only. @defaultValue false */
  answersOnly?: boolean;
}

/** The first three come with `npm ci`; of the others only the pages are fetched, for an evaluation. */
export const DOCS_PACKAGES: readonly DocsPackage[] = [
  { name: "undici", version: "7.30.2" },
  { name: "fastify", version: "5.12.8" },
  { name: "pino", version: "10.4.0" },
  { name: "mercurius", version: "16.10.1" },
  { name: "ai", version: "6.0.326" },
  { name: "next", version: "16.4.6", folder: "dist/docs" },
  { name: "npm", version: "11.21.2", folder: "docs/content", answersOnly: true },
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const fetchedDir = join(root, ".cache", "eval-docs");
const manifest = z.object({ version: z.string() });

/** The folder of the package's pages, or `null` when that version is not here. */
export function installedDocs(docs: DocsPackage): string | null {
  const { name, version, folder = "docs" } = docs;
  for (const packageDir of [join(root, "node_modules", name), fetchedPackage(docs)]) {
    const path = join(packageDir, "package.json");
    if (!existsSync(path)) continue;
    if (manifest.parse(JSON.parse(readFileSync(path, "utf8"))).version === version)
      return join(packageDir, folder);
  }
  return null;
}

function fetchedPackage({ name, version }: DocsPackage): string {
  return join(fetchedDir, `${name}-${version}`, "package");
}

/** Fetches what is missing below `.cache/`: the pages alone, without dependencies and without running a script of the packages. */
export function ensureDocs(wanted: readonly DocsPackage[]): void {
  for (const docs of wanted) {
    if (installedDocs(docs) !== null) continue;
    const { name, version, folder = "docs" } = docs;
    const into = dirname(fetchedPackage(docs));
    mkdirSync(into, { recursive: true });
    const pack = ["pack", `${name}@${version}`, "--silent", "--pack-destination", into];
    const archive = execFileSync("npm", pack, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }).trim();
    const entries = ["package/package.json", `package/${folder}`];
    execFileSync("tar", ["-xzf", join(into, archive), "-C", into, ...entries], { stdio: "inherit" });
    rmSync(join(into, archive));
  }
}

/** The rows that belong to a package's docs, of one kind. */
export type QuestionKind = "" | "-followups" | "-unanswerable" | "-offtopic";

/** `null` when the package has no rows of that kind. */
export function questionsFile(name: string, kind: QuestionKind = ""): string | null {
  const path = join(root, "test", "data", "questions", `${name}${kind}.jsonl`);
  return existsSync(path) ? path : null;
}
