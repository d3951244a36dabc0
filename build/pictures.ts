/** `npm run pictures`: takes the pictures of the README and of corpus/widget.md from the page and the widget themselves, in Chromium. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { parseSettings } from "../src/settings.ts";
import { runCommand } from "./args.ts";
import { buildAssets } from "./build-assets.ts";
import { loadCorpusConfig } from "./config.ts";
import { startLocalWorker } from "./local-worker.ts";
import { buildPage } from "./page.ts";
import { serveSite } from "./sites/check-site.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const PICTURES = path.join(ROOT, "corpus/images");
const CORPUS = path.join(ROOT, "corpus/corpus.json");
const SCREEN = { width: 1000, height: 640 };
const PHONE = { width: 390, height: 700 };
const QUESTION = "How do I add my own docs?";

const HELP = `Takes the pictures in corpus/images from the page and the widget, in Chromium.

Usage: npm run pictures

  -h, --help  print this help
`;

/** Of the page at `/`, after an answer. */
async function takePage(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("textbox").fill(QUESTION);
  await page.getByRole("textbox").press("Enter");
  await page.getByRole("heading", { name: "Sources" }).waitFor();
  await page.getByRole("button", { name: "Helpful", exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Of the widget as a side panel on a page of the docs, with the card of a citation. */
async function takeWidget(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/docs/adding-docs`);
  await page.getByRole("button", { name: "Ask the docs" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("textbox").fill(QUESTION);
  await panel.getByRole("textbox").press("Enter");
  await panel.getByRole("heading", { name: "Sources" }).waitFor();
  await panel.locator(".question").scrollIntoViewIfNeeded();
  await panel.locator("a.citation").first().focus();
  await page.getByRole("tooltip").waitFor();
}

async function take(
  browser: Browser,
  name: string,
  origin: string,
  prepare: typeof takePage,
  { colorScheme, viewport = SCREEN }: { colorScheme: "light" | "dark"; viewport?: typeof SCREEN },
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  await prepare(page, origin);
  // The colours of code come last.
  await page.waitForLoadState("networkidle");
  const bytes = await page.screenshot({ path: path.join(PICTURES, name), caret: "hide" });
  console.log(`${path.join("corpus/images", name)}  ${Math.ceil(bytes.length / 1024)} KiB`);
  await context.close();
}

await runCommand({ help: HELP, options: {} }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-pictures-"));
  const assetsDir = path.join(folder, "assets");
  const site = await serveSite();
  try {
    await buildAssets({
      config: await loadCorpusConfig(CORPUS),
      settings: parseSettings({}),
      outDir: assetsDir,
    });
    await buildPage(assetsDir);
    const worker = await startLocalWorker({ assetsDir, vars: { ALLOWED_ORIGINS: site.origin } });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const { origin } = new URL(worker.url);
      site.folder = path.join(folder, "site");
      await cp(path.join(assetsDir, "docs"), path.join(site.folder, "docs"), { recursive: true });
      const file = path.join(site.folder, "docs/adding-docs.html");
      const tag = `<script src="${origin}/widget.js" defer data-mode="panel"></script></body>`;
      await writeFile(file, (await readFile(file, "utf8")).replace("</body>", tag));
      await take(browser, "page.png", origin, takePage, { colorScheme: "light" });
      await take(browser, "page-dark.png", origin, takePage, { colorScheme: "dark" });
      await take(browser, "widget.png", site.origin, takeWidget, { colorScheme: "light" });
      const phone = { colorScheme: "dark", viewport: PHONE } as const;
      await take(browser, "widget-phone.png", site.origin, takeWidget, phone);
    } finally {
      await browser.close();
      await worker.close();
    }
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
});
