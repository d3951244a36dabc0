/** The MCP server of one request: three tools, and the docs' pages as resources. */
import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { sectionMarkdown } from "../../core/markdown-page.ts";
import type { CorpusInfo, PassageIndex } from "../../core/ports.ts";
import { doorWork } from "../access/door-work.ts";
import type { AppDependencies } from "../dependencies.ts";
import { errorFields } from "../error-log.ts";
import { KEEP_ALIVE_MS } from "../event-stream.ts";
import { HttpError } from "../problem.ts";
import { askTool } from "./ask-docs.ts";
import { findPage, pageTool } from "./get-page.ts";
import {
  askInput,
  askOutput,
  pageInput,
  pageOutput,
  searchInput,
  searchOutput,
  standardSchema,
} from "./schemas.ts";
import { searchTool } from "./search-docs.ts";
import { runTool } from "./tool-result.ts";

/** Nothing is changed, the same call gives the same, and nothing but these docs is looked at. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** What is listed changes only with a new release of the Worker or of the docs. */
const CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/**
 * Answers one request of the protocol, of either generation. Nothing is kept from one to the next. What costs model calls is answered as
 * a stream, whose signs of life are what tells that its reader has left: then the calls end.
 */
export async function serveMcp(c: Context, deps: AppDependencies, index: PassageIndex): Promise<Response> {
  const costs = (await doorWork(c))?.kind === "answers";
  const handler = createMcpHandler(() => mcpServer(c, deps, index), {
    // There are no changes to listen for, and a stream that never says anything would keep a Worker busy.
    maxSubscriptions: 0,
    responseMode: costs ? "sse" : "auto",
    keepAliveMs: KEEP_ALIVE_MS,
    onerror: (error) => deps.log("warn", "mcp_refused", errorFields(error)),
  });
  return handler.fetch(c.req.raw);
}

function mcpServer(c: Context, deps: AppDependencies, { corpus, hash }: PassageIndex): McpServer {
  const { name } = corpus;
  const server = new McpServer(
    { name: "repobot", title: `${name} docs`, version: hash },
    {
      instructions: instructions(corpus),
      cacheHints: { "tools/list": CACHE, "server/discover": CACHE, "resources/templates/list": CACHE },
    },
  );
  server.registerTool(
    "search_docs",
    {
      title: `Search the ${name} docs`,
      description: `Finds passages of the documentation of ${name} and returns their text with addresses. Use it to read what the docs say in their own words: options, signatures, examples, error messages.`,
      inputSchema: standardSchema(searchInput),
      outputSchema: standardSchema(searchOutput),
      annotations: ANNOTATIONS,
    },
    (args, { mcpReq }) => runTool(deps, () => searchTool(c, deps, args, mcpReq.signal)),
  );
  server.registerTool(
    "ask_docs",
    {
      title: `Ask the ${name} docs`,
      description: `Answers one question from the documentation of ${name}, with a source behind every sentence. When the docs do not say, it says so instead of guessing.`,
      inputSchema: standardSchema(askInput),
      outputSchema: standardSchema(askOutput),
      annotations: ANNOTATIONS,
    },
    (args, context) => runTool(deps, () => askTool(c, deps, args, context)),
  );
  server.registerTool(
    "get_page",
    {
      title: `Read a page of the ${name} docs`,
      description: `Returns a page of the documentation of ${name}, or one section of it, as Markdown, with the addresses of all its sections.`,
      inputSchema: standardSchema(pageInput),
      outputSchema: standardSchema(pageOutput),
      annotations: ANNOTATIONS,
    },
    (args) => runTool(deps, () => pageTool(c, deps, args)),
  );
  server.registerResource(
    "page",
    new ResourceTemplate("{+url}", { list: undefined }),
    {
      title: `Pages of the ${name} docs`,
      description: "Any page, or section of a page, that the tools link to, as Markdown.",
      mimeType: "text/markdown",
      cacheHint: CACHE,
    },
    (uri) => readPage(c, deps, uri.href),
  );
  return server;
}

async function readPage(c: Context, deps: AppDependencies, uri: string) {
  try {
    const { page, anchor } = await findPage(c, deps, uri);
    return { contents: [{ uri, mimeType: "text/markdown", text: sectionMarkdown(page, anchor) }] };
  } catch (error) {
    if (error instanceof HttpError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { uri });
    deps.log("error", "resource_failed", errorFields(error));
    throw new ProtocolError(ProtocolErrorCode.InternalError, "The page cannot be read just now.");
  }
}

function instructions({ name, description, versions, versionAliases = {} }: CorpusInfo): string {
  const aliases = Object.entries(versionAliases).map(([alias, version]) => `${alias} (${version})`);
  const alsoCalled = aliases.length > 0 ? ` Other names of versions: ${aliases.join(", ")}.` : "";
  const inVersions =
    versions.length > 1
      ? ` The docs have the versions ${versions.join(", ")}; the first is the default.${alsoCalled}`
      : "";
  return `The documentation of ${name}: ${description}.${inVersions} Use ask_docs for a question that needs an answer with sources, search_docs to read passages yourself, and get_page for a whole page or section.`;
}
