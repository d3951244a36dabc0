import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { canonicalLanguageTag } from "../language-tag.ts";
import type { Warn } from "../warnings.ts";

/** What a page says of itself before its text. */
export interface FrontMatter {
  title?: string;
  /** The page's own path: absolute from the base URL with a leading `/`, else in place of the file name. */
  slug?: string;
  /** What Docusaurus calls the page in place of its file's name. */
  id?: string;
  version?: string;
  /** BCP 47, canonical. */
  language?: string;
  /** Place of the page in its folder, as its site's sidebar has it. */
  position?: number;
  /** What the site's sidebar calls the page. */
  navigationTitle?: string;
  /** The HTTP request that the page is about: method and path, or address. */
  request?: string;
  /** Names of the files in its folder of includes that Slate puts at the end of the page. */
  includes?: string[];
  /** Why the page is no part of the published docs; absent when it is. */
  hidden?: "draft" | "unlisted";
}

/** A page cut into its front matter and its text. */
export interface SplitPage {
  frontMatter: FrontMatter;
  body: string;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const flag = z.union([z.boolean(), z.string()]).transform((value) => value === true || value === "true");
const hiddenFromSearch = z.union([z.literal(false), z.looseObject({ exclude: z.literal(true) })]);

/** `POST /v1/users`, `GET https://api.example.com/users`; the file of its description may stand before it. */
const REQUEST = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)[ \t]+(?:\/|https?:\/\/)\S*/i;

