/** `openapi.json` against a public linter, the Worker's routes, and the answers that the Worker really gives. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../build/openapi/document.ts";
import { PATHS } from "../../../build/openapi/operations.ts";
import { ROUTES } from "../../../src/app.ts";

/** Addresses that people open, and what their browsers load. */
const FOR_PEOPLE = [
  "/",
  "/embed",
  "/owner",
  "/favicon.ico",
  "/widget.js",
  "/widget-highlight.js",
  "/docs/*",
  "/_page/*",
];

async function problemsOf(document: object): Promise<[rule: string, message: string][]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message }) => [ruleId, message]);
}

describe("openapi.json", () => {
  it("has no problem by the recommended rules of a public linter", async () => {
    expect(await problemsOf(openApiDocument())).toEqual([]);
  });

  it("would be told of problems by that linter", async () => {
    const { license: _, ...info } = openApiDocument().info as Record<string, unknown>;
    expect(await problemsOf({ ...openApiDocument(), info })).toEqual([["info-license", expect.any(String)]]);
    const paths = { "/x": { get: { responses: { "200": { $ref: "#/nowhere" } } } } };
    const found = await problemsOf({ ...openApiDocument(), paths });
    expect(found.map(([rule]) => rule)).toContain("no-unresolved-refs");
  });

  it("names every address of the Worker that programs ask, with its methods, and no other", () => {
    const routes = Object.entries(ROUTES)
      .filter(([path]) => !FOR_PEOPLE.includes(path))
      .map(([path, handlers]) => [path.replace(/:(\w+)/g, "{$1}"), Object.keys(handlers).sort()] as const);
    const documented = Object.entries(PATHS)
      .filter(([path]) => path !== "/docs/{page}.md")
      .map(([path, operations]) => [
        path,
        Object.keys(operations)
          .map((method) => method.toUpperCase())
          .sort(),
      ]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(routes));
  });

  it("gives every request the bounds that it is checked by", () => {
    const text = JSON.stringify(openApiDocument());
    const { components } = openApiDocument() as {
      components: { schemas: Record<string, { properties: Record<string, unknown>; required: string[] }> };
    };
    const { AskRequest } = components.schemas;
    expect(AskRequest).toMatchObject({
      required: ["question"],
      additionalProperties: false,
      properties: {
        question: { type: "string", minLength: 1, maxLength: 2000, description: expect.any(String) },
        language: { pattern: expect.any(String) },
      },
    });
    expect(text).not.toContain('"$schema"');
    const refs = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    for (const name of refs) expect(Object.keys(components.schemas)).toContain(name);
  });
});
