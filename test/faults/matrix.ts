/** What happens when a service fails: the table that the documentation shows and the tests run, cell by cell. */
import type { ErrorCode } from "../../src/core/errors.ts";
import type { AnswerMode } from "../../src/core/events.ts";
import type { NoticeCode } from "../../src/core/turn/notices.ts";
import { FAULTS, type Fault, UPSTREAMS, type Upstream } from "./faults.ts";

export interface Outcome {
  /** How the question is answered, or the code of the error in its place. */
  answer: AnswerMode | { error: ErrorCode };
  /** False for an answer that was cut and says so. */
  complete: boolean;
  /** What the reader is told beside the answer. */
  notices: readonly NoticeCode[];
  /** Times that the failing use of the service is asked within the turn; `null` where that says nothing. */
  calls: number | null;
  /** Whether the turn is in the store afterwards, as the reader saw it. */
  kept: boolean;
}

const FINE: Outcome = { answer: "llm", complete: true, notices: [], calls: 1, kept: true };
const AGAIN: Outcome = { ...FINE, calls: 2 };
const THRICE = 3;

const NO_MODEL: Outcome = { ...FINE, answer: "extractive", notices: ["model_failed", "from_docs"] };
const SLOW_MODEL: Outcome = { ...NO_MODEL, notices: ["model_timeout", "from_docs"] };
const CUT: Outcome = { ...FINE, complete: false, notices: ["cut_off"] };
const NO_REWRITE: Outcome = { ...FINE, notices: ["rewrite_failed"] };
const NO_VECTORS: Outcome = { ...FINE, notices: ["embedding_failed"] };
const NO_RERANK: Outcome = { ...FINE, notices: ["rerank_failed"] };
/** The same for the loading, the caching and the storing of the turn: how often each is tried is not told apart. */
const NO_HISTORY: Outcome = { ...FINE, notices: ["history_unavailable"], calls: null, kept: false };
/** A stored turn that cannot be read is as if it had expired; the log says so. */
const LOST_VALUE: Outcome = { ...FINE, calls: null };
const errorOf = (error: ErrorCode): Outcome => ({
  answer: { error },
  complete: false,
  notices: [],
  calls: 1,
  kept: false,
});

const retried = (outcome: Outcome): Outcome => ({ ...outcome, calls: THRICE });

/** Failures before anything came, of a model service whose absence costs one stage. */
function stage(missing: Outcome): Record<Fault, Outcome> {
  return {
    down: retried(missing),
    refused: { ...missing, calls: null },
    slow: missing,
    "status-429": missing,
    "status-500": retried(missing),
    "status-503": retried(missing),
    cut: retried(missing),
    malformed: missing,
    wrong: missing,
    nan: missing,
    huge: missing,
    stall: missing,
    "once-429": AGAIN,
    "once-503": AGAIN,
  };
}

export const MATRIX: Record<Upstream, Record<Fault, Outcome>> = {
  chat: { ...stage(NO_MODEL), slow: SLOW_MODEL, cut: CUT, stall: CUT },
  // A line that was cut is not taken for a whole one, nor asked for again: the reader is waiting.
  // Nobody listens to the answer call either: it is one service.
  rewrite: { ...stage(NO_REWRITE), cut: NO_REWRITE, refused: { ...NO_MODEL, calls: null } },
  embedding: { ...stage(NO_VECTORS), wrong: { ...FINE, notices: ["embedding_mismatch"] } },
  rerank: stage(NO_RERANK),
  kv: {
    ...stage(NO_HISTORY),
    down: NO_HISTORY,
    "status-500": NO_HISTORY,
    "status-503": NO_HISTORY,
    cut: NO_HISTORY,
    malformed: LOST_VALUE,
    wrong: LOST_VALUE,
    nan: LOST_VALUE,
    huge: LOST_VALUE,
    "once-429": { ...FINE, calls: null },
    "once-503": { ...FINE, calls: null },
  },
  assets: {
    down: errorOf("upstream_unavailable"),
    refused: { ...errorOf("upstream_unavailable"), calls: null },
    slow: errorOf("upstream_timeout"),
    "status-429": errorOf("upstream_unavailable"),
    "status-500": errorOf("upstream_unavailable"),
    "status-503": errorOf("upstream_unavailable"),
    cut: errorOf("upstream_unavailable"),
    malformed: errorOf("index_corrupt"),
    wrong: errorOf("index_corrupt"),
    nan: errorOf("index_corrupt"),
    huge: errorOf("index_corrupt"),
    stall: errorOf("upstream_timeout"),
    "once-429": errorOf("upstream_unavailable"),
    "once-503": errorOf("upstream_unavailable"),
  },
};

export const CELLS: readonly { upstream: Upstream; fault: Fault; expected: Outcome }[] = UPSTREAMS.flatMap(
  (upstream) => FAULTS.map((fault) => ({ upstream, fault, expected: MATRIX[upstream][fault] })),
);
