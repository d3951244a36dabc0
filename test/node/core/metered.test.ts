import { describe, expect, it } from "vitest";
import { RepoBotError, ServiceLeftAlone } from "../../../src/core/errors.ts";
import type { TurnEvent } from "../../../src/core/events.ts";
import type { Budget, ChatModel, Spend } from "../../../src/core/ports.ts";
import { Allowance } from "../../../src/core/spend/allowance.ts";
import { chatBound, nanoUsdOf, unreportedChatBound } from "../../../src/core/spend/call-bound.ts";
import { meterServices } from "../../../src/core/spend/metered.ts";
import { answerMeteredTurn } from "../../../src/core/turn/metered-turn.ts";
import type { TurnRequest } from "../../../src/core/turn/turn.ts";
import { answering, isRewrite, MODEL, ScriptedChat, unavailable } from "./support/scripted-chat.ts";
import { FunctionReranker, WordEmbedder } from "./support/services.ts";
import { type TestDeps, Told, testDeps } from "./support/turns.ts";

const QUESTION = "What is the default of the idle timeout?";
const LINE = "What is the default of the idle timeout? idle_timeout minutes";
const ANSWER =
  "After `idle_timeout` minutes without a brew the machine goes to sleep [1]. The default is 15 [1].";
const SAID = "After `idle_timeout` minutes without a brew the machine goes to sleep [1]. The default is";
const PRICES = { [MODEL]: { input: 1, cachedInput: 0.1, output: 4 } };
/** A call as the script bills it: 600 uncached, 400 cached, 50 output. */
const CALL_NANO_USD = nanoUsdOf((600 * 1 + 400 * 0.1 + 50 * 4) / 1e6);

/** Grants as long as `left` lasts, and writes down what it is told. */
class MemoryBudget implements Budget {
  left: Spend;
  readonly reserved: Spend[] = [];
  readonly settled: Spend[] = [];
  fault: RepoBotError | null = null;

  constructor(calls = Infinity, nanoUsd = Infinity) {
    this.left = { calls, nanoUsd };
  }

  async reserve(_: string, amount: Spend): Promise<boolean> {
    if (this.fault !== null) throw this.fault;
    const { calls, nanoUsd } = this.left;
    if (amount.calls > calls || amount.nanoUsd > nanoUsd) return false;
    this.left = { calls: calls - amount.calls, nanoUsd: nanoUsd - amount.nanoUsd };
    this.reserved.push(amount);
    return true;
  }

  async settle(_: string, spent: Spend): Promise<void> {
    this.settled.push(spent);
  }
}

async function ask(deps: TestDeps, budget: Budget, request: Partial<TurnRequest> = {}): Promise<Told> {
  const events: TurnEvent[] = [];
  const settings = { ...deps.settings, prices: PRICES };
  for await (const event of answerMeteredTurn(
    { ...deps, settings },
    { question: QUESTION, ...request },
    { budget },
  )) {
    events.push(event);
  }
  await Promise.all(deps.background);
  return new Told(events);
}

const requests = (deps: TestDeps) => (deps.chat as ScriptedChat).requests;

