/** `GET /health`: which index is served, which legs are on, and what to do about what is not well. */
import type { Context } from "hono";
import type { PassageIndex } from "../core/ports.ts";
import type { AppDependencies, ConfiguredServices, Protection } from "./dependencies.ts";
import { errorFields } from "./error-log.ts";
import { type Problem, problemOf } from "./problem.ts";

export interface HealthReport {
  /** `ok`; `degraded`: answers come, from fewer legs than configured; `error`: none can come. */
  status: "ok" | "degraded" | "error";
  /** Why the status is not `ok`, and what to do. */
  problems: Pick<Problem, "code" | "detail">[];
  index: { hash: string; documents: number; chunks: number; embeddingModel: string | null } | null;
  corpus: {
    name: string;
    description: string;
    versions: string[];
    languages: string[];
    revision: string;
  } | null;
  answers: { mode: "llm" | "extractive"; model: string | null };
  /** What keeps abuse and bills out. */
  protection: Protection;
  legs: { lexical: "on" | "off"; vector: "on" | "off"; rerank: "default" | "on request" | "off" };
}

/** 200, or 503 when no answer can come. */
export async function health(c: Context, deps: AppDependencies): Promise<Response> {
  const report = await healthReport(c, deps);
  return Response.json(report, {
    status: report.status === "error" ? 503 : 200,
    headers: { "Cache-Control": "no-store" },
  });
}

async function healthReport(c: Context, deps: AppDependencies): Promise<HealthReport> {
  try {
    const index = await deps.index.get((promise) => c.executionCtx.waitUntil(promise));
    return withSpending(withFailing(reportOf(index, deps), deps.breakers ?? []), deps.spending);
  } catch (error) {
    deps.log("error", "index_not_served", errorFields(error));
    const { code, detail } = problemOf(error);
    return {
      ...reportOf(null, deps),
      status: "error",
      problems: [{ code, detail }],
    };
  }
}

/** Services that this isolate leaves alone for the moment: another may know better. */
function withFailing(report: HealthReport, breakers: NonNullable<AppDependencies["breakers"]>): HealthReport {
  const failing = breakers.filter(({ state }) => state !== "closed");
  if (failing.length === 0) return report;
  const problems = failing.map(({ service }) => ({
    code: "upstream_unavailable" as const,
    detail: `The ${service} failed several times in a row and is left alone for a moment. Answers come without it; the log holds the causes.`,
  }));
  return { ...report, status: "degraded", problems: [...report.problems, ...problems] };
}

/** A ceiling that this isolate has met: another learns of it from its own next question. */
function withSpending(report: HealthReport, spending: AppDependencies["spending"]): HealthReport {
  const untilMs = spending?.usedUpUntilMs() ?? null;
  if (untilMs === null) return report;
  const until = new Date(untilMs).toISOString();
  const problem = {
    code: "over_budget" as const,
    detail: `The budget for model calls is used up until ${until}: answers are the docs' own sentences. Raise the ceiling to end this sooner.`,
  };
  return { ...report, status: "degraded", problems: [...report.problems, problem] };
}

function reportOf(
  index: PassageIndex | null,
  { services, protection, faults }: AppDependencies,
): HealthReport {
  const mismatch = index === null ? null : embeddingMismatch(index.embedding, services.embedding);
  const vectorOn = index !== null && index.embedding !== null && mismatch === null;
  const problems: HealthReport["problems"] = [
    ...(mismatch === null ? [] : [{ code: "config_invalid" as const, detail: mismatch }]),
    ...faults.list(),
  ];
  return {
    status: problems.length === 0 ? "ok" : "degraded",
    problems,
    index: index && {
      hash: index.hash,
      documents: index.corpus.documentCount,
      chunks: index.chunkCount,
      embeddingModel: index.embedding?.model ?? null,
    },
    corpus: index && {
      name: index.corpus.name,
      description: index.corpus.description,
      versions: index.corpus.versions,
      languages: index.corpus.languages,
      revision: index.corpus.revision,
    },
    answers: { mode: services.chatModel === null ? "extractive" : "llm", model: services.chatModel },
    protection,
    legs: {
      lexical: index === null ? "off" : "on",
      vector: vectorOn ? "on" : "off",
      rerank: services.rerankModel === null ? "off" : services.rerankByDefault ? "default" : "on request",
    },
  };
}

/** Why the vector leg cannot run although the index or the settings want it; `null` when it can, or neither does. */
function embeddingMismatch(
  built: PassageIndex["embedding"],
  configured: ConfiguredServices["embedding"],
): string | null {
  if (built === null) {
    return (
      configured &&
      `The index has no vectors, but ${configured.model} is configured. Run \`npm run build\` with the same settings.`
    );
  }
  if (configured === null) {
    return `The index holds vectors of ${built.model}, but no embedding service is configured: set EMBEDDING_PROVIDER.`;
  }
  if (built.model !== configured.model) {
    return `The index was built with ${built.model}, but ${configured.model} is configured. Run \`npm run build\` again, or set EMBEDDING_MODEL.`;
  }
  if (built.queryPrefix !== configured.queryPrefix) {
    const [before, now] = [built.queryPrefix, configured.queryPrefix].map((prefix) => JSON.stringify(prefix));
    return `The index was built for the query prefix ${before}, but ${now} is configured. Run \`npm run build\` again, or set EMBEDDING_QUERY_PREFIX.`;
  }
  return null;
}
