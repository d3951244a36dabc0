/**
 * The owner's ceiling under 200 readers who ask at once: the built Worker in workerd, its real Durable Object, the `openai` client, and a
 * chat service on loopback that bills every call, and bills it as high as its protocol allows.
 */
import { describe, expect, inject, it, vi } from "vitest";
import { countTokens } from "../../build/chunk/tokens.ts";
import type { LocalWorker } from "../../build/local-worker.ts";
import { estimateTokens } from "../../src/core/spend/token-estimate.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";
import type { UsageReport } from "../../src/doors/usage.ts";
import { type ChatServer, type ChatServerRequest, startChatServer } from "../servers/chat-server.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

const ASKERS = 200;
const OWNER_TOKEN = "the-owner's-own-token";
const PRICE = { input: 0.3, cachedInput: 0.03, output: 1.2 };
const QUESTIONS = [
  "How do I add my own docs?",
  "How do I deploy to Cloudflare?",
  "How do I delete a conversation?",
  "What does an answer cost?",
];

const promptBytes = ({ messages }: ChatServerRequest) =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
const isRewrite = ({ messages }: ChatServerRequest) => messages[0]?.content.includes("OFF_TOPIC") === true;

/** The most tokens that a service counts in one of these prompts beyond those that were set aside. */
const mostUncounted = (calls: readonly ChatServerRequest[]) =>
  Math.max(
    0,
    ...calls.map(({ messages }) =>
      messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) - estimateTokens(content), 0),
    ),
  );

/** The most that one question can pass the ceiling by: its rewrite and its answer. */
const uncountedOfOne = (calls: readonly ChatServerRequest[]) =>
  mostUncounted(calls.filter(isRewrite)) + mostUncounted(calls.filter((call) => !isRewrite(call)));

/** What one call costs a reader's site. */
type Bill = (call: ChatServerRequest) => { prompt_tokens: number; completion_tokens: number };
const usdOf = (usage: ReturnType<Bill>) =>
  (usage.prompt_tokens * PRICE.input + usage.completion_tokens * PRICE.output) / 1e6;
/** As no tokenizer of today: every byte a token, and the whole of the output limit used. */
const highest: Bill = (call) => ({
  prompt_tokens: promptBytes(call),
  completion_tokens: Number(call.max_tokens),
});
/** As a tokenizer of today counts, and the whole of the output limit used. */
const longest: Bill = (call) => ({
  prompt_tokens: call.messages.reduce((sum, { content }) => sum + countTokens(content) + 4, 0),
  completion_tokens: Number(call.max_tokens),
});
/** About what English costs. */
const usual: Bill = (call) => ({ prompt_tokens: Math.ceil(promptBytes(call) / 4), completion_tokens: 60 });

interface Service extends ChatServer {
  billedUsd: number;
  /** When more than the ceiling was billed for the first time, as `performance.now()` tells it. */
  passedAtMs: number;
}

async function startService(bill: Bill, holdsBack = 0, ceilingUsd = Infinity): Promise<Service> {
  const chat = await startChatServer(async (call) => {
    const usage = bill(call);
    service.billedUsd += usdOf(usage);
    if (service.billedUsd > ceilingUsd) service.passedAtMs = Math.min(service.passedAtMs, performance.now());
    await new Promise((resolve) => setTimeout(resolve, holdsBack));
    const question = call.messages.at(-1)?.content ?? "";
    const text = isRewrite(call)
      ? (QUESTIONS.find((asked) => question.includes(asked)) ?? QUESTIONS[0]!)
      : "So it is [1].";
    return { text, usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } };
  });
  const service: Service = Object.assign(chat, { billedUsd: 0, passedAtMs: Infinity });
  return service;
}

async function startWorker(service: ChatServer, ceilings: Record<string, string>): Promise<LocalWorker> {
  return startWatchedWorker({
    assetsDir: inject("assetsDir"),
    vars: {
      CHAT_BASE_URL: service.baseUrl,
      CHAT_MODEL: "priced",
      PRICES: JSON.stringify({ priced: PRICE }),
      OWNER_TOKEN,
      ...ceilings,
    },
  });
}

