/** What the tools return: structured content, the same as text for clients that show only text, and links to the pages. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { AppDependencies } from "../dependencies.ts";
import { errorFields } from "../error-log.ts";
import { problemOf } from "../problem.ts";

export function toolResult(
  text: string,
  structuredContent: Record<string, unknown>,
  links: readonly ContentBlock[],
): CallToolResult {
  return { content: [{ type: "text", text }, ...links], structuredContent };
}

/** Pages as links, each address once. */
export function pageLinks(pages: readonly { url: string; title: string }[]): ContentBlock[] {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  return [...byUrl.values()].map(({ url, title }) => ({
    type: "resource_link",
    uri: url,
    name: title,
    mimeType: "text/markdown",
  }));
}

/** Runs a tool. Its errors are results too, so that the model reads what to do; a defect's own words stay inside. */
export async function runTool(
  { log }: Pick<AppDependencies, "log">,
  tool: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await tool();
  } catch (error) {
    const { detail, status } = problemOf(error);
    if (status >= 500) log("error", "tool_failed", errorFields(error));
    return { isError: true, content: [{ type: "text", text: detail }] };
  }
}
