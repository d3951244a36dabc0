/** What a reader sees of limits, keys and checks, in a real browser on another site. */
import { describe, expect, it } from "vitest";
import { encodeEvent } from "../../src/doors/event-stream.ts";
import { noBrowser } from "../support/chromium.ts";
import { answering } from "../support/scripted-turn.ts";
import { answered, ask, widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`The widget is not tested in a browser: ${noBrowser}`);

const site = widgetSite();

/** Turnstile's script, as far as the widget uses it: passes at once. */
const CHECK_SCRIPT = `window.turnstile = {
  render(container, options) {
    window.shown = { sitekey: options.sitekey, visible: container.matches(":popover-open") };
    setTimeout(() => options.callback("token-of-the-check"));
    return "check-1";
  },
  remove(id) { window.removed = id; },
};`;

describe.skipIf(noBrowser !== null)("a reader", () => {
  const problem = (status: number, body: object) => ({
    status,
    contentType: "application/problem+json",
    headers: { "Access-Control-Allow-Origin": site.host.url },
    body: JSON.stringify({ detail: "In English.", ...body }),
  });
  /** Refusals are told of by the browser too. */
  const expectRefusals = () => site.complaints.splice(0, site.complaints.length);

  it.each([
    ["en", "Too many questions at once. Try again in 42 seconds."],
    ["de", "Zu viele Fragen auf einmal. Versuchen Sie es in 42 Sekunden noch einmal."],
  ])("who asked too often is told how long to wait, in the language of the page: %s", async (lang, text) => {
    const page = await site.open({ attributes: 'data-mode="inline"', html: `lang="${lang}"` });
    await page.route("**/v1/ask", (route) =>
      route.fulfill(problem(429, { code: "rate_limited", status: 429, retryAfter: 42 })),
    );
    const box = page.locator("textarea");
    await box.fill("How?");
    await box.press("Enter");
    await page.getByRole("alert").getByText(text).waitFor();
    expect(expectRefusals().join()).toContain("429");
  });

  it("asks with the key of the site", async () => {
    const page = await site.open({ attributes: 'data-mode="inline" data-sitekey="docs-site-1"' });
    const keys: (string | undefined)[] = [];
    await page.route("**/v1/ask", (route) => {
      keys.push(route.request().headers()["repobot-site-key"]);
      return route.continue();
    });
    await ask(page, "How do I add my own docs?");
    await answered(page);
    expect(keys).toEqual(["docs-site-1"]);
  });

  it("is checked once, then answered, and not checked again", async () => {
    const scriptsOf = "https://challenges.cloudflare.com";
    const page = await site.open({ attributes: 'data-mode="inline"', scriptsOf });
    const passes: (string | undefined)[] = [];
    const tokens: unknown[] = [];
    await page.route("https://challenges.cloudflare.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: CHECK_SCRIPT }),
    );
    await page.route("**/v1/pass", (route) => {
      tokens.push(route.request().postDataJSON());
      return route.fulfill({
        contentType: "application/json",
        headers: { "Access-Control-Allow-Origin": site.host.url },
        body: JSON.stringify({ pass: "the-pass", expiresInSeconds: 3_600 }),
      });
    });
    await page.route("**/v1/ask", (route) => {
      const pass = route.request().headers()["repobot-pass"];
      passes.push(pass);
      if (pass === undefined)
        return route.fulfill(problem(403, { code: "challenge_required", sitekey: "key-1" }));
      return route.fulfill({
        contentType: "text/event-stream",
        headers: { "Access-Control-Allow-Origin": site.host.url },
        body: answering("Run `npm ci`. [1]").map(encodeEvent).join(""),
      });
    });
    for (const question of ["How?", "And then?"]) {
      await ask(page, question);
      expect(await (await answered(page)).textContent()).toContain("Run npm ci.");
    }
    expect(passes).toEqual([undefined, "the-pass", "the-pass"]);
    expect(tokens).toEqual([{ token: "token-of-the-check" }]);
    const seen = await page.evaluate(() => {
      // What the script above left there.
      const { shown, removed } = window as unknown as { shown: object; removed: string };
      return { shown, removed };
    });
    expect(seen).toEqual({ shown: { sitekey: "key-1", visible: true }, removed: "check-1" });
    expect(expectRefusals().join()).toContain("403");
  });
});
