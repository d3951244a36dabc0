/** Languages, sides and kinds of sites that the widget stands in. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { noBrowser } from "../support/chromium.ts";
import { answering } from "../support/scripted-turn.ts";
import { answered, ask, widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`The widget is not tested in a browser: ${noBrowser}`);

const site = widgetSite();
const launcher = (page: Page, name = "Ask the docs") => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask the docs" });

describe.skipIf(noBrowser !== null)("the widget on another site", () => {
  it.each([
    ["de-AT", "Doku fragen", "Fragen"],
    ["ja", "ドキュメントに質問する", "質問する"],
    ["pt-BR", "Perguntar à documentação", "Perguntar"],
    ["sv", "Ask the docs", "Ask"],
  ])("speaks the language of a page in %s", async (language, title, submit) => {
    const page = await site.open({ html: `lang="${language}"` });
    await launcher(page, title).click();
    await page.getByRole("button", { name: submit, exact: true }).waitFor();
  });

  it("stands on the other side of a page that is read from right to left", async () => {
    const page = await site.open({ html: 'lang="ar" dir="rtl"' });
    const box = await launcher(page).boundingBox();
    expect(box!.x).toBeLessThan(100);
    await site.script(page, answering("```js\nconst a = 1;\n```\n\nنعم. [1]"));
    await launcher(page).click();
    await ask(page, "كيف؟");
    const turn = await answered(page);
    const directions = await turn
      .locator("pre, .answer > p")
      .evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).direction));
    expect(directions).toEqual(["ltr", "rtl"]);
    const [send, field] = [page.locator(".submit"), page.locator(".ask textarea")];
    expect((await send.boundingBox())!.x).toBeLessThan((await field.boundingBox())!.x);
  });

  it("turns dark with a page that follows the reader's system", async () => {
    const page = await site.open({}, { colorScheme: "light" });
    const colors = () => page.locator("repo-bot").evaluate((bot) => bot.style.colorScheme);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "body { background: white } @media (prefers-color-scheme: dark) { body { background: black } }",
      );
      document.adoptedStyleSheets.push(sheet);
      // Put in again, it sees the page as it now is.
      const bot = document.querySelector("repo-bot")!;
      bot.parentElement!.append(bot);
    });
    expect(await colors()).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(colors).toBe("dark");
  });

  it.each([
    ["reduce", "none", "auto"],
    ["no-preference", "pulse", "smooth"],
  ] as const)("moves as a reader with motion %s wants", async (reducedMotion, animation, behavior) => {
    const page = await site.open({}, { reducedMotion });
    await page.evaluate(() => {
      const scrolls: unknown[] = [];
      Object.assign(window, { scrolls });
      Element.prototype.scrollIntoView = (options) => void scrolls.push(options);
    });
    await page.route("**/v1/ask", () => new Promise(() => undefined));
    await launcher(page).click();
    await ask(page, "How?");
    const shown = await page
      .locator(".turn .status")
      .evaluate((status) => getComputedStyle(status, "::before").animationName);
    expect(shown).toBe(animation);
    expect(await page.evaluate(() => (window as unknown as { scrolls: unknown[] }).scrolls)).toEqual([
      { block: "start", behavior },
    ]);
    await page.getByRole("button", { name: "Stop" }).click();
  });

  it("is a panel beside the page, which stays usable, and is there again on the next page", async () => {
    const page = await site.open({ attributes: 'data-mode="panel"' });
    await page.keyboard.press("Control+i");
    await dialog(page).waitFor();
    await page.getByRole("link", { name: "words" }).click();
    expect(page.url()).toMatch(/#heading$/);
    await page.reload();
    await dialog(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await page.keyboard.press("Control+i");
    await dialog(page).waitFor({ state: "hidden" });
  });

  it("stands in the page where the element does", async () => {
    const page = await site.open({
      body: '<repo-bot mode="inline" questions="First? | Second?"></repo-bot>',
    });
    await page.locator(".example").first().waitFor();
    expect(await page.locator(".example").allTextContents()).toEqual(["First?", "Second?"]);
    expect(await page.locator("repo-bot").count()).toBe(1);
    expect(await page.getByRole("button", { name: "Ask the docs" }).count()).toBe(0);
  });

  it("works in a frame on a site that allows no script of another one", async () => {
    const page = await site.open({
      head: "",
      body: `<iframe title="Ask" src="${site.origin}/embed"></iframe>`,
    });
    const frame = page.frameLocator("iframe");
    await frame.getByRole("textbox", { name: "Your question" }).fill("How do I add my own docs?");
    await frame.getByRole("textbox", { name: "Your question" }).press("Enter");
    await frame.getByRole("heading", { name: "Sources" }).waitFor();
  });

  it("works as the site's own file under `script-src 'self'`", async () => {
    for (const name of ["widget.js", "widget-highlight.js"]) {
      const body = await readFile(path.join(inject("assetsDir"), "_page", name), "utf8");
      site.host.files.set(`/${name}`, { type: "text/javascript", body });
    }
    const script = `<script src="/widget.js" defer data-endpoint="${site.origin}"></script>`;
    const page = await site.open({ own: script });
    await launcher(page).click();
    await ask(page, "How do I add my own docs?");
    await (await answered(page)).getByRole("heading", { name: "Sources" }).waitFor();
  });

  it("tells a reader on a site that is not listed that no answer can come", async () => {
    const page = await site.open();
    await page.goto(site.host.url.replace("127.0.0.1", "localhost"));
    await launcher(page).click();
    await ask(page, "How?");
    await page.getByRole("alert").waitFor();
    const other = site.complaints.splice(0).filter((text) => !/CORS policy|Failed to load/.test(text));
    expect(other).toEqual([]);
  });
});
