/** The Worker as it is deployed, its services failing in every way of the fault matrix. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { KvListResult, KvNamespace } from "../../src/adapters/kv-namespace.ts";
import { noticeText } from "../../src/core/turn/notices.ts";
import type { TurnResult } from "../../src/doors/turn-result.ts";
import type { WorkerEnv } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { type Fault, UPSTREAMS, type Upstream } from "../faults/faults.ts";
import { CELLS, type Outcome } from "../faults/matrix.ts";
import { TEST_SECRETS } from "../support/test-secrets.ts";

const { url, refusedUrl } = inject("faultServer");
const QUESTION = "How do I set the brew timeout?";
/** As long as the fault server takes for `slow`. */
const SLOW_MS = 4_000;
/** For services that hang: every one of their budgets runs out. */
const SHORT_MS = 400;
/** For services that fail at once: their retries fit in. */
const LONG_MS = 4_000;
const BUDGETS = [
  "CHAT_FIRST_TOKEN_TIMEOUT_MS",
  "CHAT_IDLE_TIMEOUT_MS",
  "REWRITE_TIMEOUT_MS",
  "EMBEDDING_TIMEOUT_MS",
  "RERANK_TIMEOUT_MS",
  "KV_TIMEOUT_MS",
  "ASSETS_TIMEOUT_MS",
];
const HANGING: readonly Fault[] = ["slow", "stall"];

const [chatKey = "", embeddingKey = "", rerankKey = "", ownerToken = ""] = TEST_SECRETS;
const SECRETS = {
  CHAT_API_KEY: chatKey,
  EMBEDDING_API_KEY: embeddingKey,
  RERANK_API_KEY: rerankKey,
  OWNER_TOKEN: ownerToken,
};
/** All that left the Worker: bodies, headers and log lines. */
const written: string[] = [];

type Protocols = { embedding: "openai" | "tei" | "huggingface"; rerank: "tei" | "huggingface" };

/** Address of a service of one cell. */
function baseOf(cell: string, upstream: Upstream, fault: Fault | "none"): string {
  return `${fault === "refused" ? refusedUrl : url}/${cell}/${fault}/${upstream}`;
}

