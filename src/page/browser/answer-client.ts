import { createParser } from "eventsource-parser";
import type { TurnEvent } from "../../core/events.ts";

/** What a question is asked with; the fields of `POST /v1/ask`. */
export interface Question {
  question: string;
  conversationId?: string;
}

/** An answer that could not begin: what the Worker's problem+json says. */
export class AskError extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.name = "AskError";
    this.code = code;
  }
}

/**
 * Asks, and passes on the turn's events up to its terminal one.
 * @throws AskError when there is no answer, or when the connection ends before the terminal event
 */
export async function* askWorker(question: Question, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const response = await fetch("/v1/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok || response.body === null) throw await problemIn(response);
  const events: TurnEvent[] = [];
  const parser = createParser({
    // Our own Worker's events, of the same release as this script.
    onEvent: ({ data }) => events.push(JSON.parse(data) as TurnEvent),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) parser.feed(value);
    for (const event of events.splice(0)) {
      yield event;
      if (event.type === "done" || event.type === "error") return;
    }
    if (done) throw new AskError("cut", "");
  }
}

async function problemIn(response: Response): Promise<AskError> {
  const problem: unknown = await response.json().catch(() => null);
  const { code, detail } = (problem ?? {}) as { code?: unknown; detail?: unknown };
  return new AskError(
    typeof code === "string" ? code : "internal",
    typeof detail === "string" ? detail : `HTTP ${response.status}`,
  );
}
