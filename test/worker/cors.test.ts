import { describe, expect, it } from "vitest";
import { allowOrigins } from "../../src/doors/cors.ts";
import { type ScriptedApp, scriptedApp } from "./scripted-app.ts";

const LISTED = "https://docs.example.com";
const OTHERS = [
  "https://evil.example",
  "https://docs.example.com.evil.example",
  "http://docs.example.com",
  "null",
];

function appFor(origins: readonly string[]): ScriptedApp {
  return scriptedApp(undefined, { allowedOrigins: origins, middleware: [allowOrigins(origins)] });
}

function preflight(app: ScriptedApp, origin: string, path = "/v1/ask"): Promise<Response> {
  const headers = {
    Origin: origin,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type",
  };
  return app.fetch(path, { method: "OPTIONS", headers });
}

function accessHeaders(response: Response): string[] {
  return [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
}

describe("cross-origin requests", () => {
  it("lets a listed origin ask, and read answers and errors", async () => {
    const app = appFor([LISTED]);
    const before = await preflight(app, LISTED);
    expect(before.status).toBe(204);
    expect(before.headers.get("Access-Control-Allow-Origin")).toBe(LISTED);
    expect(before.headers.get("Access-Control-Allow-Headers")).toMatch(/content-type/i);
    expect(before.headers.get("Vary")).toContain("Origin");
    for (const body of [{ question: "How?" }, { question: "" }]) {
      const response = await app.post("/v1/ask", body, { Origin: LISTED, Accept: "text/event-stream" });
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(LISTED);
      expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(response.headers.get("Vary")).toContain("Origin");
      await response.text();
    }
  });

  it.each(OTHERS)("tells %s nothing, and caches that it must ask again", async (origin) => {
    const app = appFor([LISTED]);
    expect(accessHeaders(await preflight(app, origin))).toEqual([]);
    const response = await app.post("/v1/ask", { question: "How?" }, { Origin: origin });
    expect(accessHeaders(response)).toEqual([]);
    expect(response.headers.get("Vary")).toContain("Origin");
  });

  it.each(["/v1/chat/completions", "/api/chat", "/ask", "/mcp"])(
    "holds for every door that programs ask at: %s",
    async (path) => {
      const before = await preflight(appFor([LISTED]), LISTED, path);
      expect(before.headers.get("Access-Control-Allow-Origin")).toBe(LISTED);
      expect(accessHeaders(await preflight(appFor([LISTED]), OTHERS[0]!, path))).toEqual([]);
    },
  );

  it("allows no other site when none is listed", async () => {
    const app = appFor([]);
    expect((await preflight(app, LISTED)).status).toBe(405);
    expect(accessHeaders(await app.post("/v1/ask", { question: "How?" }, { Origin: LISTED }))).toEqual([]);
  });

  it("holds for the API alone", async () => {
    const app = appFor([LISTED]);
    expect(accessHeaders(await app.fetch("/health", { headers: { Origin: LISTED } }))).toEqual([]);
  });

  it("lets the listed sites frame the widget's page, and no others", async () => {
    const policyOf = async (app: ScriptedApp) =>
      (await app.fetch("/embed")).headers.get("Content-Security-Policy");
    expect(await policyOf(appFor([LISTED]))).toMatch(new RegExp(`frame-ancestors 'self' ${LISTED}$`));
    expect(await policyOf(appFor([]))).toMatch(/frame-ancestors 'self'$/);
  });
});
