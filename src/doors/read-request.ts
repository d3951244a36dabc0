/** Request bodies and query strings, checked against schemas; every error names its field. */
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import { HttpError } from "./problem.ts";

/** Far above the longest valid request. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Of requests that bring their whole conversation along. */
export const MAX_CHAT_BODY_BYTES = 512 * 1024;

/** Refuses larger bodies, whatever length they announce: 413. @param maxSize bytes */
export function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError(413, `The body is larger than ${maxSize / 1024} KiB.`, { field: "body" });
    },
  });
}

/**
 * The JSON body, parsed by a schema.
 * @throws HttpError 415 for another content type, 400 for what is not UTF-8, not JSON, or does not match
 */
export async function readJsonBody<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json") {
    throw new HttpError(415, "Send the request as JSON, with the header `Content-Type: application/json`.", {
      headers: { "Accept-Post": "application/json" },
    });
  }
  const bytes = await request.arrayBuffer();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new HttpError(400, "The body is not valid JSON in UTF-8.", { field: "body" });
  }
  return parseInput(schema, value);
}

/**
 * The query string, parsed by a schema.
 * @throws HttpError 400 as {@link parseInput} and {@link refuseRepeated} do
 */
export function readQuery<S extends z.ZodMiniType>(request: Request, schema: S): z.output<S> {
  const parsed = parseInput(schema, Object.fromEntries(new URL(request.url).searchParams));
  refuseRepeated(request, parsed);
  return parsed;
}

/** @throws HttpError 400 naming the first of the read names that the query string gives twice: one of the values would be lost in silence */
export function refuseRepeated(request: Request, read: unknown): void {
  const names = [...new URL(request.url).searchParams.keys()];
  const isRead = (name: string) => typeof read === "object" && read !== null && Object.hasOwn(read, name);
  const field = names.find((name, i) => names.indexOf(name) !== i && isRead(name));
  if (field !== undefined)
    throw new HttpError(400, `\`${field}\` is given more than once; give it once.`, { field });
}

/**
 * @param name what to call the value itself in an error. @defaultValue `body`
 * @throws HttpError 400 whose `field` is the path of the first value that does not match
 */
export function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown, name = "body"): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const missing = issues.find((issue) => isMissing(value, issue));
  // A misspelled name first: the field that it was meant for is then missing as well.
  const unknown = issues.find(({ code }) => code === "unrecognized_keys");
  if (unknown?.code === "unrecognized_keys") {
    const field = unknown.keys[0]!.slice(0, 100);
    const rest = missing === undefined ? "" : `, and \`${fieldOf(missing, name)}\` is missing`;
    throw new HttpError(400, `There is no field \`${field}\`${rest}.`, { field });
  }
  const issue = issues[0]!;
  const field = fieldOf(issue, name);
  throw new HttpError(400, `\`${field}\` ${issue === missing ? "is missing" : issue.message}.`, { field });
}

function fieldOf({ path }: z.core.$ZodIssue, name: string): string {
  return path.map(String).join(".") || name;
}

/** Whether there is nothing where something must be. A value that is there and wrong is told what it must be. */
function isMissing(value: unknown, { code, path }: z.core.$ZodIssue): boolean {
  if (code !== "invalid_type" || path.length === 0) return false;
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return false;
    found = Object.hasOwn(found, key) ? (found as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return found === undefined;
}
