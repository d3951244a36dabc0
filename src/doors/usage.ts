/** `GET /v1/usage`: what model calls have cost, and what they may, for the owner. */
import type { Context } from "hono";
import type { Ceiling } from "../adapters/budget/spend-tables.ts";
import type { Spend } from "../core/ports.ts";
import type { AppDependencies } from "./dependencies.ts";
import { requireOwner } from "./owner.ts";
import { HttpError } from "./problem.ts";

export interface UsageAmount {
  calls: number;
  usd: number;
}

export interface UsagePeriod extends UsageAmount {
  /** UTC: `2026-11-30` or `2026-11`. */
  period: string;
  /** `null`: no ceiling. */
  maxCalls: number | null;
  maxUsd: number | null;
}

export interface UsageReport {
  day: UsagePeriod;
  month: UsagePeriod;
  /** Set aside for questions that are being answered. */
  reserved: UsageAmount;
  /** Days on which something was spent, newest first, at most 31. */
  days: (UsageAmount & { day: string })[];
}

export async function usage(c: Context, deps: AppDependencies): Promise<Response> {
  await requireOwner(c, deps.ownerToken);
  if (deps.spending === null) {
    throw new HttpError(404, "Nothing counts the model calls: declare the binding BUDGET in wrangler.toml.");
  }
  const { day, month, held, days } = await deps.spending.report();
  const { ceilings } = deps.spending;
  const report: UsageReport = {
    day: { period: day.period, ...amountOf(day), ...limitOf(ceilings?.day) },
    month: { period: month.period, ...amountOf(month), ...limitOf(ceilings?.month) },
    reserved: amountOf(held),
    days: days.map((spent) => ({ day: spent.period, ...amountOf(spent) })),
  };
  return Response.json(report, { headers: { "Cache-Control": "no-store" } });
}

function amountOf({ calls, nanoUsd }: Spend): UsageAmount {
  return { calls, usd: nanoUsd / 1e9 };
}

function limitOf(ceiling: Ceiling | undefined): { maxCalls: number | null; maxUsd: number | null } {
  const nanoUsd = ceiling?.nanoUsd ?? null;
  return { maxCalls: ceiling?.calls ?? null, maxUsd: nanoUsd === null ? null : nanoUsd / 1e9 };
}
