import type { AnswerEvent, DoneEvent, TurnEvent } from "../../../../src/core/events.ts";
import { answerTurn } from "../../../../src/core/turn/answer.ts";
import type { TurnDeps, TurnRequest } from "../../../../src/core/turn/turn.ts";
import { BREW_DOCS } from "./brew-docs.ts";
import { testSettings } from "./settings.ts";
import { MemoryCache, MemoryHistory } from "./stores.ts";
import { openTestIndex } from "./test-index.ts";

const BREW_INDEX = await openTestIndex({ passages: BREW_DOCS });

export interface TestDeps extends TurnDeps {
  history: MemoryHistory;
  cache: MemoryCache;
  /** What was handed to `waitUntil`. */
  background: Promise<unknown>[];
  /** What was reported, by place. */
  faults: { fault: unknown; where: string }[];
}

/** A pipeline over the Brewbot docs, without any service. */
export function testDeps(rest: Partial<TurnDeps> = {}): TestDeps {
  const background: Promise<unknown>[] = [];
  const faults: TestDeps["faults"] = [];
  let now = Date.parse("2026-11-29T12:00:00.000Z");
  return {
    index: BREW_INDEX,
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

  ofType<T extends TurnEvent["type"]>(type: T): Extract<TurnEvent, { type: T }>[] {
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
    return this.ofType("delta")
      .map(({ text }) => text)
      .join("");
  }

  #one<T extends TurnEvent["type"]>(type: T): Extract<TurnEvent, { type: T }> {
    const [event, ...more] = this.ofType(type);
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
