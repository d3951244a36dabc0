import { describe, expect, it } from "vitest";
import { parseCorpusConfig, type SourceConfig } from "../../../build/config.ts";
import { assignAddresses, withFragment } from "../../../build/sources/page-urls.ts";

function source(options: Partial<SourceConfig> = {}): SourceConfig {
  return {
    ...parseCorpusConfig({ name: "x", description: "x", sources: [{ folder: "x" }] }, "/").sources[0]!,
    ...options,
  };
}

describe("page addresses", () => {
  function urls(options: Partial<SourceConfig>, ...pages: (string | [string, string])[]): string[] {
    const requests = pages.map((page) =>
      typeof page === "string" ? { file: page } : { file: page[0], slug: page[1] },
    );
    const { addresses } = assignAddresses(source(options), requests, "", new Map());
    return requests.map(({ file }) => addresses.get(file)!.url);
  }
  const baseUrl = "https://x.example/docs/";

  it.each([
    ["directory", ["guide/start/", "guide/", "", "top/"]],
    ["html", ["guide/start.html", "guide/", "", "top.html"]],
    ["plain", ["guide/start", "guide/", "", "top"]],
    ["file", ["guide/start.md", "guide/index.md", "README.md", "top.mdx"]],
  ] as const)("follow the style %s", (urlStyle, paths) => {
    expect(urls({ baseUrl, urlStyle }, "guide/start.md", "guide/index.md", "README.md", "top.mdx")).toEqual(
      paths.map((path) => baseUrl + path),
    );
  });

  it("leave out the kind of page that Middleman writes before that of its source", () => {
    expect(urls({ baseUrl }, "index.html.md", "a/b.html.md", "a/c.html.d.md")).toEqual([
      baseUrl,
      `${baseUrl}a/b/`,
      `${baseUrl}a/c.html.d/`,
    ]);
  });

  it("take a slug from the page: absolute, or in place of its name", () => {
    expect(urls({ baseUrl }, ["a/b.md", "/x/y"], ["a/c.md", "see"], ["a/d.md", "/"])).toEqual([
      `${baseUrl}x/y/`,
      `${baseUrl}a/see/`,
      baseUrl,
    ]);
  });

  it.each([
    "/?../evil",
    "../../evil",
    "/a/../../b",
    "..",
    "/..",
    "?..",
    "-..",
    "._..",
    "..html",
    "...html",
    "a/./b",
    "/a/?/b",
    "./",
    "\ud800",
  ])("never leave the docs by a slug %j: the file's name stands in for it", (slug) => {
    const pages = [{ file: "guide/p.md", slug }];
    const { addresses, refusedSlugs } = assignAddresses(source(), pages, "", new Map());
    expect([...addresses.values()]).toEqual([{ url: "/docs/guide/p", pagePath: "docs/guide/p.html" }]);
    expect(refusedSlugs).toEqual(pages);
  });

  it.each(["../../evil", "/..", "a/./b", "\ud800"])("keep %j out of a public site's address", (slug) => {
    const pages = [{ file: "guide/p.md", slug }];
    const { addresses, refusedSlugs } = assignAddresses(source({ baseUrl }), pages, "", new Map());
    expect(addresses.get("guide/p.md")!.url).toBe(`${baseUrl}guide/p/`);
    expect(refusedSlugs).toEqual(pages);
  });

  it("never leave the docs by the name of a file or folder", () => {
    const files = ["?../evil.md", "-../-...md", "a/#..#/b.md", "__/_.md"];
    const { addresses } = assignAddresses(
      source(),
      files.map((file) => ({ file })),
      "",
      new Map(),
    );
    expect([...addresses.values()].map(({ pagePath }) => pagePath)).toEqual([
      "docs/page/evil.html",
      "docs/page/page.html",
      "docs/a/page/b.html",
      "docs/page/page-2.html",
    ]);
  });

  it("stay short enough for a file system", () => {
    const file = `${"本".repeat(84)}.md`;
    const { addresses } = assignAddresses(source(), [{ file }, { file: `a/${file}` }], "", new Map());
    for (const { pagePath } of addresses.values()) {
      for (const part of pagePath!.split("/")) expect(Buffer.byteLength(part)).toBeLessThan(256);
    }
  });

  it("escape what would end a path", () => {
    expect(urls({ baseUrl, urlStyle: "file" }, "a b/#1?.md", "ü.md")).toEqual([
      `${baseUrl}a%20b/%231%3F.md`,
      `${baseUrl}%C3%BC.md`,
    ]);
  });

  it("are rooted at /docs/ for pages that the Worker serves, each with its asset", () => {
    const { addresses } = assignAddresses(
      source(),
      [{ file: "index.md" }, { file: "a/b c#d.md" }, { file: "日本.md" }, { file: "a/README.md" }],
      "",
      new Map(),
    );
    expect([...addresses.values()]).toEqual([
      { url: "/docs/", pagePath: "docs/index.html" },
      { url: "/docs/a/b-c-d", pagePath: "docs/a/b-c-d.html" },
      { url: "/docs/%E6%97%A5%E6%9C%AC", pagePath: "docs/日本.html" },
      { url: "/docs/a/", pagePath: "docs/a/index.html" },
    ]);
  });

  it("are told apart where servers might not, the index before the README", () => {
    const pages = ["g/README.md", "g/index.md", "Setup.md", "setup.md"].map((file) => ({ file }));
    const { addresses, collisions } = assignAddresses(source(), pages, "", new Map());
    expect(addresses.get("g/index.md")!.url).toBe("/docs/g/");
    expect(addresses.get("g/README.md")!.url).toBe("/docs/g/README");
    expect(addresses.get("Setup.md")!.url).toBe("/docs/Setup");
    expect(addresses.get("setup.md")!.url).toBe("/docs/setup-2");
    expect(collisions.map(({ file, other }) => [file, other])).toEqual([
      ["setup.md", "Setup.md"],
      ["g/README.md", "g/index.md"],
    ]);
  });

  it("stay what the public site makes of them, even when two pages share one", () => {
    const { addresses, collisions } = assignAddresses(
      source({ baseUrl }),
      [{ file: "g/README.md" }, { file: "g/index.md" }],
      "",
      new Map(),
    );
    expect(new Set([...addresses.values()].map(({ url }) => url))).toEqual(new Set([`${baseUrl}g/`]));
    expect(collisions).toHaveLength(1);
  });

  it("carry fragments readably and safely", () => {
    expect(withFragment("/docs/a", "")).toBe("/docs/a");
    expect(withFragment("/docs/a", "über-uns")).toBe("/docs/a#über-uns");
    expect(withFragment("/docs/a", 'f(x)-"100%"')).toBe("/docs/a#f%28x%29-%22100%25%22");
  });
});
