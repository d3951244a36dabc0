import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { makeIndex } from "../../../build/make-index.ts";
import { docusaurusSite } from "../../../build/sources/docusaurus-site.ts";
import { parseSettings } from "../../../src/settings.ts";

const root = mkdtempSync(join(tmpdir(), "repobot-docusaurus-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
let folder = "";
beforeEach(() => {
  folder = join(root, String(count++));
  mkdirSync(folder);
});

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const CONFIG =
  'export default { title: "Weir", presets: [["classic", { docs: { sidebarPath: false } }]] };\n';
const SITE = {
  "docusaurus.config.js": CONFIG,
  "versions.json": '["2.0", "1.0"]',
  "docs/intro.md": "---\nslug: /\n---\n# Weir\n\nThe weir of the next year holds nine gates.\n",
  "docs/02-guides/guides.md": "# Guides\n\nGuides for keepers.\n",
  "docs/02-guides/01-open.md": "# Open\n\nPull the lever slowly.\n",
  "docs/02-guides/2026-notes.md": "# Notes\n\nNotes of that year.\n",
  "versioned_docs/version-2.0/open.md": "# Open\n\nPush the lever slowly.\n",
  "versioned_docs/version-1.0/open.md": "---\nslug: /unlock\n---\n# Open\n\nTurn the wheel slowly.\n",
  "i18n/de/docusaurus-plugin-content-docs/version-2.0/open.md": "# Öffnen\n\nDen Hebel langsam drücken.\n",
  "i18n/de/docusaurus-plugin-content-docs/current/02-guides/01-open.md": "# Öffnen\n\nDen Hebel ziehen.\n",
  "i18n/de/docusaurus-plugin-content-pages/toll.md": "# Zoll\n\nDrei Münzen für jedes Schiff.\n",
  "blog/2026-01-31-paint.md": "# Paint\n\nThe gates were painted green.\n",
  "blog/2026-02-01-pumps/index.md": "---\nslug: pumps\n---\n# Pumps\n\nThe pumps were oiled.\n",
  "src/pages/toll.md": "# Toll\n\nThree coins for each barge.\n",
};

function corpus(source: Record<string, unknown> = {}) {
  const sources = [{ folder, baseUrl: "https://weir.example/", urlStyle: "plain", ...source }];
  return parseCorpusConfig({ name: "Weir", description: "Gates", sources }, folder);
}

describe("the top of a Docusaurus site as a source", () => {
  it("has the addresses, versions and languages of the site", async () => {
    write(SITE);
    const { documents, warnings } = await readCorpus(corpus());
    expect(warnings).toEqual([]);
    const pages = Object.fromEntries(
      documents.map(({ file, url, version, language }) => [file, [new URL(url).pathname, version, language]]),
    );
    expect(pages).toEqual({
      "docs/intro.md": ["/docs/next/", "next", "en"],
      "docs/02-guides/guides.md": ["/docs/next/guides/", "next", "en"],
      "docs/02-guides/01-open.md": ["/docs/next/guides/open", "next", "en"],
      "docs/02-guides/2026-notes.md": ["/docs/next/guides/notes", "next", "en"],
      "versioned_docs/version-2.0/open.md": ["/docs/open", "2.0", "en"],
      "versioned_docs/version-1.0/open.md": ["/docs/1.0/unlock", "1.0", "en"],
      "i18n/de/docusaurus-plugin-content-docs/version-2.0/open.md": ["/de/docs/open", "2.0", "de"],
      "i18n/de/docusaurus-plugin-content-docs/current/02-guides/01-open.md": [
        "/de/docs/next/guides/open",
        "next",
        "de",
      ],
      "i18n/de/docusaurus-plugin-content-pages/toll.md": ["/de/toll", "", "de"],
      "blog/2026-01-31-paint.md": ["/blog/2026/01/31/paint", "", "en"],
      "blog/2026-02-01-pumps/index.md": ["/blog/pumps", "", "en"],
      "src/pages/toll.md": ["/toll", "", "en"],
    });
  });

  it("names a page of the docs by its id, but not one with a slug, one that stands for its folder, or a post", async () => {
    const page = (id: string, more = "") => `---\nid: ${id}\n${more}---\n# Gates\n\nPull the lever.\n`;
    write({
      "docusaurus.config.js": CONFIG,
      "docs/a/01-open.md": page("open-a-gate"),
      "docs/a/close.md": page("shut", "slug: close-it\n"),
      "docs/a/wrong.md": page("x/y"),
      "docs/a/index.md": page("gates"),
      "docs/b/b.md": page("boats"),
      "blog/2026-01-31-paint.md": page("green"),
    });
    const { documents } = await readCorpus(corpus());
    expect(Object.fromEntries(documents.map(({ file, url }) => [file, new URL(url).pathname]))).toEqual({
      "docs/a/01-open.md": "/docs/a/open-a-gate",
      "docs/a/close.md": "/docs/a/close-it",
      "docs/a/wrong.md": "/docs/a/wrong",
      "docs/a/index.md": "/docs/a/",
      "docs/b/b.md": "/docs/b/",
      "blog/2026-01-31-paint.md": "/blog/2026/01/31/paint",
    });
  });

  it("answers from the newest release where the configuration names no version", async () => {
    write(SITE);
    const made = await makeIndex({ config: corpus(), settings: parseSettings({}) });
    expect(made.corpus.versions[0]).toBe("2.0");
    expect([...made.corpus.versions].sort()).toEqual(["1.0", "2.0", "next"]);
  });

  it("names no version for docs that have one only, nor against the configuration", async () => {
    write({ "docusaurus.config.js": CONFIG, "docs/open.md": "# Open\n\nPull the lever.\n" });
    const [only] = (await readCorpus(corpus())).documents;
    expect([only?.url, only?.version]).toEqual(["https://weir.example/docs/open", ""]);
    write(SITE);
    const given = await readCorpus(corpus({ version: "9" }));
    expect(new Set(given.documents.map(({ version }) => version))).toEqual(new Set(["9"]));
  });

  it("shows docs where the preset says", async () => {
    write({
      "docusaurus.config.ts": CONFIG.replace("sidebarPath: false", 'path: "manual", routeBasePath: "/"'),
    });
    const place = await docusaurusSite(folder);
    expect(place?.("manual/open.md").siteFile).toBe("open.md");
    expect(place?.("i18n/fr/docusaurus-plugin-content-docs/current/open.md")).toMatchObject({
      siteFile: "fr/open.md",
      language: "fr",
    });
  });

  it("is none without its configuration", async () => {
    write({ "docs/open.md": "# Open\n" });
    expect(await docusaurusSite(folder)).toBeNull();
  });
});

describe("a folder that a bundler wrote into", () => {
  it("gives no page for the licences of scripts", async () => {
    write({
      "index.html": "<main><h1>Weir</h1><p>Nine gates.</p></main>",
      "assets/js/main.01e3f25e.js.LICENSE.txt": "/* of a package */",
      "notes.txt": "Gates are green.",
    });
    const { documents } = await readCorpus(corpus());
    expect(documents.map(({ file }) => file).sort()).toEqual(["index.html", "notes.txt"]);
  });
});
