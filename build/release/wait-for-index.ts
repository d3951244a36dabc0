/** Whether a deployed Worker serves the index that it should: `/health`, asked until it does or the time is up. */
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { RepoBotError } from "../../src/core/errors.ts";
import { workerAddress } from "../worker-url.ts";

const healthSchema = z.object({
  status: z.enum(["ok", "degraded", "error"]),
  problems: z.array(z.object({ code: z.string(), detail: z.string() })),
  index: z.object({ hash: z.string(), documents: z.number(), chunks: z.number() }).nullable(),
});

export type DeployedHealth = z.output<typeof healthSchema>;

export interface WaitOptions {
  /** Of the Worker. */
  url: string;
  /** Whether the index that is served is the one waited for. */
  isWanted: (hash: string) => boolean;
  /** How messages name the index waited for. */
  wanted: string;
  timeoutMs: number;
  intervalMs: number;
  /** Told what was seen whenever that changes. */
  onChange?: (seen: string) => void;
}

/** Of one request. */
const REQUEST_TIMEOUT_MS = 10_000;

type Seen = { health: DeployedHealth } | { problem: string };

/**
 * @returns the health of the Worker once it serves the index, whatever its status is
 * @throws RepoBotError `upstream_timeout` when it does not in time, with what was seen last
 */
export async function waitForIndex(options: WaitOptions): Promise<DeployedHealth> {
  const { url, isWanted, wanted, timeoutMs, intervalMs, onChange } = options;
  const deadline = performance.now() + timeoutMs;
  let last = "";
  while (true) {
    const seen = await look(
      url,
      Math.min(REQUEST_TIMEOUT_MS, Math.max(1, Math.ceil(deadline - performance.now()))),
    );
    if ("health" in seen && seen.health.index !== null && isWanted(seen.health.index.hash))
      return seen.health;
    const told = describe(seen);
    if (told !== last) onChange?.(told);
    last = told;
    if (performance.now() + intervalMs >= deadline) break;
    await sleep(intervalMs);
  }
  const message = `${url} did not serve ${wanted} within ${timeoutMs / 1000} seconds: ${last}.`;
  throw new RepoBotError("upstream_timeout", message);
}

/** @throws RepoBotError `upstream_unavailable` when there is no RepoBot */
export async function healthOf(url: string): Promise<DeployedHealth> {
  const seen = await look(url, REQUEST_TIMEOUT_MS);
  if ("health" in seen) return seen.health;
  throw new RepoBotError("upstream_unavailable", `${url}: ${seen.problem}.`);
}

async function look(url: string, timeoutMs: number): Promise<Seen> {
  try {
    const response = await fetch(workerAddress(url, "/health"), {
      headers: { accept: "application/json", "cache-control": "no-cache" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parsed = healthSchema.safeParse(await response.json().catch(() => null));
    if (parsed.success) return { health: parsed.data };
    return { problem: `/health answered ${response.status} with what is no health report of RepoBot` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    return { problem: `/health cannot be reached (${code})` };
  }
}

function describe(seen: Seen): string {
  if ("problem" in seen) return seen.problem;
  const { index, problems } = seen.health;
  if (index !== null) return `it serves the index ${index.hash}`;
  return `it serves no index (${problems.map(({ code, detail }) => `${code}: ${detail}`).join(" ")})`;
}
