import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { docsFolder } from "../../support/docs-folder.ts";

const docs = docsFolder();
const { write, read } = docs;

describe("plain text", () => {
  it("is read as paragraphs, with what is laid out by spaces as code, under its first line as title", async () => {
    write({
      "notes.txt":
        "Pump notes\n==========\n\nA pump lifts\nnine litres.\n\n    pump --start\n    pump --stop\n\nsize   litres\nsmall  9\n",
    });
    const { documents, text } = await read();
    expect(documents[0]!.title).toBe("Pump notes");
    expect(text).toContain("A pump lifts nine litres.");
    expect(text).toContain("```\n    pump --start\n    pump --stop\n\nsize   litres\nsmall  9\n```");
  });

  it("leaves out files that are written for programs", async () => {
    write({
      "a.md": "# A\n\nText.\n",
      "robots.txt": "User-agent: *",
      "requirements-dev.txt": "x==1",
      "llms.txt": "# A",
    });
    expect((await read()).documents.map(({ file }) => file)).toEqual(["a.md"]);
  });
});

describe("a text beside the page that was made of it", () => {
  it("is left out, and named", async () => {
    write({ "pump.txt": "pump(1)\n=======\n", "pump.html": "<main><h1>pump</h1><p>Lifts water.</p></main>" });
    const { documents, warnings } = await read();
    expect(documents.map(({ file }) => file)).toEqual(["pump.html"]);
    expect(warnings).toEqual(["pump.txt: pump.html beside it is the same page; skipped"]);
  });
});

describe("reStructuredText", () => {
  it("is named with the way to have it read, and takes no other page with it", async () => {
    write({ "a.md": "# A\n\nText.\n", "b.rst": "B\n=\n" });
    const { documents, warnings } = await read();
    expect(documents).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/^b\.rst: .*Sphinx/)]);
  });
});

describe("AsciiDoc", () => {
  it("is read with its anchors, callouts, tables, code and definitions, and without its table of contents", async () => {
    write({
      "guide.adoc": `= Pumps
:toc:

A pump lifts *nine* litres.

[#start]
== Starting

WARNING: Never run it dry.

[source,sh]
----
pump --start # <1>
----
<1> Once a day.

|===
|Size |Litres

|small |9
|===

Hub:: One way.

== Stopping it

Let it run out.
`,
    });
    const { chunks, text, warnings, documents } = await read();
    expect(documents[0]!.title).toBe("Pumps");
    expect(chunks.flatMap(({ headings }) => headings)).toEqual([
      { text: "Pumps", anchor: "pumps" },
      { text: "Starting", anchor: "start" },
      { text: "Stopping it", anchor: "_stopping_it" },
    ]);
    expect(text).toContain("Warning\n\nNever run it dry.");
    expect(text).toMatch(/```sh\npump --start #\s*\n```/);
    expect(text).toContain("| small | 9 |");
    expect(text).toContain("- Hub: One way.");
    expect(text).not.toContain("Table of Contents");
    expect(warnings).toEqual([]);
  });

  it("includes files of the docs with their tags, from below and beside the page, and no others", async () => {
    writeFileSync(join(docs.path, "..", "secret.txt"), "SECRET");
    symlinkSync(join(docs.path, "..", "secret.txt"), join(docs.path, "link.adoc"));
    write({
      "shared/part.adoc": "// tag::a[]\nKept part.\n// end::a[]\nLeft part.\n\ninclude::deeper.adoc[]\n",
      "shared/whole.adoc": "Whole part.\n\ninclude::deeper.adoc[]\n",
      "shared/deeper.adoc": "Deeper part.\n",
      "guide/page.adoc":
        "= Page\n\ninclude::../shared/part.adoc[tag=a]\n\ninclude::../shared/whole.adoc[]\n\ninclude::../../secret.txt[]\n\ninclude::../link.adoc[]\n\ninclude::gone.adoc[]\n\ninclude::https://example.com/x.adoc[]\n\nEnd.\n",
    });
    const { chunks, warnings } = await read({ include: ["guide/**"] });
    const text = chunks.map((chunk) => chunk.text).join("\n");
    for (const part of ["Kept part.", "Whole part.", "Deeper part.", "End."]) expect(text).toContain(part);
    for (const part of ["Left part.", "SECRET", "include::", "Unresolved"]) expect(text).not.toContain(part);
    expect(warnings.filter((warning) => warning.includes("include not found"))).toHaveLength(4);
    for (const target of ["../../secret.txt", "../link.adoc", "gone.adoc", "https://example.com/x.adoc"]) {
      expect(warnings.join("\n")).toContain(`include not found inside the docs folder: ${target}`);
    }
  });
});

