import type { Context } from "hono";
import type { AppDependencies } from "./dependencies.ts";
import { keepAlive } from "./start-turn.ts";

/** Name of the docs that are served; `null` where their index cannot be read, which must not cost what else is asked for. */
export async function servedCorpus(
  c: Context,
  { index }: Pick<AppDependencies, "index">,
): Promise<string | null> {
  try {
    return (await index.get(keepAlive(c))).corpus.name;
  } catch {
    return null;
  }
}
