import { symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { docsFolder } from "../../support/docs-folder.ts";

const docs = docsFolder();
const PAGES = ["zebra", "apple", "guide/two", "guide/one", "index"];

/** Writes pages of one kind and what lists them. */
function write(files: Record<string, string>, extension = "md", prefix = ""): void {
  const pages = PAGES.map((page) => [
    `${prefix}${page}.${extension}`,
    `# Page ${page}\n\nText of ${page}.\n`,
  ]);
  docs.write({ ...Object.fromEntries(pages), ...files });
}

/** Files in reading order, with what lists call them. */
async function order(): Promise<string[]> {
  const { documents } = await docs.read();
  return [...documents]
    .sort((a, b) => a.order - b.order)
    .map(({ file, navigationTitle }) => `${file} ${navigationTitle ?? ""}`.trim());
}

describe("the order of pages", () => {
  it.each([
    [
      "SUMMARY.md",
      "# Summary\n\n- [Start](index.md)\n- [Zebras](zebra.md)\n\n## More\n\n- Guide\n  - [Second](guide/two.md)\n  - [Part](guide/one.md#part)\n- [Away](https://example.com/)\n",
    ],
    [
      "_sidebar.md",
      '* [Start](/)\n* [Zebras](zebra.md "Title")\n* Guide\n  * [Second](/guide/two)\n  * [Part](guide/one.md?id=part#part)\n',
    ],
  ])("is that of %s, which is no page itself", async (name, list) => {
    write({ [name]: list });
    expect(await order()).toEqual([
      "index.md Start",
      "zebra.md Zebras",
      "guide/two.md Second",
      "guide/one.md",
      "apple.md",
    ]);
  });

  it("is not that of a summary, which is a page", async () => {
    write({
      "SUMMARY.md": "# Summary\n\nA pump lifts water. See [zebras](zebra.md).\n\nThat is all of it.\n",
    });
    expect(await order()).toContain("SUMMARY.md");
  });

  it("is that of Mintlify's docs.json, its tabs and groups", async () => {
    const groups = [{ group: "Start", pages: ["zebra", { group: "More", pages: ["guide/two"] }] }];
    write(
      { "docs.json": JSON.stringify({ name: "X", navigation: { tabs: [{ tab: "A", groups }] } }) },
      "mdx",
    );
    expect((await order()).slice(0, 2)).toEqual(["zebra.mdx", "guide/two.mdx"]);
  });

  it("is that of Nextra's lists, one in each folder", async () => {
    write(
      {
        "_meta.ts": 'export default { zebra: "Zebras", guide: "The guide", "---": { type: "separator" } }',
        "guide/_meta.json": '{ "two": { "title": "Second" } }',
      },
      "mdx",
    );
    expect(await order()).toEqual([
      "index.mdx",
      "zebra.mdx Zebras",
      "guide/two.mdx Second",
      "guide/one.mdx",
      "apple.mdx",
    ]);
  });

  it("is that of Fumadocs' lists, one in each folder", async () => {
    write(
      {
        "meta.json": '{ "pages": ["---Start---", "zebra", "...", "guide"] }',
        "guide/meta.json": '{ "title": "The guide", "pages": ["two", "one"] }',
      },
      "mdx",
    );
    expect((await order()).slice(1, 4)).toEqual(["zebra.mdx", "guide/two.mdx", "guide/one.mdx"]);
  });
});

describe("a component of Antora", () => {
  it("gives its pages their order, their attributes and the pieces of its modules", async () => {
    docs.write({
      "antora.yml":
        "name: pump\ntitle: Pumps\nnav: [modules/ROOT/nav.adoc, modules/well/nav.adoc]\nasciidoc:\n  attributes:\n    product: Pump 9\n",
      "modules/ROOT/nav.adoc": "* xref:zebra.adoc[Zebras]\n* xref:index.adoc[]\n",
      "modules/well/nav.adoc": "* xref:deep.adoc[Deep wells]\n",
      "modules/ROOT/pages/index.adoc":
        "= About {product}\n\nSee xref:well:deep.adoc[] and xref:zebra.adoc[them].\n\ninclude::partial$note.adoc[]\n\n----\ninclude::well:example$run.sh[]\n----\n\nPress kbd:[F9].\n",
      "modules/ROOT/pages/zebra.adoc": "= Zebras\n\nThey drink.\n",
      "modules/ROOT/partials/note.adoc": "A note on {product}.\n",
      "modules/well/pages/deep.adoc": "= Deep\n\nVery deep.\n",
      "modules/well/examples/run.sh": "pump --deep\n",
    });
    expect(await order()).toEqual([
      "modules/ROOT/pages/zebra.adoc Zebras",
      "modules/ROOT/pages/index.adoc",
      "modules/well/pages/deep.adoc Deep wells",
    ]);
    const { text, warnings, documents } = await docs.read();
    expect(warnings).toEqual([]);
    expect(documents.map(({ title }) => title)).toContain("About Pump 9");
    for (const part of ["See Deep and them.", "A note on Pump 9.", "pump --deep", "Press `F9`."])
      expect(text).toContain(part);
  });

  it("includes nothing from outside the source", async () => {
    docs.write({
      "antora.yml": "name: pump\n",
      "modules/ROOT/pages/a.adoc": "= A\n\nWords.\n\ninclude::partial$../../../../secret.adoc[]\n",
      "../secret.adoc": "hidden words\n",
    });
    const { text, warnings } = await docs.read();
    expect(text).not.toContain("hidden");
    expect(warnings).toEqual([expect.stringContaining("include not found")]);
  });
});

describe("a file of data", () => {
  it("that describes messages is named", async () => {
    docs.write({ "a.md": "# A\n\nText.\n", "events.yaml": "asyncapi: 3.0.0\ninfo: { title: Pumps }\n" });
    expect((await docs.read()).warnings).toEqual([
      expect.stringMatching(/^events\.yaml: an AsyncAPI document/),
    ]);
  });

  it("that is too large to be an API description is named", async () => {
    docs.write({ "a.md": "# A\n\nText.\n", "dump.json": "{}" });
    truncateSync(join(docs.path, "dump.json"), 65 * 1024 * 1024);
    expect((await docs.read()).warnings).toEqual([
      expect.stringMatching(/^dump\.json: a data file of 65 MiB/),
    ]);
  });
});

describe("a symbolic link to a folder beside it", () => {
  it("does not give the folder's pages another name", async () => {
    docs.write({ "wells/a.md": "# A\n\nText.\n" });
    symlinkSync("wells", join(docs.path, "a-link"));
    expect((await docs.read()).documents.map(({ file }) => file)).toEqual(["wells/a.md"]);
  });
});
