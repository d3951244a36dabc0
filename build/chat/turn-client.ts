/** Asks a running Worker one question and reads the turn's events. */
import { EventSourceParserStream } from "eventsource-parser/stream";
import { RepoBotError } from "../../src/core/errors.ts";
import { workerAddress } from "../worker-url.ts";
import { type ShownEvent, shownEventSchema } from "./shown-event.ts";

export interface Question {
  question: string;
  /** Of the conversation to go on with; a new one begins without it. */
  conversationId?: string | undefined;
  rerank?: boolean | undefined;
}

/**
 * @param baseUrl of the Worker
 * @throws RepoBotError `upstream_unavailable` when the Worker cannot be reached or refuses the question, with its own words;
 * `upstream_malformed` when what it streams is not a turn, or ends without a terminal event
 */
export async function* askWorker(
  baseUrl: string,
  question: Question,
  signal?: AbortSignal,
): AsyncGenerator<ShownEvent, void, undefined> {
  const response = await post(new URL(workerAddress(baseUrl, "/v1/ask")), question, signal);
  if (!response.ok || response.body === null) throw await refusal(response);
  for await (const data of eventTexts(response.body, signal)) {
    const event = readEvent(data);
    if (event === null) continue;
    yield event;
    if (event.type === "done" || event.type === "error") return;
  }
  throw new RepoBotError("upstream_malformed", "The answer was cut off: the Worker closed the connection.");
}

/** Far above that of the longest answer with its sources. */
const MAX_EVENT_CHARS = 4_000_000;

/** Lines that are no field of an event are passed over, as the standard wants it. */
async function* eventTexts(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_CHARS }))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await events.read();
      if (done) return;
      yield value.data;
    }
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new RepoBotError("upstream_malformed", "The answer was cut off: the connection broke.", { cause });
  } finally {
    // Its failure, if any, was said above.
    await events.cancel().catch(() => undefined);
  }
}

async function post(url: URL, question: Question, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ ...question, stream: true }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    throw new RepoBotError(
      "upstream_unavailable",
      `No RepoBot answers at ${url.origin}. Start one, or leave --url out.`,
      {
        cause,
      },
    );
  }
}

async function refusal(response: Response): Promise<RepoBotError> {
  const body = await response.text();
  let detail = body.trim().slice(0, 300);
  try {
    const problem: unknown = JSON.parse(body);
    if (typeof problem === "object" && problem !== null && "detail" in problem)
      detail = String(problem.detail);
  } catch {
    // Not a problem document: something in between answered, and its own words say the most.
  }
  return new RepoBotError(
    "upstream_unavailable",
    detail === "" ? `The Worker answered ${response.status}.` : detail,
  );
}

/** `null` for an event that a newer Worker sends and this client does not show. */
function readEvent(data: string): ShownEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new RepoBotError("upstream_malformed", "The Worker sent an event that is not JSON.", { cause });
  }
  const parsed = shownEventSchema.safeParse(value);
  if (parsed.success) return parsed.data.type === "other" ? null : parsed.data;
  throw new RepoBotError(
    "upstream_malformed",
    "The Worker sent an event of an unknown form: update this checkout.",
    {
      cause: parsed.error,
    },
  );
}
