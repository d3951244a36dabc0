/** The Worker's entry, and the only place that builds adapters. */
import type { ExecutionContext } from "hono";
import { createAssetsIndex } from "./adapters/assets-index.ts";
import { createAssetsPages } from "./adapters/assets-pages.ts";
import { createKvCache } from "./adapters/kv-cache.ts";
import { createKvFeedback } from "./adapters/kv-feedback.ts";
import { createKvHistory } from "./adapters/kv-history.ts";
import { openIndex } from "./adapters/orama/open-index.ts";
import { createProviders } from "./adapters/providers.ts";
import { createApp } from "./app.ts";
import { answerTurn } from "./core/answer.ts";
import { retrieve } from "./core/retrieve.ts";
import type { TurnDeps } from "./core/turn.ts";
import { allowOrigins } from "./doors/cors.ts";
import type { AppDependencies } from "./doors/dependencies.ts";
import { errorFields } from "./doors/error-log.ts";
import { problemResponse } from "./doors/problem.ts";
import { checkBindings, type WorkerEnv } from "./env.ts";
import kernel from "./index-format/kernel.wasm";
import { consoleLog as log } from "./log.ts";
import { parseSettings, type Settings } from "./settings.ts";
import { pipelineSettings } from "./turn-settings.ts";

type App = ReturnType<typeof createApp>;

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
  const { chat, rewriteChat, embedder, reranker } = createProviders(settings, { ai: bindings.AI });
  const history = createKvHistory(bindings.HISTORY, {
    ttlSeconds: settings.historyTtlSeconds,
    maxTurns: settings.maxHistoryTurns,
    onCorrupt: (detail) => log("error", "history_corrupt", { detail }),
  });
  const cache = createKvCache(bindings.HISTORY, {
    prefix: "cache/",
    onFailure: (operation, error) => log("warn", "cache_failed", { operation, ...errorFields(error) }),
  });
  const pipeline = pipelineSettings(settings);
  const shared: Omit<TurnDeps, "index" | "waitUntil"> = {
    embedder,
    reranker,
    chat,
    rewriteChat,
    history,
    cache,
    settings: pipeline,
    clock: Date,
    reportFault: (fault, where) => log("error", "turn_fault", { where, ...errorFields(fault) }),
  };
  return {
    index: createAssetsIndex({
      assets: bindings.ASSETS,
      openIndex: (manifest, fetchPart) => openIndex(manifest, fetchPart, { kernel }),
    }),
    ask: (index, request, { signal, waitUntil, history = shared.history }) =>
      answerTurn({ ...shared, history, index, waitUntil }, { ...request, signal }),
    retrieve(index, request, topK) {
      const retrieval = { ...pipeline.retrieval, topK };
      return retrieve({ ...shared, index, settings: retrieval, budgets: pipeline.budgets }, request);
    },
    history,
    feedback: createKvFeedback(bindings.HISTORY, {
      ttlSeconds: settings.historyTtlSeconds,
      onCorrupt: (detail) => log("error", "feedback_corrupt", { detail }),
    }),
    pages: createAssetsPages(bindings.ASSETS),
    assets: bindings.ASSETS,
    services: configuredServices(settings),
    log,
    ownerToken: settings.ownerToken,
    allowedOrigins: settings.allowedOrigins,
    middleware: [allowOrigins(settings.allowedOrigins)],
  };
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
