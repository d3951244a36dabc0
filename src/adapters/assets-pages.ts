/**
 * Pages as Markdown, as the build left them among the assets: one JSON file a page, named after the page's address. They are there for
 * every page of the corpus, also for those that another site shows.
 */
import * as z from "zod/mini";
import { RepoBotError } from "../core/errors.ts";
import type { MarkdownPage, PageSource } from "../core/markdown-page.ts";
import type { AssetFetcher } from "./assets-index.ts";

/** Folder of the files among the assets. The Worker never serves it as it is. */
export const PAGES_FOLDER = "pages";

const sectionSchema = z.object({
  anchor: z.string(),
  text: z.string(),
  level: z.number(),
  start: z.number(),
});

const pageSchema = z.object({
  url: z.string(),
  title: z.string(),
  language: z.string(),
  version: z.string(),
  markdown: z.string(),
  sections: z.array(sectionSchema),
});

/** An assets binding has no host of its own: any will do. */
const ASSETS_ORIGIN = "https://assets.local";
const DIGEST_BYTES = 16;

/** Path among the assets of the file for a page. @param url as the index has it, without fragment */
export async function pageAssetPath(url: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url));
  const bytes = [...new Uint8Array(digest, 0, DIGEST_BYTES)];
  return `${PAGES_FOLDER}/${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}.json`;
}

/** Reads pages from the assets binding. */
export function createAssetsPages(assets: AssetFetcher): PageSource {
  async function read(url: string): Promise<MarkdownPage | null> {
    const response = await assets.fetch(`${ASSETS_ORIGIN}/${await pageAssetPath(url)}`);
    if (response.status === 404) return null;
    if (!response.ok) {
      throw new RepoBotError(
        "upstream_unavailable",
        "The page cannot be read just now. Try again in a minute.",
        {
          internalMessage: `page asset: HTTP ${response.status}`,
        },
      );
    }
    return parsePage(await response.text());
  }
  return {
    async page(url, origin) {
      for (const candidate of candidateUrls(url, origin)) {
        const page = await read(candidate);
        if (page !== null) return page;
      }
      return null;
    },
  };
}

function parsePage(text: string): MarkdownPage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below, as any other value that is no page.
  }
  const parsed = z.safeParse(pageSchema, value);
  if (parsed.success) return parsed.data;
  throw new RepoBotError(
    "index_corrupt",
    "This page is damaged. Run `npm run build` again, then start or deploy again.",
  );
}

/** The ways in which the index may have an address that somebody typed, copied or put `.md` to. */
export function candidateUrls(url: string, origin: string): string[] {
  if (!URL.canParse(url, origin)) return [];
  const { origin: site, pathname: path } = new URL(url, origin);
  const candidates = pathsLike(path);
  const whole = candidates.map((candidate) => site + candidate);
  if (site !== new URL(origin).origin) return whole;
  // The docs may be on this very site and shown by another program: their pages then have whole addresses, and no `.md` of ours.
  return [...candidates, ...(path.endsWith(".md") ? [site + path] : whole)];
}

function pathsLike(path: string): string[] {
  if (path.endsWith(".md")) {
    const bare = path.replace(/(?:\/index)?(?:\.html)?\.md$/, "");
    return [path, bare, `${bare.replace(/\/$/, "")}/`];
  }
  if (path.endsWith(".html")) return [path, path.replace(/\.html$/, "")];
  return [path, path.endsWith("/") ? path.slice(0, -1) : `${path}/`];
}
