import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import type * as z from "zod/mini";
import { type MarkdownPage, sectionMarkdown } from "../../core/markdown-page.ts";
import { cutText } from "../../core/turn/history.ts";
import type { AppDependencies } from "../dependencies.ts";
import { HttpError } from "../problem.ts";
import { absoluteUrl } from "../source-links.ts";
import type { pageInput, pageOutput } from "./schemas.ts";
import { pageLinks, toolResult } from "./tool-result.ts";

/** Longer texts would crowd everything else out of a model's context; their sections can be had one by one. */
export const MAX_PAGE_TEXT_CHARS = 60_000;

/** The tool `get_page`: a page of the docs, or one section of it, as Markdown. */
export async function pageTool(
  c: Context,
  deps: AppDependencies,
  { url }: z.output<typeof pageInput>,
): Promise<CallToolResult> {
  const { page, anchor } = await findPage(c, deps, url);
  const whole = sectionMarkdown(page, anchor);
  const markdown = cutText(whole, MAX_PAGE_TEXT_CHARS);
  const pageUrl = absoluteUrl(page.url, c.req.url);
  const output: z.output<typeof pageOutput> = {
    url: pageUrl,
    title: page.title,
    version: page.version,
    markdown,
    truncated: markdown.length < whole.length,
    sections: page.sections.map(({ anchor, text, level }) => ({
      title: text,
      level,
      url: anchor === "" ? pageUrl : `${pageUrl}#${encodeURIComponent(anchor)}`,
    })),
  };
  const rest = output.truncated
    ? "\n\n(The text goes on. Ask for one of its sections by the addresses in `sections`.)"
    : "";
  return toolResult(markdown + rest, output, pageLinks([{ url: pageUrl, title: page.title }]));
}

/** @throws HttpError 404 when the docs have no such page */
export async function findPage(
  c: Context,
  deps: AppDependencies,
  url: string,
): Promise<{ page: MarkdownPage; anchor: string }> {
  const origin = new URL(c.req.url).origin;
  const page = await deps.pages.page(url, origin);
  if (page === null) {
    throw new HttpError(
      404,
      "The docs have no page at this address. Take one that `search_docs` or `ask_docs` gave.",
      { field: "url" },
    );
  }
  return { page, anchor: anchorOf(url) };
}

function anchorOf(url: string): string {
  const at = url.indexOf("#");
  if (at === -1) return "";
  try {
    return decodeURIComponent(url.slice(at + 1));
  } catch {
    return url.slice(at + 1);
  }
}
