import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import type { LocalWorker } from "../../build/local-worker.ts";
import type { TurnEvent } from "../../src/core/events.ts";
import { encodeEvent } from "../../src/doors/event-stream.ts";
import { launchBrowser, noBrowser } from "../support/chromium.ts";
import { answer, answering, done, passage, start } from "../support/scripted-turn.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

if (noBrowser !== null) console.warn(`The page is not tested in a browser: ${noBrowser}`);

let worker: LocalWorker;
let browser: Browser;
/** Errors, policy violations included, that a page reported. */
let complaints: string[] = [];

beforeAll(async () => {
  if (noBrowser !== null) return;
  worker = await startWatchedWorker({ assetsDir: inject("assetsDir"), vars: {} });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await worker?.close();
});
afterEach(async () => {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  const reported = complaints;
  complaints = [];
  expect(reported).toEqual([]);
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(worker.url);
  return page;
}

async function askOn(page: Page, question: string): Promise<void> {
  await page.getByRole("textbox").fill(question);
  await page.getByRole("textbox").press("Enter");
}

/** The page over a Worker that streams these events. */
async function openScripted(
  events: readonly TurnEvent[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(options);
  await page.route("**/v1/ask", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: events.map(encodeEvent).join("") }),
  );
  return page;
}

describe.skipIf(noBrowser !== null)("the page at /", () => {
  it("answers a question with a citation that lands on its heading", async () => {
    const page = await openPage();
    await askOn(page, "How do I add my own docs?");
    const turn = page.getByRole("article");
    await turn.getByRole("heading", { name: "Sources" }).waitFor();
    const citation = turn.locator("a.citation").first();
    expect(await citation.textContent()).toBe("1");
    const [opened] = await Promise.all([page.context().waitForEvent("page"), citation.click()]);
    await opened.waitForLoadState();
    const address = new URL(opened.url());
    expect(address.pathname).toMatch(/^\/docs\//);
    const target = opened.locator(`[id="${decodeURIComponent(address.hash.slice(1))}"]`);
    expect(await target.evaluate((element) => element.matches(":target"))).toBe(true);
    await expect
      .poll(() => target.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(200);
  });

  it("can be asked one of the suggested questions, and then a follow-up in the same conversation", async () => {
    const page = await openPage();
    const bodies: { question: string; conversationId?: string }[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/ask")) bodies.push(request.postDataJSON());
    });
    const example = page.locator(".example").first();
    const question = await example.textContent();
    await example.click();
    await page.locator(".turn [aria-busy=false]").waitFor();
    await askOn(page, "How do I deploy to Cloudflare?");
    await page.locator(".turn [aria-busy=false]").nth(1).waitFor();
    expect(bodies[0]).toEqual({ question });
    expect(bodies[1]?.conversationId).toMatch(/^[0-9a-z]{9}-/);
    await page.getByRole("button", { name: "New conversation" }).click();
    expect(await page.locator(".turn").count()).toBe(0);
    await askOn(page, "What does an answer cost?");
    await page.locator(".turn [aria-busy=false]").waitFor();
    expect(bodies[2]).toEqual({ question: "What does an answer cost?" });
  });

  it("lets nothing that still comes of an abandoned question into the new conversation", async () => {
    const page = await openPage();
    const bodies: { question: string; conversationId?: string }[] = [];
    // A connection whose events come although the reader went on: the page may have read them before its abort is heard.
    await page.exposeFunction("asked", (body: string) => void bodies.push(JSON.parse(body)));
    await page.evaluate(() => {
      const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
      const send = (index: number, text: string) => streams[index]?.enqueue(new TextEncoder().encode(text));
      const close = (index: number) => streams[index]?.close();
      Object.assign(window, { send, close });
      const original = window.fetch;
      window.fetch = async (input, init) => {
        if (!String(input).endsWith("/v1/ask")) return original(input, init);
        const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
        await (window as unknown as { asked(body: string): Promise<void> }).asked(String(init?.body));
        return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
      };
    });
    const send = (index: number, events: readonly TurnEvent[], isLast: boolean) =>
      page.evaluate(
        ([at, text, last]) => {
          const sender = window as unknown as {
            send(at: number, text: string): void;
            close(at: number): void;
          };
          sender.send(at, text);
          if (last) sender.close(at);
        },
        [index, events.map(encodeEvent).join(""), isLast] as const,
      );
    const abandoned = answering("Abandoned words.");
    await askOn(page, "First?");
    await expect.poll(() => bodies.length).toBe(1);
    await page.getByRole("button", { name: "New conversation" }).click();
    await send(0, abandoned.slice(0, 2), false);
    await askOn(page, "Second?");
    await expect.poll(() => bodies.length).toBe(2);
    await send(0, abandoned.slice(2), true);
    await send(1, answering("Wanted words."), true);
    await page.locator(".turn [aria-busy=false]").waitFor();
    expect(await page.locator(".turn").count()).toBe(1);
    expect(await page.locator(".turn").textContent()).toContain("Wanted words.");
    expect(await page.getByText("Abandoned words.").count()).toBe(0);
    expect(bodies[1]).toEqual({ question: "Second?" });
  });

  it("leaves no gap under the box for an answer to show through", async () => {
    const page = await openPage({ viewport: { width: 800, height: 500 } });
    await askOn(page, "How do I add my own docs?");
    await page.locator(".turn [aria-busy=false]").waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const box = await page.locator("form").boundingBox();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(600);
    expect(box!.y + box!.height).toBeCloseTo(500, 0);
  });

  it("shows time, tokens and cost behind a toggle, and none of it before", async () => {
    const page = await openPage();
    await askOn(page, "How do I add my own docs?");
    const details = page.locator(".details");
    await details.locator("summary").waitFor();
    expect(await details.locator("dl").isVisible()).toBe(false);
    await details.locator("summary").click();
    const text = await details.locator("dl").textContent();
    expect(text).toMatch(/total \d+ ms/);
    expect(text).toContain("0 in (0 cached), 0 out");
    expect(text).toContain("0 USD");
    expect(text).toMatch(/BM25 #1/);
  });

  it("shows a refusal as one, without sources", async () => {
    const near = [{ ...answer.sources[0]!, n: 0 }];
    const text = "The documentation does not say.";
    const refusal: TurnEvent = { ...answer, mode: "refusal", text, sources: [], near };
    const page = await openScripted([start, { type: "delta", text }, refusal, done]);
    await askOn(page, "What is the weather?");
    const turn = page.getByRole("article");
    await turn.getByRole("heading", { name: "Nearest pages" }).waitFor();
    expect(await turn.getByRole("status").textContent()).toBe("Not in the docs");
    expect(await turn.getByRole("heading", { name: "Sources" }).count()).toBe(0);
  });

  it("runs and links nothing that a hostile answer brings along", async () => {
    const hostile = [
      "<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 1'>",
      "[run](javascript:window.hacked=1) ![picture](https://evil.example/p.png) <https://example.com/>",
      "`<b>code</b>` **<i>bold</i>** [1][9]",
      "[1]: https://evil.example/",
    ].join("\n\n");
    const page = await openScripted(answering(hostile));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await askOn(page, "How?");
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    const shown = page.locator(".answer");
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await shown.locator("script, img, iframe, [onerror], [style]").count()).toBe(0);
    const links = await shown
      .locator("a")
      .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    expect(links).toEqual(["https://example.com/", new URL(passage.url, worker.url).href]);
    expect(await shown.textContent()).toContain("<script>window.hacked = 1</script>");
    expect(await shown.textContent()).toContain("[9]");
    expect(requests.filter((url) => url.includes("evil.example"))).toEqual([]);
  });

  it("renders lists, code, tables and emphasis as elements", async () => {
    const text = "1. **One** [1]\n2. `two`\n\n```sh\nnpm ci\n```\n\n| a | b |\n|---|---|\n| c | d |";
    const page = await openScripted(answering(text));
    await askOn(page, "How?");
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    const shown = page.locator(".answer");
    expect(await shown.locator("ol > li strong").textContent()).toBe("One");
    expect(await shown.locator("li > code, li p > code").textContent()).toBe("two");
    expect(await shown.locator("pre code").textContent()).toBe("npm ci");
    expect(await shown.locator("table td").allTextContents()).toEqual(["c", "d"]);
    expect(await shown.locator("a.citation").getAttribute("href")).toBe(
      new URL(passage.url, worker.url).href,
    );
  });

  it("announces the answer once, when it is whole", async () => {
    const page = await openScripted(answering("Run `npm ci`. [1]"));
    const announcement = page.locator("#announcement");
    expect(await announcement.getAttribute("aria-live")).toBe("polite");
    await askOn(page, "How?");
    await expect.poll(() => announcement.textContent()).toContain("Run npm ci.");
    expect(await page.locator(".answer").getAttribute("aria-live")).toBeNull();
  });

  it("tells a stream that was cut from an answer, and asks again on request", async () => {
    const page = await openScripted([start, { type: "delta", text: "Half an" }]);
    await askOn(page, "How?");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("could not be completed");
    await page.unroute("**/v1/ask");
    await page.route("**/v1/ask", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        body: answering("Whole. [1]").map(encodeEvent).join(""),
      }),
    );
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    expect(await page.locator(".turn").count()).toBe(1);
  });

  it("shows what the Worker says of a request it refuses", async () => {
    const page = await openPage();
    await page.route("**/v1/ask", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "index_missing", detail: "Run `npm run build`." }),
      }),
    );
    await askOn(page, "How?");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("npm run build");
    // The browser itself reports the status.
    complaints = complaints.filter((text) => !text.includes("503"));
  });

  it("takes Shift+Enter for a new line and Enter for asking", async () => {
    const page = await openScripted(answering("Yes. [1]"));
    const box = page.getByRole("textbox");
    await box.fill("First");
    await box.press("Shift+Enter");
    await box.pressSequentially("second");
    expect(await box.inputValue()).toBe("First\nsecond");
    expect(await page.locator(".turn").count()).toBe(0);
    await box.press("Enter");
    await page.locator(".turn").waitFor();
    expect(await box.inputValue()).toBe("");
  });

  it.each([
    ["de-DE", "Fragen", "de"],
    ["zh-CN", "提问", "zh"],
    ["ja-JP", "質問する", "ja"],
    ["es-MX", "Preguntar", "es"],
    ["fr-FR", "Demander", "fr"],
    ["pt-BR", "Perguntar", "pt"],
    ["ko-KR", "질문하기", "ko"],
    ["sv-SE", "Ask", "en"],
  ])("speaks to a browser set to %s", async (locale, label, language) => {
    const page = await openPage({ locale });
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    // Texts other than English are loaded first.
    await page.getByRole("button", { name: label, exact: true }).waitFor();
  });

  it("offers every first question of the corpus, and leads to its docs and back", async () => {
    const page = await openPage();
    const info = await (await fetch(new URL("/v1/corpus", worker.url))).json();
    const { questions } = z.looseObject({ questions: z.array(z.string()).min(5) }).parse(info);
    await page.locator(".example").first().waitFor();
    expect(await page.locator(".example").allTextContents()).toEqual(questions);
    await page.getByRole("link", { name: "Read the docs" }).click();
    expect(new URL(page.url()).pathname).toBe("/docs/");
    await page.getByRole("link", { name: "Ask a question" }).click();
    await page.getByRole("textbox").waitFor();
  });

  it("goes on with the conversation after it is loaded anew", async () => {
    const page = await openPage();
    await askOn(page, "How do I add my own docs?");
    await page.locator(".turn [aria-busy=false] a.citation").first().waitFor();
    const text = await page.locator(".answer").textContent();
    await page.reload();
    await page.locator(".turn [aria-busy=false] a.citation").first().waitFor();
    expect(await page.locator(".answer").textContent()).toBe(text);
    expect(await page.locator(".example").count()).toBe(0);
  });

  it("names the line that puts the widget on another site", async () => {
    const page = await openPage();
    await page.getByText("Put it on your site").click();
    const line = await page.locator(".embed code").textContent();
    expect(line).toBe(`<script src="${new URL(worker.url).origin}/widget.js" defer></script>`);
  });

  it.each(["light", "dark"] as const)("fits a phone in %s colours", async (colorScheme) => {
    const page = await openScripted(
      answering(`\`\`\`\n${"long ".repeat(60)}\n\`\`\`\n\n${"x".repeat(300)} [1]`),
      {
        colorScheme,
        viewport: { width: 360, height: 740 },
      },
    );
    await askOn(page, "How?");
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "dark" ? "rgb(17, 19, 26)" : "rgb(246, 247, 250)");
  });
});
