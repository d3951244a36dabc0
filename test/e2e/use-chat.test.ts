/** `useChat` itself: the React hook of the AI SDK, in a browser, on a site of another origin. */
import path from "node:path";
import { build, type Rollup } from "vite";
import { describe, expect, it } from "vitest";
import { noBrowser } from "../support/chromium.ts";
import { widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`useChat is not tested in a browser: ${noBrowser}`);

const site = widgetSite();
const PROGRAM = path.join(import.meta.dirname, "../servers/react-chat.js");

/** The program with all its packages, as one script. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    root: path.dirname(PROGRAM),
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: PROGRAM } },
  });
  return (built as Rollup.RollupOutput).output[0].code;
}

describe.skipIf(noBrowser !== null)("useChat in a React program", () => {
  it("shows the answer with its sources, and asks again in the same conversation", async () => {
    const script = { type: "text/javascript", body: await bundled() };
    const api = { type: "text/javascript", body: `window.api = "${site.origin}/api/chat";` };
    site.host.files.set("/chat.js", script).set("/api.js", api);
    const page = await site.open({
      own: '<script src="/api.js"></script><script type="module" src="/chat.js"></script>',
    });
    const ask = async (question: string) => {
      await page.getByLabel("Question").fill(question);
      await page.getByLabel("Question").press("Enter");
    };
    await ask("How do I stream an answer over HTTP?");
    const answer = page.locator("article").nth(1);
    await answer.locator("a").first().waitFor();
    await expect.poll(() => page.locator("output").textContent()).toBe("ready");
    expect(await answer.locator("p").allTextContents()).toEqual([expect.stringMatching(/\[1\]/)]);
    expect(await answer.locator("a").first().getAttribute("href")).toMatch(`${site.origin}/docs/`);
    await ask("And for an answer in German?");
    await page.locator("article").nth(3).waitFor();
    await expect.poll(() => page.locator("output").textContent()).toBe("ready");
    expect(await page.locator("article").nth(3).textContent()).toMatch(/^assistant./);
    // The SDK's schema library tries what the site's policy forbids, and does without it.
    const others = site.complaints.splice(0).filter((text) => !text.includes("TrustedScript"));
    expect(others).toEqual([]);
  });
});
