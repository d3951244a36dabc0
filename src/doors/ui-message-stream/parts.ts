/** A turn as the parts of the AI SDK's UI message stream, version 1. */
import type { AnswerEvent, DoneEvent, TurnEvent } from "../../core/events.ts";
import { dataEvent, type EncodeEvent } from "../event-stream.ts";
import { sourceTitle, withAbsoluteUrls } from "../source-links.ts";

/** Data of the part `data-answer`: what an interface needs to show an answer for what it is. */
export type AnswerData = Omit<AnswerEvent, "type" | "text">;
/** Data of the part `data-receipt`. */
export type ReceiptData = Pick<DoneEvent, "timings" | "usage" | "costUsd" | "unpricedModels">;

const TEXT_ID = "answer";
const END = "data: [DONE]\n\n";

/** The whole stream has one text part. Searches are transient: shown while they run, no part of the message. */
export function uiMessageParts(requestUrl: string): EncodeEvent {
  let textBegun = false;
  let finishReason: "stop" | "length" = "stop";

  function begin(): string {
    if (textBegun) return "";
    textBegun = true;
    return dataEvent({ type: "text-start", id: TEXT_ID });
  }

  return (event: TurnEvent): string => {
    switch (event.type) {
      case "start":
        return dataEvent({ type: "start", messageId: event.turnId });
      case "search": {
        const { attempt, query } = event;
        return dataEvent({ type: "data-search", data: { attempt, query }, transient: true });
      }
      case "delta":
        return begin() + dataEvent({ type: "text-delta", id: TEXT_ID, delta: event.text });
      case "answer":
        finishReason = event.complete ? "stop" : "length";
        return begin() + dataEvent({ type: "text-end", id: TEXT_ID }) + answerParts(event, requestUrl);
      case "done": {
        const { timings, usage, costUsd, unpricedModels } = event;
        const data: ReceiptData = { timings, usage, costUsd, unpricedModels };
        return dataEvent({ type: "data-receipt", data }) + dataEvent({ type: "finish", finishReason }) + END;
      }
      case "error": {
        const gone = event.code === "aborted";
        const last = gone
          ? { type: "abort", reason: event.message }
          : { type: "error", errorText: event.message };
        return dataEvent(last) + END;
      }
      default:
        return "";
    }
  };
}

function answerParts({ type: _, text: __, ...answer }: AnswerEvent, requestUrl: string): string {
  const sources = withAbsoluteUrls(answer.sources, requestUrl);
  const near = withAbsoluteUrls(answer.near, requestUrl);
  const data: AnswerData = { ...answer, sources, near };
  const listed = answer.mode === "search" ? near : sources;
  const links = listed.map((source) =>
    dataEvent({
      type: "source-url",
      sourceId: String(source.n),
      url: source.url,
      title: sourceTitle(source),
    }),
  );
  return links.join("") + dataEvent({ type: "data-answer", data });
}
