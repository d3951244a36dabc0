import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { raw } from "hast-util-raw";
import { visit } from "unist-util-visit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CorpusConfig, corpusConfigForDocs, parseCorpusConfig } from "../../../build/config.ts";
import { type ReadCorpus, readCorpus } from "../../../build/corpus.ts";
import { type RenderedFile, renderPages } from "../../../build/pages/render-pages.ts";
import { formatWarning } from "../../../build/warnings.ts";

const root = mkdtempSync(join(tmpdir(), "repobot-pages-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a browser would make of a page. */
interface ParsedPage {
  ids: Set<string>;
  links: string[];
  pictures: string[];
  tags: Set<string>;
  attributes: Set<string>;
}

function parsePage(html: string): ParsedPage {
  const page: ParsedPage = {
    ids: new Set(),
    links: [],
    pictures: [],
    tags: new Set(),
    attributes: new Set(),
  };
  visit(
    raw({ type: "root", children: [{ type: "raw", value: html }] }),
    "element",
    ({ tagName, properties }) => {
      page.tags.add(tagName);
      for (const name of Object.keys(properties)) page.attributes.add(name);
      if (typeof properties.id === "string") page.ids.add(properties.id);
      if (tagName === "a" && typeof properties.href === "string") page.links.push(properties.href);
      if (tagName === "img" && typeof properties.src === "string") page.pictures.push(properties.src);
    },
  );
  return page;
}

function textOf(files: RenderedFile[], path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined)
    throw new Error(`${path} was not rendered: ${files.map((one) => one.path).join(", ")}`);
  return Buffer.from(file.bytes).toString("utf8");
}

async function render(
  folder: string,
): Promise<{ config: CorpusConfig; corpus: ReadCorpus; files: RenderedFile[]; warnings: string[] }> {
  const config = await corpusConfigForDocs(folder);
  const corpus = await readCorpus(config);
  const warnings: string[] = [];
  const files = renderPages(corpus.documents, config, (warning) => warnings.push(formatWarning(warning)));
  return { config, corpus, files, warnings };
}

function expectAnchorsOnPages(corpus: ReadCorpus, files: RenderedFile[]): void {
  const ids = new Map(
    corpus.documents.map(({ url, pagePath }) => [url, parsePage(textOf(files, pagePath!)).ids]),
  );
  const missing: string[] = [];
  for (const { url, anchor, headings } of corpus.chunks) {
    const page = ids.get(url.split("#")[0]!);
    for (const wanted of [anchor, ...headings.map((heading) => heading.anchor)]) {
      if (wanted !== "" && !page?.has(wanted)) missing.push(`${url} ${wanted}`);
    }
  }
  expect(missing).toEqual([]);
}

describe("rendered pages", () => {
  const folder = join(root, "widget", "docs");
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  let files: RenderedFile[] = [];
  let warnings: string[] = [];
  let corpus: ReadCorpus;

  beforeAll(async () => {
    const sources: Record<string, string | Buffer> = {
      "guide/start.md": `# Start

See [ports](ports.md#open-ports), [the same](./ports/#OPEN-ports), [by name](../guide/ports.html), [none](gone.md),
[out](https://x.example/a?b=1&c=2), [mail](mailto:a@x.example), [bad](javascript:alert(1)), [top](/guide/), [here](#start)
and [odd](../a%20b%20%231.md).

![Map](../img/map.png) ![Gone picture](gone.png) ![Data picture](data:image/png;base64,AAAA) ![Active](../img/bad.svg)

<img src="../img/map.png" alt="Again" onerror="alert(1)"> <b onclick="x()">bold</b> <script>alert(1)</script>

<iframe src="https://x.example"></iframe>

!!! warning "Mind"
    The gap.

## constructor

## 設定 & <T>

- [x] done
`,
      "guide/ports.md": "# Ports\n\n## Open ports\n\nText.\n\n## More\n\nText.\n\n### Third\n\nText.\n",
      "guide/index.md": "# Guide\n\nAll of it.\n",
      "a b #1.md": "# Odd name?\n\nText.\n",
      "日本/設定.md": "---\nlang: ja\n---\n\n# 設定\n\nこの設定は再起動のあとに有効になります。\n",
      "he.md": "# רשת\n\nהגדרות רשת נשמרות במשך תשעים יום.\n",
      "no-heading.md": "Only words.\n",
      "img/map.png": png,
      "img/bad.svg": "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    };
    for (const [file, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    ({ files, warnings, corpus } = await render(folder));
  });

  it("lie where static assets with trimmed extensions find them, with a page for the root and the style sheet", () => {
    expect(files.map(({ path }) => path).filter((path) => !path.startsWith("docs/_media/"))).toEqual([
      "docs/a-b-1.html",
      "docs/guide/index.html",
      "docs/guide/ports.html",
      "docs/guide/start.html",
      "docs/he.html",
      "docs/no-heading.html",
      "docs/日本/設定.html",
      "docs/index.html",
      "docs/_style.css",
    ]);
    expect(textOf(files, "docs/_style.css")).toContain("light dark");
  });

  it("carry every chunk's anchor as an id, names of built-in properties and other scripts included", () => {
    expectAnchorsOnPages(corpus, files);
    const { ids } = parsePage(textOf(files, "docs/guide/start.html"));
    for (const id of ["start", "constructor", "設定--t"]) expect(ids).toContain(id);
  });

  it("lead links between pages to their served addresses, and drop those that lead nowhere or run code", () => {
    const { links } = parsePage(textOf(files, "docs/guide/start.html").replace(/<nav[\s\S]*?<\/nav>/g, ""));
    expect(links.filter((href) => !["#repobot-content", "#repobot-pages", "/"].includes(href))).toEqual([
      "/docs/",
      "#start",
      "/docs/guide/ports#open-ports",
      "/docs/guide/ports#open-ports",
      "/docs/guide/ports",
      "https://x.example/a?b=1&c=2",
      "mailto:a@x.example",
      "/docs/guide/",
      "/docs/guide/start#start",
      "/docs/a-b-1",
      "#constructor",
      "#%E8%A8%AD%E5%AE%9A--t",
    ]);
    expect(textOf(files, "docs/guide/start.html")).toContain(" none,");
  });

  it("show pictures from the docs folder once each, and words where there is none to show", () => {
    const start = textOf(files, "docs/guide/start.html");
    const media = files.filter(({ path }) => path.startsWith("docs/_media/"));
    expect(media).toHaveLength(1);
    expect(Buffer.from(media[0]!.bytes)).toEqual(png);
    expect(parsePage(start).pictures).toEqual([`/${media[0]!.path}`, `/${media[0]!.path}`]);
    expect(start).toContain("<em>Gone picture</em>");
    expect(start).toContain("<em>Data picture</em>");
    expect(warnings).toEqual([
      expect.stringMatching(/^warning: guide\/start\.md: picture gone\.png was not found/),
      expect.stringMatching(/^warning: guide\/start\.md: picture \.\.\/img\/bad\.svg holds scripts/),
    ]);
  });

  it("hold no script, no inline style and no handler", () => {
    for (const { path, bytes } of files.filter((file) => file.path.endsWith(".html"))) {
      const page = parsePage(Buffer.from(bytes).toString("utf8"));
      for (const tag of ["script", "style", "iframe", "object", "form"])
        expect(page.tags, path).not.toContain(tag);
      for (const attribute of page.attributes) expect(attribute, path).not.toMatch(/^(?:on|style$)/);
    }
  });

  it("say their language and direction, their title, and show a heading in any case", () => {
    expect(textOf(files, "docs/日本/設定.html")).toContain('<html lang="ja" dir="ltr">');
    expect(textOf(files, "docs/he.html")).toContain('<html lang="he" dir="rtl">');
    expect(textOf(files, "docs/guide/start.html")).toContain("<title>Start · Documentation</title>");
    expect(textOf(files, "docs/no-heading.html")).toContain("<h1>No heading</h1>");
  });

  it("give every heading a link to itself, shown when it is pointed at", () => {
    expect(textOf(files, "docs/guide/ports.html")).toContain(
      '<h2 id="open-ports">Open ports<a href="#open-ports" class="anchor" aria-label="Link to this section">#</a></h2>',
    );
  });

  it("keep callouts, check boxes and a list of contents", () => {
    expect(textOf(files, "docs/guide/start.html")).toMatch(
      /<aside class="callout callout-warning">\s*<p><strong>Mind<\/strong><\/p>/,
    );
    expect(textOf(files, "docs/guide/start.html")).toMatch(/<input type="checkbox" checked disabled>/);
    expect(textOf(files, "docs/guide/ports.html")).toMatch(/aria-label="On this page"/);
  });

  it("list the pages of the corpus, with the one at hand marked, and lead on to the next", () => {
    const html = textOf(files, "docs/guide/ports.html");
    expect(html).toContain('<a href="/docs/guide/ports" aria-current="page">Ports</a>');
    expect(html).toContain('<a href="/docs/%E6%97%A5%E6%9C%AC/%E8%A8%AD%E5%AE%9A">設定</a>');
    expect(html).toMatch(/rel="prev" href="\/docs\/guide\/"/);
    expect(html).toMatch(/rel="next" href="\/docs\/guide\/start"/);
  });

  it("lead only to pages that exist", () => {
    const served = new Set([...corpus.documents.map(({ url }) => url), "/docs/", "/"]);
    for (const { bytes } of files.filter((file) => file.path.endsWith(".html"))) {
      for (const href of parsePage(Buffer.from(bytes).toString("utf8")).links) {
        if (href.startsWith("/")) expect(served).toContain(href.split("#")[0]);
      }
    }
  });
});

describe("renderPages", () => {
  it("renders nothing for sources with a site of their own", async () => {
    const folder = join(root, "public");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.md"), "# A\n\nText.\n");
    const config = parseCorpusConfig(
      { name: "x", description: "x", sources: [{ folder, baseUrl: "https://x.example/" }] },
      root,
    );
    const { documents } = await readCorpus(config);
    expect(renderPages(documents, config)).toEqual([]);
  });

  it("lists only the way to the page at hand when there are many pages", async () => {
    const folder = join(root, "many");
    for (const part of ["one", "two"]) {
      mkdirSync(join(folder, part), { recursive: true });
      for (let i = 0; i < 50; i++)
        writeFileSync(join(folder, part, `p${i}.md`), `# Page ${part} ${i}\n\nText.\n`);
    }
    const { files } = await render(folder);
    const { links } = parsePage(textOf(files, "docs/one/p7.html"));
    expect(links).toContain("/docs/one/p49");
    expect(links).toContain("/docs/two/p0");
    expect(links).not.toContain("/docs/two/p1");
  });
});

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const realDocs = [
  "node_modules/fastify/docs",
  "node_modules/undici/docs",
  "../shared/corpora/httpx/docs",
  "../shared/nasty/docs",
]
  .map((path) => join(repository, path))
  .filter((path) => existsSync(path));

describe("real docs", () => {
  it.each(realDocs)("have every anchor of their chunks on their pages: %s", async (folder) => {
    const { corpus, files } = await render(folder);
    expect(corpus.chunks.length).toBeGreaterThan(20);
    expectAnchorsOnPages(corpus, files);
  });
});
