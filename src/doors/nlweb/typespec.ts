/** The form of NLWeb's TypeSpec: `_meta` and a list of content, whole or in pieces. */
import { dataEvent } from "../event-stream.ts";
import type { NlwebQuestion } from "./ask-request.ts";
import type { NlwebPart } from "./parts.ts";
import type { NlwebResult } from "./results.ts";

const PROTOCOL_VERSION = "0.5";

type Content =
  | { type: "text"; text: string }
  | {
      type: "resource";
      resource: { uri: string; mimeType: string; text: string; data: Record<string, unknown> };
    };

/**
 * For one part after the other: `_meta` first, `content` as it comes, and a last object that says how it ended, so that a cut stream can
 * be told from a finished one.
 */
export function typespecEncoder(question: NlwebQuestion): (part: NlwebPart) => string {
  return (part) => {
    if (part.type === "query") return dataEvent({ _meta: metaOf(question, part) });
    if (part.type === "complete") return dataEvent({ _meta: { ...metaOf(question), complete: true } });
    if (part.type === "failure") return dataEvent(failureObject(question, part));
    return dataEvent({ content: contentOf(part) });
  };
}

export function typespecObject(
  question: NlwebQuestion,
  parts: readonly NlwebPart[],
): Record<string, unknown> {
  const query = parts.find((part) => part.type === "query");
  return { _meta: metaOf(question, query), content: parts.flatMap(contentOf) };
}

function failureObject(question: NlwebQuestion, { code, text }: Extract<NlwebPart, { type: "failure" }>) {
  return { _meta: { ...metaOf(question), response_type: "Failure" }, error: { code, message: text } };
}

function metaOf(
  { queryId, conversationId, question }: NlwebQuestion,
  query?: Extract<NlwebPart, { type: "query" }>,
): Record<string, unknown> {
  return {
    version: PROTOCOL_VERSION,
    response_type: "Answer",
    request_id: queryId,
    ...(conversationId !== undefined && { conversation_id: conversationId }),
    ...(query !== undefined &&
      query.decontextualized !== question && { decontextualized_query: query.decontextualized }),
  };
}

/** The protocol wants at least one text: a list has its names and addresses as one. */
function contentOf(part: NlwebPart): Content[] {
  switch (part.type) {
    case "results":
      return [{ type: "text", text: listText(part.results) }, ...part.results.map(resourceOf)];
    case "answer":
      return [{ type: "text", text: part.text }, ...part.items.map(resourceOf)];
    case "summary":
    case "irrelevant":
    case "no_results":
      return [{ type: "text", text: part.text }];
    default:
      return [];
  }
}

function listText(results: readonly NlwebResult[]): string {
  return results.map(({ name, url }) => `- ${name}: ${url}`).join("\n");
}

function resourceOf({ url, description, schema_object }: NlwebResult): Content {
  return {
    type: "resource",
    resource: { uri: url, mimeType: "application/ld+json", text: description, data: schema_object },
  };
}
