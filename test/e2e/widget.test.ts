import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { SentenceCheck } from "../../src/core/events.ts";
import { noBrowser } from "../support/chromium.ts";
import { answer, answering, done, passage, start } from "../support/scripted-turn.ts";
import { answered, ask, OWNER_TOKEN, widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`The widget is not tested in a browser: ${noBrowser}`);

const site = widgetSite();
const launcher = (page: Page, name = "Ask the docs") => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask the docs" });

/** Of the innermost element with the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let found = document.activeElement;
    while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
    return `${found?.tagName} ${found?.getAttribute("part") ?? found?.id}`;
  });
}

describe.skipIf(noBrowser !== null)("the widget on another site", () => {
  it("is opened by its key, answers from the Worker, shows a citation on focus, and gives the focus back", async () => {
    const page = await site.open({ body: '<button id="host">Host</button>' });
    await launcher(page).waitFor();
    await page.locator("#host").focus();
    await page.keyboard.press("Control+i");
    await dialog(page).waitFor();
    expect(await focused(page)).toBe("TEXTAREA input");
    await page.keyboard.type("How do I add my own docs?");
    await page.keyboard.press("Enter");
    const turn = await answered(page);
    await turn.getByRole("heading", { name: "Sources" }).waitFor();
    const mark = turn.locator("a.citation").first();
    expect(await mark.getAttribute("href")).toMatch(`${site.origin}/docs/`);
    await mark.focus();
    const card = page.getByRole("tooltip");
    await card.waitFor();
    expect(await mark.getAttribute("aria-describedby")).toBe(await card.getAttribute("id"));
    expect(await card.locator("strong").textContent()).not.toBe("");
    expect(await card.locator("blockquote").textContent()).not.toBe("");
    await page.keyboard.press("Escape");
    expect(await card.isVisible()).toBe(false);
    expect(await dialog(page).isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    expect(await focused(page)).toBe("BUTTON host");
  });

  it("is opened by pointer, shows a citation under it, and closes on a press beside it", async () => {
    const page = await site.open();
    await site.script(
      page,
      answering("Run `npm ci` before the build. [1]", {
        check: {
          ...answer.check,
          sentences: [
            {
              text: "Run `npm ci` before the build.",
              citations: [1],
              support: "supported",
              evidence: { n: 1, quote: "First, npm ci." },
            },
          ],
        },
      }),
    );
    await launcher(page).click();
    await ask(page, "How?");
    const turn = await answered(page);
    await turn.locator("a.citation").first().hover();
    const card = page.getByRole("tooltip");
    await card.waitFor();
    expect(await card.textContent()).toBe("StartInstallFirst, npm ci.");
    await page.mouse.move(5, 5);
    await card.waitFor({ state: "hidden" });
    await page.mouse.click(5, 5);
    await dialog(page).waitFor({ state: "hidden" });
    expect(await focused(page)).toBe("BUTTON button");
  });

  it("shows a citation on the first tap and follows it on the second", async () => {
    const page = await site.open({}, { hasTouch: true, viewport: { width: 360, height: 740 } });
    await site.script(page, answering("Run `npm ci`. [1]"));
    await launcher(page).tap();
    await ask(page, "How?");
    const mark = (await answered(page)).locator("a.citation").first();
    await mark.tap();
    await page.getByRole("tooltip").waitFor();
    expect(page.context().pages()).toHaveLength(1);
    const [opened] = await Promise.all([page.context().waitForEvent("page"), mark.tap()]);
    expect(opened.url()).toBe(new URL(passage.url, site.origin).href);
  });

  it.each([
    ["/", "/"],
    ["mod+i", "Control+i"],
  ])("keeps its key %s to itself while the reader types elsewhere", async (shortcut, key) => {
    const field = ["open", "closed"].map(
      (mode) => `customElements.define("${mode}-field", class extends HTMLElement {
        connectedCallback() {
          const field = document.createElement("textarea");
          this.attachShadow({ mode: "${mode}" }).append(field);
          this.onclick = () => field.focus();
        }
      });`,
    );
    site.host.files.set("/field.js", { type: "text/javascript", body: field.join("") });
    const page = await site.open({
      attributes: `data-shortcut="${shortcut}"`,
      head: '<script src="/field.js" defer></script>',
      body: '<input aria-label="Search"><div contenteditable aria-label="Editor">x</div><open-field></open-field><closed-field></closed-field>',
    });
    await launcher(page).waitFor();
    for (const place of ["input", "[contenteditable]", "open-field", "closed-field"]) {
      await page.locator(place).first().click();
      await page.keyboard.press(key);
      expect(await dialog(page).isVisible(), place).toBe(false);
    }
    expect(await page.locator("input").first().inputValue()).toBe(shortcut === "/" ? "/" : "");
    await page.locator("a").first().focus();
    await page.keyboard.press(key);
    await dialog(page).waitFor();
    await page.keyboard.type("a/b");
    expect(await page.getByRole("textbox", { name: "Your question" }).inputValue()).toBe("a/b");
  });

  it("keeps the focus inside the dialog, forwards and backwards", async () => {
    const page = await site.open();
    await site.script(page, answering("Run `npm ci`. [1]\n\n```\nnpm ci\n```"));
    await launcher(page).click();
    await ask(page, "How?");
    await answered(page);
    for (const key of ["Tab", "Shift+Tab"]) {
      const seen = new Set<string>();
      for (let press = 0; press < 16; press++) {
        await page.keyboard.press(key);
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("REPO-BOT");
        seen.add(await focused(page));
      }
      expect(seen).toContain("TEXTAREA input");
      expect(seen).toContain("BUTTON close");
      expect(seen).toContain("A citation");
    }
  });

  it("goes on with its conversation after the page is loaded anew, until a new one is begun", async () => {
    const page = await site.open();
    const bodies: Record<string, unknown>[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/ask") && request.method() === "POST")
        bodies.push(request.postDataJSON());
    });
    await launcher(page).click();
    await ask(page, "How do I add my own docs?");
    await answered(page);
    await page.reload();
    await launcher(page).click();
    const earlier = await answered(page);
    expect(await page.locator(".question").allTextContents()).toEqual(["How do I add my own docs?"]);
    await earlier.locator("a.citation").first().waitFor();
    await ask(page, "And for several versions?");
    await expect.poll(() => page.locator(".turn [aria-busy=false]").count()).toBe(2);
    expect(bodies).toEqual([
      { question: "How do I add my own docs?", page: `${site.host.url}/` },
      {
        question: "And for several versions?",
        page: `${site.host.url}/`,
        conversationId: expect.stringMatching(/^[0-9a-z]{9}-/),
      },
    ]);
    await page.getByRole("button", { name: "New conversation" }).click();
    expect(await page.locator(".turn").count()).toBe(0);
    await page.locator(".example").first().waitFor();
    await page.reload();
    await launcher(page).click();
    await page.locator(".example").first().waitFor();
    expect(await page.locator(".turn").count()).toBe(0);
  });

  it("stores what a reader says of an answer where the owner can read it", async () => {
    const page = await site.open();
    await launcher(page).click();
    await page.locator(".example").first().click();
    const turn = await answered(page);
    const question = await page.locator(".question").textContent();
    await turn.getByRole("button", { name: "Not helpful" }).click();
    await turn.getByText("Thank you").waitFor();
    await turn.getByLabel("Not what I asked").check();
    await turn.getByRole("textbox", { name: "Anything to add?" }).fill("I asked for something else.");
    await turn.getByRole("button", { name: "Send" }).click();
    await turn.getByRole("button", { name: "Send" }).waitFor({ state: "hidden" });
    const list = async () => {
      const headers = { Authorization: `Bearer ${OWNER_TOKEN}` };
      const response = await fetch(new URL("/v1/feedback", site.worker.url), { headers });
      return z.looseObject({ feedback: z.array(z.unknown()) }).parse(await response.json()).feedback;
    };
    await expect
      .poll(list)
      .toMatchObject([
        { question, rating: "down", reasons: ["not_what_i_asked"], note: "I asked for something else." },
      ]);
  });

  it("marks what its source does not support, and lists it", async () => {
    const page = await site.open();
    const sentences: SentenceCheck[] = [
      { text: "It is free.", citations: [1], support: "unsupported" },
      { text: "It is fast.", citations: [1], support: "supported" },
    ];
    await site.script(
      page,
      answering("It is free. [1] It is fast. [1]", { check: { ...answer.check, sentences } }),
    );
    await launcher(page).click();
    await ask(page, "What is it?");
    const turn = await answered(page);
    const doubtful = await turn
      .locator("a.citation")
      .evaluateAll((marks) => marks.map((mark) => mark.classList.contains("doubtful")));
    expect(doubtful).toEqual([true, false]);
    expect(await turn.locator(".note li").allTextContents()).toEqual(["It is free."]);
  });

  it.each([
    ["refusal", "Not in the docs", "Nearest pages"],
    ["search", "Search results", "Search results"],
  ] as const)("shows a %s as one, with links", async (mode, status, heading) => {
    const page = await site.open();
    const near = [{ ...answer.sources[0]!, n: 0 }];
    await site.script(page, answering("The documentation does not say.", { mode, sources: [], near }));
    await launcher(page).click();
    await ask(page, "What is the weather?");
    const turn = await answered(page);
    await turn.getByRole("heading", { name: heading }).waitFor();
    expect(await turn.locator(".status").textContent()).toBe(status);
    expect(await turn.locator(".sources a").getAttribute("href")).toBe(
      new URL(passage.url, site.origin).href,
    );
    expect(await turn.getByRole("heading", { name: "Sources" }).count()).toBe(0);
  });

  it("shows the boxes of a task list as boxes", async () => {
    const page = await site.open();
    await site.script(page, answering("- [x] Retries [1]\n- [ ] Caching [1]"));
    await launcher(page).click();
    await ask(page, "What does it do?");
    const turn = await answered(page);
    expect(await turn.locator(".answer li").allTextContents()).toEqual(["☑ Retries 1", "☐ Caching 1"]);
  });

  it("announces an answer once, inside the dialog", async () => {
    const page = await site.open();
    await site.script(page, [
      start,
      { type: "delta", text: "One." },
      { type: "delta", text: " Two." },
      { ...answer, text: "One. Two." },
      done,
    ]);
    await launcher(page).click();
    const live = dialog(page).locator("[aria-live=polite]");
    await live.evaluate((region) => {
      const said: (string | null)[] = [];
      new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true });
      Object.assign(window, { said });
    });
    await ask(page, "How?");
    await answered(page);
    await expect.poll(() => live.textContent()).toBe("One. Two.");
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.filter(Boolean));
    expect(said).toEqual(["One. Two."]);
  });

  it("stops an answer, and asks again", async () => {
    const page = await site.open();
    await page.route("**/v1/ask", () => new Promise(() => undefined));
    await launcher(page).click();
    await ask(page, "How?");
    await page.getByRole("button", { name: "Stop" }).click();
    const turn = await answered(page);
    expect(await turn.locator(".status").textContent()).toBe("Stopped.");
    expect(await focused(page)).toBe("TEXTAREA input");
    await page.unroute("**/v1/ask");
    await site.script(page, answering("So. [1]"));
    await turn.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sources" }).waitFor();
    expect(await page.locator(".turn").count()).toBe(1);
  });
});
