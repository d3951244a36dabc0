/** A site of somebody else: plain pages with a strict content security policy, on an origin of their own. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface HostPage {
  /** Of `<html>`. @defaultValue `lang="en"` */
  html?: string;
  /** In `<head>`. */
  head?: string;
  /** In `<body>`. */
  body?: string;
  /** What the page may connect to and frame. */
  allowed: string;
  /** Where its scripts may come from beside its own origin. @defaultValue `allowed` */
  scripts?: string;
}

export interface HostSite {
  url: string;
  /** The next request for `/` gets this page. */
  page: HostPage;
  /** Files of the site itself, by path. */
  files: Map<string, { type: string; body: string }>;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function startHostSite(): Promise<HostSite> {
  const files: HostSite["files"] = new Map();
  const site = { url: "", page: { allowed: "" } as HostPage, files };
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    if (file !== undefined) response.writeHead(200, { "content-type": file.type }).end(file.body);
    else if (/^\/favicon/.test(request.url ?? "")) response.writeHead(204).end();
    else {
      const policy = policyOf(site.page);
      const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
      response.writeHead(200, headers).end(documentOf(site.page));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a string.
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(site, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function policyOf({ allowed, scripts = allowed }: HostPage): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    "style-src 'self'",
    `connect-src ${allowed}`,
    `frame-src ${allowed}`,
    "img-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

function documentOf({ html = 'lang="en"', head = "", body = "" }: HostPage): string {
  return `<!doctype html>
<html ${html}>
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Acme</title>${head}</head>
  <body><main><h1>Acme</h1><p>Some <a href="#heading">words</a>.</p>${body}<h2 id="heading">A heading</h2></main></body>
</html>`;
}
