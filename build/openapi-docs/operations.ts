import { type ApiDocument, arrayOf, entriesOf, isObject, type JsonObject, textOf } from "./api-document.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** One thing that can be asked of an API. */
export interface Operation {
  /** Upper case. */
  method: string;
  /** Path, or the name of a webhook. */
  path: string;
  isWebhook: boolean;
  value: JsonObject;
  /** Those of the path and its own, references followed; its own of a name and place wins. */
  parameters: JsonObject[];
}

/** Every operation in the order of the document, except those that are internal. OpenAPI 3.0 has webhooks only as an extension. */
export function operationsOf(api: ApiDocument): Operation[] {
  const { paths, webhooks, "x-webhooks": earlyWebhooks } = api.root as JsonObject;
  return [
    ...entriesOf(paths).flatMap(([path, item]) => operationsAt(api, path, item, false)),
    ...entriesOf(webhooks ?? earlyWebhooks).flatMap(([name, item]) => operationsAt(api, name, item, true)),
  ];
}

function operationsAt(api: ApiDocument, path: string, pathItem: unknown, isWebhook: boolean): Operation[] {
  if (path.startsWith("x-") || !isObject(pathItem)) return [];
  // What stands beside a reference that leads nowhere holds all the same.
  const item = api.object(pathItem)?.value ?? pathItem;
  return entriesOf(item).flatMap(([key, value]): Operation[] => {
    if (!METHODS.includes(key) || !isObject(value) || value["x-internal"] === true) return [];
    const parameters = mergeParameters(api, arrayOf(item.parameters), arrayOf(value.parameters));
    return [{ method: key.toUpperCase(), path, isWebhook, value, parameters }];
  });
}

function mergeParameters(
  api: ApiDocument,
  ofPath: readonly unknown[],
  own: readonly unknown[],
): JsonObject[] {
  const merged = new Map<string, JsonObject>();
  for (const parameter of [...ofPath, ...own]) {
    const found = api.object(parameter)?.value;
    if (found !== undefined) merged.set(`${textOf(found.in)}\0${textOf(found.name)}`, found);
  }
  return [...merged.values()];
}
