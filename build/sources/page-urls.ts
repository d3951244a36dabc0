import type { SourceConfig, UrlStyle } from "../config.ts";
import { formatOf } from "../read/formats.ts";

/** Where one page lives. */
export interface PageAddress {
  /** Without fragment. */
  url: string;
  /** Asset path when the Worker serves the page, e.g. `docs/guide/start.html`; else `null`. */
  pagePath: string | null;
}

/** A page that wants an address. */
export interface AddressRequest {
  file: string;
  /** The file that the site's address is made of, where it is another: `zh/guide.md` for `guide.zh.md`. */
  siteFile?: string | undefined;
  /** Front matter `slug`. */
  slug?: string | undefined;
  /** What a `slug` with a leading slash is relative to, with a final `/`; the top of the docs when absent. */
  slugBase?: string | undefined;
  /** Of a file that is several pages: which of them. */
  part?: string | undefined;
  /** True for a page that no site has, so that the Worker serves it whatever its source. */
  isServed?: boolean | undefined;
  /** The address that the page itself says is its own. */
  canonicalUrl?: string | null | undefined;
}

/** Tells the pages of a source apart. */
export function pageKey({ file, part }: { file: string; part?: string | undefined }): string {
  return part === undefined ? file : `${file}#${part}`;
}

/** A page that had to share, or give up, the address it would have had. */
export interface AddressCollision {
  file: string;
  /** The page that came first. */
  other: string;
  url: string;
}

/** A page whose slug is no path inside the docs; it has the address of its file. */
export interface RefusedSlug {
  file: string;
  slug: string;
}

/** Longest name of a page or folder that the Worker serves, in bytes: file systems end at 255, ending and number included. */
const MAX_NAME_BYTES = 200;

/** Characters of page names that the Worker's addresses keep; anything else becomes a hyphen. */
const UNSAFE_IN_NAME = /[^\p{L}\p{M}\p{N}._~-]+/gu;

/**
 * Gives every page of a source its address. Pages of a public site keep the address their site gives them, even when two
 * share it; pages that the Worker serves each get one of their own.
 * @param prefix path under `/docs/` of this source's pages, `""` or ending with `/`
 * @param taken addresses already given, by their form that servers may confuse; it is added to
 * @returns addresses by {@link pageKey}
 */
export function assignAddresses(
  source: SourceConfig,
  pages: readonly AddressRequest[],
  prefix: string,
  taken: Map<string, string>,
): { addresses: Map<string, PageAddress>; collisions: AddressCollision[]; refusedSlugs: RefusedSlug[] } {
  const addresses = new Map<string, PageAddress>();
  const collisions: AddressCollision[] = [];
  const refusedSlugs: RefusedSlug[] = [];
  // An index page outranks the README beside it, so it is given its address first.
  const order = [...pages].sort((a, b) => Number(isReadme(a.file)) - Number(isReadme(b.file)));
  for (const request of order) {
    const { file, slug } = request;
    const baseUrl = request.isServed === true ? null : source.baseUrl;
    const isUsable = slug === undefined || isUsableSlug(slug, baseUrl === null);
    if (!isUsable) refusedSlugs.push({ file, slug });
    const page: AddressRequest = isUsable ? request : { ...request, slug: undefined };
    const address = baseUrl === null ? servedAddress(page, prefix) : publicAddress(source, baseUrl, page);
    const other = taken.get(confusable(address.url));
    if (other !== undefined) collisions.push({ file: page.file, other, url: address.url });
    else taken.set(confusable(address.url), page.file);
    addresses.set(
      pageKey(page),
      other === undefined || baseUrl !== null ? address : ownAddress(page, prefix, taken),
    );
  }
  return { addresses, collisions, refusedSlugs };
}

