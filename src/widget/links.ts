/** Addresses that readers are sent to: http(s) only, whoever wrote them. */
import { element } from "./dom.ts";

/** @param base what a relative address is of. @returns the whole address when it is http(s), else `null` */
function safeAddress(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}

/**
 * A link, or `null` for an address that is none. Another site opens beside this one, so that the reader keeps both; a page of the same
 * site opens in its place, unless it holds nothing but the conversation.
 */
export function linkTo(
  address: string,
  base: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: (Node | string)[]
): HTMLAnchorElement | null {
  const href = safeAddress(address, base);
  if (href === null) return null;
  const link = element("a", { href, ...attributes }, ...children);
  if (!staysHere(href)) {
    link.target = "_blank";
    link.rel = "noopener";
  }
  return link;
}

let ownPage = false;

/** Says that this page is there for the conversation, so that every link opens beside it. */
export function keepThisPage(): void {
  ownPage = true;
}

function staysHere(href: string): boolean {
  return !ownPage && window.top === window && new URL(href).origin === location.origin;
}
