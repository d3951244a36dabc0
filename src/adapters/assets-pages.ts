/**
 * Pages as Markdown, as the build left them among the assets: one JSON file a page, named after the page's address. They are there for
 * every page of the corpus, also for those that another site shows.
 */
import * as z from "zod/mini";
import { RepoBotError } from "../core/errors.ts";
import type { AssetFetcher } from "./assets-index.ts";

/** Folder of the files among the assets. The Worker never serves it as it is. */
export const PAGES_FOLDER = "pages";

const sectionSchema = z.object({
  /** Fragment of its heading, without `#`. */
  anchor: z.string(),
  text: z.string(),
  /** Of its heading, 1 to 6. */
  level: z.number(),
  /** Where its heading begins in the page's Markdown, in UTF-16 units. */
  start: z.number(),
});
export type PageSection = z.output<typeof sectionSchema>;

const pageSchema = z.object({
  /** Without fragment, as the index has it. */
  url: z.string(),
  title: z.string(),
  language: z.string(),
  /** `""` when the docs have none. */
  version: z.string(),
  markdown: z.string(),
  /** In page order. */
  sections: z.array(sectionSchema),
});
export type MarkdownPage = z.output<typeof pageSchema>;

export interface PageSource {
  /**
   * @param url of the page, absolute or as the index has it; a fragment is passed over
   * @param origin of the Worker: its own pages may be named with or without it
   * @returns `null` when the corpus has no such page
   * @throws RepoBotError `upstream_unavailable`, `index_corrupt`
   */
  page(url: string, origin: string): Promise<MarkdownPage | null>;
}

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
  const parsed = new URL(url, origin);
  const site = parsed.origin === new URL(origin).origin ? "" : parsed.origin;
  const path = parsed.pathname;
  const bare = path.replace(/(?:\/index)?(?:\.html)?\.md$/, "");
  const asFolder = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  const candidates = [path, bare, `${bare.replace(/\/$/, "")}/`, asFolder, path.replace(/\.html$/, "")];
  return [...new Set(candidates)].map((candidate) => site + candidate);
}

/** The Markdown of one section, with those below it; the whole page when it has no such section. */
export function sectionMarkdown({ markdown, sections }: MarkdownPage, anchor: string): string {
  const at = sections.findIndex((section) => section.anchor === anchor);
  const section = sections[at];
  if (anchor === "" || section === undefined) return markdown;
  const next = sections.slice(at + 1).find(({ level }) => level <= section.level);
  return markdown.slice(section.start, next?.start).trimEnd();
}
