/**
 * Conversation history in Workers KV, one key a turn:
 *
 *     conversation/<id>/<time counted backwards>-<turn id>  →  { question, answer, complete, costUsd, at, version? }
 *
 * KV has no transactions, takes one write a second per key and may show a write elsewhere only after a minute. With a key of its
 * own, no turn can overwrite another, however many are asked at once, and none waits for that second. Times count backwards, so
 * that one listing gives the newest turns first. The price of a follow-up is one listing, one bulk read of the turns that this isolate has
 * neither written nor read lately, and one write: a turn never changes under its key, so what the isolate remembers of it holds as long as
 * the listing has it.
 */
import * as z from "zod/mini";
import { BoundedMemory } from "../core/bounded-memory.ts";
import { RepoBotError } from "../core/errors.ts";
import type { Conversation, HistoryStore, Turn } from "../core/ports.ts";
import {
  CONVERSATION_ID_PATTERN,
  conversationCreatedMs,
  newConversationId,
  VISIBILITY_LAG_MS,
} from "../core/turn/conversation-id.ts";
import type { KvNamespace } from "./kv-namespace.ts";
import { kvStore, type ListedKey, parseJson } from "./kv-store.ts";

const BULK_READ_KEYS = 100;
/** Of 1,000 turns each: the cost of a conversation that is longer still is not known. */
const MAX_LISTINGS = 5;
/** Longer than any turn that was written here: what is larger is not ours, and not worth its memory. */
const MAX_TURN_CHARS = 1_000_000;
/** Of stored turns that an isolate remembers: those of some thousand turns, and 4 MB of an isolate's 128 at the most. */
const REMEMBERED_CHARS = 2_000_000;
/** Deleted conversations that an isolate knows of: many times those whose turns can still be under way. */
const KNOWN_DELETED = 1_000;
const TIME_DIGITS = 9;
const LAST_TIME_MS = 36 ** TIME_DIGITS - 1;
/** Sorts before every turn. Stays behind after a deletion, for turns that were still being answered when it came. */
const DELETED = "!deleted";
/** How long the marker outlives the last turn that may be written after it. */
const MARKER_EXTRA_SECONDS = 86_400;

export interface KvHistoryOptions {
  /** Of every turn, from when it was written. At least 60. */
  ttlSeconds: number;
  /** Turns of a conversation that are read back, the newest ones. */
  maxTurns: number;
  /** Told of a stored value that is not what was written; it is then treated as absent. Gets no content. */
  onCorrupt(detail: string): void;
  /** For one operation. @defaultValue that of all stores */
  timeoutMs?: number;
  /** @defaultValue `Date.now` */
  now?(): number;
}

const storedTurn = z.object({
  question: z.string(),
  answer: z.string(),
  complete: z.boolean(),
  costUsd: z.nullable(z.number()),
  at: z.string(),
  version: z.optional(z.string()),
});
const storedCost = z.object({ costUsd: z.nullable(z.number()) });
const storedCorpus = z.object({ corpus: z.string() });