/** A namespace whose every operation is a request to the fault server. @param fault read anew for each */
function kvOver(cell: string, fault: () => Fault | "none"): KvNamespace {
  async function call(body: unknown): Promise<unknown> {
    const response = await fetch(`${baseOf(cell, "kv", fault())}/`, {
      method: "POST",
      body: JSON.stringify(body),
      // A test's connections are few: one that hangs is given up here once RepoBot has.
      signal: AbortSignal.timeout(2 * SHORT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`KV failed: ${response.status}`);
    return JSON.parse(text);
  }
  async function get(keys: string | string[]): Promise<string | null | Map<string, string | null>> {
    const names = [keys].flat();
    const values = (await call({ operation: "get", keys: names })) as (string | null)[];
    return typeof keys === "string" ? values[0]! : new Map(names.map((name, i) => [name, values[i]!]));
  }
  return {
    // One function for both forms, as the binding's own is.
    get: get as KvNamespace["get"],
    put: async (key, value, { metadata }) => void (await call({ operation: "put", key, value, metadata })),
    delete: async (key) => void (await call({ operation: "delete", key })),
    list: async ({ prefix }) => (await call({ operation: "list", prefix })) as KvListResult,
  };
}

/** The Worker with all of its services on the fault server. */
function workerWith(
  cell: string,
  upstream: Upstream | "all models and KV" | null,
  fault: () => Fault | "none",
  { embedding, rerank }: Protocols,
  budgetMs: number,
  vars: Readonly<Record<string, string>> = {},
) {
  const fails = (service: Upstream) =>
    service === upstream || (upstream === "all models and KV" && service !== "assets");
  const base = (service: Upstream) => baseOf(cell, service, fails(service) ? fault() : "none");
  const chat = upstream === "rewrite" ? "rewrite" : "chat";
  const environment: WorkerEnv = {
    ...env,
    // All cells are one client, and ask more than one may.
    ANSWER_LIMITER: undefined,
    READ_LIMITER: undefined,
    SITE_LIMITER: undefined,
    ...Object.fromEntries(BUDGETS.map((name) => [name, String(budgetMs)])),
    HISTORY: kvOver(cell, () => (fails("kv") ? fault() : "none")),
    ASSETS: {
      fetch: (input: Request | string) => {
        const request = new Request(input);
        return fetch(base("assets") + new URL(request.url).pathname, { signal: request.signal });
      },
    },
    CHAT_BASE_URL: `${base(chat)}/v1`,
    ...SECRETS,
    CHAT_MODEL: "scripted",
    EMBEDDING_PROVIDER: embedding,
    EMBEDDING_MODEL: "bag-of-words",
    EMBEDDING_URL: base("embedding") + { openai: "/v1", tei: "", huggingface: "/model" }[embedding],
    RERANK: "on",
    RERANK_PROVIDER: rerank,
    RERANK_URL: base("rerank") + { tei: "/tei", huggingface: "/model" }[rerank],
    ...vars,
  };
  async function send(path: string, body?: unknown): Promise<Response> {
    const context = createExecutionContext();
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { "Content-Type": "application/json" };
    const request = new Request(new URL(path, "https://docs.example"), { ...init, headers });
    const response = await worker.fetch(request, environment, context);
    await waitOnExecutionContext(context);
    written.push(JSON.stringify([...response.headers]), await response.clone().text());
    return response;
  }
  return send;
}

async function callsOf(cell: string): Promise<Record<string, number>> {
  return (await fetch(`${url}/calls/${cell}`)).json();
}

interface Problem {
  code: string;
  detail: string;
}

/** Asks a follow-up while the service fails, and tells what came of it. */
async function runCell(
  cell: string,
  upstream: Upstream,
  failing: Fault,
  protocols: Protocols,
): Promise<Outcome> {
  let fault: Fault | "none" = upstream === "kv" ? "none" : failing;
  const budgetMs = HANGING.includes(failing) ? SHORT_MS : LONG_MS;
  const send = workerWith(cell, upstream, () => fault, protocols, budgetMs);
  let conversationId: string | undefined;
  if (upstream === "kv") {
    const first = (await (await send("/v1/ask", { question: QUESTION })).json()) as TurnResult;
    expect(first.historySaved).toBe(true);
    conversationId = first.conversationId;
    fault = failing;
  }
  const before = (await callsOf(cell))[upstream] ?? 0;
  const response = await send("/v1/ask", { question: QUESTION, conversationId });
  const calls = upstream === "kv" ? null : ((await callsOf(cell))[upstream] ?? 0) - before;
  if (!response.ok) {
    const { code } = (await response.json()) as Problem;
    return { answer: { error: code as never }, complete: false, notices: [], calls, kept: false };
  }
  const result = (await response.json()) as TurnResult;
  expect(result.answer).not.toBe("");
  fault = "none";
  const stored = await send(`/v1/conversations/${result.conversationId}`);
  const { turns } = (await stored.json()) as { turns: { id: string; answer: string; complete: boolean }[] };
  const turn = turns.find(({ id }) => id === result.turnId);
  // What is kept is what was seen, and the reader was told the truth about it.
  if (turn) expect(turn).toMatchObject({ answer: result.answer, complete: result.complete });
  expect(result.historySaved).toBe(turn !== undefined);
  return {
    answer: result.mode,
    complete: result.complete,
    // Compared as the text that readers see.
    notices: result.notice === undefined ? [] : ([result.notice] as never),
    calls,
    kept: turn !== undefined,
  };
}

/** Silent: what the Worker logs of faults is looked at elsewhere. Clients are loaded here, not within a budget. */
beforeAll(async () => {
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void written.push(line));
  }
  for (const protocols of [...protocolsOf("embedding"), ...protocolsOf("rerank")]) {
    const cell = `working-${Object.values(protocols).join("-")}`;
    const response = await workerWith(
      cell,
      null,
      () => "none",
      protocols,
      60_000,
    )("/v1/ask", {
      question: QUESTION,
    });
    const result = (await response.json()) as TurnResult;
    expect(result).toMatchObject({ mode: "llm", complete: true, historySaved: true });
    expect(result).not.toHaveProperty("notice");
    expect(result.timings).toMatchObject({ embed: expect.any(Number), rerank: expect.any(Number) });
  }
});
afterAll(() => {
  vi.restoreAllMocks();
  const lines = written.join("\n");
  // The services quoted the key in their errors, and those were logged.
  expect(lines).toContain("[redacted]");
  for (const secret of Object.values(SECRETS)) expect(lines).not.toContain(secret);
});

/** Every protocol that a service is spoken to in. */
function protocolsOf(upstream: Upstream): Protocols[] {
  if (upstream === "embedding") {
    return (["openai", "tei", "huggingface"] as const).map((embedding) => ({ embedding, rerank: "tei" }));
  }
  if (upstream === "rerank") {
    return (["tei", "huggingface"] as const).map((rerank) => ({ embedding: "openai", rerank }));
  }
  return [{ embedding: "openai", rerank: "tei" }];
}

type Row = (typeof CELLS)[number] & { protocols: Protocols; protocol: string };

