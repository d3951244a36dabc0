/** Licences of all packages of the lock file, against those that RepoBot may be made of. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** Whoever passes RepoBot on has to name their authors, and nothing else. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
]);

/** Tools that are run and never passed on may ask for their own changed files as well. */
const TOOLS: ReadonlySet<string> = new Set([...PERMISSIVE, "MPL-2.0", "LGPL-3.0-or-later"]);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      license: z.unknown().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

export interface PackageLicence {
  name: string;
  /** As the package says it, an SPDX expression; `""` when it says nothing. */
  licence: string;
  /** Not part of what runs or is deployed. */
  isTool: boolean;
}

/**
 * Every package of the lock file, by its own `package.json` where it is installed.
 * @param root folder of `package-lock.json`
 */
export async function packageLicences(root: string): Promise<PackageLicence[]> {
  const lock = lockSchema.parse(JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")));
  const entries = Object.entries(lock.packages).filter(([path, { link }]) => path !== "" && link !== true);
  return Promise.all(
    entries.map(async ([path, { license, dev }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      licence: licenceText((await ownLicence(join(root, path))) ?? license),
      isTool: dev === true,
    })),
  );
}

async function ownLicence(folder: string): Promise<unknown> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return z.looseObject({ license: z.unknown().optional() }).parse(manifest).license;
  } catch {
    // Packages for other systems are in the lock file only, which has their licence too.
    return undefined;
  }
}

/** Old packages have an object, or nothing. */
function licenceText(licence: unknown): string {
  if (typeof licence === "string") return licence;
  const named = z.object({ type: z.string() }).safeParse(licence);
  return named.success ? named.data.type : "";
}

/** Why each package that may not be used may not; empty when all may. */
export function licenceProblems(packages: readonly PackageLicence[]): string[] {
  return packages.flatMap(({ name, licence, isTool }) => {
    if (licence === "") return [`${name}: says no licence`];
    return isAllowed(licence, isTool ? TOOLS : PERMISSIVE) ? [] : [`${name}: ${licence}`];
  });
}

/** Whether an SPDX expression can be met: one side of every OR, both of every AND, AND before OR. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  function either(): boolean {
    let result = both();
    while (tokens[at] === "OR") {
      at += 1;
      // Both sides are read, whatever the first one says.
      const other = both();
      result = result || other;
    }
    return result;
  }
  function both(): boolean {
    let result = one();
    while (tokens[at] === "AND") {
      at += 1;
      const other = one();
      result = result && other;
    }
    return result;
  }
  function one(): boolean {
    const token = tokens[at++];
    if (token !== "(") return token !== undefined && allowed.has(token);
    const inner = either();
    return tokens[at++] === ")" && inner;
  }
  return either() && at === tokens.length;
}
