/** The form of NLWeb's reference server: messages told apart by `message_type`, or one object that holds them by that name. */
import { dataEvent } from "../event-stream.ts";
import type { NlwebQuestion } from "./ask-request.ts";
import type { NlwebPart } from "./parts.ts";

const API_VERSION = "0.1";

type Message = { message_type: string } & Record<string, unknown>;

/** For one part after the other; the first message of all says which API this is. */
export function referenceEncoder({ queryId }: NlwebQuestion): (part: NlwebPart) => string {
  let begun = false;
  const send = (message: Message) => dataEvent({ ...message, query_id: queryId });
  return (part) => {
    const opening = begun ? "" : send({ message_type: "api_version", api_version: API_VERSION });
    begun = true;
    return opening + send(messageOf(part));
  };
}

/** As the reference server does: results under `results`, every other message under its type. */
export function referenceObject(
  { queryId }: NlwebQuestion,
  parts: readonly NlwebPart[],
): Record<string, unknown> {
  const object: Record<string, unknown> = { query_id: queryId, results: [] };
  for (const part of parts) {
    if (part.type === "results") object.results = part.results;
    else if (part.type !== "complete") {
      const { message_type, ...content } = messageOf(part);
      object[message_type] = content;
    }
  }
  return object;
}

function messageOf(part: NlwebPart): Message {
  switch (part.type) {
    case "query":
      return {
        message_type: "decontextualized_query",
        original_query: part.asked,
        decontextualized_query: part.decontextualized,
      };
    case "results":
      return { message_type: "result_batch", results: part.results };
    case "summary":
      return { message_type: "summary", message: part.text };
    case "answer":
      return { message_type: "nlws", answer: part.text, items: part.items };
    case "irrelevant":
      return { message_type: "site_is_irrelevant_to_query", message: part.text };
    case "no_results":
      return { message_type: "no_results", message: part.text };
    case "failure":
      return { message_type: "error", message: part.text, code: part.code };
    case "complete":
      return { message_type: "complete" };
  }
}
