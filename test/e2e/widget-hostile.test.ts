import { describe, expect, it } from "vitest";
import type { SentenceCheck } from "../../src/core/events.ts";
import { encodeEvent } from "../../src/doors/event-stream.ts";
import { noBrowser } from "../support/chromium.ts";
import { answering, passage, start } from "../support/scripted-turn.ts";
import { answered, ask, seriousFindings, widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`The widget is not tested in a browser: ${noBrowser}`);

const site = widgetSite();
const OPEN = { name: "Ask the docs", exact: true };

const HOSTILE: [what: string, text: string][] = [
  [
    "scripts and handlers",
    "<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 1'> <svg onload=hacked()>",
  ],
  [
    "addresses that run",
    "[a](javascript:window.hacked=1) [b](JaVaScRiPt&colon;window.hacked=1) [c](data:text/html,<script>hacked()</script>) <javascript:hacked()>",
  ],
  ["pictures", "![p](https://evil.example/p.png) [![p](https://evil.example/p.png)](https://evil.example/)"],
  [
    "markup in code and emphasis",
    "`<b>code</b>` **<i>bold</i>** ~~<u>x</u>~~\n\n```html\n<script>window.hacked = 1</script>\n```",
  ],
  ["definitions of its own", "[1][1] [x][1]\n\n[1]: https://evil.example/"],
  ["ten thousand lines of code", `\`\`\`js\n${"const line = '<b>';\n".repeat(10_000)}\`\`\``],
  ["more Markdown than anybody writes", "- **a** [b](javascript:hacked()) <i>c</i>\n".repeat(12_000)],
  ["turned text", "\u202egnp.exe\u202c `a\u2066\u202eb` \u2067 [1]"],
  ["deep nesting", `${">".repeat(3_000)} deep\n\n${"- ".repeat(500)}x`],
  ["an endless word", `${"x".repeat(20_000)} | ${"*_`[".repeat(2_000)}`],
  ["tables without end", `|${"a|".repeat(300)}\n|${"-|".repeat(300)}\n|${"b|".repeat(300)}`],
  ["lone surrogates and null characters", "a\ud800b \udc00 \u0000 \ufffd"],
];

describe.skipIf(noBrowser !== null)("a hostile answer", () => {
  it.each(HOSTILE)("of %s runs nothing, loads nothing and leaves the page usable", async (_, text) => {
    const page = await site.open({}, { viewport: { width: 360, height: 740 } });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await site.script(page, answering(text));
    await page.getByRole("button", OPEN).click();
    await ask(page, "How?");
    const turn = await answered(page);
    const shown = turn.locator(".answer");
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await shown.locator("script, img, svg, iframe, object, style, [onerror], [onload]").count()).toBe(
      0,
    );
    const hrefs = await shown
      .locator("a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(hrefs.filter((href) => !/^https?:/.test(href))).toEqual([]);
    expect(requests.filter((url) => url.includes("evil.example"))).toEqual([]);
    expect(await shown.textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const dialog = page.getByRole("dialog");
    expect(await dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(360);
    // The next question is answered as any other.
    await page.unroute("**/v1/ask");
    await site.script(page, answering("Well. [1]"));
    await ask(page, "And?");
    await expect.poll(() => page.locator(".turn").last().locator(".answer").textContent()).toContain("Well.");
  });

  it("of bytes that are no UTF-8 is shown with marks in their place", async () => {
    const page = await site.open();
    const stream = Buffer.from(answering("x@@@y [1]").map(encodeEvent).join("")).toString("latin1");
    await page.route("**/v1/ask", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        headers: { "Access-Control-Allow-Origin": site.host.url },
        body: Buffer.from(stream.replaceAll("@@@", "\xff\xc3"), "latin1"),
      }),
    );
    await page.getByRole("button", OPEN).click();
    await ask(page, "How?");
    const turn = await answered(page);
    expect(await turn.locator(".answer").textContent()).toBe("x\ufffd\ufffdy 1");
  });

  it("whose sources lead nowhere links none of them", async () => {
    const page = await site.open();
    const url = "javascript:window.hacked=1";
    const source = { ...passage, url, quote: "<img src=x onerror=hacked()>" };
    const events = answering("So. [1]", { sources: [source] });
    await site.script(page, [
      start,
      ...events
        .slice(1)
        .map((event) => (event.type === "passages" ? { ...event, passages: [source] } : event)),
    ]);
    await page.getByRole("button", OPEN).click();
    await ask(page, "How?");
    const turn = await answered(page);
    expect(await turn.locator("a").count()).toBe(0);
    expect(await turn.locator(".answer").textContent()).toContain("[1]");
  });

  it.each(["refused", "not JSON", "no stream"])("that is %s becomes a message", async (kind) => {
    const page = await site.open();
    await page.route("**/v1/ask", (route) =>
      kind === "refused"
        ? route.abort()
        : route.fulfill({
            status: kind === "no stream" ? 200 : 500,
            headers: { "Access-Control-Allow-Origin": site.host.url },
            contentType: "text/html",
            body: kind === "no stream" ? "<h1>Login</h1>" : "data: {not json\n\n",
          }),
    );
    await page.getByRole("button", OPEN).click();
    await ask(page, "How?");
    await page.getByRole("alert").waitFor();
    site.complaints.splice(0);
  });
});

describe.skipIf(noBrowser !== null)("the widget for assistive technology", () => {
  it.each([
    [360, "light"],
    [360, "dark"],
    [1280, "light"],
    [1280, "dark"],
  ] as const)("has no serious finding at %i pixels in %s colours", async (width, colorScheme) => {
    const page = await site.open({}, { colorScheme, viewport: { width, height: 800 } });
    const text = "Run `npm ci`, **then** build. [1]\n\n```sh\nnpm ci\n```\n\n| a | b |\n|---|---|\n| c | d |";
    const sentences: SentenceCheck[] = [
      { text: "Run `npm ci`, **then** build.", citations: [1], support: "unsupported" },
    ];
    const check = { sentences, invalidCitations: [], removedLinks: 0, unknownIdentifiers: [] };
    await site.script(page, answering(text, { check, notice: "The language model took too long." }));
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", OPEN).click();
    await page.locator(".example").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await ask(page, "How?");
    const turn = await answered(page);
    await turn.getByRole("button", { name: "Not helpful" }).click();
    await turn.locator("a.citation").first().focus();
    expect(await seriousFindings(page)).toEqual([]);
    const ground = await page
      .locator("dialog")
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).toBe(colorScheme === "dark" ? "rgb(17, 19, 26)" : "rgb(246, 247, 250)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    site.complaints.splice(0);
  });
});
