import { describe, expect, it } from "vitest";
import { splitFrontMatter } from "../../../build/read/front-matter.ts";

function split(text: string) {
  const warnings: string[] = [];
  return { ...splitFrontMatter(text, (cause) => warnings.push(cause)), warnings };
}

describe("splitFrontMatter", () => {
  it("reads YAML: title, slug, version and language", () => {
    const page = split(
      "---\ntitle: Ports\nslug: /net/ports\nversion: 2.10\nlang: pt_BR\ntags: [a]\n---\nText.\n",
    );
    expect(page.frontMatter).toEqual({
      title: "Ports",
      slug: "/net/ports",
      version: "2.1",
      language: "pt-BR",
    });
    expect(page.body).toBe("Text.\n");
    expect(page.warnings).toEqual([]);
  });

  it.each(["de-1", "en-x", "german"])("names a language %s that is no tag, and ignores it", (tag) => {
    const page = split(`---\ntitle: T\nlang: ${tag}\n---\nText.\n`);
    expect(page.frontMatter).toEqual({ title: "T" });
    expect(page.warnings).toEqual([expect.stringContaining(`language "${tag}"`)]);
  });

  it("names it in TOML, in JSON and in a block that does not parse as well", () => {
    for (const text of [
      '+++\nlang = "de-1"\n+++\n',
      '{\n  "lang": "de-1"\n}\n',
      "---\nlang: de-1\na: [\n---\n",
      "---\nlang: de-1\n\nText.\n",
    ]) {
      const { frontMatter, warnings } = split(text);
      expect(frontMatter.language).toBeUndefined();
      expect(warnings).toContainEqual(expect.stringContaining('language "de-1"'));
    }
  });

  it("takes the name of a programming language for what it is", () => {
    const page = split("---\nlanguage: python\n---\nText.\n");
    expect([page.frontMatter, page.warnings]).toEqual([{}, []]);
  });

  it("takes no quotation mark that is never closed into a title", () => {
    expect(split('---\ntitle: "Pumps and valves\n---\nText.\n').frontMatter.title).toBe("Pumps and valves");
    expect(split('---\na: [\ntitle: "Pumps" and "valves"\n---\nText.\n').frontMatter.title).toBe(
      '"Pumps" and "valves"',
    );
  });

  it("keeps a quoted version as it is written", () => {
    expect(split('---\nversion: "2.10"\n---\n').frontMatter.version).toBe("2.10");
  });

  it("reads TOML between plus signs and JSON in braces", () => {
    expect(split('+++\ntitle = "Toml"\n+++\n# A\n').frontMatter).toEqual({ title: "Toml" });
    expect(split('{\n  "title": "Json"\n}\n\n# A\n')).toMatchObject({
      frontMatter: { title: "Json" },
      body: "\n\n# A\n",
    });
  });

  it.each([
    ["---\ndraft: true\n---\nx", "draft"],
    ["---\npublished: false\n---\nx", "draft"],
    ["+++\ndraft = true\n+++\nx", "draft"],
    ["---\nunlisted: true\n---\nx", "unlisted"],
    ["---\nsearch:\n  exclude: true\n---\nx", "unlisted"],
    ["---\nsearch: false\n---\nx", "unlisted"],
    ["---\npagefind: false\n---\nx", "unlisted"],
    ["---\ndraft: false\nunlisted: false\nsearch: true\n---\nx", undefined],
  ])("tells from %j that a page is hidden: %s", (text, hidden) => {
    expect(split(text).frontMatter.hidden).toBe(hidden);
  });

  it("keeps a block that is no YAML out of the text, warns, and still reads its plain lines", () => {
    const page = split("---\ntitle: Primer: moving fish\ndraft: true\n---\n\nText.\n");
    expect(page.body).toBe("\nText.\n");
    expect(page.frontMatter).toEqual({ title: "Primer: moving fish", hidden: "draft" });
    expect(page.warnings).toEqual([expect.stringMatching(/front matter is not valid YAML/)]);
  });

  it("leaves out a block that is never closed, up to the first blank line", () => {
    const page = split("---\ntitle: Open\nweight: 2\n\n# Real\n\nWords.\n");
    expect(page.frontMatter.title).toBe("Open");
    expect(page.body).toBe("\n# Real\n\nWords.\n");
    expect(page.warnings).toEqual([expect.stringMatching(/never closed/)]);
  });

  it("takes prose between two thematic breaks for prose", () => {
    const text = "---\n\nJust prose here.\n\n---\n\n# H\n";
    expect(split(text)).toEqual({ frontMatter: {}, body: text, warnings: [] });
  });

  it("accepts an empty block and white space before it", () => {
    expect(split("\n\n---\n---\nText.\n")).toEqual({ frontMatter: {}, body: "Text.\n", warnings: [] });
  });

  it("ignores values of the wrong type", () => {
    expect(split("---\ntitle: [a, b]\nslug: {x: 1}\nlang: not a tag\n---\nx").frontMatter).toEqual({});
  });
});
