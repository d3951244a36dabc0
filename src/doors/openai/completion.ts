/** A turn in the form of OpenAI's chat completions: one object, or chunks. */
import type { AnswerEvent, DoneEvent, Source, TurnEvent, Usage } from "../../core/events.ts";
import { citationMarkers } from "../citation-markers.ts";
import { dataEvent, type EncodeEvent } from "../event-stream.ts";
import { absoluteUrl, sourceList, sourceTitle, withAbsoluteUrls } from "../source-links.ts";
import type { TurnResult } from "../turn-result.ts";
import { MODEL_ID } from "./chat-request.ts";
import { openAiErrorOf } from "./error.ts";

interface CompletionUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
}

interface UrlCitation {
  type: "url_citation";
  /** `content.slice(start_index, end_index)` is the marker, such as `[1]`. */
  url_citation: { start_index: number; end_index: number; url: string; title: string };
}

/** What the protocol has no field for. */
export type RepobotFields = Pick<
  AnswerEvent,
  | "mode"
  | "complete"
  | "language"
  | "corpus"
  | "sources"
  | "basis"
  | "disagreements"
  | "near"
  | "check"
  | "notice"
> &
  Pick<DoneEvent, "costUsd" | "timings">;

export interface ChatCompletion {
  id: string;
  object: "chat.completion";
  /** Seconds since 1970. */
  created: number;
  model: string;
  choices: [
    {
      index: 0;
      message: { role: "assistant"; content: string; refusal: null; annotations: UrlCitation[] };
      finish_reason: "stop" | "length";
      logprobs: null;
    },
  ];
  usage: CompletionUsage;
  repobot: RepobotFields;
}

export function chatCompletion(result: TurnResult, requestUrl: string): ChatCompletion {
  const content = result.answer + sourceList(result, requestUrl);
  const annotations = citationsIn(result.answer, result.sources, requestUrl);
  return {
    id: completionId(result.turnId),
    object: "chat.completion",
    created: nowSeconds(),
    model: MODEL_ID,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: null, annotations },
        finish_reason: finishReason(result),
        logprobs: null,
      },
    ],
    usage: usageOf(result.usage),
    repobot: repobotFields(result, result, requestUrl),
  };
}

/**
 * Encodes a turn as `chat.completion.chunk`s: the text as it comes, the sources after it as in {@link chatCompletion}, and last a chunk
 * without choices, which holds the `repobot` fields and, if asked for, the usage.
 */
export function completionChunks(requestUrl: string, includeUsage: boolean): EncodeEvent {
  const created = nowSeconds();
  let id = "";
  let answer: AnswerEvent | undefined;

  function chunk(choices: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): string {
    return dataEvent({
      id,
      object: "chat.completion.chunk",
      created,
      model: MODEL_ID,
      choices,
      ...(includeUsage && { usage: null }),
      ...more,
    });
  }
  function choice(delta: Readonly<Record<string, string>>, finish_reason: "stop" | "length" | null = null) {
    return chunk([{ index: 0, delta, finish_reason, logprobs: null }]);
  }

  return (event: TurnEvent): string => {
    switch (event.type) {
      case "start":
        id = completionId(event.turnId);
        return choice({ role: "assistant", content: "" });
      case "delta":
        return choice({ content: event.text });
      case "answer": {
        answer = event;
        const list = sourceList(event, requestUrl);
        return (list === "" ? "" : choice({ content: list })) + choice({}, finishReason(event));
      }
      case "done": {
        const fields = answer && { repobot: repobotFields(answer, event, requestUrl) };
        const usage = includeUsage && { usage: usageOf(event.usage) };
        return `${chunk([], { ...fields, ...usage })}data: [DONE]\n\n`;
      }
      case "error":
        return dataEvent(openAiErrorOf(event));
      default:
        return "";
    }
  };
}

function completionId(turnId: string): string {
  return `chatcmpl-${turnId}`;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function finishReason({ complete }: { complete: boolean }): "stop" | "length" {
  return complete ? "stop" : "length";
}

function usageOf({ inputTokens, cachedInputTokens, outputTokens }: Usage): CompletionUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}

/** Every marker of the text that names a source. */
function citationsIn(text: string, sources: readonly Source[], requestUrl: string): UrlCitation[] {
  const byNumber = new Map(sources.map((source) => [source.n, source]));
  return citationMarkers(text).flatMap(({ n, start, end }): UrlCitation[] => {
    const source = byNumber.get(n);
    if (source === undefined) return [];
    const place = { url: absoluteUrl(source.url, requestUrl), title: sourceTitle(source) };
    return [{ type: "url_citation", url_citation: { start_index: start, end_index: end, ...place } }];
  });
}

function repobotFields(
  answer: Omit<RepobotFields, "costUsd" | "timings">,
  done: Pick<RepobotFields, "costUsd" | "timings">,
  requestUrl: string,
): RepobotFields {
  const { mode, complete, language, corpus, sources, basis, disagreements, near, check, notice } = answer;
  const { costUsd, timings } = done;
  return {
    mode,
    complete,
    language,
    corpus,
    sources: withAbsoluteUrls(sources, requestUrl),
    ...(basis !== undefined && { basis }),
    ...(disagreements !== undefined && { disagreements }),
    near: withAbsoluteUrls(near, requestUrl),
    check,
    ...(notice !== undefined && { notice }),
    costUsd,
    timings,
  };
}
