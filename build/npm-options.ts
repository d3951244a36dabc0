/** What npm does with options that were meant for a script: without `--` before them it takes them for its own. */
import type { ParseArgsOptionsConfig } from "node:util";
import { RepoBotError } from "../src/core/errors.ts";

/** Options of commands here that npm has as well: set in its configuration, they say nothing of the command line. */
const NPM_HAS: ReadonlySet<string> = new Set([
  "json",
  "yes",
  "description",
  "dry-run",
  "force",
  "name",
  "only",
]);

/**
 * Refuses a command line like `npm start --docs DIR`, whose option never reaches the script: the script would serve other docs, or complain
 * of a stray word.
 * @param args as the script was given them
 * @param options that the script has
 * @param environment of the script, in which npm tells of the options it took
 * @throws RepoBotError `bad_request`, with the option as `field` and the command line to write
 */
export function requireNoneTakenByNpm(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const script = environment.npm_lifecycle_event;
  if (script === undefined) return;
  const isGiven = (name: string) => args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const taken = Object.keys(options).flatMap((name): [string, string][] => {
    const value = environment[`npm_config_${name.replaceAll("-", "_")}`];
    return value === undefined || value === "" || isGiven(name) ? [] : [[name, value]];
  });
  const certain = taken.filter(([name]) => !NPM_HAS.has(name));
  if (certain.length === 0) return;
  const strays = args.filter((arg) => !arg.startsWith("-"));
  const written = taken.map(([name, value]) => {
    if (options[name]!.type === "boolean") return `--${name}`;
    // "true" is npm's for an option whose value it handed on as a word.
    if (value !== "true") return `--${name} ${value}`;
    return `--${name} ${certain.length === 1 && strays.length === 1 ? strays[0] : "VALUE"}`;
  });
  const command = script === "start" ? "npm start" : `npm run ${script}`;
  const names = certain.map(([name]) => `--${name}`).join(" and ");
  throw new RepoBotError(
    "bad_request",
    `npm took ${names} for itself. Put -- before the options: write \`${command} -- ${written.join(" ")}\`.`,
    { field: `--${certain[0]![0]}` },
  );
}