/** All methods but `newConversationId` throw RepoBotError `upstream_unavailable` or `upstream_timeout` when KV fails. */
export function createKvHistory(namespace: KvNamespace, options: KvHistoryOptions): HistoryStore {
  const now = options.now ?? Date.now;
  const { reached, pages } = kvStore(namespace, "conversation store", options.timeoutMs);
  const remembered = new BoundedMemory<string>(REMEMBERED_CHARS, (value) => value.length);
  /** Prefixes of conversations that were deleted in this isolate. */
  const deleted = new BoundedMemory<true>(KNOWN_DELETED, () => 1);

  /** What was being written or read when its conversation was deleted is not remembered. */
  function remember(prefix: string, key: string, value: string): void {
    if (deleted.get(prefix) === undefined) remembered.set(key, value);
  }

  async function load(conversationId: string): Promise<Conversation | null> {
    if (!CONVERSATION_ID_PATTERN.test(conversationId)) return null;
    const prefix = keyPrefix(conversationId);
    const { keys, isWhole } = await listTurns(prefix);
    if (keys[0]?.name === prefix + DELETED) return null;
    if (keys.length === 0) {
      const age = now() - conversationCreatedMs(conversationId);
      return age >= 0 && age < VISIBILITY_LAG_MS
        ? { id: conversationId, turns: [], earlierCostUsd: 0 }
        : null;
    }
    const kept = keys.slice(0, options.maxTurns).reverse();
    const turns = await readTurns(kept, prefix);
    const earlier = keys.slice(options.maxTurns);
    return {
      id: conversationId,
      turns,
      earlierCostUsd: isWhole ? sumCosts(earlier) : null,
      earlierTurns: earlier.length,
    };
  }

  /** Newest first, after a deletion's marker. */
  async function listTurns(prefix: string): Promise<{ keys: ListedKey[]; isWhole: boolean }> {
    const found: ListedKey[] = [];
    let listings = 0;
    for await (const { keys, isLast } of pages(prefix)) {
      found.push(...keys);
      listings += 1;
      if (isLast) return { keys: found, isWhole: true };
      if (listings === MAX_LISTINGS) break;
    }
    return { keys: found, isWhole: false };
  }

  async function readTurns(keys: readonly ListedKey[], prefix: string): Promise<Turn[]> {
    const values = new Map<string, string>();
    const unknown: string[] = [];
    for (const { name } of keys) {
      const value = remembered.get(name);
      if (value === undefined) unknown.push(name);
      else values.set(name, value);
    }
    for (let start = 0; start < unknown.length; start += BULK_READ_KEYS) {
      const names = unknown.slice(start, start + BULK_READ_KEYS);
      for (const [name, value] of await reached("get", () => namespace.get(names, "text"))) {
        if (value === null) continue;
        values.set(name, value);
        remember(prefix, name, value);
      }
    }
    return keys.flatMap(({ name, metadata }) => {
      const turn = parseTurn(values.get(name) ?? null, turnIdOf(name, prefix));
      const asked = z.safeParse(storedCorpus, metadata);
      return turn === null ? [] : [{ ...turn, ...(asked.success && asked.data) }];
    });
  }

  /** `null` for a value that expired since it was listed, and for a corrupt one. */
  function parseTurn(value: string | null, id: string): Turn | null {
    if (value === null) return null;
    const parsed = z.safeParse(storedTurn, value.length > MAX_TURN_CHARS ? undefined : parseJson(value));
    if (parsed.success) return { id, ...parsed.data };
    options.onCorrupt(`a turn of ${value.length} characters does not match its schema`);
    return null;
  }

  async function append(conversationId: string, turn: Turn): Promise<void> {
    const { id, question, answer, complete, costUsd, at, version, corpus, mode, timings } = turn;
    const prefix = keyPrefix(conversationId);
    const key = `${prefix}${backwards(Date.parse(at))}-${id}`;
    const value = JSON.stringify({ question, answer, complete, costUsd, at, version });
    // Listed without reading a value: what sums up a conversation, and the owner's report, costs no write of its own.
    const metadata = { costUsd, complete, ...corpusOf(corpus), ...(mode !== undefined && { mode, timings }) };
    await reached("put", () => namespace.put(key, value, { expirationTtl: options.ttlSeconds, metadata }));
    remember(prefix, key, value);
  }

  /** Also forgets turns that are being answered meanwhile: what they write is never shown, and expires. */
  async function remove(conversationId: string): Promise<void> {
    const prefix = keyPrefix(conversationId);
    const marker = prefix + DELETED;
    deleted.set(prefix, true);
    remembered.deletePrefix(prefix);
    const expirationTtl = options.ttlSeconds + MARKER_EXTRA_SECONDS;
    await reached("put", () => namespace.put(marker, "", { expirationTtl }));
    for await (const { keys } of pages(prefix)) {
      const names = keys.map((key) => key.name).filter((name) => name !== marker);
      await Promise.all(names.map((name) => reached("delete", () => namespace.delete(name))));
    }
  }

  return { newConversationId: () => newConversationId(now()), load, append, delete: remove };
}

function keyPrefix(conversationId: string): string {
  return `conversation/${conversationId}/`;
}

function backwards(timeMs: number): string {
  if (!Number.isFinite(timeMs)) throw new RepoBotError("internal", "The turn has no valid time.");
  return (LAST_TIME_MS - timeMs).toString(36).padStart(TIME_DIGITS, "0");
}

function turnIdOf(key: string, prefix: string): string {
  return key.slice(prefix.length + TIME_DIGITS + 1);
}

/** USD; `null` when the price of one of them is unknown. */
function sumCosts(keys: readonly ListedKey[]): number | null {
  let sum = 0;
  for (const { metadata } of keys) {
    const parsed = z.safeParse(storedCost, metadata);
    if (!parsed.success || parsed.data.costUsd === null) return null;
    sum += parsed.data.costUsd;
  }
  return sum;
}

/** KV takes 1,024 bytes of metadata. */
const MAX_CORPUS_CHARS = 60;

function corpusOf(name: string | undefined): { corpus?: string } {
  return name === undefined ? {} : { corpus: name.slice(0, MAX_CORPUS_CHARS) };
}
