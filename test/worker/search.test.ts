import { describe, expect, it } from "vitest";
import { scriptedApp } from "./scripted-app.ts";

describe("GET /v1/search", () => {
  it("gives passages with text, address and ranks", async () => {
    const { fetch, searched } = scriptedApp();
    const response = await fetch(
      "/v1/search?q=%20install%20&limit=3&version=v1&language=en&kind=docs&rerank=true",
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("Server-Timing")).toBe("retrieve;dur=1");
    expect(await response.json()).toEqual({
      query: "install",
      passages: [
        {
          id: "chunk-1",
          n: 1,
          url: "/docs/start.html#install",
          title: "Start",
          headingPath: ["Start", "Install"],
          file: "start.md",
          version: "v2",
          kind: "docs",
          language: "en",
          text: "Run `npm ci`.",
          rrfScore: 0.0164,
          lexicalRank: 1,
          vectorRank: null,
          bm25Score: 7.5,
          cosineSimilarity: null,
          rerankScore: null,
        },
      ],
      lexical: "on",
      vector: "off",
      rerank: "off",
      timings: { retrieve: 1 },
    });
    expect(searched).toMatchObject([
      {
        request: {
          query: "install",
          rerank: true,
          filter: { version: ["v1", ""], language: ["en"], kind: ["docs"] },
        },
        topK: 3,
      },
    ]);
  });

  it("searches the default version, ten passages, when nothing else is said", async () => {
    const { fetch, searched } = scriptedApp();
    await fetch("/v1/search?q=install");
    expect(searched).toMatchObject([
      { request: { query: "install", rerank: false, filter: { version: ["v2", ""] } }, topK: 10 },
    ]);
  });

  it.each([
    ["", "q"],
    ["q=", "q"],
    ["q=%20", "q"],
    [`q=${"x".repeat(2001)}`, "q"],
    ["q=a&limit=0", "limit"],
    ["q=a&limit=51", "limit"],
    ["q=a&limit=1.5", "limit"],
    ["q=a&limit=ten", "limit"],
    ["q=a&limit=-1", "limit"],
    ["q=a&version=v9", "version"],
    ["q=a&language=%21", "language"],
    ["q=a&language=xx", "language"],
    ["q=a&kind=other", "kind"],
    ["q=a&kind=code", "kind"],
    ["q=a&rerank=1", "rerank"],
    ["q=a&langauge=en", "langauge"],
    ["q=a&q=b", "q"],
    ["q=a&limit=1&limit=2", "limit"],
  ])("refuses `%s`: 400 naming %s", async (query, field) => {
    const { fetch, searched } = scriptedApp();
    const response = await fetch(`/v1/search?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_request", field });
    expect(searched).toEqual([]);
  });
});
