/** The Worker as a browser reaches it. */
import { createParser } from "eventsource-parser";
import type { TurnEvent } from "../core/events.ts";
import type { Feedback } from "../core/feedback.ts";

/** What a question is asked with; the fields of `POST /v1/ask`. */
export interface Question {
  question: string;
  conversationId?: string;
  /** Address of the docs page that the reader is on. */
  page?: string;
  version?: string;
}

/** A stored turn, as far as a reader is shown it. */
export interface EarlierTurn {
  id: string;
  question: string;
  answer: string;
}

export type GivenFeedback = Pick<Feedback, "conversationId" | "turnId" | "rating"> &
  Partial<Pick<Feedback, "reasons" | "note">>;

/** A request that was refused: what the Worker's problem+json says. */
export class AskError extends Error {
  readonly code: string;
  /** Of `rate_limited`: seconds to wait. */
  readonly retryAfter: number | undefined;
  /** Of `challenge_required`: what the check is shown with. */
  readonly sitekey: string | undefined;

  constructor(code: string, detail: string, { retryAfter, sitekey }: Partial<AskError> = {}) {
    super(detail);
    this.name = "AskError";
    this.code = code;
    this.retryAfter = retryAfter;
    this.sitekey = sitekey;
  }
}

/** All methods throw AskError when the Worker refuses, and TypeError when it cannot be reached. */
export class AnswerClient {
  /** Origin of the Worker. */
  readonly endpoint: string;

  /** What every request says of its site and its reader. */
  readonly #headers: Record<string, string>;

  /** @param siteKey where the Worker wants one */
  constructor(endpoint: string, siteKey: string | null) {
    this.endpoint = endpoint;
    this.#headers = siteKey === null ? {} : { "RepoBot-Site-Key": siteKey };
  }

  /** Asks, and passes on the turn's events up to its terminal one. @throws AskError `cut` when the connection ends before that, or carries something else */
  async *ask(question: Question, signal: AbortSignal): AsyncGenerator<TurnEvent> {
    const response = await this.#send("/v1/ask", { ...posted(question, "text/event-stream"), signal });
    const events: TurnEvent[] = [];
    const parser = createParser({
      onEvent: ({ data }) => events.push(eventIn(data)),
      onError: ({ type }) => {
        if (type === "max-buffer-size-exceeded") throw cutOff();
      },
      maxBufferSize: MAX_EVENT_CHARS,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (value !== undefined) parser.feed(value);
        for (const event of events.splice(0)) {
          yield event;
          if (event.type === "done" || event.type === "error") return;
        }
        if (done) throw cutOff();
      }
    } finally {
      // Whatever else comes is read by nobody: the Worker hears of it and asks no model on.
      reader.cancel().catch(() => undefined);
    }
  }

  /** Suggested first questions. */
  async questions(): Promise<string[]> {
    const response = await this.#send("/v1/corpus");
    const { questions } = (await response.json()) as { questions: string[] };
    return questions;
  }

  /** Turns of an earlier conversation, oldest first; `null` when it has expired. */
  async earlierTurns(conversationId: string): Promise<EarlierTurn[] | null> {
    try {
      const response = await this.#send(`/v1/conversations/${conversationId}`);
      return ((await response.json()) as { turns: EarlierTurn[] }).turns;
    } catch (error) {
      if (error instanceof AskError && error.code === "not_found") return null;
      throw error;
    }
  }

  async giveFeedback(feedback: GivenFeedback): Promise<void> {
    await this.#send("/v1/feedback", posted(feedback));
  }

  /** @param checked whether the reader has just been checked for this request: once is enough */
  async #send(path: string, init: RequestInit = {}, checked = false): Promise<Response> {
    const headers = { ...init.headers, ...this.#headers };
    const response = await fetch(new URL(path, this.endpoint), { ...init, headers, credentials: "omit" });
    if (response.ok) return response;
    const problem = await problemIn(response);
    if (problem.sitekey === undefined || checked) throw problem;
    await this.#passCheck(problem.sitekey, init.signal);
    return this.#send(path, init, true);
  }

  /** Shows the check that the Worker wants, by a file that only its readers load, and keeps the pass it gives. */
  async #passCheck(sitekey: string, signal: RequestInit["signal"]): Promise<void> {
    const file = `${this.endpoint}/_page/widget-check.js`;
    const { check }: typeof import("./check/main.ts") = await import(/* @vite-ignore */ file);
    const response = await this.#send("/v1/pass", {
      ...posted({ token: await check(sitekey, signal) }),
      signal,
    });
    // Our own Worker's answer.
    this.#headers["RepoBot-Pass"] = ((await response.json()) as { pass: string }).pass;
  }
}

/** Far above that of the longest answer with its sources. */
const MAX_EVENT_CHARS = 4_000_000;

function cutOff(): AskError {
  return new AskError("cut", "");
}

/** @throws AskError for what a proxy put between the events */
function eventIn(data: string): TurnEvent {
  try {
    const event: unknown = JSON.parse(data);
    // Our own Worker's events, of the same release as this script.
    if (typeof event === "object" && event !== null) return event as TurnEvent;
  } catch {}
  throw cutOff();
}

function posted(body: unknown, accept = "application/json"): RequestInit {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

async function problemIn(response: Response): Promise<AskError> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail, ...details } = (problem ?? {}) as { code?: unknown; detail?: unknown } & object;
  return new AskError(
    typeof code === "string" ? code : "internal",
    typeof detail === "string" ? detail : `HTTP ${response.status}`,
    details,
  );
}