/** Keys of the common generators; every other key, and every value of another type, is ignored. */
const schema = z.looseObject({
  title: scalar.optional().catch(undefined),
  slug: scalar.optional().catch(undefined),
  id: scalar.optional().catch(undefined),
  permalink: scalar.optional().catch(undefined),
  version: scalar.optional().catch(undefined),
  lang: scalar.optional().catch(undefined),
  language: scalar.optional().catch(undefined),
  draft: flag.optional().catch(undefined),
  published: z.boolean().optional().catch(undefined),
  unlisted: flag.optional().catch(undefined),
  hidden: flag.optional().catch(undefined),
  // MkDocs Material writes `search: {exclude: true}`, VitePress `search: false`, Starlight `pagefind: false`.
  search: hiddenFromSearch.optional().catch(undefined),
  pagefind: z.literal(false).optional().catch(undefined),
  // Docusaurus, Starlight (`sidebar: {order, label}`), Hugo, Just the Docs.
  sidebar_position: z.number().optional().catch(undefined),
  sidebar_label: scalar.optional().catch(undefined),
  sidebar: z
    .looseObject({
      order: z.number().optional().catch(undefined),
      label: scalar.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  weight: z.number().optional().catch(undefined),
  nav_order: z.number().optional().catch(undefined),
  // Mintlify, Hugo.
  sidebarTitle: scalar.optional().catch(undefined),
  linkTitle: scalar.optional().catch(undefined),
  // Mintlify names by either the request that a page is about.
  api: scalar.optional().catch(undefined),
  openapi: scalar.optional().catch(undefined),
  // Slate.
  includes: z.array(z.string()).optional().catch(undefined),
});

/**
 * Takes the front matter off a page: YAML between `---` lines, TOML between `+++` lines, or a JSON object.
 * A block that does not parse is kept out of the text all the same; what can be read of it line by line is used.
 */
export function splitFrontMatter(text: string, warn: Warn): SplitPage {
  const start = text.search(/\S/);
  if (start < 0) return { frontMatter: {}, body: text };
  const page = text.slice(start);
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(page)?.[1];
  if (fence !== undefined) return splitFenced(text, page, fence as "---" | "+++", warn);
  if (/^\{[ \t]*\n/.test(page)) return splitJson(text, page, warn);
  return { frontMatter: {}, body: text };
}

function splitFenced(text: string, page: string, fence: "---" | "+++", warn: Warn): SplitPage {
  const opened = page.slice(page.indexOf("\n") + 1);
  const closing = (fence === "---" ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m).exec(opened);
  if (closing === null) return splitUnclosed(text, opened, fence, warn);
  const block = opened.slice(0, closing.index);
  const body = opened.slice(closing.index + closing[0].length).replace(/^\n/, "");
  const parsed = parseBlock(block, fence);
  if (parsed.error === null) {
    if (parsed.value === null && block.trim() === "") return { frontMatter: {}, body };
    const mapping = schema.safeParse(parsed.value);
    if (mapping.success && !Array.isArray(parsed.value))
      return { frontMatter: toFrontMatter(mapping.data, warn), body };
  }
  // Two thematic breaks with prose between them look like front matter too.
  if (!looksLikeKeys(block, fence)) return { frontMatter: {}, body: text };
  const reason = parsed.error ?? "it is not a list of keys";
  warn(`front matter is not valid ${fence === "---" ? "YAML" : "TOML"} (${reason}); left out of the text`);
  return { frontMatter: salvage(block, fence, warn), body };
}

/** Front matter that is never closed: what follows is cut at the first blank line or heading, and the rest is the page. */
function splitUnclosed(text: string, opened: string, fence: "---" | "+++", warn: Warn): SplitPage {
  const end = /^(?:[ \t]*|#{1,6}[ \t].*)$/m.exec(opened)?.index ?? opened.length;
  const block = opened.slice(0, end);
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || !/^[\w-]+[ \t]*[:=]/.test(lines[0]!)) return { frontMatter: {}, body: text };
  warn("front matter is never closed; its keys were left out of the text");
  return { frontMatter: salvage(block, fence, warn), body: opened.slice(end) };
}

function splitJson(text: string, page: string, warn: Warn): SplitPage {
  const end = /^\}[ \t]*$/m.exec(page);
  if (end === null) return { frontMatter: {}, body: text };
  try {
    const value: unknown = JSON.parse(page.slice(0, end.index + 1));
    return {
      frontMatter: toFrontMatter(schema.parse(value), warn),
      body: page.slice(end.index + end[0].length),
    };
  } catch {
    return { frontMatter: {}, body: text };
  }
}

function parseBlock(block: string, fence: "---" | "+++"): { value: unknown; error: string | null } {
  try {
    const value: unknown = fence === "---" ? parseYaml(block, { logLevel: "error" }) : parseToml(block);
    return { value, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: null, error: (message.split("\n")[0] ?? "").replace(/:$/, "") };
  }
}

function looksLikeKeys(block: string, fence: "---" | "+++"): boolean {
  return (fence === "---" ? /^["']?[\w.-]+["']?[ \t]*:(?:[ \t]|$)/m : /^[\w."-]+[ \t]*=/m).test(block);
}

/** Top-level `key: value` lines of a block that does not parse as a whole: a draft must stay a draft. */
function salvage(block: string, fence: "---" | "+++", warn: Warn): FrontMatter {
  const line = fence === "---" ? /^([\w-]+)[ \t]*:[ \t]+(.+)$/gm : /^([\w-]+)[ \t]*=[ \t]*(.+)$/gm;
  const values: Record<string, unknown> = {};
  for (const [, key, raw] of block.matchAll(line)) {
    // A quotation mark that is never closed is often what the block does not parse for.
    const value = raw!.trim().replace(/^(["'])((?:(?!\1).)*)\1?$/, "$2");
    values[key!] ??= value === "true" ? true : value === "false" ? false : value;
  }
  return toFrontMatter(schema.parse(values), warn);
}

function toFrontMatter(values: z.infer<typeof schema>, warn: Warn): FrontMatter {
  const frontMatter: FrontMatter = {};
  const title = values.title?.trim();
  if (title) frontMatter.title = title;
  const slug = (values.slug ?? values.permalink)?.trim();
  if (slug && !/[{}:]/.test(slug)) frontMatter.slug = slug;
  const id = values.id?.trim();
  // A path is none, and Docusaurus refuses it.
  if (id && !/[{}:/]/.test(id)) frontMatter.id = id;
  const version = values.version?.trim();
  if (version) frontMatter.version = version;
  const language = languageOf(values, warn);
  if (language !== null) frontMatter.language = language;
  const position = values.sidebar_position ?? values.sidebar?.order ?? values.weight ?? values.nav_order;
  if (position !== undefined) frontMatter.position = position;
  const navigationTitle = (
    values.sidebar_label ??
    values.sidebar?.label ??
    values.sidebarTitle ??
    values.linkTitle
  )?.trim();
  if (navigationTitle) frontMatter.navigationTitle = navigationTitle;
  const request = REQUEST.exec(values.api ?? values.openapi ?? "")?.[0];
  if (request !== undefined) frontMatter.request = request;
  if (values.includes !== undefined) frontMatter.includes = values.includes;
  if (values.draft || values.published === false) frontMatter.hidden = "draft";
  else if (values.unlisted || values.hidden || values.search !== undefined || values.pagefind === false) {
    frontMatter.hidden = "unlisted";
  }
  return frontMatter;
}

function languageOf({ lang, language }: z.infer<typeof schema>, warn: Warn): string | null {
  const given = (lang ?? language)?.trim();
  if (!given) return null;
  const tag = canonicalLanguageTag(given);
  // Some pages name their programming language by this key.
  const meant = lang !== undefined || /^[A-Za-z]{2,3}(?:[-_]|$)/.test(given);
  if (tag === null && meant) {
    warn(`language "${given}" in the front matter is no language tag such as en or pt-BR; ignored`);
  }
  return tag;
}
