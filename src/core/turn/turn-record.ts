import { withinBudget } from "../deadline.ts";
import type { DeltaEvent } from "../events.ts";
import type { HistoryStore, Turn } from "../ports.ts";
import type { CostLedger } from "../spend/cost.ts";
import { newTurnId } from "./conversation-id.ts";

export interface TurnRecordOptions {
  store: HistoryStore;
  conversationId: string;
  question: string;
  /** Name of the docs that are asked. */
  corpus: string;
  /** Docs version that the request asked for. */
  version: string | undefined;
  startedAt: Date;
  ledger: CostLedger;
  /** How long the reader waits for the store. */
  saveMs: number;
  waitUntil(work: Promise<unknown>): void;
  reportFault(fault: unknown): void;
  signal: AbortSignal | undefined;
}

/**
 * The turn as it will be stored. It is stored exactly once: whole when it ends, or as far as it came when the reader goes away,
 * be it that the request is aborted, the stream is cancelled, or nobody reads on.
 */
export class TurnRecord {
  /** Unguessable. */
  readonly turnId: string;
  readonly #options: TurnRecordOptions;
  readonly #onAbort = () => this.close();
  #answer = "";
  #saved = false;

  constructor(options: TurnRecordOptions) {
    this.#options = options;
    this.turnId = newTurnId(options.startedAt.getTime());
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  get conversationId(): string {
    return this.#options.conversationId;
  }

  /** What the reader has been shown so far. */
  get answer(): string {
    return this.#answer;
  }

  /** The event that shows a piece of the answer; the piece belongs to the turn from here on. */
  say(text: string): DeltaEvent {
    this.#answer += text;
    return { type: "delta", text };
  }

  /**
   * Stores the finished turn.
   * @param about how it was answered, for the owner's report
   * @param complete false for an answer that was cut by a fault
   * @returns false when the store failed, or was too slow to say (it then goes on in the background)
   */
  async save(complete: boolean, about?: Pick<Turn, "mode" | "timings">): Promise<boolean> {
    const { saveMs, waitUntil } = this.#options;
    if (this.#saved) return false;
    const saving = this.#append(complete, about);
    waitUntil(saving);
    try {
      return await withinBudget("conversation store", saveMs, undefined, () => saving);
    } catch {
      return false;
    }
  }

  /** Stores what there is as incomplete, in the background, unless the turn has been stored. */
  close(): void {
    if (!this.#saved) this.#options.waitUntil(this.#append(false));
  }

  /** Never rejects. */
  async #append(complete: boolean, about?: Pick<Turn, "mode" | "timings">): Promise<boolean> {
    const { store, conversationId, question, corpus, version, startedAt, ledger, signal } = this.#options;
    this.#saved = true;
    signal?.removeEventListener("abort", this.#onAbort);
    const turn: Turn = {
      id: this.turnId,
      question,
      answer: this.#answer,
      complete,
      costUsd: ledger.costUsd,
      at: startedAt.toISOString(),
      corpus,
      ...(version !== undefined && { version }),
      ...about,
    };
    try {
      await store.append(conversationId, turn);
      return true;
    } catch (error) {
      this.#options.reportFault(error);
      return false;
    }
  }
}
