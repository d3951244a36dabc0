import type { SourceConfig, UrlStyle } from "../config.ts";

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
  /** Front matter `slug`. */
  slug?: string | undefined;
}

/** A page that had to share, or give up, the address it would have had. */
export interface AddressCollision {
  file: string;
  /** The page that came first. */
  other: string;
  url: string;
}

/** Characters of page names that the Worker's addresses keep; anything else becomes a hyphen. */
const UNSAFE_IN_NAME = /[^\p{L}\p{M}\p{N}._~-]+/gu;

/**
 * Gives every page of a source its address. Pages of a public site keep the address their site gives them, even when two
 * share it; pages that the Worker serves each get one of their own.
 * @param prefix path under `/docs/` of this source's pages, `""` or ending with `/`
 * @param taken addresses already given, by their form that servers may confuse; it is added to
 */
export function assignAddresses(
  source: SourceConfig,
  pages: readonly AddressRequest[],
  prefix: string,
  taken: Map<string, string>,
): { addresses: Map<string, PageAddress>; collisions: AddressCollision[] } {
  const addresses = new Map<string, PageAddress>();
  const collisions: AddressCollision[] = [];
  // An index page outranks the README beside it, so it is given its address first.
  const order = [...pages].sort((a, b) => Number(isReadme(a.file)) - Number(isReadme(b.file)));
  for (const page of order) {
    const address =
      source.baseUrl === null ? servedAddress(page, prefix) : publicAddress(source, source.baseUrl, page);
    const other = taken.get(confusable(address.url));
    if (other !== undefined) collisions.push({ file: page.file, other, url: address.url });
    else taken.set(confusable(address.url), page.file);
    addresses.set(
      page.file,
      other === undefined || source.baseUrl !== null ? address : ownAddress(page, prefix, taken),
    );
  }
  return { addresses, collisions };
}

/** Address with the fragment of a heading. Letters of any script stay readable; what would end the address does not. */
export function withFragment(url: string, anchor: string): string {
  if (anchor === "") return url;
  return `${url}#${anchor.replace(/[\s"<>`%()\\^{|}]/g, (character) => encodeURIComponent(character).replace("(", "%28").replace(")", "%29"))}`;
}

function publicAddress(source: SourceConfig, baseUrl: string, page: AddressRequest): PageAddress {
  const path = sitePath(page, source.urlStyle);
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return {
    url: page.slug?.startsWith("/") && page.slug === "/" ? baseUrl : baseUrl + encoded,
    pagePath: null,
  };
}

function sitePath({ file, slug }: AddressRequest, style: UrlStyle): string {
  if (style === "file") return file;
  const { folder, name } = namesOf(file, slug);
  if (name === "") return folder;
  if (style === "directory") return `${folder}${name}/`;
  return style === "html" ? `${folder}${name}.html` : `${folder}${name}`;
}

/** Folder with a final `/` (or `""`), and the page's name in it, `""` when it stands for the folder. */
function namesOf(file: string, slug: string | undefined): { folder: string; name: string } {
  const path = slug?.startsWith("/") ? slug.replace(/^\/+/, "") : file.replace(/[^/]*$/, "") + (slug ?? "");
  if (slug !== undefined) {
    const clean = path.replace(/^(?:\.\/)+|\/+$/g, "").replace(/\.html?$/, "");
    const at = clean.lastIndexOf("/") + 1;
    return { folder: clean.slice(0, at), name: clean.slice(at) };
  }
  const name = file.slice(path.length).replace(/\.[^.]+$/, "");
  return { folder: path, name: /^(?:index|_index|readme)$/i.test(name) ? "" : name };
}

/** Served by the Worker: `docs/guide/start.html` at `/docs/guide/start`, `docs/guide/index.html` at `/docs/guide/`. */
function servedAddress({ file, slug }: AddressRequest, prefix: string, suffix = ""): PageAddress {
  const { folder, name } =
    suffix === "" ? namesOf(file, slug) : { folder: file.replace(/[^/]*$/, ""), name: baseName(file) };
  const safeFolder = folder.split("/").map(safeName).join("/");
  const safe = safeName(name);
  const path = `docs/${prefix}${safeFolder}${safe}${suffix}`;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return { url: `/${encoded}`, pagePath: name === "" ? `${path}index.html` : `${path}.html` };
}

/** An address for a page whose natural one is taken: its file name, numbered until it is free. */
function ownAddress(page: AddressRequest, prefix: string, taken: Map<string, string>): PageAddress {
  const named = servedAddress({ file: page.file, slug: baseName(page.file) }, prefix);
  const candidates = [named];
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

/** A leading underscore is kept for the pages' own style sheet and pictures. */
function safeName(name: string): string {
  return name
    .normalize("NFC")
    .replace(UNSAFE_IN_NAME, "-")
    .replace(/^(?:-+|[._]+)(?=.)|-+$/g, "");
}

/** What file systems and servers may take for the same address: letter case and Unicode form aside. */
function confusable(url: string): string {
  return decodeURIComponent(url).normalize("NFC").toLowerCase();
}
