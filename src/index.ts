/** The Worker's entry, and the only place that builds adapters. */
import type { ExecutionContext } from "hono";
import { createAssetsIndex } from "./adapters/assets-index.ts";
import { createAssetsPages } from "./adapters/assets-pages.ts";
import { BudgetObject as StoredBudget } from "./adapters/budget/budget-object.ts";
import { createDurableBudget, type DurableBudget } from "./adapters/budget/durable-budget.ts";
import { guardedProviders, serviceBreakers } from "./adapters/circuit-breaker.ts";
import { createKvCache } from "./adapters/kv-cache.ts";
import { createKvFeedback } from "./adapters/kv-feedback.ts";
import { createKvHistory } from "./adapters/kv-history.ts";
import { createKvTurnLog } from "./adapters/kv-turn-log.ts";
import { openIndex, oramaPassageIndex } from "./adapters/orama/open-index.ts";
import { createProviders } from "./adapters/providers.ts";
import { reserveMemory } from "./adapters/reserved-memory.ts";
import { createTurnstile } from "./adapters/turnstile.ts";
import { createApp } from "./app.ts";
import { budgetCeilings, holdTtlMs, outputBound } from "./budget-settings.ts";
import { RepoBotError } from "./core/errors.ts";
import type { HistoryStore } from "./core/ports.ts";
import { answerMeteredTurn, retrieveMetered } from "./core/turn/metered-turn.ts";
import type { PipelineSettings } from "./core/turn/pipeline-settings.ts";
import type { TurnDeps } from "./core/turn/turn.ts";
import { requirePass } from "./doors/access/challenge.ts";
import { createPassIssuer } from "./doors/access/pass.ts";
import { limitRates } from "./doors/access/rate-limits.ts";
import { requireSiteKey } from "./doors/access/site-key.ts";
import { allowOrigins } from "./doors/cors.ts";
import type { AppDependencies } from "./doors/dependencies.ts";
import { errorFields, faultLevel } from "./doors/error-log.ts";
import { problemResponse } from "./doors/problem.ts";
import { type RecentFaults, recentFaults } from "./doors/recent-faults.ts";
import { logRequests } from "./doors/request-log.ts";
import { type Bindings, checkBindings, type WorkerEnv } from "./env.ts";
import kernel from "./index-format/kernel.wasm";
import { warmUp } from "./index-format/warm-up.ts";
import { consoleLog as log } from "./log.ts";
import { parseSettings, type Settings } from "./settings.ts";
import { pipelineSettings } from "./turn-settings.ts";

type App = ReturnType<typeof createApp>;

/** Sizes of the files that the index is opened from, put here when the Worker is bundled for one; a hint, since another index may be served. */
declare const INDEX_PART_BYTES: readonly number[] | undefined;

// The runtime says nothing of these by itself.
addEventListener("unhandledrejection", ({ reason }) => {
  log("error", "unhandled_rejection", errorFields(reason));
});

await warmUp(kernel, oramaPassageIndex);

/** For the index, once an isolate. */
const reserved = reserveMemory(typeof INDEX_PART_BYTES === "undefined" ? [] : INDEX_PART_BYTES);

/** The budget's object. An isolate that it runs in alone reads no index. */
export class BudgetObject extends StoredBudget {
  constructor(...given: ConstructorParameters<typeof StoredBudget>) {
    super(...given);
    reserved.release();
  }
}

/** One an isolate and environment: the index behind it is loaded once. */
const apps = new WeakMap<WorkerEnv, App>();

export default {
  fetch(request: Request, env: WorkerEnv, context: ExecutionContext): Response | Promise<Response> {
    try {
      return appFor(env).fetch(request, env, context);
    } catch (error) {
      log("error", "not_configured", errorFields(error));
      return problemResponse(error);
    }
  },
};

/** @throws RepoBotError `config_invalid` */
function appFor(env: WorkerEnv): App {
  const app = apps.get(env) ?? createApp(dependencies(env));
  apps.set(env, app);
  return app;
}

