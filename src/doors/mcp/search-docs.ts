import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { AppDependencies } from "../dependencies.ts";
import { searchDocs } from "../search.ts";
import { absoluteUrl, sourceTitle } from "../source-links.ts";
import { DEFAULT_PASSAGES, type searchInput, type searchOutput } from "./schemas.ts";
import { pageLinks, toolResult } from "./tool-result.ts";

/** The tool `search_docs`: passages without an answer, for a model that reads for itself. */
export async function searchTool(
  c: Context,
  deps: AppDependencies,
  { query, limit = DEFAULT_PASSAGES, version }: z.output<typeof searchInput>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { passages, notice } = await searchDocs(c, deps, { q: query, limit, version }, signal);
  const found = passages.map(({ url, title, headingPath, version, kind, text }) => ({
    url: absoluteUrl(url, c.req.url),
    title,
    headingPath,
    version,
    kind,
    text,
  }));
  const output: z.output<typeof searchOutput> = { passages: found, ...(notice !== undefined && { notice }) };
  const blocks = found.map((passage) => `## ${sourceTitle(passage)}\n\n${passage.url}\n\n${passage.text}`);
  const text = blocks.length === 0 ? "Nothing was found." : blocks.join("\n\n");
  return toolResult(
    text,
    output,
    pageLinks(found.map((passage) => ({ ...passage, title: sourceTitle(passage) }))),
  );
}
