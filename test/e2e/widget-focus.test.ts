/** Keys, focus and what is said aloud: what readers without a mouse, or with another keyboard, have of the widget. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { noBrowser } from "../support/chromium.ts";
import { answer, answering, done, start } from "../support/scripted-turn.ts";
import { answered, ask, widgetSite } from "./widget-site.ts";

const site = widgetSite();
const launcher = (page: Page) => page.getByRole("button", { name: "Ask the docs", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask the docs" });
const box = (page: Page) => page.getByRole("textbox", { name: "Your question" });

interface Key {
  key: string;
  code?: string;
  keyCode?: number;
  altKey?: boolean;
  ctrlKey?: boolean;
}

/** Presses a key as a keyboard that Playwright does not have would. */
function press(page: Page, selector: string, init: Key): Promise<void> {
  return page.locator(selector).evaluate((target, key) => {
    target.dispatchEvent(
      new KeyboardEvent("keydown", { bubbles: true, composed: true, cancelable: true, ...key }),
    );
  }, init);
}

describe.skipIf(noBrowser !== null)("the widget's keys", () => {
  it("open it where the key types another sign: with Option on a Mac, or in another script", async () => {
    for (const [shortcut, key] of [
      ["alt+a", { key: "å", code: "KeyA", altKey: true }],
      ["mod+i", { key: "ш", code: "KeyI", ctrlKey: true }],
    ] as const) {
      const page = await site.open({ attributes: `data-shortcut="${shortcut}"` });
      await launcher(page).waitFor();
      await press(page, "body", { ...key, code: "KeyB" });
      expect(await dialog(page).isVisible(), "another key's place").toBe(false);
      await press(page, "body", key);
      await dialog(page).waitFor();
    }
  });

  it("follow the letter, not its place, on a keyboard that has it elsewhere", async () => {
    const page = await site.open({ attributes: 'data-shortcut="mod+a"' });
    await launcher(page).waitFor();
    await press(page, "body", { key: "q", code: "KeyA", ctrlKey: true });
    expect(await dialog(page).isVisible()).toBe(false);
    await press(page, "body", { key: "a", code: "KeyQ", ctrlKey: true });
    await dialog(page).waitFor();
  });

  it("are not looked for in what browsers send when they fill in a form", async () => {
    const page = await site.open({ body: '<input id="mail" aria-label="Mail">' });
    await launcher(page).waitFor();
    await page
      .locator("#mail")
      .evaluate((field) => field.dispatchEvent(new Event("keydown", { bubbles: true })));
    // A complaint of the page fails the test.
    expect(await dialog(page).isVisible()).toBe(false);
  });

  it("neither ask nor close while an input method takes them, however the browser says so", async () => {
    const page = await site.open();
    await site.script(page, answering("So. [1]"));
    await launcher(page).click();
    await box(page).fill("東京");
    // Safari sends the key that ends a composition after its end, with this code alone to tell.
    for (const key of ["Enter", "Escape"]) await press(page, "#question", { key, keyCode: 229 });
    expect(await dialog(page).isVisible()).toBe(true);
    expect(await page.locator(".turn").count()).toBe(0);
    await box(page).press("Enter");
    await answered(page);
  });

  it("close the card under the pointer first, wherever the focus is", async () => {
    const page = await site.open();
    await site.script(page, answering("Run `npm ci`. [1]"));
    await launcher(page).click();
    await ask(page, "How?");
    await (await answered(page)).locator("a.citation").first().hover();
    const card = page.getByRole("tooltip");
    await card.waitFor();
    expect(await box(page).evaluate((field) => field.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    expect(await card.isVisible()).toBe(false);
    expect(await dialog(page).isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
  });
});

describe.skipIf(noBrowser !== null)("the widget's focus", () => {
  it("is in the box after `Try again`, whose button is gone", async () => {
    const page = await site.open();
    await page.route("**/v1/ask", (route) => route.abort());
    await launcher(page).click();
    await ask(page, "How?");
    await page.getByRole("alert").waitFor();
    // The aborted request.
    expect(site.complaints.splice(0)).toHaveLength(1);
    await page.unroute("**/v1/ask");
    await site.script(page, answering("So. [1]"));
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    expect(await box(page).evaluate((field) => field.matches(":focus"))).toBe(true);
  });
});

describe.skipIf(noBrowser !== null)("an answer that is said aloud", () => {
  it("has its blocks apart", async () => {
    const text = "One.\n\n- Two\n- Three\n\n| A | B |\n|---|---|\n| c | d |";
    const page = await site.open();
    await site.script(page, [start, { type: "delta", text }, { ...answer, text }, done]);
    await launcher(page).click();
    await ask(page, "How?");
    await answered(page);
    const live = dialog(page).locator("[aria-live=polite]");
    await expect
      .poll(async () => (await live.textContent())?.split(/\s+/).filter(Boolean))
      .toEqual(["One.", "Two", "Three", "A", "B", "c", "d"]);
  });
});

describe.skipIf(noBrowser !== null)("attributes that a template left empty", () => {
  it("are as good as none", async () => {
    const page = await site.open({ attributes: 'data-questions="" data-version="" data-sitekey=""' });
    const asked = page.waitForRequest("**/v1/ask");
    await launcher(page).click();
    await ask(page, "How do I add my own docs?");
    expect((await asked).postDataJSON()).not.toHaveProperty("version");
    await (await answered(page)).getByRole("heading", { name: "Sources" }).waitFor();
    expect(await page.locator(".example").count()).toBe(0);
  });
});

describe.skipIf(noBrowser !== null)("what a reader said of an answer", () => {
  it("is not overwritten by another press on the same thumb", async () => {
    const page = await site.open();
    const sent: { rating: string; note?: string }[] = [];
    await site.script(page, answering("So. [1]"));
    await page.route("**/v1/feedback", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 204, headers: { "Access-Control-Allow-Origin": site.host.url } });
    });
    await launcher(page).click();
    await ask(page, "How?");
    const turn = await answered(page);
    const down = turn.getByRole("button", { name: "Not helpful" });
    await down.click();
    await turn.getByRole("textbox", { name: "Anything to add?" }).fill("It is outdated.");
    await turn.getByRole("button", { name: "Send" }).click();
    await turn.getByRole("button", { name: "Send" }).waitFor({ state: "hidden" });
    // Sending puts the focus there.
    await page.keyboard.press("Enter");
    await turn.getByRole("button", { name: "Helpful", exact: true }).click();
    await expect
      .poll(() => sent.map(({ rating, note }) => [rating, note]))
      .toEqual([
        ["down", undefined],
        ["down", "It is outdated."],
        ["up", undefined],
      ]);
  });
});

describe.skipIf(noBrowser !== null)("an earlier conversation that comes late", () => {
  it("changes nothing of one that the reader has begun meanwhile", async () => {
    const page = await site.open();
    await launcher(page).click();
    await ask(page, "How do I add my own docs?");
    await answered(page);
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("conversationId");

    let answerLate: (() => void) | undefined;
    await page.route("**/v1/conversations/*", async (route) => {
      await new Promise<void>((resolve) => {
        answerLate = resolve;
      });
      await route.continue();
    });
    await page.reload();
    await launcher(page).click();
    await expect.poll(() => answerLate).toBeDefined();
    await ask(page, "What does it cost?");
    await answered(page);
    await page.getByRole("button", { name: "New conversation" }).click();
    const late = page.waitForResponse("**/v1/conversations/*");
    answerLate?.();
    await (await late).finished();
    await ask(page, "Which languages does it speak?");
    await answered(page);
    expect(await page.locator(".question").allTextContents()).toEqual(["Which languages does it speak?"]);
  });
});