describe("a turn under a budget", () => {
  it("sets aside before the first call what a usual turn costs at most, and settles what it cost", async () => {
    const budget = new MemoryBudget();
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const { answer, done } = await ask(deps, budget);
    expect(answer.mode).toBe("llm");
    expect(answer.notice).toBeUndefined();
    expect(budget.reserved).toHaveLength(1);
    expect(budget.reserved[0]).toMatchObject({ calls: 2 });
    expect(budget.settled).toEqual([{ calls: 2, nanoUsd: 2 * CALL_NANO_USD }]);
    expect(done.costUsd).toBeCloseTo((2 * CALL_NANO_USD) / 1e9, 12);
  });

  it("asks no model past the ceiling; the docs' own sentences answer, and say why", async () => {
    const budget = new MemoryBudget(1);
    const deps = testDeps({ chat: answering("never", LINE) });
    const told = await ask(deps, budget);
    const { answer, done } = told;
    expect(requests(deps)).toEqual([]);
    expect(answer).toMatchObject({ mode: "extractive", complete: true });
    expect(answer.text).toContain("15 minutes");
    expect(answer.notice).toMatch(/budget for the language model is used up/);
    expect(told.ofType("passages")[0]?.notice).toMatch(/budget/);
    expect(done.costUsd).toBe(0);
    expect(budget.settled).toEqual([]);
  });

  it("asks no model when nobody can say what is left, and says so", async () => {
    const budget = new MemoryBudget();
    budget.fault = new RepoBotError("budget_unavailable", "Down.");
    const deps = testDeps({ chat: answering("never", LINE) });
    const { answer } = await ask(deps, budget);
    expect(requests(deps)).toEqual([]);
    expect(answer).toMatchObject({ mode: "extractive", notice: expect.stringMatching(/cannot be checked/) });
    // It may have been heard all the same: what it holds is given back.
    expect(budget.settled).toEqual([{ calls: 0, nanoUsd: 0 }]);
  });

  it("sets more aside for a prompt that is longer than usual, before the call", async () => {
    const budget = new MemoryBudget();
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    const conversationId = deps.history.seed(["How is it cleaned?".padEnd(9_000, " x"), "So."]);
    await ask(deps, budget, { conversationId });
    expect(budget.reserved).toHaveLength(2);
    const held = budget.reserved.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0);
    const bounds = requests(deps).map(
      (request) => chatBound(PRICES, MODEL, request, (tokens) => tokens).nanoUsd,
    );
    expect(held).toBeGreaterThanOrEqual(Math.max(...bounds));
  });

  it("counts a stream that was cut with the most it can have cost: a token for every byte of its prompt", async () => {
    const budget = new MemoryBudget();
    const deps = testDeps({ chat: answering({ text: SAID, error: unavailable() }, LINE) });
    expect((await ask(deps, budget)).answer.complete).toBe(false);
    const answerCall = requests(deps).find((request) => !isRewrite(request))!;
    const bound = unreportedChatBound(PRICES, MODEL, answerCall, (tokens) => tokens).nanoUsd;
    const promptBytes = answerCall.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    expect(bound).toBeGreaterThan((promptBytes * 1 + answerCall.maxOutputTokens * 4) * 1_000);
    expect(budget.settled).toEqual([{ calls: 2, nanoUsd: CALL_NANO_USD + bound }]);
  });

  it("counts a call that the service refused as a call that cost nothing", async () => {
    const budget = new MemoryBudget();
    await ask(testDeps({ chat: answering({ error: unavailable() }, LINE) }), budget);
    expect(budget.settled).toEqual([{ calls: 2, nanoUsd: CALL_NANO_USD }]);
  });

  it("settles when the reader leaves in the middle", async () => {
    const budget = new MemoryBudget();
    const deps = testDeps({ chat: answering({ text: SAID, hangs: true }, LINE) });
    const leaving = new AbortController();
    const turn = answerMeteredTurn(deps, { question: QUESTION, signal: leaving.signal }, { budget });
    for await (const event of turn) if (event.type === "delta") leaving.abort();
    await Promise.all(deps.background);
    expect(budget.settled).toHaveLength(1);
    expect(budget.settled[0]?.calls).toBe(2);
  });

  it("reports a budget that cannot be settled with, and answers all the same", async () => {
    const budget = new MemoryBudget();
    budget.settle = () => Promise.reject(new RepoBotError("budget_unavailable", "Down."));
    const deps = testDeps({ chat: answering(ANSWER, LINE) });
    expect((await ask(deps, budget)).answer.mode).toBe("llm");
    expect(deps.faults).toMatchObject([{ where: "budget", fault: { code: "budget_unavailable" } }]);
  });

  it("asks the budget nothing when no model is configured", async () => {
    const budget = new MemoryBudget(0);
    expect((await ask(testDeps(), budget)).answer.mode).toBe("extractive");
    expect([budget.reserved, budget.settled]).toEqual([[], []]);
  });
});

const sumOf = (spends: readonly Spend[]) => spends.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0);

