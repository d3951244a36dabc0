import { describe, expect, it } from "vitest";
import { RepoBotError } from "../../src/core/errors.ts";
import { emptyIndex } from "../support/scripted-index.ts";
import { scriptedApp } from "./scripted-app.ts";

describe("the files that sites include", () => {
  it.each(["/widget.js", "/widget-highlight.js"])("%s is the build's file, for any site", async (path) => {
    const asked: string[] = [];
    const app = scriptedApp(undefined, {
      assets: {
        async fetch(input) {
          asked.push(new URL(input instanceof Request ? input.url : input).pathname);
          return new Response("(function(){})()", {
            headers: { "Content-Type": "text/javascript", ETag: '"1"' },
          });
        },
      },
    });
    const response = await app.fetch(path);
    expect(asked).toEqual([`/_page${path}`]);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/javascript");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(response.headers.get("ETag")).toBe('"1"');
  });

  it("say what to run when they were not built: 404", async () => {
    const response = await scriptedApp().fetch("/widget.js");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: "not_found",
      detail: expect.stringContaining("build:page"),
    });
  });
});

describe("GET /v1/corpus", () => {
  it("tells the facts of the docs and their first questions", async () => {
    const { corpus, hash } = emptyIndex();
    const response = await scriptedApp().fetch("/v1/corpus");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...corpus,
      defaultVersion: "v2",
      versionAliases: {},
      indexHash: hash,
    });
  });

  it("tells the versions, the default one and their other names", async () => {
    const versioned = { versions: ["5.12", "4.29"], versionAliases: { lts: "4.29" } };
    const { fetch } = scriptedApp(undefined, { index: { get: async () => emptyIndex({}, versioned) } });
    expect(await (await fetch("/v1/corpus")).json()).toMatchObject({
      versions: ["5.12", "4.29"],
      defaultVersion: "5.12",
      versionAliases: { lts: "4.29" },
    });
  });
});

describe("GET /embed", () => {
  it("is a page with the widget, in the reader's language, that loads nothing from elsewhere", async () => {
    const response = await scriptedApp().fetch("/embed", { headers: { "Accept-Language": "de" } });
    const page = await response.text();
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<repo-bot mode="inline"></repo-bot>');
    expect(page.match(/(?:src|href)="[^"]*"/g)).toEqual(['href="/_page/embed.css"', 'src="/widget.js"']);
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'self'; /);
  });

  it("speaks the language that the site around it names", async () => {
    const headers = { "Accept-Language": "de" };
    const response = await scriptedApp().fetch("/embed?lang=pt-BR", { headers });
    expect(await response.text()).toContain('<html lang="pt">');
  });
});

describe("GET /", () => {
  it.each([
    ["where the Worker has them", 200, true],
    ["and not where another site does", 404, false],
  ])("links the docs %s", async (_, status, linked) => {
    const app = scriptedApp(undefined, { assets: { fetch: async () => new Response(null, { status }) } });
    const page = await (await app.fetch("/")).text();
    expect(page.includes('href="/docs/"')).toBe(linked);
  });

  it("says what is wrong also where no file of the build can be reached", async () => {
    const unreachable = async () => {
      throw new RepoBotError("upstream_unavailable", "The index cannot be loaded.");
    };
    const app = scriptedApp(undefined, { index: { get: unreachable }, assets: { fetch: unreachable } });
    const response = await app.fetch("/");
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("The index cannot be loaded.");
  });
});
