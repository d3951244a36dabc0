/** Settings of a command line: the environment's, and below it those of `.dev.vars`, which wrangler reads as well. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseToml, TomlError } from "smol-toml";
import * as z from "zod";
import { RepoBotError } from "../src/core/errors.ts";
import { parseSettings, SETTING_NAMES, type Settings } from "../src/settings.ts";
import { readDevVars } from "./dev-vars.ts";
import { nearestByLetters, nearestByWords, nearestName } from "./nearest-name.ts";

/** Patience of a build: nobody waits for one request, and a service may be loading its model. */
const BUILD_TIMEOUT_MS = 120_000;

export interface CommandSettings {
  settings: Settings;
  /** The variables they were read from: what a Worker that is started here is given. Holds secrets. */
  vars: Record<string, string>;
  /**
   * One line for each line of `.dev.vars` that sets nothing, for each name in it and in `wrangler.toml` that is no setting, and for
   * each in the environment that nearly is one: they would be ignored. Never a value.
   */
  warnings: string[];
}

/**
 * @param folder that holds `.dev.vars` and `wrangler.toml`; a missing file is an empty one
 * @throws RepoBotError `config_invalid`
 */
export async function readCommandSettings(
  folder: string = process.cwd(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<CommandSettings> {
  const { vars: file, warnings: unread } = await readDevVars(folder);
  const vars: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const value = environment[name] ?? file[name];
    if (value !== undefined) vars[name] = value;
  }
  const warnings = [
    ...misspelledNames(environment),
    ...unread,
    ...unknownNames(Object.keys(file), ".dev.vars"),
    ...(await wranglerWarnings(folder)),
  ];
  return { settings: parseSettings(vars), vars, warnings };
}

const variablesTable = z.record(z.string(), z.unknown()).default({}).catch({});
const wranglerSchema = z.object({
  vars: variablesTable,
  env: z
    .record(z.string(), z.object({ vars: variablesTable }))
    .default({})
    .catch({}),
});

/**
 * One line for each variable of `wrangler.toml`, its environments included, that is no setting: a Worker would be deployed without it, and
 * say nothing.
 * @param folder that holds the file; none is an empty one
 * @throws RepoBotError `config_invalid` for one that is not well formed: wrangler would say so after the build, with the whole file
 */
export async function wranglerWarnings(folder: string = process.cwd()): Promise<string[]> {
  const file = join(folder, "wrangler.toml");
  const { vars, env } = wranglerSchema.parse(tomlOf(file, await readFile(file, "utf8").catch(() => "")));
  return [
    ...unknownNames(Object.keys(vars), "wrangler.toml [vars]"),
    ...Object.entries(env).flatMap(([name, own]) =>
      unknownNames(Object.keys(own.vars), `wrangler.toml [env.${name}.vars]`),
    ),
  ];
}

/** @throws RepoBotError `config_invalid` with the line, and nothing of what stands there */
function tomlOf(file: string, text: string): unknown {
  try {
    return parseToml(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [why] = cause.message.split("\n");
    throw new RepoBotError("config_invalid", `${file}, line ${cause.line}: ${why}. Correct the file.`, {
      cause,
    });
  }
}

/** @param place that the names stand in, for the warning */
function unknownNames(names: readonly string[], place: string): string[] {
  return names
    .filter((name) => !SETTING_NAMES.includes(name))
    .map((name) => {
      const meant = nearestName(name, SETTING_NAMES);
      const hint = meant === null ? "it is ignored" : `did you mean ${meant}?`;
      return `warning: ${place}: ${name} is not a setting; ${hint}`;
    });
}

/** An environment holds names of every other program too: only what is as good as a setting's name is told. */
const MAX_ENVIRONMENT_DISTANCE = 2;
const MIN_ENVIRONMENT_WORDS = 3;

function misspelledNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment).flatMap((name) => {
    // Windows tells no case apart: there the setting is read under this name as well.
    const isRead = SETTING_NAMES.some(
      (known) => known === name || (known === name.toUpperCase() && environment[known] !== undefined),
    );
    // One word is too little to tell a slip from another program's name.
    if (isRead || !name.includes("_")) return [];
    const meant =
      nearestByLetters(name, SETTING_NAMES, MAX_ENVIRONMENT_DISTANCE) ??
      nearestByWords(name, SETTING_NAMES, MIN_ENVIRONMENT_WORDS);
    return meant === null ? [] : [`warning: environment: ${name} is not a setting; did you mean ${meant}?`];
  });
}

/** The same settings, with the time limits of a build instead of those of a waiting reader. */
export function patientSettings(settings: Settings): Settings {
  const { embedding } = settings;
  if (embedding === null) return settings;
  const timeoutMs = Math.max(embedding.timeoutMs, BUILD_TIMEOUT_MS);
  return { ...settings, embedding: { ...embedding, timeoutMs } };
}
