import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { corpusConfigForDocs, parseCorpusConfig } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { includeReader } from "../../../build/sources/include-reader.ts";
import { listFiles } from "../../../build/sources/list-files.ts";
import { chooseTitles, titleFromFile } from "../../../build/sources/titles.ts";
import { formatWarning } from "../../../build/warnings.ts";

const root = mkdtempSync(join(tmpdir(), "repobot-sources-"));
let folder = "";
let count = 0;
beforeEach(() => {
  folder = join(root, String(count++), "docs");
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

describe("listFiles", () => {
  it("lists pages bytewise and counts other files by extension", async () => {
    write({
      "b.md": "",
      "B.md": "",
      "a/z.mdx": "",
      "ä.md": "",
      "x.PNG": "",
      "y.png": "",
      Makefile: "",
      ".hidden.md": "",
      "node_modules/a.md": "",
    });
    const { pages, ignoredByExtension } = await listFiles(folder, [], []);
    expect(pages).toEqual(["B.md", "a/z.mdx", "b.md", "ä.md"]);
    expect(ignoredByExtension).toEqual({ ".png": 2, "": 1 });
  });

  it("leaves partials out, but not a folder's own _index page", async () => {
    write({ "_part.mdx": "", "guide/_index.md": "", "guide/a.md": "" });
    expect((await listFiles(folder, [], [])).pages).toEqual(["guide/_index.md", "guide/a.md"]);
  });

  it("takes and leaves by globs", async () => {
    write({ "a.md": "", "guide/b.md": "", "guide/old/c.md": "", "blog/d.md": "" });
    expect((await listFiles(folder, ["guide/**", "a.md"], ["**/old/**"])).pages).toEqual([
      "a.md",
      "guide/b.md",
    ]);
  });

  it("leaves out links that lead out of the folder, by way of other links too, and names them", async () => {
    write({ "a.md": "", "in/b.md": "" });
    const outside = join(folder, "..", "outside");
    mkdirSync(join(outside, "deep"), { recursive: true });
    for (const file of ["secret.md", "deep/secret.md"]) writeFileSync(join(outside, file), "secret");
    symlinkSync(join(outside, "secret.md"), join(folder, "leak.md"));
    symlinkSync("../outside", join(folder, "leaks"));
    symlinkSync("../leaks/deep", join(folder, "in", "again"));
    symlinkSync("..", join(folder, "up"));
    symlinkSync(outside, join(folder, "in", "away"));
    symlinkSync("in", join(folder, "kept"));
    const { pages, warnings } = await listFiles(folder, [], []);
    expect(pages.filter((page) => page !== "in/b.md" && page !== "kept/b.md")).toEqual(["a.md"]);
    expect(pages).toHaveLength(2);
    expect(warnings.map(({ file }) => file.replace("kept/", "in/")).sort()).toEqual([
      "in/again",
      "in/away",
      "leak.md",
      "leaks",
      "up",
    ]);
    for (const { cause } of warnings) expect(cause).toMatch(/leads out of the source folder; skipped/);
  });

  it("reads a source folder that is a link itself", async () => {
    write({ "a.md": "" });
    const link = join(folder, "..", "link");
    symlinkSync(folder, link);
    symlinkSync("a.md", join(folder, "b.md"));
    expect(await listFiles(link, [], [])).toMatchObject({ pages: ["a.md", "b.md"], warnings: [] });
  });

  it("follows links once and names those that lead nowhere", async () => {
    write({ "a/x.md": "" });
    symlinkSync(folder, join(folder, "a", "loop"));
    symlinkSync(join(folder, "a", "x.md"), join(folder, "y.md"));
    symlinkSync(join(folder, "none"), join(folder, "z.md"));
    const { pages, warnings } = await listFiles(folder, [], []);
    expect(pages).toEqual(["a/x.md", "y.md"]);
    expect(warnings).toEqual([{ file: "z.md", cause: expect.stringMatching(/leads nowhere/) }]);
  });
});

describe("titles", () => {
  it.each([
    ["advanced/event-hooks.md", "Event hooks"],
    ["guide/01-getting_started.mdx", "Getting started"],
    ["guide/index.md", "Guide"],
    ["index.md", "Corpus"],
    ["v2.md", "V2"],
    ["ssl.md", "SSL"],
    ["http-api.md", "HTTP API"],
    ["2024.md", "2024"],
  ])("of %s without any is %s", (file, title) => {
    expect(titleFromFile(file, "Corpus")).toBe(title);
  });

  it("are not the site's name that every page begins with", () => {
    const page = (file: string, headingTitle: string | null, subtitle: string | null = null) => ({
      ...{ file, version: "", language: "en", givenTitle: null },
      headingTitle,
      subtitle,
    });
    const pages = [
      page("a.md", "Site", "About"),
      page("b.md", "Site"),
      page("c.md", "Site"),
      page("d.md", "Own"),
      page("index.md", "Site"),
    ];
    expect(chooseTitles(pages, "Corpus")).toEqual([
      { title: "About", siteHeading: "Site" },
      { title: "B", siteHeading: "Site" },
      { title: "C", siteHeading: "Site" },
      { title: "Own", siteHeading: null },
      { title: "Site", siteHeading: null },
    ]);
    expect(chooseTitles([{ ...page("a.md", "H"), givenTitle: "Given" }], "Corpus")).toEqual([
      { title: "Given", siteHeading: null },
    ]);
  });

  it("are headings that versions and translations of one page share", () => {
    const pages = ["3.0", "2.0", "1.0"].flatMap((version) =>
      ["en", "de"].map((language) => ({
        ...{ file: `${version}/${language}/timeout.md`, version, language, givenTitle: null },
        ...{ headingTitle: "Timeout", subtitle: "What is the default timeout?" },
      })),
    );
    for (const chosen of chooseTitles(pages, "Corpus")) {
      expect(chosen).toEqual({ title: "Timeout", siteHeading: null });
    }
  });
});

describe("includeReader", () => {
  it("reads beside the page, then from the top, and never outside the folder", () => {
    write({ "guide/part.md": "near", "part.md": "top" });
    writeFileSync(join(folder, "..", "secret.md"), "secret");
    symlinkSync(join(folder, "..", "secret.md"), join(folder, "link.md"));
    const read = includeReader(folder, "en");
    expect(read("part.md", "guide/a.md")).toEqual({ file: "guide/part.md", text: "near" });
    expect(read("/part.md", "guide/a.md")).toEqual({ file: "part.md", text: "top" });
    expect(read("part.md", "other/a.md")?.text).toBe("top");
    expect(read("../secret.md", "a.md")).toBeNull();
    expect(read("link.md", "a.md")).toBeNull();
    expect(read("guide", "a.md")).toBeNull();
  });
});

describe("readCorpus", () => {
  it("reads every page it can, and names each that it cannot", async () => {
    write({
      "a.md": "# A\n\nWords.\n",
      "blank.md": " \n",
      "draft.md": "---\ndraft: true\n---\n\n# D\n\nSecret.\n",
      "data.csv": "1,2",
    });
    writeFileSync(
      join(folder, "bytes.md"),
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 31) % 256)),
    );
    const corpus = await readCorpus(await corpusConfigForDocs(folder));
    expect(corpus.chunks.map(({ text }) => text)).toEqual(["Words."]);
    expect(corpus.skipped).toEqual([{ file: "draft.md", reason: "draft" }]);
    expect(corpus.ignoredByExtension).toEqual({ ".csv": 1 });
    expect(corpus.warnings.map(formatWarning)).toEqual([
      expect.stringMatching(/^warning: bytes\.md: not a text file/),
      expect.stringMatching(/^warning: blank\.md: empty/),
    ]);
  });

  it("names a slug that leads out of the docs, and keeps source names inside them", async () => {
    write({ "a/x.md": "---\nslug: /?../evil\n---\n# A\n\nWords.\n", "b/y.md": "# B\n\nWords.\n" });
    const sources = [
      { name: "../up", folder: join(folder, "a") },
      { name: "b", folder: join(folder, "b") },
    ];
    const corpus = await readCorpus(parseCorpusConfig({ name: "x", description: "x", sources }, folder));
    expect(corpus.documents.map(({ pagePath }) => pagePath)).toEqual(["docs/up/x.html", "docs/b/y.html"]);
    expect(corpus.warnings.map(formatWarning)).toEqual([
      expect.stringMatching(/^warning: x\.md: slug "\/\?\.\.\/evil" is no path inside the docs/),
    ]);
  });

  it("reads on when a file cannot be read", async () => {
    write({ "a.md": "# A\n\nWords.\n", "b.md": "# B\n\nGone.\n" });
    const goneMeanwhile = () => rmSync(join(folder, "b.md"), { force: true });
    const corpus = await readCorpus(await corpusConfigForDocs(folder), { onProgress: goneMeanwhile });
    expect(corpus.documents.map(({ file }) => file)).toEqual(["a.md"]);
    expect(corpus.warnings.map(({ file }) => file)).toEqual(["b.md"]);
  });

  it("tells the language of a page by its front matter, its folder or its letters", async () => {
    write({
      "en.md": "# Words\n\nPlain English words here.\n",
      "de/a.md": "# Wörter\n\nDeutsche Wörter stehen hier.\n",
      "fm.md": "---\nlang: fr\n---\n\n# Mots\n\nDes mots.\n",
      "zh.md": "# 闸门\n\n第一号闸门在水位超过一百零三厘米时关闭。\n",
      "ja.md": "# 設定\n\nこの設定は再起動のあとに有効になります。\n",
      "he/n.md": "# רשת\n\nהגדרות רשת נשמרות במשך תשעים יום.\n",
      "it/code.md": "# IT department\n\nWritten in English, in a folder of that name.\n",
    });
    const { documents } = await readCorpus(await corpusConfigForDocs(folder));
    expect(Object.fromEntries(documents.map(({ file, language }) => [file, language]))).toEqual({
      "en.md": "en",
      "de/a.md": "de",
      "fm.md": "fr",
      "zh.md": "zh",
      "ja.md": "ja",
      "he/n.md": "he",
      "it/code.md": "it",
    });
  });

  it("keeps version and source apart, and served sources under folders of their own", async () => {
    write({ "v1/a.md": "# A\n\nOld.\n", "v2/a.md": "---\nversion: 2.1-beta\n---\n\n# A\n\nNew.\n" });
    const config = parseCorpusConfig(
      {
        name: "x",
        description: "x",
        sources: [
          { name: "one", folder: "v1", version: "1" },
          { name: "two", folder: "v2", version: "2" },
        ],
      },
      folder,
    );
    const { chunks } = await readCorpus(config);
    expect(chunks.map(({ source: from, version, kind, url }) => [from, version, kind, url])).toEqual([
      ["one", "1", "docs", "/docs/one/a#a"],
      ["two", "2.1-beta", "docs", "/docs/two/a#a"],
    ]);
    expect(chunks[0]!.id).not.toBe(chunks[1]!.id);
  });

  it("gives the same result twice, and tells how far it has come", async () => {
    write({ "a.md": "# A\n\nOne.\n", "b/c.md": "# C\n\nTwo.\n" });
    const config = await corpusConfigForDocs(folder);
    const progress: string[] = [];
    const first = await readCorpus(config, {
      onProgress: ({ done, total, file }) => progress.push(`${done}/${total} ${file}`),
    });
    expect(progress).toEqual(["1/2 a.md", "2/2 b/c.md"]);
    expect((await readCorpus(config)).chunks).toEqual(first.chunks);
  });

  it("refuses a folder without pages, and a missing one, saying what to do", async () => {
    await expect(readCorpus(await corpusConfigForDocs(folder))).rejects.toMatchObject({
      code: "source_unreadable",
    });
    write({ "a.pdf": "x" });
    await expect(readCorpus(await corpusConfigForDocs(folder))).rejects.toThrow(/other kinds \(\.pdf\)/);
    write({ "a.rst": "x" });
    await expect(readCorpus(await corpusConfigForDocs(folder))).rejects.toMatchObject({
      code: "source_unreadable",
      message: expect.stringMatching(/sphinx-build/),
    });
    const config = parseCorpusConfig({ name: "x", description: "x", sources: [{ folder: "gone" }] }, folder);
    await expect(readCorpus(config)).rejects.toMatchObject({
      code: "source_unreadable",
      message: expect.stringMatching(/missing/),
    });
  });

  it("says why a folder is empty whose only content is a link out of it", async () => {
    mkdirSync(join(folder, "../elsewhere"));
    symlinkSync("../elsewhere", join(folder, "docs"));
    await expect(readCorpus(await corpusConfigForDocs(folder))).rejects.toMatchObject({
      code: "source_unreadable",
      message: expect.stringMatching(/docs: symbolic link leads out of the source folder; skipped\./),
    });
  });
});
