/** Uses the widget on a built site as a reader does. */

import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Browser } from "playwright-core";
import type { Generator } from "./generators.ts";

export interface ServedSite {
  /** `http://127.0.0.1:<port>`. */
  origin: string;
  /** Where its files are; none until it is set. */
  folder: string | null;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** Serves a folder as static hosts do, on a free port of this machine. */
export async function serveSite(): Promise<ServedSite> {
  const site = { origin: "", folder: null as string | null };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.invalid");
    const file = site.folder === null ? null : await fileFor(site.folder, decodeURIComponent(pathname));
    // Browsers ask every site for an icon.
    if (/^\/favicon\./.test(pathname)) return response.writeHead(204).end();
    if (file === null) return response.writeHead(404).end();
    const type = TYPES[path.extname(file)] ?? "application/octet-stream";
    return response.writeHead(200, { "content-type": type }).end(await readFile(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a string.
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(site, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function fileFor(folder: string, pathname: string): Promise<string | null> {
  const plain = path.join(folder, path.normalize(pathname));
  for (const file of [plain, `${plain}.html`, path.join(plain, "index.html")]) {
    if ((await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/**
 * Asks by keyboard, follows a citation's card, goes to another page, asks again there, turns the site dark.
 * @returns what went wrong, errors that the page reported included
 */
export async function checkSite(
  browser: Browser,
  origin: string,
  { darkSwitch, clientRouting }: Pick<Generator, "darkSwitch" | "clientRouting">,
): Promise<string[]> {
  const problems: string[] = [];
  const context = await browser.newContext({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const expectThat = (holds: boolean, what: string) => {
    if (!holds) problems.push(what);
  };
  try {
    await page.goto(origin);
    const launcher = page.getByRole("button", { name: "Ask the docs" });
    await launcher.waitFor();
    await page.keyboard.press("Control+i");
    const dialog = page.getByRole("dialog", { name: "Ask the docs" });
    await dialog.waitFor();
    await page.keyboard.type("How do I add my own docs?");
    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: "Sources" }).waitFor();
    await dialog.locator("a.citation").first().focus();
    await page.getByRole("tooltip").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });

    await page.evaluate(() => Object.assign(window, { samePage: true }));
    const links = page.locator("main a[href*='providers'], .main a[href*='providers']");
    await links.locator("visible=true").first().click();
    await page.waitForURL(/providers/);
    const samePage = await page.evaluate(() => "samePage" in window);
    expectThat(samePage === clientRouting, `the next page was ${samePage ? "not " : ""}loaded anew`);
    expectThat((await page.locator("repo-bot").count()) === 1, "another page has not exactly one widget");
    await launcher.click();
    await dialog.locator(".question").waitFor();
    const asking = page.waitForRequest(
      (request) => request.url().endsWith("/v1/ask") && request.method() === "POST",
    );
    await page.keyboard.type("Which embeddings can I use?");
    await page.keyboard.press("Enter");
    const asked: { page?: string } = (await asking).postDataJSON();
    expectThat(asked.page === page.url(), `the question was asked on ${asked.page}, not on ${page.url()}`);
    await dialog.getByRole("heading", { name: "Sources" }).nth(1).waitFor();
    await page.keyboard.press("Escape");

    const scheme = () => page.locator("repo-bot").evaluate((widget) => getComputedStyle(widget).colorScheme);
    expectThat((await scheme()) === "light", "a light site has no light widget");
    const control = page.locator(darkSwitch).locator("visible=true").first();
    if ((await control.evaluate((element) => element.tagName)) === "SELECT")
      await control.selectOption("dark");
    else await control.click();
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector("repo-bot")!).colorScheme === "dark",
    );
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await context.close();
  }
  return problems;
}
