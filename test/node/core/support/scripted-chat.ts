import { RepoBotError } from "../../../../src/core/errors.ts";
import type { ChatChunk, ChatModel, ChatRequest, TokenUsage } from "../../../../src/core/ports.ts";

/** What a scripted model does with one call. */
export interface Reply {
  /** Deltas in order; a string is one delta. */
  text?: string | readonly string[];
  /** Thrown after the deltas. */
  error?: RepoBotError;
  /** Never ends after the deltas, until its signal fires. */
  hangs?: boolean;
  /** `null`: the provider sends none. */
  usage?: TokenUsage | null;
  finishReason?: string;
}

export const USAGE: TokenUsage = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 50 };
export const MODEL = "scripted-1";

type Script = (request: ChatRequest, call: number) => Reply | string;

/** A chat model that does what its script says and keeps what it was asked. */
export class ScriptedChat implements ChatModel {
  readonly model: string;
  readonly requests: ChatRequest[] = [];
  /** Calls whose signal has fired. */
  aborted = 0;
  readonly #script: Script;

  constructor(script: Script, model = MODEL) {
    this.#script = script;
    this.model = model;
  }

  async *stream(request: ChatRequest): AsyncGenerator<ChatChunk> {
    this.requests.push(request);
    request.signal?.addEventListener("abort", () => {
      this.aborted += 1;
    });
    const scripted = this.#script(request, this.requests.length);
    const reply: Reply = typeof scripted === "string" ? { text: scripted } : scripted;
    const deltas = typeof reply.text === "string" ? [reply.text] : (reply.text ?? []);
    for (const text of deltas) yield { text };
    if (reply.error) throw reply.error;
    if (reply.hangs) await new Promise(() => undefined);
    if (reply.usage !== null) yield { usage: reply.usage ?? USAGE };
    yield { finishReason: reply.finishReason ?? "stop" };
  }

  /** All that was sent in one call, 1-based. */
  prompt(call: number): string {
    return this.requests[call - 1]!.messages.map(({ content }) => content).join("\n\n");
  }
}

/** Whether a call is the gate and rewrite, not the answer. */
export function isRewrite({ messages }: ChatRequest): boolean {
  return messages[0]!.content.includes("OFF_TOPIC");
}

/** A model that rewrites to `query` and answers with `answer`. */
export function answering(answer: Reply | string, query: Reply | string): ScriptedChat {
  return new ScriptedChat((request) => (isRewrite(request) ? query : answer));
}

export function unavailable(): RepoBotError {
  return new RepoBotError("upstream_unavailable", "The chat model cannot be reached.", {
    internalMessage: "503 from host",
  });
}
