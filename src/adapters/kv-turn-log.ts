/**
 * Stored turns as the owner's report reads them: from the listing of the conversations' own keys, whose metadata says how each turn
 * went. Nothing is written for it. Conversation ids begin with their time in base 36, so the newest can be listed first, a
 * prefix of four digits (16.8 hours) at a time.
 */
import * as z from "zod/mini";
import type { TurnLog, TurnSummary } from "../core/report.ts";
import type { KvNamespace } from "./kv-namespace.ts";
import { kvStore, type ListedKey, parseJson } from "./kv-store.ts";

const PREFIX = "conversation/";
const TIME_DIGITS = 9;
const SHARED_DIGITS = 4;
const PERIOD_MS = 36 ** (TIME_DIGITS - SHARED_DIGITS);
const LAST_TIME_MS = 36 ** TIME_DIGITS - 1;
/**
 * Of 1,000 turns each at most: 90 days have 131 periods, and there is room for 100,000 turns beside. The free plan has 1,000 listings a
 * day.
 */
const MAX_LISTINGS = 240;
/** A conversation that began so long before may still have been going on. */
const LONG_CONVERSATION_MS = 86_400_000;
const BULK_READ_KEYS = 100;

const metadataSchema = z.object({
  costUsd: z.nullable(z.number()),
  complete: z._default(z.boolean(), true),
  mode: z.optional(z.enum(["llm", "extractive", "search", "refusal", "off_topic"])),
  corpus: z._default(z.nullable(z.string()), null),
  timings: z._default(z.record(z.string(), z.number()), {}),
});
const questionSchema = z.object({ question: z.string() });

export interface KvTurnLogOptions {
  /** For one operation. @defaultValue that of all stores */
  timeoutMs?: number;
  /** @defaultValue `Date.now` */
  now?(): number;
}

/** All throw RepoBotError `upstream_unavailable` or `upstream_timeout` when KV fails. */
export function createKvTurnLog(namespace: KvNamespace, options: KvTurnLogOptions = {}): TurnLog {
  const { reached, pages } = kvStore(namespace, "conversation store", options.timeoutMs);
  const now = options.now ?? Date.now;
  return {
    async *since(fromMs) {
      let listings = 0;
      const first = Math.floor((fromMs - LONG_CONVERSATION_MS) / PERIOD_MS);
      for (let period = Math.floor(now() / PERIOD_MS); period >= first; period--) {
        const digits = period.toString(36).padStart(SHARED_DIGITS, "0");
        for await (const { keys } of pages(PREFIX + digits)) {
          yield keys.flatMap(summaryOf).filter(({ atMs }) => atMs >= fromMs);
          listings += 1;
          if (listings === MAX_LISTINGS) return false;
        }
      }
      return true;
    },
    async questions(turns) {
      const names = turns.map(({ key }) => key);
      const found: (string | null)[] = [];
      for (let start = 0; start < names.length; start += BULK_READ_KEYS) {
        const some = names.slice(start, start + BULK_READ_KEYS);
        const values = await reached("get", () => namespace.get(some, "text"));
        for (const name of some) {
          const parsed = z.safeParse(questionSchema, parseJson(values.get(name) ?? ""));
          found.push(parsed.success ? parsed.data.question : null);
        }
      }
      return found;
    },
  };
}

/** Nothing for a deletion's marker, and for a turn of an earlier release, whose metadata says less. */
function summaryOf({ name, metadata }: ListedKey): TurnSummary[] {
  const time = /\/([0-9a-z]{9})-[^/]+$/.exec(name)?.[1];
  const parsed = z.safeParse(metadataSchema, metadata);
  if (time === undefined || !parsed.success) return [];
  const { costUsd, complete, mode = "cut", corpus, timings } = parsed.data;
  return [
    { key: name, atMs: LAST_TIME_MS - Number.parseInt(time, 36), mode, complete, costUsd, corpus, timings },
  ];
}
