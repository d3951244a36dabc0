/** The widget on a page of another origin, in a real browser. */
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import type { LocalWorker } from "../../build/local-worker.ts";
import type { TurnEvent } from "../../src/core/events.ts";
import { encodeEvent } from "../../src/doors/event-stream.ts";
import { type HostPage, type HostSite, startHostSite } from "../servers/host-site.ts";
import { launchBrowser, noBrowser } from "../support/chromium.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

export const OWNER_TOKEN = "the-token-of-the-owner";

export interface WidgetPage extends Omit<HostPage, "allowed" | "scripts"> {
  /** Another origin that the site's policy lets scripts come from. */
  scriptsOf?: string;
  /** Of the widget's script tag. */
  attributes?: string;
  /** In place of the Worker's script: the policy then allows the site's own ones alone. */
  own?: string;
  /** Where on the site the page is. @defaultValue `/` */
  path?: string;
}

export interface WidgetSite {
  worker: LocalWorker;
  /** Origin of the Worker. */
  origin: string;
  host: HostSite;
  /** Opens a page of the site with the widget's script on it. */
  open(page?: WidgetPage, options?: BrowserContextOptions): Promise<Page>;
  /** Answers every question on the page with these events. */
  script(page: Page, events: readonly TurnEvent[]): Promise<void>;
  /** Errors, policy violations included, that pages reported so far. A test that expects some takes them out. */
  complaints: string[];
}

/**
 * Starts a Worker that allows the site to ask, and a browser, around the tests of a file. A complaint of any page fails its test.
 * @param build makes the folder of a finished build. @defaultValue RepoBot's own docs
 */
export function widgetSite(build: () => Promise<string> = async () => inject("assetsDir")): WidgetSite {
  const complaints: string[] = [];
  const site = { complaints } as WidgetSite;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (noBrowser !== null) return;
    site.host = await startHostSite();
    const vars = { ALLOWED_ORIGINS: site.host.url, OWNER_TOKEN };
    site.worker = await startWatchedWorker({ assetsDir: await build(), vars });
    site.origin = new URL(site.worker.url).origin;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site.worker?.close();
    await site.host?.close();
  });
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });

  site.open = async (
    { attributes = "", own, scriptsOf = "", head = "", path = "/", ...page } = {},
    options = {},
  ) => {
    const script = own ?? `<script src="${site.origin}/widget.js" defer ${attributes}></script>`;
    const scripts = `${own === undefined ? site.origin : ""} ${scriptsOf}`;
    site.host.page = { ...page, allowed: site.origin, scripts, head: script + head };
    const context = await browser!.newContext({ locale: "en-US", ...options });
    const opened = await context.newPage();
    opened.on("pageerror", (error) => complaints.push(error.message));
    opened.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await opened.goto(new URL(path, site.host.url).href);
    return opened;
  };
  site.script = async (page, events) => {
    await page.route("**/v1/ask", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        headers: { "Access-Control-Allow-Origin": site.host.url },
        body: events.map(encodeEvent).join(""),
      }),
    );
  };
  return site;
}

export async function ask(page: Page, question: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Your question" });
  await box.fill(question);
  await box.press("Enter");
}

/** The last turn, when it is over. */
export async function answered(page: Page) {
  await page.locator(".turn:last-child [aria-busy=false]").waitFor({ state: "attached" });
  return page.locator(".turn").last().getByRole("article");
}

/** Serious and critical findings of axe-core about what the page shows now. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Over the debugger: the page's policy would not run a script of a test.
  await page.evaluate(axe.source);
  const results = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  const checked = results.passes.flatMap(({ nodes }) => nodes.map(({ target }) => target.flat()[0]));
  expect(checked, "the widget itself was looked at").toContain("repo-bot");
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
