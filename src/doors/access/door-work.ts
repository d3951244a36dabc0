import type { Context } from "hono";

declare module "hono" {
  interface ContextVariableMap {
    doorWork: DoorWork | null | undefined;
  }
}

/**
 * What a request asks of the Worker and of the services behind it: `answers` cost model calls, `reads` cost a search or a look into the
 * store. Everything else is files.
 */
export interface DoorWork {
  kind: "answers" | "reads";
  /** More than 1 where one request holds several. */
  count: number;
}

/** Doors by method and path; a path's last segment may be anything where it ends in `/`. */
const DOORS: readonly (readonly [methods: string, path: RegExp, kind: DoorWork["kind"]])[] = [
  ["POST", /^\/v1\/ask$/, "answers"],
  ["POST", /^\/v1\/chat\/completions$/, "answers"],
  ["POST", /^\/api\/chat$/, "answers"],
  ["GET HEAD POST", /^\/ask$/, "answers"],
  ["GET HEAD", /^\/v1\/search$/, "reads"],
  ["POST GET HEAD", /^\/v1\/feedback$/, "reads"],
  ["GET HEAD DELETE", /^\/v1\/conversations\//, "reads"],
  ["GET HEAD", /^\/v1\/(?:usage|report)$/, "reads"],
  ["POST", /^\/v1\/pass$/, "reads"],
];

const MCP_PATH = "/mcp";
/** The tool that answers; the others read. */
const ANSWERING_TOOL = "ask_docs";

/** `null` for what costs nothing but a file. */
export async function doorWork(c: Context): Promise<DoorWork | null> {
  const known = c.get("doorWork");
  if (known !== undefined) return known;
  const work = await workOf(c);
  c.set("doorWork", work);
  return work;
}

async function workOf(c: Context): Promise<DoorWork | null> {
  const { method, path } = c.req;
  if (method === "POST" && path === MCP_PATH) return mcpWork(c.req.raw);
  const door = DOORS.find(([methods, pattern]) => methods.split(" ").includes(method) && pattern.test(path));
  return door === undefined ? null : { kind: door[2], count: 1 };
}

/**
 * A request of the protocol says in its body what it wants. One that says nothing sensible is refused later, and counts as a read. Each
 * message of a batch counts, and as an answer where one of them asks for one.
 */
async function mcpWork(request: Request): Promise<DoorWork> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const messages = Array.isArray(body) ? body : [body];
  return { kind: messages.some(asksDocs) ? "answers" : "reads", count: Math.max(1, messages.length) };
}

function asksDocs(message: unknown): boolean {
  if (typeof message !== "object" || message === null || !("params" in message)) return false;
  const { params } = message;
  return typeof params === "object" && params !== null && "name" in params && params.name === ANSWERING_TOOL;
}