describe("metered services", () => {
  const meter = (budget: Budget, services: Partial<Parameters<typeof meterServices>[0]>) => {
    const allowance = new Allowance(budget);
    const none = { chat: null, embedder: null, reranker: null };
    const options = {
      allowance,
      prices: { ...PRICES, "words-1": PRICES[MODEL]!, "rerank-1": PRICES[MODEL]! },
      clock: Date,
    };
    return { ...meterServices({ ...none, ...services }, options), allowance };
  };

  it("count embeddings as billed, and rerankings, of which nobody reports tokens, with every byte as one", async () => {
    const budget = new MemoryBudget();
    const { embedder, reranker, allowance } = meter(budget, {
      embedder: new WordEmbedder(),
      reranker: new FunctionReranker((text) => text.length),
    });
    await embedder!.embed(["brew"], "query");
    expect(await reranker!.rerank("brew", ["a", "bb"])).toEqual([1, 2]);
    await allowance.close();
    expect(budget.settled[0]?.calls).toBe(2);
    const templateTokens = 2 * 16;
    expect(budget.settled[0]?.nanoUsd).toBe(7_000 + 1_000 * ("brewabrewbb".length + templateTokens));
    expect(sumOf(budget.reserved)).toBeGreaterThanOrEqual(budget.settled[0]!.nanoUsd);
  });

  it("count an embedding whose tokens the service does not report with every byte as one, as was set aside", async () => {
    const budget = new MemoryBudget();
    const silent = new WordEmbedder();
    const { embedder, allowance } = meter(budget, {
      embedder: {
        model: silent.model,
        queryPrefix: "query: ",
        embed: async (texts) => ({ ...(await silent.embed(texts)), inputTokens: null }),
      },
    });
    await embedder!.embed(["Überbrühen 重试"], "query");
    await allowance.close();
    const bytes = Buffer.byteLength("query: Überbrühen 重试");
    expect(budget.settled).toEqual([{ calls: 1, nanoUsd: 1_000 * (bytes + 16) }]);
    expect(sumOf(budget.reserved)).toBe(1_000 * (bytes + 16));
  });

  it("refuse embeddings and rerankings past the ceiling", async () => {
    const { embedder, reranker } = meter(new MemoryBudget(0), {
      embedder: new WordEmbedder(),
      reranker: new FunctionReranker(() => 0),
    });
    await expect(embedder!.embed(["brew"], "query")).rejects.toMatchObject({ code: "over_budget" });
    await expect(reranker!.rerank("brew", ["a"])).rejects.toMatchObject({ code: "over_budget" });
  });

  it("count a call that fails, and none of a service that is left alone", async () => {
    const budget = new MemoryBudget();
    const failing = (error: RepoBotError) => ({
      embedder: new WordEmbedder(() => Promise.reject(error)),
      chat: new ScriptedChat(() => ({ error })),
    });
    for (const error of [unavailable(), new ServiceLeftAlone("upstream_unavailable", "Left alone.")]) {
      const { embedder, chat, allowance } = meter(budget, failing(error));
      await expect(embedder!.embed(["brew"], "query")).rejects.toBe(error);
      const stream = chat!.stream({ messages: [], maxOutputTokens: 5 });
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(error);
      await allowance.close();
    }
    expect(budget.settled).toEqual([
      { calls: 2, nanoUsd: 0 },
      { calls: 0, nanoUsd: 0 },
    ]);
  });

  it("call nothing for a reader who left while the budget was asked", async () => {
    const budget = new MemoryBudget();
    const chat = new ScriptedChat(() => "never");
    const { chat: metered, allowance } = meter(budget, { chat });
    const signal = AbortSignal.abort();
    const stream = (metered as ChatModel).stream({ messages: [], maxOutputTokens: 5, signal });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "aborted" });
    await allowance.close();
    expect(chat.requests).toEqual([]);
    expect(budget.settled).toEqual([{ calls: 0, nanoUsd: 0 }]);
  });

  it("never bound a call below what it is billed, whatever the language", async () => {
    const messages = [{ role: "user" as const, content: "读取超时的默认值是多少？ naïve 🦜" }];
    const bound = chatBound(PRICES, MODEL, { messages, maxOutputTokens: 50 }, (tokens) => tokens);
    const bytes = new TextEncoder().encode(messages[0]!.content).length;
    expect(bound.nanoUsd).toBeGreaterThanOrEqual(nanoUsdOf((bytes * 1 + 50 * 4) / 1e6));
    expect(chatBound({}, MODEL, { messages, maxOutputTokens: 50 }, (tokens) => tokens)).toEqual({
      calls: 1,
      nanoUsd: 0,
    });
  });

  it("bound a call at the model's dearest hour", () => {
    const peak = { input: 2, cachedInput: 0.2, output: 8, hoursUtc: [[1, 4]] as [number, number][] };
    const request = { messages: [{ role: "user" as const, content: "x" }], maxOutputTokens: 50 };
    const bound = (prices: Parameters<typeof chatBound>[0]) =>
      chatBound(prices, MODEL, request, (t) => t).nanoUsd;
    expect(bound({ [MODEL]: { ...PRICES[MODEL]!, peak } })).toBe(2 * bound(PRICES));
  });
});
