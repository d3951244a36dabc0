import type { ListItem, PhrasingContent, RootContent } from "mdast";
import { paragraph, textNode } from "../read/nodes.ts";
import { type ApiDocument, arrayOf, entriesOf, isObject, type JsonObject, textOf } from "./api-document.ts";
import { authorizationOf } from "./authorization.ts";
import type { Operation } from "./operations.ts";
import {
  code,
  descriptionLine,
  descriptionWithoutHeadings,
  item,
  joined,
  labelledList,
  list,
} from "./prose.ts";
import { SchemaWords } from "./schema-words.ts";

/** `DELETE /trips/{trip}: Cancel a trip that has not begun`. */
export function operationTitle({ method, path, isWebhook, value }: Operation): string {
  const name = isWebhook ? `${path} (webhook)` : `${method} ${path}`;
  const given = textOf(value.summary);
  const lines = given === "" ? [] : [given, textOf(value.description)].filter(isLine);
  const summary = (lines[0] ?? textOf(value.operationId)).replace(/\s+/g, " ").replace(/\.$/, "");
  return summary === "" ? name : `${name}: ${summary}`;
}

/** What the document says of an operation, in words. */
export function operationBlocks(api: ApiDocument, operation: Operation): RootContent[] {
  const { value } = operation;
  const summary = textOf(value.summary);
  const description = textOf(value.description);
  return [
    paragraph(leadLine(api, operation)),
    ...(summary === "" || description.startsWith(summary) ? [] : summaryBlocks(summary)),
    ...descriptionWithoutHeadings(description),
    ...labelledList(
      "Parameters",
      operation.parameters.map((parameter) => parameterItem(api, parameter)),
    ),
    ...requestBlocks(api, value),
    ...labelledList(
      "Responses",
      entriesOf(value.responses).flatMap(([status, response]) => responseItem(api, status, response)),
    ),
    ...authorizationOf(api, value.security),
  ];
}

/** Longer ones are descriptions, as some documents have them for their webhooks. */
const MAX_SUMMARY_CHARS = 120;

/** True for a text that can be a title. */
function isLine(text: string): boolean {
  return text !== "" && text.length <= MAX_SUMMARY_CHARS && !text.includes("\n\n");
}

/** A summary is one line of plain text, and where it is not it is Markdown. */
function summaryBlocks(summary: string): RootContent[] {
  return isLine(summary) ? [paragraph([textNode(sentence(summary))])] : descriptionWithoutHeadings(summary);
}

function leadLine(api: ApiDocument, { method, path, isWebhook, value }: Operation): PhrasingContent[] {
  const { title, version } = api.root.info;
  const id = textOf(value.operationId);
  const tags = arrayOf(value.tags)
    .map(textOf)
    .filter((tag) => tag !== "");
  const kind = isWebhook ? "a webhook" : "an operation";
  return [
    code(isWebhook ? path : `${method} ${path}`),
    textNode(` is ${kind} of ${title}${version === "" ? "" : ` ${version}`}`),
    ...(id === "" ? [] : [textNode(", with the id "), code(id)]),
    ...(tags.length === 0 ? [] : [textNode(`, under ${tags.join(", ")}`)]),
    textNode(value.deprecated === true ? ". It is deprecated." : "."),
  ];
}

function parameterItem(api: ApiDocument, parameter: JsonObject): ListItem {
  const words = new SchemaWords(api);
  const schema = parameter.schema ?? firstMedia(parameter.content)?.schema;
  const notes: PhrasingContent[][] = [
    [textNode(textOf(parameter.in) || "parameter")],
    ...(schema === undefined ? [] : [words.type(schema)]),
    ...(parameter.required === true ? [[textNode("required")]] : []),
    ...(parameter.deprecated === true ? [[textNode("deprecated")]] : []),
  ];
  const own = textOf(parameter.description) || textOf(api.object(schema)?.value.description);
  return item(
    [code(textOf(parameter.name)), textNode(" ("), ...joined(notes), textNode(")"), ...described(own)],
    list(words.fields(schema)),
  );
}

function requestBlocks(api: ApiDocument, operation: JsonObject): RootContent[] {
  const body = api.object(operation.requestBody)?.value;
  if (body === undefined) return [];
  const words = new SchemaWords(api);
  return entriesOf(body.content).flatMap(([mediaType, media]): RootContent[] => {
    if (!isObject(media)) return [];
    const line = [
      textNode("Request body ("),
      code(mediaType),
      textNode(", "),
      ...words.type(media.schema ?? true),
      textNode(body.required === true ? ", required)" : ")"),
      ...described(textOf(body.description)),
    ];
    const fields = list(words.fields(media.schema));
    const lead = fields.length === 0 ? line : [...line, textNode(textOf(body.description) === "" ? ":" : "")];
    return [paragraph(lead), ...fields, ...exampleBlocks(api, media)];
  });
}

/** An example's text beyond this length shows no more than its beginning would. */
const MAX_EXAMPLE_CHARS = 1200;

function exampleBlocks(api: ApiDocument, media: JsonObject): RootContent[] {
  const named = entriesOf(media.examples)[0]?.[1];
  const value = media.example ?? api.object(named)?.value.value;
  if (value === undefined || value === null) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  if (text.length > MAX_EXAMPLE_CHARS || text.trim() === "") return [];
  return [paragraph([textNode("Example of a request body:")]), { type: "code", lang: "json", value: text }];
}

/** A named schema with more fields is left to its own page: an answer's fields are looked up by its name. */
const MAX_RESPONSE_FIELDS = 15;

function responseItem(api: ApiDocument, status: string, response: unknown): ListItem[] {
  const found = status.startsWith("x-") ? undefined : api.object(response)?.value;
  if (found === undefined) return [];
  const words = new SchemaWords(api);
  const bodies = entriesOf(found.content).flatMap(([mediaType, media]): ListItem[] => {
    if (!isObject(media)) return [];
    const type = media.schema === undefined ? [] : [textNode(": "), ...words.type(media.schema)];
    const fields = words.fields(media.schema);
    const isNamed = api.object(media.schema)?.name !== null;
    return [
      item([code(mediaType), ...type], isNamed && fields.length > MAX_RESPONSE_FIELDS ? [] : list(fields)),
    ];
  });
  const headers = entriesOf(found.headers).flatMap(([name, header]): ListItem[] => {
    const value = api.object(header)?.value;
    return value === undefined
      ? []
      : [item([textNode("header "), code(name), ...described(textOf(value.description))])];
  });
  return [item([code(status), ...described(textOf(found.description))], list([...bodies, ...headers]))];
}

function firstMedia(content: unknown): JsonObject | undefined {
  const media = entriesOf(content)[0]?.[1];
  return isObject(media) ? media : undefined;
}

function described(text: string): PhrasingContent[] {
  const line = descriptionLine(text);
  return line.length === 0 ? [] : [textNode(": "), ...line];
}

function sentence(text: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}.`;
}
