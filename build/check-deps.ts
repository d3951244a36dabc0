/** `npm run check:deps`: licences and known vulnerabilities of the packages that RepoBot is made of. */
import path from "node:path";
import { RepoBotError } from "../src/core/errors.ts";
import { runCommand } from "./args.ts";
import { auditPackages } from "./deps/audit.ts";
import { licenceProblems, packageLicences } from "./deps/licences.ts";

const HELP = `Checks the licences of all packages, and asks the registry for known vulnerabilities of those that run.

Usage: npm run --silent check:deps -- [options]

  --root DIR     folder of package-lock.json (default: this project)
  --list         also print every licence with the number of its packages
  --online       fail when the registry cannot be asked
  -h, --help     print this help
`;

const OPTIONS = {
  root: { type: "string" },
  list: { type: "boolean" },
  online: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const root = path.resolve(options.root ?? path.join(import.meta.dirname, ".."));
  const packages = await packageLicences(root);
  if (options.list) printList(packages.map(({ licence }) => licence));
  const problems = licenceProblems(packages);
  const audit = await auditPackages(root);
  if (!audit.reached) {
    console.log(
      "The registry could not be asked for known vulnerabilities. Run this again where it can be reached.",
    );
  }
  for (const line of audit.found) console.log(`Known vulnerability: ${line}`);
  const failures = [
    ...problems.map((problem) => `licence not allowed: ${problem}`),
    ...audit.serious.map((line) => `vulnerability: ${line}`),
    ...(options.online && !audit.reached ? ["the registry could not be asked"] : []),
  ];
  if (failures.length > 0)
    throw new RepoBotError("bad_request", `Packages fail the check:\n${failures.join("\n")}`);
  const vulnerabilities = audit.reached ? ", no serious vulnerability known" : "";
  console.log(`${packages.length} packages, all licences allowed${vulnerabilities}`);
});

function printList(licences: readonly string[]): void {
  const counts = new Map<string, number>();
  for (const licence of licences) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  for (const [licence, count] of sorted) console.log(`${String(count).padStart(5)}  ${licence}`);
}
