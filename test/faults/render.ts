/** The fault matrix as the tables of `corpus/faults.md`. */
import type { NoticeCode } from "../../src/core/turn/notices.ts";
import { FAULTS, type Fault, UPSTREAMS, type Upstream } from "./faults.ts";
import { MATRIX, type Outcome } from "./matrix.ts";

const FAULT_NAMES: Record<Fault, string> = {
  down: "down: resets the connection",
  refused: "refuses connections",
  slow: "slower than its time budget",
  "status-429": "429, `Retry-After: 60`",
  "status-500": "500",
  "status-503": "503",
  cut: "cut in the middle",
  malformed: "malformed JSON",
  wrong: "another shape, or wrong dimensions",
  nan: "`NaN` for numbers",
  huge: "a body of 24 MB",
  stall: "stalls after the first bytes",
  "once-429": "429 once, `Retry-After: 1`",
  "once-503": "503 once",
};

export const UPSTREAM_HEADINGS: Record<Upstream, string> = {
  chat: "The chat service, writing the answer",
  rewrite: "The chat service, rewriting the question",
  embedding: "The embedding service",
  rerank: "The rerank service",
  kv: "Workers KV",
  assets: "The index among the assets",
};

const NOTICES: Partial<Record<NoticeCode, string>> = {
  model_failed: "is told that the model is not available",
  model_timeout: "is told that the model took too long",
  rewrite_failed: "is told that the question's own words were searched for",
  embedding_failed: "is told that words alone were searched for",
  embedding_mismatch: "is told that the vectors do not fit the index",
  rerank_failed: "is told that the passages were not reranked",
  history_unavailable: "is told that the earlier conversation is not known",
};

function seen({ answer, complete, notices }: Outcome): string {
  if (typeof answer !== "string") return `the error \`${answer.error}\``;
  const what = !complete
    ? "what was written so far, then the docs' own sentences, marked incomplete"
    : answer === "extractive"
      ? "the docs' own sentences"
      : "the model's answer";
  return [what, ...notices.flatMap((code) => NOTICES[code] ?? [])].join("; ");
}

function asked({ calls }: Outcome): string {
  if (calls === null) return "—";
  return calls === 1 ? "once" : calls === 2 ? "twice" : `${calls} times`;
}

function kept({ answer, complete, kept: isKept }: Outcome): string {
  if (typeof answer !== "string") return "nothing was answered";
  if (!isKept) return "not the turn; `historySaved` is `false`";
  return complete ? "the turn" : "the turn, as incomplete";
}

/** Rows of cells without padding; a formatter may widen them. */
export function faultRows(upstream: Upstream): string[][] {
  return FAULTS.map((fault) => {
    const outcome = MATRIX[upstream][fault];
    return [FAULT_NAMES[fault], seen(outcome), asked(outcome), kept(outcome)];
  });
}

/** All tables, each under its heading, as Markdown. */
export function faultTables(): string {
  return UPSTREAMS.map((upstream) => {
    const rows = [
      ["It", "The reader sees", "It is asked", "Kept"],
      ["---", "---", "---", "---"],
      ...faultRows(upstream),
    ];
    return `### ${UPSTREAM_HEADINGS[upstream]}\n\n${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
  }).join("\n");
}
