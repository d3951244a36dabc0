import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { isRepoBotError, RepoBotError } from "../src/core/errors.ts";
import { type CorpusConfig, corpusConfigForDocs, loadCorpusConfig } from "./config.ts";
import { nearestName } from "./nearest-name.ts";
import { requireNoneTakenByNpm } from "./npm-options.ts";
import { guardChildren } from "./output/children-guard.ts";
import { endWithNpm } from "./output/end-with-npm.ts";
import { checkOutSources } from "./sources/git-source.ts";

/** The configuration of your own docs, which `npm run init` writes; relative to the working folder. */
export const OWN_CONFIG_FILE = "corpus.json";

/** The configuration of RepoBot's own documentation: used where there is no {@link OWN_CONFIG_FILE}. */
export const DEFAULT_CONFIG_FILE = "corpus/corpus.json";

/** Options by which every command chooses its docs. */
export const CORPUS_OPTIONS = {
  docs: { type: "string" },
  config: { type: "string" },
  lang: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

/** How help texts describe {@link CORPUS_OPTIONS}. */
export const CORPUS_OPTIONS_HELP = `  --docs DIR     a folder of docs, without a configuration
  --config FILE  the configuration (default ${OWN_CONFIG_FILE}, else ${DEFAULT_CONFIG_FILE})
  --lang TAG     language of --docs, such as en or pt-BR (default en)
  -h, --help     print this help`;

/**
 * Parses a command line strictly: an unknown option, a missing value or a stray word is an error that says what is accepted.
 * @param mayBeEmpty options for which an empty value is as none, as where an action passes its inputs on
 * @throws RepoBotError `bad_request`, with the option as `field`
 */
export function parseCommandLine<const T extends ParseArgsOptionsConfig>(
  args: string[],
  options: T,
  mayBeEmpty: readonly string[] = [],
) {
  const parsed = parseStrictly(args, options);
  // What a script's unset variable leaves: an empty --docs would otherwise be the working folder.
  for (const [name, value] of Object.entries(parsed.values)) {
    if ((value !== "" && !(Array.isArray(value) && value.includes(""))) || mayBeEmpty.includes(name))
      continue;
    throw new RepoBotError("bad_request", `--${name} is empty: give a value, or leave the option out.`, {
      field: `--${name}`,
    });
  }
  return parsed.values;
}

function parseStrictly<const T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(error.message, Object.keys(options));
  }
}

/**
 * The corpus that the options choose: `--docs`, else `--config`, else `corpus.json`, else `corpus/corpus.json`.
 * @throws RepoBotError `bad_request`, `config_invalid`, `source_unreadable`
 */
export async function corpusFromOptions(options: DocsOptions): Promise<CorpusConfig> {
  return checkOutSources(await configFromOptions(options));
}

/** What {@link CORPUS_OPTIONS} were given. */
interface DocsOptions {
  docs?: string;
  config?: string;
  lang?: string;
}

/**
 * As {@link corpusFromOptions}, with the repositories still to be checked out.
 * @throws RepoBotError `bad_request`, `config_invalid`, `source_unreadable`
 */
export async function configFromOptions(options: DocsOptions): Promise<CorpusConfig> {
  if (options.docs !== undefined && options.config !== undefined) {
    throw new RepoBotError("bad_request", "Give --docs DIR or --config FILE, not both.", { field: "--docs" });
  }
  if (options.docs !== undefined) {
    return corpusConfigForDocs(options.docs, options.lang === undefined ? {} : { lang: options.lang });
  }
  if (options.lang !== undefined) {
    const message = "--lang goes with --docs DIR; a configuration names its own language.";
    throw new RepoBotError("bad_request", message, { field: "--lang" });
  }
  return loadCorpusConfig(options.config ?? chosenConfigFile());
}

/** Tells the docs of one command line from those of another. */
export function docsKey({ docs, config, lang }: DocsOptions): string {
  if (docs !== undefined) return JSON.stringify(["--docs", resolve(docs), lang ?? ""]);
  return JSON.stringify(["--config", resolve(config ?? chosenConfigFile())]);
}

/** The configuration that is read when no option names one. */
function chosenConfigFile(): string {
  return existsSync(OWN_CONFIG_FILE) ? OWN_CONFIG_FILE : DEFAULT_CONFIG_FILE;
}

