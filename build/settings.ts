/** Settings of a command line: the environment's, and below it those of `.dev.vars`, which wrangler reads as well. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parseSettings, SETTING_NAMES, type Settings } from "../src/settings.ts";

/** Patience of a build: nobody waits for one request, and a service may be loading its model. */
const BUILD_TIMEOUT_MS = 120_000;

export interface CommandSettings {
  settings: Settings;
  /** The variables they were read from: what a Worker that is started here is given. Holds secrets. */
  vars: Record<string, string>;
}

/**
 * @param folder that holds `.dev.vars`; a missing file is an empty one
 * @throws RepoBotError `config_invalid`
 */
export async function readCommandSettings(
  folder: string = process.cwd(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<CommandSettings> {
  const file = parseEnv(await readFile(join(folder, ".dev.vars"), "utf8").catch(() => ""));
  const vars: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const value = environment[name] ?? file[name];
    if (value !== undefined) vars[name] = value;
  }
  return { settings: parseSettings(vars), vars };
}

/** The same settings, with the time limits of a build instead of those of a waiting reader. */
export function patientSettings(settings: Settings): Settings {
  const { embedding } = settings;
  if (embedding === null) return settings;
  const timeoutMs = Math.max(embedding.timeoutMs, BUILD_TIMEOUT_MS);
  return { ...settings, embedding: { ...embedding, timeoutMs } };
}