function dependencies(env: WorkerEnv): AppDependencies {
  const bindings = checkBindings(env);
  const settings = parseSettings(env);
  const faults = recentFaults(Date);
  const breakers = serviceBreakers({ ...settings.breaker, onCall: faults.note });
  const providers = createProviders(settings, { ai: bindings.AI });
  const { chat, rewriteChat, embedder, reranker } = guardedProviders(providers, breakers);
  const timeoutMs = settings.kvTimeoutMs;
  const history = watchedHistory(faults, bindings.HISTORY, {
    ttlSeconds: settings.historyTtlSeconds,
    maxTurns: settings.maxHistoryTurns,
    timeoutMs,
    onCorrupt: (detail) => log("error", "history_corrupt", { detail }),
  });
  const cache = createKvCache(bindings.HISTORY, {
    prefix: "cache/",
    timeoutMs,
    onFailure: (operation, error) => log("warn", "cache_failed", { operation, ...errorFields(error) }),
  });
  const pipeline = pipelineSettings(settings);
  const usesVectors = embedder !== null && pipeline.retrieval.vectorWeight > 0;
  const shared: Omit<TurnDeps, "index" | "waitUntil"> = {
    embedder,
    reranker,
    chat,
    rewriteChat,
    history,
    cache,
    settings: pipeline,
    clock: Date,
    reportFault(fault, where) {
      log(faultLevel(fault), "turn_fault", { where, ...errorFields(fault) });
    },
  };
  const budget = createBudget(bindings, settings, pipeline);
  const metering = { budget, prices: pipeline.prices, outputBound: outputBound(settings.chat) };
  return {
    index: createAssetsIndex({
      assets: bindings.ASSETS,
      reserved,
      timeoutMs: settings.assetsTimeoutMs,
      openIndex: (manifest, fetchPart) => openIndex(manifest, fetchPart, { kernel, vectors: usesVectors }),
    }),
    ask: (index, request, { signal, waitUntil, history = shared.history }) =>
      answerMeteredTurn({ ...shared, history, index, waitUntil }, { ...request, signal }, metering),
    retrieve(index, request, topK, waitUntil) {
      const retrieval = { ...pipeline.retrieval, topK };
      const deps = { ...shared, index, settings: retrieval, budgets: pipeline.budgets, waitUntil };
      return retrieveMetered(deps, request, metering);
    },
    spending: budget,
    history,
    feedback: createKvFeedback(bindings.HISTORY, {
      ttlSeconds: settings.historyTtlSeconds,
      timeoutMs,
      onCorrupt: (detail) => log("error", "feedback_corrupt", { detail }),
    }),
    turnLog: createKvTurnLog(bindings.HISTORY, { timeoutMs }),
    doorCounter: budget?.doorCounter ?? null,
    reportQuestions: settings.reportQuestions,
    pages: createAssetsPages(bindings.ASSETS),
    assets: bindings.ASSETS,
    services: configuredServices(settings),
    breakers: Object.values(breakers),
    faults,
    log,
    ownerToken: settings.ownerToken,
    allowedOrigins: settings.allowedOrigins,
    middleware: [
      ...(settings.logRequests ? [logRequests({ log, questions: settings.logQuestions })] : []),
      allowOrigins(settings.allowedOrigins),
    ],
    ...access(bindings, settings),
  };
}

/** Conversations in KV; how the store answers is noted. */
function watchedHistory(faults: RecentFaults, ...given: Parameters<typeof createKvHistory>): HistoryStore {
  const history = createKvHistory(...given);
  async function noted<T>(call: Promise<T>): Promise<T> {
    try {
      const result = await call;
      faults.note("conversation store", null);
      return result;
    } catch (error) {
      faults.note("conversation store", error);
      throw error;
    }
  }
  return {
    ...history,
    load: (conversationId) => noted(history.load(conversationId)),
    append: (conversationId, turn) => noted(history.append(conversationId, turn)),
  };
}

/** Who may come in, and how often. */
function access(
  bindings: Bindings,
  settings: Settings,
): Pick<AppDependencies, "guards" | "siteKeys" | "challenge" | "protection"> {
  const { siteKeys, ownerToken, turnstile, rates: policies } = settings;
  const limiters = {
    answers: bindings.ANSWER_LIMITER ?? null,
    reads: bindings.READ_LIMITER ?? null,
    site: bindings.SITE_LIMITER ?? null,
  };
  const challenge = turnstile && {
    sitekey: turnstile.sitekey,
    passes: createPassIssuer(turnstile.secret),
    verify: createTurnstile(turnstile).verify,
  };
  const onOff = (isOn: boolean) => (isOn ? "on" : "off");
  return {
    siteKeys,
    challenge,
    guards: [
      requireSiteKey(siteKeys, ownerToken),
      limitRates({ limiters, policies, log }),
      requirePass(challenge, ownerToken),
    ],
    protection: {
      rateLimit: onOff(limiters.answers !== null && limiters.site !== null),
      budget: onOff(settings.budget !== null),
      siteKey: onOff(siteKeys.length > 0),
      challenge: onOff(challenge !== null),
    },
  };
}

/** @throws RepoBotError `config_invalid` for ceilings without the object that keeps them */
function createBudget(
  { BUDGET }: Bindings,
  settings: Settings,
  pipeline: PipelineSettings,
): DurableBudget | null {
  const ceilings = budgetCeilings(settings.budget);
  if (BUDGET !== undefined) {
    return createDurableBudget({ namespace: BUDGET, ceilings, holdTtlMs: holdTtlMs(pipeline.budgets) });
  }
  if (ceilings === null) return null;
  const how =
    "A budget needs the binding BUDGET: declare the Durable Object as wrangler.toml of the repository does.";
  throw new RepoBotError("config_invalid", how, { field: "BUDGET" });
}

function configuredServices({
  chat,
  embedding,
  rerank,
  rerankByDefault,
}: Settings): AppDependencies["services"] {
  return {
    chatModel: chat?.model ?? null,
    embedding: embedding && { model: embedding.model, queryPrefix: embedding.queryPrefix },
    rerankModel: rerank?.model ?? null,
    rerankByDefault,
  };
}