/**
 * The number that an option gives.
 * @param field as it is written, e.g. `--seconds`
 * @param text what stands behind it, `undefined` where it was not given
 * @throws RepoBotError `bad_request` with `field`, where it is no whole number from `min` to `max`
 */
export function wholeNumberOption(
  field: string,
  text: string | undefined,
  { fallback, min = 1, max }: { fallback: number; min?: number; max: number },
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^-?\d+$/.test(text) && value >= min && value <= max) return value;
  throw new RepoBotError("bad_request", `${field} must be a whole number from ${min} to ${max}.`, { field });
}

/** What a command takes. */
export interface Command<T extends ParseArgsOptionsConfig> {
  /** Printed for `--help`. */
  help: string;
  /** Without `--help`, which every command has. */
  options: T;
  /** See {@link parseCommandLine}. */
  mayBeEmpty?: readonly string[];
  /** @defaultValue those of the process */
  args?: string[];
}

/** What {@link runCommand} hands to a command with these options. */
export type OptionValues<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseCommandLine<T>>;

/**
 * Runs a command with its options, or prints its help: its errors go to standard error as one line and set exit code 1, a reader that
 * closes the pipe ends it quietly. It ends when the npm that runs it is gone, and no process that it started outlives it.
 */
export async function runCommand<const T extends ParseArgsOptionsConfig>(
  { help, options, mayBeEmpty, args = process.argv.slice(2) }: Command<T>,
  main: (options: OptionValues<T>) => Promise<void>,
): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  endWithNpm();
  guardChildren();
  try {
    requireNoneTakenByNpm(args, options);
    const withHelp = { ...options, help: { type: "boolean", short: "h" } } as const;
    // The compiler cannot see through a spread generic.
    const values = parseCommandLine(args, withHelp, mayBeEmpty) as OptionValues<T> & { help?: boolean };
    if (values.help) process.stdout.write(help);
    else await main(values);
  } catch (error) {
    if (!isRepoBotError(error) && !isFileError(error)) throw error;
    process.stderr.write(`error: ${forOwner(error)}\n`);
    process.exitCode = 1;
  }
}

/** Who runs a command may know which service failed, and in which words. */
function forOwner(error: Error): string {
  const more =
    isRepoBotError(error) && error.code.startsWith("upstream_") ? error.internalMessage : undefined;
  return more === undefined ? error.message : `${error.message} (${more})`;
}

/** A file or folder that cannot be read or written: no defect of ours, and its own message names it. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "path" in error;
}

/** What somebody may have meant by a word without an option, to a command that takes docs; `null` when it is anybody's guess. */
function meantBy(stray: string): string | null {
  const found = statSync(stray, { throwIfNoEntry: false });
  if (found?.isDirectory()) return `did you mean --docs ${stray}?`;
  if (found?.isFile() && stray.endsWith(".json")) return `did you mean --config ${stray}?`;
  return /\s/.test(stray)
    ? "questions are typed at the prompt of npm run chat, or piped into it, one a line"
    : null;
}

function usageError(message: string, known: string[]): RepoBotError {
  const option = /'(-{1,2}[^' <=]+)/.exec(message)?.[1];
  const names = known.map((name) => `--${name}`);
  if (/^Unknown option/.test(message) && option !== undefined) {
    // Without the dashes, which are no likeness: --bogus is not --docs.
    const suggestion = nearestName(option.replace(/^-+/, ""), known);
    const hint = suggestion === null ? `known options: ${names.join(", ")}` : `did you mean --${suggestion}?`;
    return new RepoBotError("bad_request", `Unknown option ${option}; ${hint}`, { field: option });
  }
  const stray = /^Unexpected argument '([^']*)'/.exec(message)?.[1];
  if (stray !== undefined) {
    const hint = (known.includes("docs") ? meantBy(stray) : null) ?? `known options: ${names.join(", ")}`;
    return new RepoBotError("bad_request", `Unexpected argument "${stray}"; ${hint}`, { field: stray });
  }
  const plain = message.split("\n")[0]!.replace(/\.?$/, ".");
  return new RepoBotError("bad_request", plain, option === undefined ? {} : { field: option });
}