/** Address with the fragment of a heading. Letters of any script stay readable; what would end the address does not. */
export function withFragment(url: string, anchor: string): string {
  if (anchor === "") return url;
  return `${url}#${anchor.replace(/[\s"<>`%()\\^{|}]/g, (character) => encodeURIComponent(character).replace("(", "%28").replace(")", "%29"))}`;
}

function publicAddress(source: SourceConfig, baseUrl: string, page: AddressRequest): PageAddress {
  const own = page.canonicalUrl ?? "";
  // One outside the site is that of another version, or of another site that has the same page.
  if (own.startsWith(baseUrl) && !/[?#]/.test(own)) return { url: own, pagePath: null };
  const path = sitePath(
    source.urlStyle === "file" ? page : { ...page, file: page.siteFile ?? page.file },
    source.urlStyle,
  );
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return { url: baseUrl + encoded, pagePath: null };
}

/** Whether every part of a slug names something below the folder it begins in, also as the Worker writes it. */
function isUsableSlug(slug: string, isServed: boolean): boolean {
  if (!slug.isWellFormed()) return false;
  const clean = cleanSlug(slug);
  if (clean === "") return slug.startsWith("/");
  return clean
    .split("/")
    .every((part) => !["", ".", ".."].includes(part) && (!isServed || bareName(part) !== ""));
}

function cleanSlug(slug: string): string {
  return slug
    .replace(/\/{2,}/g, "/")
    .replace(/^\/?(?:\.\/)*|\/+$/g, "")
    .replace(/\.html?$/, "");
}

function sitePath({ file, slug, slugBase }: AddressRequest, style: UrlStyle): string {
  if (style === "file") return file;
  const { folder, name } = namesOf({ file, slug, slugBase });
  if (name === "") return folder;
  // A page of a generated site has its address already: that of its file.
  if (isHtml(file) && style !== "plain") return file;
  if (style === "directory") return `${folder}${name}/`;
  return style === "html" ? `${folder}${name}.html` : `${folder}${name}`;
}

function isHtml(file: string): boolean {
  return formatOf(file) === "html";
}

/** Folder with a final `/` (or `""`), and the page's name in it, `""` when it stands for the folder. */
function namesOf({ file, slug, slugBase = "", part }: AddressRequest): { folder: string; name: string } {
  if (part !== undefined) return { folder: `${file.replace(/\.[^./]+$/, "")}/`, name: part };
  const folder = file.replace(/[^/]*$/, "");
  if (slug !== undefined) {
    const path = (slug.startsWith("/") ? slugBase : folder) + cleanSlug(slug);
    const at = path.lastIndexOf("/") + 1;
    return { folder: path.slice(0, at), name: path.slice(at) };
  }
  // Middleman, and so Slate, has the kind of the page before that of its source: `index.html.md`.
  const name = file.slice(folder.length).replace(/(?:\.html)?\.[^.]+$/, "");
  return { folder, name: /^(?:index|_index|readme)$/i.test(name) ? "" : name };
}

/** Served by the Worker: `docs/guide/start.html` at `/docs/guide/start`, `docs/guide/index.html` at `/docs/guide/`. */
function servedAddress(page: AddressRequest, prefix: string, suffix = ""): PageAddress {
  const { file, part } = page;
  const { folder, name } =
    suffix === "" || part !== undefined
      ? namesOf(page)
      : { folder: file.replace(/[^/]*$/, ""), name: baseName(file) };
  const safeFolder = folder.split("/").map(safeName).join("/");
  const safe = safeName(name);
  const path = `docs/${prefix}${safeFolder}${safe}${suffix}`;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return { url: `/${encoded}`, pagePath: name === "" ? `${path}index.html` : `${path}.html` };
}

/** An address for a page whose natural one is taken: its file name, numbered until it is free. */
function ownAddress(page: AddressRequest, prefix: string, taken: Map<string, string>): PageAddress {
  const candidates =
    page.part === undefined ? [servedAddress({ file: page.file, slug: baseName(page.file) }, prefix)] : [];
  for (let n = 2; n <= taken.size + 2; n++) candidates.push(servedAddress(page, prefix, `-${n}`));
  const free = candidates.find((candidate) => !taken.has(confusable(candidate.url)))!;
  taken.set(confusable(free.url), page.file);
  return free;
}

function baseName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.[^.]+$/, "");
}

function isReadme(file: string): boolean {
  return /(?:^|\/)readme\.[^./]+$/i.test(file);
}

/** The name as part of a path that the Worker serves: never `.` or `..`, whatever it is made of. `""` stays `""`. */
export function safeName(name: string): string {
  return name === "" ? "" : bareName(name) || "page";
}

/** `""` for a name of nothing but marks. A leading underscore is kept for the pages' own style sheet and pictures. */
function bareName(name: string): string {
  const bare = name
    .normalize("NFC")
    .replace(UNSAFE_IN_NAME, "-")
    .replace(/^[-._]+|-+$/g, "");
  let cut = "";
  for (const character of bare) {
    if (Buffer.byteLength(cut + character) > MAX_NAME_BYTES) break;
    cut += character;
  }
  return cut;
}

/** What file systems and servers may take for the same address: letter case and Unicode form aside. */
function confusable(url: string): string {
  return decodeURIComponent(url).normalize("NFC").toLowerCase();
}