describe.each(UPSTREAMS)("when the service for %s fails", (name) => {
  const rows = CELLS.filter(({ upstream }) => upstream === name).flatMap((cell) =>
    protocolsOf(name).map((protocols) => ({
      ...cell,
      protocols,
      protocol: Object.values(protocols).join("+"),
    })),
  );
  const hanging = rows.filter(({ fault }) => HANGING.includes(fault));
  const failing = rows.filter(({ fault }) => !HANGING.includes(fault));
  // A request of workerd has six connections: those that hang have them to themselves.
  it.each(hanging)("$fault ($protocol)", runsAsExpected);
  it.concurrent.each(failing)("$fault ($protocol)", runsAsExpected);

  async function runsAsExpected({ upstream, fault, expected, protocols, protocol }: Row): Promise<void> {
    const outcome = await runCell(`${upstream}-${fault}-${protocol}`, upstream, fault, protocols);
    const notice = noticeText(expected.notices, "en");
    const calls = expected.calls === null ? outcome.calls : expected.calls;
    expect(outcome).toEqual({ ...expected, notices: notice === undefined ? [] : [notice], calls });
  }
});

const PROTOCOLS: Protocols = { embedding: "openai", rerank: "tei" };

it("keeps the turn's deadline when every service but the index hangs", { timeout: 20_000 }, async () => {
  const deadline = { TURN_TIMEOUT_MS: "3000" };
  const send = workerWith("deadline", "all models and KV", () => "slow", PROTOCOLS, 60_000, deadline);
  const result = (await (await send("/v1/ask", { question: QUESTION })).json()) as TurnResult;
  expect(result).toMatchObject({ mode: "extractive", historySaved: false });
  expect(result.notice).toContain(noticeText(["model_timeout"], "en"));
  // Not one of them had answered by then.
  expect(result.timings.total).toBeLessThan(SLOW_MS);
});

it("keeps the deadline of a model that writes on and on, and says that the answer is cut", async () => {
  const deadline = { TURN_TIMEOUT_MS: "4000" };
  const send = workerWith("writes-on", "chat", () => "stall", PROTOCOLS, 60_000, deadline);
  const result = (await (await send("/v1/ask", { question: QUESTION })).json()) as TurnResult;
  expect(result).toMatchObject({ mode: "llm", complete: false, historySaved: true });
  expect(result.notice).toBe(noticeText(["cut_off"], "en"));
});

it("logs one line a question, with what it took and without its words", async () => {
  const send = workerWith("log", null, () => "none", PROTOCOLS, LONG_MS);
  const before = written.length;
  const response = await send("/v1/ask", { question: QUESTION });
  const requestId = response.headers.get("X-Request-Id");
  const lines = written.slice(before).filter((line) => line.includes('"event":"request"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("brew");
  expect(JSON.parse(lines[0]!)).toMatchObject({
    ...{
      level: "info",
      requestId,
      door: "/v1/ask",
      method: "POST",
      status: 200,
      mode: "llm",
      complete: true,
    },
    ...{ historySaved: true, outputTokens: expect.any(Number), indexHash: expect.any(String) },
    ...{ retrieveMs: expect.any(Number), totalMs: expect.any(Number), ms: expect.any(Number) },
  });
  expect((await send("/health")).headers.get("Server-Timing")).toMatch(/^total;dur=\d+$/);
});

it("logs the question where its owner wants that", async () => {
  const send = workerWith("log-words", null, () => "none", PROTOCOLS, LONG_MS, { LOG_QUESTIONS: "on" });
  const before = written.length;
  await send("/v1/ask", { question: QUESTION });
  const line = written.slice(before).find((text) => text.includes('"event":"request"'));
  expect(JSON.parse(line!)).toMatchObject({ question: QUESTION });
});

it("asks a dead model service no more after three turns, and tells in /health", async () => {
  const send = workerWith("breaker", "chat", () => "status-429", PROTOCOLS, LONG_MS);
  for (let i = 0; i < 5; i++) {
    const result = (await (await send("/v1/ask", { question: QUESTION })).json()) as TurnResult;
    expect(result.mode).toBe("extractive");
    expect(result.notice).toBe(noticeText(["model_failed", "from_docs"], "en"));
  }
  expect((await callsOf("breaker")).chat).toBe(3);
  const leftAlone = /chat service failed several times/;
  const overRate = /chat service is over its rate limit/;
  expect(await (await send("/health")).json()).toMatchObject({
    status: "degraded",
    problems: expect.arrayContaining(
      [leftAlone, overRate].map((detail) => ({
        code: "upstream_unavailable",
        detail: expect.stringMatching(detail),
      })),
    ),
  });
});