describe("a picture in AsciiDoc that asks for its file's content", () => {
  it("is its alternative text, and no file is read for it", async () => {
    writeFileSync(join(docs.path, "..", "secret.svg"), "<svg><title>SECRET</title><text>SECRET</text></svg>");
    symlinkSync(join(docs.path, "..", "secret.svg"), join(docs.path, "link.svg"));
    const picture = "[The pump at work,opts=inline]";
    write({
      "page.adoc": `= Page\n:data-uri:\n\nimage::link.svg${picture}\n\nSee image:link.svg${picture} here.\n`,
    });
    const { text } = await read();
    expect(text.match(/The pump at work/g)).toHaveLength(2);
    expect(text).not.toMatch(/SECRET|data:/);
  });
});

describe("Jupyter notebooks", () => {
  const code = (source: string, outputs: object[] = [], metadata = {}) => ({
    cell_type: "code",
    source,
    outputs,
    metadata,
  });
  const markdown = (source: string | string[]) => ({ cell_type: "markdown", source, metadata: {} });
  const notebook = (cells: object[]) => ({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: "python" } },
    cells,
  });

  it("are read as Markdown, code in their language, and outputs that are text", async () => {
    write({
      "pumps.ipynb": notebook([
        markdown(["# Pumps\n", "\n", "A pump lifts nine litres. ![x](data:image/png;base64,AAAA)"]),
        code("pump.run()", [
          { output_type: "stream", name: "stdout", text: ["\u001b[31mrunning\u001b[0m\n"] },
          {
            output_type: "display_data",
            data: { "image/png": "iVBORw0KGgo", "text/plain": "<Figure size 640x480>" },
          },
          { output_type: "execute_result", data: { "text/plain": ["9"], "text/html": "<b>9</b>" } },
        ]),
        markdown("```\nnever closed"),
        code("%%bash\npump --stop"),
        code("secret()", [], { tags: ["remove-cell"] }),
        markdown("## Pumps\n\nAgain."),
      ]),
    });
    const { chunks, text, warnings } = await read();
    expect(chunks.flatMap(({ headings }) => headings)).toEqual([
      { text: "Pumps", anchor: "pumps" },
      { text: "Pumps", anchor: "pumps-1" },
    ]);
    expect(text).toContain("```python\npump.run()\n```\n\n```text\nrunning\n9\n```");
    expect(text).toContain("```bash\npump --stop\n```");
    for (const part of ["Figure", "iVBOR", "base64", "secret()", "<b>"]) expect(text).not.toContain(part);
    expect(warnings).toEqual([expect.stringMatching(/never closed/)]);
  });

  it("keep the beginning of a long output", async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `line ${i}\n`);
    write({ "long.ipynb": notebook([code("go()", [{ output_type: "stream", text: lines }])]) });
    const { text } = await read();
    expect(text).toContain("line 19\n…\n");
    expect(text).not.toContain("line 20");
  });

  it.each([
    ["no JSON", "{", /not a notebook/],
    ["an older format", JSON.stringify({ nbformat: 3, worksheets: [] }), /nbformat.*nbconvert/],
    ["no cells", JSON.stringify({ nbformat: 4 }), /cells/],
  ])("with %s are named and skipped", async (_, content, cause) => {
    write({ "a.md": "# A\n\nText.\n", "bad.ipynb": content });
    const { documents, warnings } = await read();
    expect(documents).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(cause)]);
  });
});

describe("two sources that read the same files", () => {
  it("are named, once", async () => {
    write({ "a.md": "# A\n\nText.\n", "b/c.md": "# C\n\nText.\n" });
    const sources = [
      { folder: docs.path },
      { folder: join(docs.path, "b") },
      { folder: docs.path, name: "other", include: ["z/**", "a.md"] },
    ];
    const config = parseCorpusConfig({ name: "x", description: "x", sources }, docs.path);
    const warnings = (await readCorpus(config)).warnings.filter(({ cause }) =>
      cause.startsWith("read by two"),
    );
    expect(warnings.map(({ file, cause }) => `${file}: ${cause.split(";")[0]}`)).toEqual([
      'c.md: read by two sources, "docs" and "b"',

      'a.md: read by two sources, "docs" and "other"',
    ]);
  });
});
