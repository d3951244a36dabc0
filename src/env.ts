/** What the platform hands to the Worker: bindings as `wrangler.toml` names them, and settings as text variables. */
import type { AssetFetcher } from "./adapters/assets-index.ts";
import type { DurableNamespace } from "./adapters/budget/durable-budget.ts";
import type { KvNamespace } from "./adapters/kv-namespace.ts";
import type { RateLimiter } from "./adapters/rate-limiter.ts";
import type { WorkersAi } from "./adapters/workers-ai.ts";
import { RepoBotError } from "./core/errors.ts";

/** The part of the environment that is not settings. */
export interface Bindings {
  /** The build's files. */
  ASSETS: AssetFetcher;
  /** Conversations and the rewrite cache. */
  HISTORY: KvNamespace;
  /** Workers AI, where it is bound. */
  AI?: WorkersAi;
  /** Count requests, where they are bound. */
  ANSWER_LIMITER?: RateLimiter;
  READ_LIMITER?: RateLimiter;
  SITE_LIMITER?: RateLimiter;
  /** Counts what model calls cost, where it is bound. */
  BUDGET?: DurableNamespace;
}

/** Bindings, and settings as text variables; the settings' own reader checks those. */
export type WorkerEnv = Bindings & Readonly<Record<string, unknown>>;

const REQUIRED: readonly [binding: string, method: string][] = [
  ["ASSETS", "fetch"],
  ["HISTORY", "list"],
];

/** @throws RepoBotError `config_invalid` naming a binding that is missing or of another kind */
export function checkBindings(env: WorkerEnv): Bindings {
  for (const [name, method] of REQUIRED) {
    const binding = env[name];
    if (typeof binding === "object" && binding !== null && method in binding) continue;
    throw new RepoBotError("config_invalid", `The binding ${name} is missing: declare it in wrangler.toml.`, {
      field: name,
    });
  }
  return env;
}