async function ask(worker: LocalWorker, question: string): Promise<TurnResult> {
  const response = await fetch(new URL("/v1/ask", worker.url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ question }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as TurnResult;
}

async function usage(worker: LocalWorker): Promise<UsageReport> {
  const headers = { Authorization: `Bearer ${OWNER_TOKEN}` };
  const response = await fetch(new URL("/v1/usage", worker.url), { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as UsageReport;
}

/** Once every turn has settled. */
async function settledUsage(worker: LocalWorker): Promise<UsageReport> {
  return vi.waitUntil(
    async () => {
      const report = await usage(worker);
      return report.reserved.calls === 0 && report.reserved.usd === 0 ? report : null;
    },
    { timeout: 20_000, interval: 100 },
  );
}

describe.each<[string, Bill]>([
  ["every byte as a token", highest],
  ["the longest answers", longest],
  ["as usual", usual],
])("under %s askers at once, by a service that bills %s".replace("%s", String(ASKERS)), (billing, bill) => {
  it("spends no more than the ceiling, and the docs' own sentences answer the rest", async () => {
    const ceilingUsd = 0.25;
    const service = await startService(bill, 30, ceilingUsd);
    const worker = await startWorker(service, { BUDGET_USD_PER_DAY: String(ceilingUsd) });
    try {
      const told = await Promise.all(
        Array.from({ length: ASKERS }, async (_, i) => {
          const result = await ask(worker, QUESTIONS[i % QUESTIONS.length]!);
          return { ...result, endedAtMs: performance.now() };
        }),
      );
      const results = told.map(({ endedAtMs: _, ...result }) => result);
      const report = await settledUsage(worker);
      const byModel = results.filter(({ mode }) => mode === "llm").length;
      const running = told.filter(({ mode, endedAtMs }) => mode === "llm" && endedAtMs >= service.passedAtMs);
      const overspend = Math.max(0, service.billedUsd - ceilingUsd);
      console.log(
        `${ASKERS} askers at once, billed ${billing}: ${byModel} answered by the model, ${service.calls.length} calls, ` +
          `${service.billedUsd.toFixed(4)} of ${ceilingUsd} USD billed, overspend ${overspend.toFixed(4)} USD, ` +
          `${running.length} running when the ceiling was passed, ${uncountedOfOne(service.calls)} uncounted tokens a question`,
      );
      const uncountedUsd = (uncountedOfOne(service.calls) * PRICE.input) / 1e6;
      const allowedUsd = bill === highest ? running.length * uncountedUsd : 0;
      expect(overspend).toBeLessThanOrEqual(allowedUsd);
      expect(byModel).toBeGreaterThan(0);
      // A call that a busy machine was too slow for counts with its bound, so the owner is never told less than was billed.
      expect(report.day.usd).toBeGreaterThanOrEqual(service.billedUsd - 1e-6);
      // Such calls count with every byte, above what was set aside: the books may pass the ceiling by that, the bill does not.
      expect(report.day.usd).toBeLessThanOrEqual(ceilingUsd + Math.max(1, byModel) * uncountedUsd);
      expect(report.day.calls).toBeGreaterThanOrEqual(service.calls.length);
      expect(report.day.maxUsd).toBe(ceilingUsd);
      const rewrites = service.calls.filter(isRewrite).map(bill);
      const rewriteUsd = Math.max(...rewrites.map(usdOf));
      const others = results.filter(({ mode }) => mode !== "llm");
      expect(others.length).toBeGreaterThan(0);
      for (const { mode, answer, notice, costUsd } of others) {
        expect(mode).toBe("extractive");
        expect(answer).toMatch(/\[\d\]/);
        expect(notice).toMatch(/budget for the language model is used up/);
        // One that was billed above its estimate may be refused its answer after its rewrite.
        expect(costUsd).toBeLessThanOrEqual(bill === highest ? rewriteUsd : 0);
      }
    } finally {
      await Promise.all([worker.close(), service.close()]);
    }
  });
});

describe("what the owner is told", () => {
  it("is what the service billed, to the cent's thousandth", async () => {
    const service = await startService(usual);
    const worker = await startWorker(service, { BUDGET_USD_PER_MONTH: "5" });
    try {
      for (const question of QUESTIONS) expect((await ask(worker, question)).mode).toBe("llm");
      const { day, month, days } = await settledUsage(worker);
      expect(day.calls).toBe(service.calls.length);
      expect(day.usd).toBeCloseTo(service.billedUsd, 6);
      expect(month).toMatchObject({ calls: day.calls, usd: day.usd, maxUsd: 5, maxCalls: null });
      expect(days).toEqual([{ day: day.period, calls: day.calls, usd: day.usd }]);
    } finally {
      await Promise.all([worker.close(), service.close()]);
    }
  });

  it("is told to nobody else", async () => {
    const service = await startService(usual);
    const worker = await startWorker(service, {});
    try {
      const url = new URL("/v1/usage", worker.url);
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers: { Authorization: "Bearer wrong" } })).status).toBe(401);
    } finally {
      await Promise.all([worker.close(), service.close()]);
    }
  });
});

describe("a ceiling in model calls", () => {
  it("is met exactly by readers who come at once, and still holds after them", async () => {
    const service = await startService(usual, 30);
    const worker = await startWorker(service, { BUDGET_CALLS_PER_DAY: "40", BUDGET_CALLS_PER_MONTH: "1000" });
    try {
      await Promise.all(Array.from({ length: 60 }, (_, i) => ask(worker, QUESTIONS[i % QUESTIONS.length]!)));
      const first = await settledUsage(worker);
      expect(service.calls.length).toBeLessThanOrEqual(40);
      expect(service.calls.length).toBeGreaterThan(0);
      expect(first.day).toMatchObject({ maxCalls: 40, maxUsd: null });
      expect(first.month).toMatchObject({ calls: first.day.calls, maxCalls: 1000 });
      for (let i = 0; i < 30; i++) await ask(worker, QUESTIONS[i % QUESTIONS.length]!);
      const last = await settledUsage(worker);
      expect(service.calls.length).toBeLessThanOrEqual(40);
      expect(last.day.calls).toBeLessThanOrEqual(40);
      expect((await ask(worker, QUESTIONS[0]!)).mode).toBe("extractive");
    } finally {
      await Promise.all([worker.close(), service.close()]);
    }
  });
});
