import type { Usage } from "../events.ts";
import type { Conversation, TokenUsage } from "../ports.ts";
import { costUsd, type PriceTable } from "./prices.ts";

const NO_TOKENS: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** What a model call was for: the rewrite's share is shown apart. */
export type CallPurpose = "rewrite" | "answer";

/**
 * Adds up what one turn used. A chat call whose usage or price is unknown makes the whole cost unknown: it is nearly all of the cost.
 * An embedding or rerank call without a price per token (such services are often billed by the hour, or run by the owner) is left out
 * of the sum and named in {@link unpricedModels}, so that nobody takes the sum for all of it.
 */
export class CostLedger {
  readonly #prices: PriceTable;
  readonly #at: Date;
  #usd: number | null = 0;
  #running = 0;
  #total: TokenUsage = NO_TOKENS;
  #rewrite: TokenUsage = NO_TOKENS;
  #embeddingTokens: number | null = null;
  readonly #unpriced = new Set<string>();

  /** @param at when the turn began: prices may depend on the hour */
  constructor(prices: PriceTable, at: Date) {
    this.#prices = prices;
    this.#at = at;
  }

  /**
   * Announces a model call; while it runs the cost is unknown, since a turn may be stored in the middle of it.
   * @returns to be called once when the call has ended, with the usage as billed, `null` when the provider did not say or was cut off before
   * it could, or `"unbilled"` when the call never reached it
   */
  beginChat(purpose: CallPurpose, model: string): (usage: TokenUsage | null | "unbilled") => void {
    this.#running += 1;
    return (usage) => {
      this.#running -= 1;
      if (usage === "unbilled") return;
      if (usage === null) {
        this.#usd = null;
        return;
      }
      this.#total = sumTokens(this.#total, usage);
      if (purpose === "rewrite") this.#rewrite = sumTokens(this.#rewrite, usage);
      this.#addUsd(costUsd(this.#prices, model, usage, this.#at));
    };
  }

  /** @param inputTokens as billed, or `null` when the provider does not say */
  addEmbedding(model: string, inputTokens: number | null): void {
    if (inputTokens !== null) this.#embeddingTokens = (this.#embeddingTokens ?? 0) + inputTokens;
    this.#addService(
      model,
      inputTokens === null ? null : costUsd(this.#prices, model, inputOnly(inputTokens), this.#at),
    );
  }

  /** Rerankers do not report tokens: one that the table prices at 0 costs nothing, any other is named as unpriced. */
  addRerank(model: string): void {
    this.#addService(model, null);
  }

  #addService(model: string, usd: number | null): void {
    if (usd !== null) this.#addUsd(usd);
    else if (!isFree(this.#prices, model, this.#at)) this.#unpriced.add(model);
  }

  #addUsd(usd: number | null): void {
    this.#usd = this.#usd === null || usd === null ? null : this.#usd + usd;
  }

  /** USD of the turn so far; `null` when unknown. */
  get costUsd(): number | null {
    return this.#running > 0 ? null : this.#usd;
  }

  /** Embedding and rerank models that were called and are not in the sum, in order of their first call. */
  get unpricedModels(): string[] {
    return [...this.#unpriced];
  }

  get usage(): Usage {
    return { ...this.#total, rewrite: this.#rewrite, embeddingTokens: this.#embeddingTokens };
  }
}

/** USD of a conversation with this turn; `null` when the cost of one of its turns is unknown. */
export function conversationCostUsd(
  conversation: Conversation | null,
  turnUsd: number | null,
): number | null {
  const { turns = [], earlierCostUsd = 0 } = conversation ?? {};
  const costs = [earlierCostUsd, ...turns.map((turn) => turn.costUsd), turnUsd];
  return costs.reduce<number | null>((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0);
}

function sumTokens(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

function inputOnly(inputTokens: number): TokenUsage {
  return { inputTokens, cachedInputTokens: 0, outputTokens: 0 };
}

function isFree(prices: PriceTable, model: string, at: Date): boolean {
  return costUsd(prices, model, { inputTokens: 2, cachedInputTokens: 1, outputTokens: 1 }, at) === 0;
}
