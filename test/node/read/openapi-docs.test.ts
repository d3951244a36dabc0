import { describe, expect, it } from "vitest";
import { docsFolder } from "../../support/docs-folder.ts";

const { write, read } = docsFolder();

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
      expect.stringMatching(/reference other\.yaml#\/X leads to no file of this source/),
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

  it("are read from Swagger 2.0, with its bodies, forms, types and definitions", async () => {
    write({
      "swagger.yaml": `swagger: "2.0"
info: {title: Pumps, version: "2"}
host: pumps.example
basePath: /v2
schemes: [https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  key: {type: apiKey, in: header, name: X-Key}
security: [{key: []}]
paths:
  /pumps:
    post:
      summary: Add a pump
      parameters:
        - {in: query, name: dry, type: boolean, description: Only try}
        - {in: body, name: body, required: true, schema: {$ref: "#/definitions/Pump"}}
      responses:
        "201": {description: Added, schema: {$ref: "#/definitions/Pump"}}
definitions:
  Pump:
    type: object
    properties:
      liters: {type: integer, description: Liters a stroke}
`,
    });
    const { documents, chunks, warnings } = await read();
    const textOf = (title: string) =>
      chunks
        .filter((chunk) => chunk.title.startsWith(title))
        .map(({ text }) => text)
        .join("\n\n");
    expect(warnings).toEqual([]);
    expect(documents.map(({ title }) => title)).toEqual([
      "Pumps",
      "POST /pumps: Add a pump",
      "Pump (schema)",
    ]);
    const post = textOf("POST /pumps");
    for (const part of [
      "- `dry` (query, boolean): Only try",
      "Request body (`application/json`, object Pump, required):",
      "- `liters` (integer): Liters a stroke",
      "`application/json`: object Pump",
      "an API key in the header `X-Key`",
    ])
      expect(post).toContain(part);
    expect(textOf("Pumps")).toContain("`https://pumps.example/v2`");
  });

  it.each([
    ["Swagger 2.0", "swagger: 2.0"],
    ["OpenAPI 3.0", "openapi: 3.0"],
    ["OpenAPI 3.1", "openapi: 3.1"],
  ])("are read from YAML that writes the version as a number: %s", async (_, version) => {
    const path = "/pumps: {get: {summary: Read all, responses: {'200': {description: All}}}}";
    write({ "api.yaml": `${version}\ninfo: {title: Pumps}\npaths:\n  ${path}\n` });
    const { documents, text, warnings } = await read();
    expect(warnings).toEqual([]);
    expect(documents.map(({ title }) => title)).toEqual(["Pumps", "GET /pumps: Read all"]);
    expect(text).toContain("Pumps is an HTTP API.");
  });

  it("name no version where there is none", async () => {
    write({ "api.json": { swagger: "2.0", info: { title: "bad" } } });
    expect((await read()).text).toContain("bad is an HTTP API.");
  });

  it("keep an operation beside a reference out of the document", async () => {
    const get = { summary: "Read all", responses: { 200: { description: "All" } } };
    const paths = { "/pumps": { $ref: "other.json#/paths/pumps", get } };
    write({ "api.json": { openapi: "3.1.0", info: { title: "Pumps", version: "1" }, paths } });
    const { documents, warnings } = await read();
    expect(documents.map(({ title }) => title)).toEqual(["Pumps", "GET /pumps: Read all"]);
    expect(warnings).toEqual([
      expect.stringMatching(/reference other\.json#\/paths\/pumps leads to no file of this source/),
    ]);
  });

  it("may be spread over files of their source folder, which refer to each other", async () => {
    write({
      "api/openapi.yaml": `openapi: 3.1.0
info: {title: Pumps, version: "1"}
paths:
  /pumps: {$ref: "paths/pumps.yaml"}
components:
  schemas:
    Pump: {$ref: "schemas/Pump.yaml"}
    Valve: {type: object, properties: {state: {type: string, description: Open or shut}}}
`,
      "api/paths/pumps.yaml": `get:
  summary: Read all
  parameters: [{$ref: "../parameters.json#/Page"}]
  responses:
    "200": {description: All, content: {application/json: {schema: {$ref: "../schemas/Pump.yaml"}}}}
`,
      "api/parameters.json": {
        Page: { name: "page", in: "query", description: "Counted from 1", schema: { type: "integer" } },
      },
      "api/schemas/Pump.yaml": `type: object
properties:
  pressure: {type: number, description: In bar}
  feeds: {$ref: "Pump.yaml"}
  valve: {$ref: "../openapi.yaml#/components/schemas/Valve"}
  secret: {$ref: "../../../outside.json"}
  web: {$ref: "https://example.com/schema.json"}
`,
    });
    const { chunks, warnings } = await read();
    const text = chunks.map((chunk) => chunk.text).join("\n");
    for (const said of ["`page`", "Counted from 1", "In bar", "Open or shut", "`feeds` (object Pump"])
      expect(text).toContain(said);
    expect(text).not.toContain("$ref");
    expect(warnings).toEqual([
      expect.stringMatching(/outside\.json leads to no file of this source/),
      expect.stringMatching(/https:\/\/example\.com\/schema\.json leads to no file of this source/),
    ]);
  });

  it("may hold values that stand in themselves, by an alias of YAML", async () => {
    write({
      "api.yaml": `openapi: 3.1.0
info: {title: Pumps, version: "1"}
paths:
  /a: {get: {summary: Read all, responses: {"200": {$ref: "parts.yaml#/all"}}}}
`,
      "parts.yaml": "all: {description: All of them}\nnode: &n {self: *n}\n",
    });
    const { chunks, warnings } = await read();
    expect(warnings).toEqual([]);
    expect(chunks.map((chunk) => chunk.text).join("\n")).toContain("All of them");
  });

  it("have a page for each webhook, and for those that OpenAPI 3.0 knows only as an extension", async () => {
    const hook = { post: { summary: "A pump ran dry", responses: { 200: { description: "Noted" } } } };
    const document = { info: { title: "Pumps", version: "1" }, paths: {} };
    write({
      "new.json": JSON.stringify({ ...document, openapi: "3.1.0", webhooks: { "pump-dry": hook } }),
      "old.json": JSON.stringify({ ...document, openapi: "3.0.3", "x-webhooks": { "pump-dry": hook } }),
    });
    const { documents, warnings } = await read();
    expect(warnings).toEqual([]);
    const title = "pump-dry (webhook): A pump ran dry";
    expect(documents.map((document) => document.title)).toEqual(["Pumps", title, "Pumps", title]);
  });

  it("may have a summary that is a description", async () => {
    const summary = `This event occurs when a pump runs dry, or when somebody takes it for dry. ${"It comes once. ".repeat(5)}\n\n> [!NOTE]\n> It may come *late*.`;
    write({
      "api.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Pumps", version: "1" },
        paths: {},
        webhooks: {
          dry: { post: { summary, description: "A pump ran dry.", responses: {} } },
          wet: { post: { summary, operationId: "pump/wet", responses: {} } },
        },
      }),
    });
    const { documents, chunks } = await read();
    expect(documents.map(({ title }) => title)).toEqual([
      "Pumps",
      "dry (webhook): A pump ran dry",
      "wet (webhook): pump/wet",
    ]);
    const text = chunks.map((chunk) => chunk.text).join("\n");
    expect(text).toContain("\n\nIt may come late.");
    expect(text).not.toContain("[!NOTE]");
  });

  it("may call a schema by a name with a percent sign, a slash or a tilde", async () => {
    const schema = { type: "object", properties: { full: { type: "boolean" } } };
    const names = ["{% if a %}", "100%", "a%20b", "a/b", "a~b"];
    write({
      "api.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Pumps", version: "1" },
        paths: { "/a": { get: { summary: "Read", responses: {} } } },
        components: { schemas: Object.fromEntries(names.map((name) => [name, schema])) },
      }),
    });
    const { documents, warnings } = await read();
    expect(warnings).toEqual([]);
    expect(documents.map(({ title }) => title)).toEqual([
      "Pumps",
      "GET /a: Read",
      ...names.map((name) => `${name} (schema)`),
    ]);
  });

  it.each([
    [
      "broken Swagger 2.0",
      "swagger.json",
      '{"swagger": "2.0", "paths": [1]}',
      /no Swagger document that can be read/,
    ],
    ["Swagger 1", "swagger.json", '{"swagger": "1.2", "info": {}}', /no OpenAPI 3 document/],
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
