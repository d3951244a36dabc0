/** What the owner of a Worker sees of it: the page of charts in Chromium, and the command, both of a Worker that answered readers. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { LocalWorker } from "../../build/local-worker.ts";
import { reportMarkdown } from "../../build/report/markdown.ts";
import { fetchReport } from "../../build/report.ts";
import { launchBrowser, noBrowser } from "../support/chromium.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

if (noBrowser !== null) console.warn(`The owner's page is not tested in a browser: ${noBrowser}`);

const OWNER_TOKEN = "owner-page-token-51c7e2";
const HOSTILE = "Is <img src=x onerror=alert(1)> roasted?";

let worker: LocalWorker;
let origin: string;
let browser: Browser | undefined;

beforeAll(async () => {
  worker = await startWatchedWorker({ assetsDir: inject("assetsDir"), vars: { OWNER_TOKEN } });
  origin = new URL(worker.url).origin;
  for (const question of ["How do I add my own docs?", HOSTILE]) {
    const response = await fetch(`${origin}/v1/ask`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ question }),
    });
    expect(await response.json()).toMatchObject({ historySaved: true });
  }
  if (noBrowser === null) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await worker?.close();
});

async function openOwnerPage(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser!.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium itself notes a refused request.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      complaints.push(message.text());
    }
  });
  await page.goto(`${origin}/owner`);
  return { page, complaints };
}

async function show(page: Page, token: string): Promise<void> {
  await page.getByLabel("Owner token").fill(token);
  await page.getByRole("button", { name: "Show" }).click();
}

describe.skipIf(noBrowser !== null)("the owner's page", () => {
  it("draws the report for the right token, and readers' words as words", async () => {
    const { page, complaints } = await openOwnerPage();
    await show(page, OWNER_TOKEN);
    await page.getByText("2 questions, 0 of them incomplete").waitFor();
    expect(await page.getByRole("progressbar", { name: "extractive" }).getAttribute("value")).toBe("1");
    expect(await page.getByText(HOSTILE, { exact: true }).count()).toBe(1);
    expect(await page.locator("main img").count()).toBe(0);
    await page.reload();
    expect(await page.getByLabel("Owner token").inputValue()).toBe("");
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each([
    ["a wrong token", "wrong-token-000000000", /Send the owner's token/],
    ["a token that no header can hold", "токен-владельца-12345", /holds characters/],
  ])("says what is wrong with %s", async (_, token, message) => {
    const { page, complaints } = await openOwnerPage();
    await show(page, token);
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(message);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("says so when something else than the Worker answers", async () => {
    const { page, complaints } = await openOwnerPage();
    await page.route("**/v1/report*", (route) => route.fulfill({ status: 503, body: "<h1>Down</h1>" }));
    await show(page, OWNER_TOKEN);
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("HTTP 503");
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("does not claim that all was answered where questions are not quoted", async () => {
    const { page } = await openOwnerPage();
    await page.route("**/v1/report*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), unanswered: null } });
    });
    await show(page, OWNER_TOKEN);
    await page.getByText("Not quoted: REPORT_QUESTIONS is off.").waitFor();
    await page.close();
  });
});

describe("npm run report", () => {
  const options = { days: "7", ownerToken: OWNER_TOKEN };

  it("prints what readers asked of a running Worker", async () => {
    const report = await fetchReport({ ...options, url: origin });
    expect(report).toMatchObject({ turns: 2, outcomes: { extractive: 1 } });
    expect(reportMarkdown(report)).toContain("2 questions, 0 of them incomplete.");
  });

  it("says why there is no report", async () => {
    const refused = fetchReport({ ...options, url: origin, days: "x" });
    await expect(refused).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("`days`"),
    });
    const unreachable = fetchReport({ ...options, url: "http://localhost:1" });
    await expect(unreachable).rejects.toMatchObject({ code: "upstream_unavailable" });
    const other = fetchReport({ ...options, url: `${origin}/llms.txt?` });
    await expect(other).rejects.toMatchObject({ code: "upstream_malformed" });
  });
});
