import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { parseCorpusConfig, type SourceConfig } from "../../build/config.ts";
import { readCorpus } from "../../build/corpus.ts";
import type { Chunk } from "../../src/core/passage.ts";

const root = mkdtempSync(join(tmpdir(), "repobot-formats-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
let folder = "";
beforeEach(() => {
  folder = join(root, String(count++), "docs");
  mkdirSync(folder, { recursive: true });
});

function write(files: Record<string, string | object>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  }
}

async function read(source: Partial<SourceConfig> = {}) {
  const config = parseCorpusConfig({ name: "Corpus", description: "x", sources: [{ folder }] }, folder);
  const { chunks, documents, warnings } = await readCorpus({
    ...config,
    sources: config.sources.map((one) => ({ ...one, ...source })),
  });
  return {
    chunks,
    documents,
    warnings: warnings.map(({ file, cause }) => `${file}: ${cause}`),
    text: chunks.map((chunk: Chunk) => chunk.text).join("\n\n"),
  };
}

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
    writeFileSync(join(folder, "..", "secret.txt"), "SECRET");
    symlinkSync(join(folder, "..", "secret.txt"), join(folder, "link.adoc"));
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

describe("OpenAPI documents", () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Pump API", version: "2", description: "# Rules\n\nAll times are in UTC." },
    servers: [{ url: "https://api.example.com/v2" }],
    security: [{ key: [] }],
    paths: {
      "/pumps/{id}": {
        parameters: [{ $ref: "#/components/parameters/Id" }],
        get: {
          operationId: "readPump",
          summary: "Read a pump",
          tags: ["pumps"],
          responses: {
            "200": {
              description: "The pump",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Pump" } } },
            },
          },
        },
        patch: {
          description: "Changes a pump.\n\n## Note\n\nSlowly.",
          deprecated: true,
          security: [],
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              description: "Own id",
              schema: { type: "integer", minimum: 1 },
            },
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pump" },
                example: { size: "small" },
              },
            },
          },
          responses: { default: { $ref: "#/components/responses/Gone" } },
        },
        delete: { "x-internal": true, responses: {} },
      },
    },
    webhooks: { stalled: { post: { summary: "A pump stalled", responses: {} } } },
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      parameters: {
        Id: {
          name: "id",
          in: "path",
          required: true,
          description: "Number on the pump",
          schema: { type: "string" },
        },
      },
      responses: { Loop: { $ref: "#/components/responses/Loop" } },
      schemas: {
        Pump: {
          type: "object",
          required: ["size"],
          properties: {
            size: {
              type: "string",
              enum: ["small", "large"],
              default: "small",
              description: "How much it **lifts**",
            },
            parts: { type: "array", items: { $ref: "#/components/schemas/Part" } },
          },
        },
        Part: {
          allOf: [{ type: "object", properties: { name: { type: ["string", "null"] } } }],
          properties: { within: { $ref: "#/components/schemas/Part" }, other: { $ref: "other.yaml#/X" } },
        },
      },
    },
  };

  it("become a page for the API, each operation and each schema, wherever the others are served", async () => {
    write({ "api/pumps.json": document, "a.md": "# A\n\nText.\n", "data.json": { openapi: false } });
    const { documents } = await read({ baseUrl: "https://docs.example.com/" });
    expect(documents.map(({ title, url }) => `${title} ${url}`)).toEqual([
      "A https://docs.example.com/a/",
      "Pump API /docs/docs/api/pumps",
      "GET /pumps/{id}: Read a pump /docs/docs/api/pumps/readPump",
      "PATCH /pumps/{id} /docs/docs/api/pumps/PATCH-pumps-id",
      "stalled (webhook): A pump stalled /docs/docs/api/pumps/POST-stalled",
      "Pump (schema) /docs/docs/api/pumps/schema-Pump",
      "Part (schema) /docs/docs/api/pumps/schema-Part",
    ]);
  });

  it("say in words what an operation takes and gives, references followed and circles ended", async () => {
    write({ "pumps.json": document });
    const { chunks, warnings } = await read();
    const textOf = (title: string) =>
      chunks
        .filter((chunk) => chunk.title === title)
        .map(({ text }) => text)
        .join("\n");
    expect(textOf("GET /pumps/{id}: Read a pump")).toBe(
      [
        "`GET /pumps/{id}` is an operation of Pump API 2, with the id `readPump`, under pumps.",
        "Read a pump.",
        "Parameters:",
        "- `id` (path, string, required): Number on the pump",
        "Responses:",
        [
          "- `200`: The pump",
          "  - `application/json`: object Pump",
          "    - `size` (string, one of `small` `large`, default `small`, required): How much it lifts",
          "    - `parts` (array of object Part)",
        ].join("\n"),
        "Authorization: an API key in the header `X-Key`.",
      ].join("\n\n"),
    );
    const patch = textOf("PATCH /pumps/{id}");
    expect(patch).toContain("- `id` (path, integer, at least `1`, required): Own id");
    expect(patch).not.toContain("Number on the pump");
    for (const part of [
      "It is deprecated.",
      "Note\n\nSlowly.",
      "No authorization is needed.",
      '"size": "small"',
    ])
      expect(patch).toContain(part);
    expect(chunks.flatMap(({ headings }) => headings)).toEqual([{ text: "Rules", anchor: "rules" }]);
    for (const { text } of chunks) expect(text).not.toMatch(/\$ref|\[object/);
    expect(warnings).toEqual([
      expect.stringMatching(/responses\/Gone leads nowhere/),
      expect.stringMatching(/other\.yaml#\/X leads out of the document/),
    ]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
  });

  it("are read from YAML too", async () => {
    write({
      "api.yaml":
        "openapi: '3.0.3'\ninfo: {title: Pumps, version: 1}\npaths:\n  /a:\n    get: {summary: Read all, responses: {'200': {description: All}}}\n",
    });
    expect((await read()).documents.map(({ title }) => title)).toEqual(["Pumps", "GET /a: Read all"]);
  });

  it.each([
    [
      "Swagger 2.0",
      "swagger.json",
      '{"swagger": "2.0", "info": {"title": "x", "version": "1"}, "paths": {}}',
      /Swagger 2\.0/,
    ],
    ["a later version", "api.json", '{"openapi": "4.0.0", "info": {}, "paths": {}}', /OpenAPI 4\.0\.0/],
    ["broken JSON", "api.json", '{"openapi": "3.0.0", ', /not valid JSON/],
    ["broken YAML", "api.yaml", "openapi: 3.0.0\n  x: [", /not valid YAML/],
    ["another file of that name", "openapi.json", '{"name": "x"}', /holds no OpenAPI document/],
  ])("of %s are named and skipped", async (_, file, content, cause) => {
    write({ "a.md": "# A\n\nText.\n", [file]: content });
    const { documents, warnings } = await read();
    expect(documents).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(cause)]);
  });
});

describe("two sources that read the same files", () => {
  it("are named, once", async () => {
    write({ "a.md": "# A\n\nText.\n", "b/c.md": "# C\n\nText.\n" });
    const sources = [
      { folder },
      { folder: join(folder, "b") },
      { folder, name: "other", include: ["z/**", "a.md"] },
    ];
    const config = parseCorpusConfig({ name: "x", description: "x", sources }, folder);
    const warnings = (await readCorpus(config)).warnings.filter(({ cause }) =>
      cause.startsWith("read by two"),
    );
    expect(warnings.map(({ file, cause }) => `${file}: ${cause.slice(0, 45)}`)).toEqual([
      'c.md: read by two sources, "docs" and "b", and so a',
      'a.md: read by two sources, "docs" and "other", and ',
    ]);
  });
});
