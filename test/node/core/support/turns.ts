import { answerTurn } from "../../../../src/core/answer.ts";
import { newConversationId } from "../../../../src/core/conversation-id.ts";
import type { AnswerEvent, DoneEvent, TurnEvent } from "../../../../src/core/events.ts";
import { DEFAULT_PIPELINE_SETTINGS, type PipelineSettings } from "../../../../src/core/pipeline-settings.ts";
import type { Cache, Conversation, HistoryStore, Turn } from "../../../../src/core/ports.ts";
import type { TurnDeps, TurnRequest } from "../../../../src/core/turn.ts";
import { BREW_DOCS } from "./brew-docs.ts";
import { MemoryIndex } from "./memory-index.ts";
import { MODEL } from "./scripted-chat.ts";

export class MemoryHistory implements HistoryStore {
  readonly conversations = new Map<string, Turn[]>();

  newConversationId(): string {
    return newConversationId(Date.now());
  }

  async load(conversationId: string): Promise<Conversation | null> {
    const turns = this.conversations.get(conversationId);
    return turns === undefined ? null : { id: conversationId, turns: [...turns] };
  }

  async append(conversationId: string, turn: Turn): Promise<void> {
    this.conversations.set(conversationId, [...(this.conversations.get(conversationId) ?? []), turn]);
  }

  async delete(conversationId: string): Promise<void> {
    this.conversations.delete(conversationId);
  }

  /** Every stored turn, oldest first. */
  get turns(): Turn[] {
    return [...this.conversations.values()].flat();
  }

  /** Starts a conversation with these exchanges. */
  seed(...exchanges: readonly (readonly [question: string, answer: string])[]): string {
    const id = this.newConversationId();
    const at = "2026-11-29T10:00:00.000Z";
    this.conversations.set(
      id,
      exchanges.map(([question, answer], i) => ({
        id: `t${i}`,
        question,
        answer,
        complete: true,
        costUsd: 0.001,
        at,
      })),
    );
    return id;
  }
}

export class MemoryCache implements Cache {
  readonly values = new Map<string, string>();

  async get(key: string): Promise<string | null> {
    return this.values.get(key) ?? null;
  }

  async put(key: string, value: string): Promise<void> {
    this.values.set(key, value);
  }
}

export interface TestDeps extends TurnDeps {
  history: MemoryHistory;
  cache: MemoryCache;
  /** What was handed to `waitUntil`. */
  background: Promise<unknown>[];
  /** What was reported, by place. */
  faults: { fault: unknown; where: string }[];
}

/** Settings with short time limits and a price for the scripted model. */
export function testSettings(rest: Partial<PipelineSettings> = {}): PipelineSettings {
  return {
    ...DEFAULT_PIPELINE_SETTINGS,
    prices: { [MODEL]: { input: 1, cachedInput: 0.1, output: 2 } },
    ...rest,
  };
}

/** A pipeline over the Brewbot docs, without any service. */
export function testDeps(rest: Partial<TurnDeps> = {}): TestDeps {
  const background: Promise<unknown>[] = [];
  const faults: TestDeps["faults"] = [];
  let now = Date.parse("2026-11-29T12:00:00.000Z");
  return {
    index: new MemoryIndex({ passages: BREW_DOCS }),
    embedder: null,
    reranker: null,
    chat: null,
    settings: testSettings(),
    clock: { now: () => now++ },
    waitUntil: (work) => background.push(work),
    reportFault: (fault, where) => faults.push({ fault, where }),
    ...rest,
    history: (rest.history as MemoryHistory | undefined) ?? new MemoryHistory(),
    cache: (rest.cache as MemoryCache | undefined) ?? new MemoryCache(),
    background,
    faults,
  };
}

/** A whole turn, with the events that tests look at most. */
export class Told {
  readonly events: readonly TurnEvent[];

  constructor(events: readonly TurnEvent[]) {
    this.events = events;
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  only<T extends TurnEvent["type"]>(type: T): Extract<TurnEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<TurnEvent, { type: T }> => event.type === type);
  }

  get answer(): AnswerEvent {
    return this.#one("answer");
  }

  get done(): DoneEvent {
    return this.#one("done");
  }

  /** What the deltas gave the reader. */
  get shown(): string {
    return this.only("delta")
      .map(({ text }) => text)
      .join("");
  }

  #one<T extends TurnEvent["type"]>(type: T): Extract<TurnEvent, { type: T }> {
    const [event, ...more] = this.only(type);
    if (event === undefined || more.length > 0)
      throw new Error(`Expected one ${type}, got ${this.types.join(", ")}`);
    return event;
  }
}

/** Runs one turn to its end. */
export async function ask(deps: TurnDeps, request: TurnRequest | string): Promise<Told> {
  const events: TurnEvent[] = [];
  for await (const event of answerTurn(deps, typeof request === "string" ? { question: request } : request)) {
    events.push(event);
  }
  return new Told(events);
}
