/** Colours in the code of answers: where they come from, and when. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { noBrowser } from "../support/chromium.ts";
import { answering } from "../support/scripted-turn.ts";
import { answered, ask, seriousFindings, widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`The widget is not tested in a browser: ${noBrowser}`);

const site = widgetSite();
const CODE = 'import { x } from "y"; // <b>z</b>\nexport const a = 1 + `x`;';
const fenced = (language: string, code = CODE) => `Write this. [1]\n\n\`\`\`${language}\n${code}\n\`\`\``;

/** Asks for an answer. @returns addresses of the files that were loaded for its code */
async function askFor(page: Page, text: string): Promise<string[]> {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("highlight")) loaded.push(request.url());
  });
  await site.script(page, answering(text));
  await page.getByRole("button", { name: "Ask the docs", exact: true }).click();
  await ask(page, "How?");
  await answered(page);
  return loaded;
}

describe.skipIf(noBrowser !== null)("code in an answer", () => {
  it("is coloured by a file of the Worker, on a site of another origin, as text", async () => {
    const page = await site.open();
    const loaded = await askFor(page, fenced("ts"));
    const code = page.locator(".answer pre code");
    await code.locator(".hljs-keyword").first().waitFor();
    expect(loaded).toEqual([`${site.origin}/widget-highlight.js`]);
    expect(await code.textContent()).toBe(CODE);
    expect(await code.locator("b").count()).toBe(0);
    const colors = await code.evaluate((shown) =>
      ["keyword", "string", "comment", "number"].map(
        (name) => getComputedStyle(shown.querySelector(`.hljs-${name}`)!).color,
      ),
    );
    expect(new Set([...colors, await code.evaluate((shown) => getComputedStyle(shown).color)]).size).toBe(5);
  });

  it.each([
    ["no language", fenced("")],
    ["a language that is not known", fenced("brainfuck")],
    ["no code", "See `ts`. [1]"],
  ])("of %s loads nothing", async (_, text) => {
    const page = await site.open();
    expect(await askFor(page, text)).toEqual([]);
    await page.waitForLoadState("networkidle");
    expect(await page.locator(".answer [data-language], .answer .hljs-keyword").count()).toBe(0);
  });

  it("stays in one colour when it is longer than anybody reads", async () => {
    const page = await site.open();
    const loaded = await askFor(page, `${fenced("js", "const a = 1;\n".repeat(2_000))}\n\n${fenced("js")}`);
    await page.locator(".answer .code").nth(1).locator(".hljs-keyword").first().waitFor();
    expect(loaded).toHaveLength(1);
    expect(await page.locator(".answer .code").first().locator("span").count()).toBe(0);
  });

  it("is coloured by the site's own file under `script-src 'self'`", async () => {
    for (const name of ["widget.js", "widget-highlight.js"]) {
      const body = await readFile(path.join(inject("assetsDir"), "_page", name), "utf8");
      site.host.files.set(`/own/${name}`, { type: "text/javascript", body });
    }
    const page = await site.open({
      own: `<script src="/own/widget.js" defer data-endpoint="${site.origin}"></script>`,
    });
    const loaded = await askFor(page, fenced("ts"));
    await page.locator(".answer .hljs-keyword").first().waitFor();
    expect(loaded).toEqual([`${site.host.url}/own/widget-highlight.js`]);
  });

  it.each(["light", "dark"] as const)("can be read in every colour on %s ground", async (colorScheme) => {
    const page = await site.open({}, { colorScheme });
    const samples = [
      fenced("ts", "// note\nclass A extends B { c = /d/g; e(f: string) { return null; } }"),
      fenced("yaml", "# note\na: true\nb: 'c'\nd: 5"),
      fenced("html", '<!-- note -->\n<a href="b" class="c">d</a>'),
      fenced("sh", "# note\nexport A=$B && echo 'c' | grep --only d"),
      fenced("diff", "@@ -1 +1 @@\n-a\n+b"),
      fenced("python", "@a\ndef b(c: int = 1) -> str:\n    '''d'''\n    return f'{c}'"),
      fenced("http", "POST /v1/ask HTTP/1.1\nAccept: text/html\n\n{}"),
      fenced("css", "@media print { a:hover, .b, #c { color: #fff !important; } }"),
      fenced("rust", 'fn main() -> Result<(), E> { let x: u32 = 1; println!("{}", x); }'),
      fenced("sql", "SELECT count(*) FROM a WHERE b = 'c' -- d"),
    ];
    await askFor(page, samples.join("\n\n"));
    await page.locator(".answer .hljs-keyword").first().waitFor();
    expect(await page.locator(".answer .code").count()).toBe(samples.length);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
