/**
 * What a model call costs. Prices are configuration; a model without one has an unknown cost, never a cost of 0.
 */
import type { TokenUsage } from "../ports.ts";

/** USD per million tokens. */
export interface ModelRates {
  /** Input tokens that the provider's prompt cache did not serve. */
  input: number;
  /** Input tokens that it served. */
  cachedInput: number;
  output: number;
}

/** A daily window of dearer tokens, Monday to Friday, hours in UTC. */
export interface PeakRates extends ModelRates {
  /** `[from, to)` in whole hours UTC, e.g. `[1, 4]` for 01:00 to 04:00. */
  hoursUtc: readonly (readonly [number, number])[];
}

export interface ModelPrice extends ModelRates {
  /** Absent when the price is the same at all hours. */
  peak?: PeakRates;
}

/** By model name as the provider knows it. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** When the built-in prices below were read from the providers' own pages. */
export const PRICES_AS_OF = "2026-11-15";

/**
 * Prices of the default models. Overridden and extended by the `PRICES` setting.
 *
 * DeepSeek charges double at peak hours on weekdays; it exempts Chinese public holidays, which are not known here, so on those
 * days a cost is overstated.
 * @see https://api-docs.deepseek.com/quick_start/pricing
 */
export const BUILT_IN_PRICES: PriceTable = {
  "deepseek-flash": {
    input: 0.15,
    cachedInput: 0.003,
    output: 0.6,
    peak: {
      input: 0.3,
      cachedInput: 0.006,
      output: 1.2,
      hoursUtc: [
        [1, 4],
        [6, 10],
      ],
    },
  },
};

/** The rates that hold at one moment. */
function ratesAt(price: ModelPrice, at: Date): ModelRates {
  const { peak } = price;
  if (peak === undefined) return price;
  const weekday = at.getUTCDay() >= 1 && at.getUTCDay() <= 5;
  const hour = at.getUTCHours();
  return weekday && peak.hoursUtc.some(([from, to]) => hour >= from && hour < to) ? peak : price;
}

/**
 * Cost of one call in USD, or `null` when the table has no price for the model.
 * @param usage cached input tokens are part of the input tokens
 */
export function costUsd(prices: PriceTable, model: string, usage: TokenUsage, at: Date): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return null;
  const rates = ratesAt(price, at);
  const uncached = Math.max(0, usage.inputTokens - usage.cachedInputTokens);
  const perMillion =
    uncached * rates.input + usage.cachedInputTokens * rates.cachedInput + usage.outputTokens * rates.output;
  return perMillion / 1_000_000;
}
