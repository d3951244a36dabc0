import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkerEnv } from "../../src/env.ts";
import worker from "../../src/index.ts";

const bindings: WorkerEnv = { ...env };

/** The Worker as the platform calls it, in an environment of its own: nothing is shared with other tests. */
function workerIn(changes: Readonly<Record<string, unknown>>) {
  const environment: WorkerEnv = { ...bindings, ...changes };
  return async (path: string, body?: unknown): Promise<Response> => {
    const url = new URL(path, "https://docs.example");
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { "Content-Type": "application/json" };
    return worker.fetch(new Request(url, { ...init, headers }), environment, createExecutionContext());
  };
}

/** The real assets, one of which is changed. @param change gets the path of each asset that is found */
function assetsWith(
  change: (path: string, bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null,
) {
  return {
    ASSETS: {
      async fetch(input: Request | string): Promise<Response> {
        const response = await bindings.ASSETS.fetch(input);
        if (!response.ok) return response;
        const { pathname } = new URL(typeof input === "string" ? input : input.url);
        const changed = change(pathname, new Uint8Array(await response.arrayBuffer()));
        return new Response(changed, { status: changed === null ? 404 : 200 });
      },
    },
  };
}

async function problemsIn(changes: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const fetch = workerIn(changes);
  const responses = [
    await fetch("/v1/ask", { question: "How do I add my own docs?" }),
    await fetch("/v1/search?q=docs"),
    await fetch("/health"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
  const [asked, searched, health] = await Promise.all(responses.map((response) => response.json()));
  return [asked, searched, (health as { problems: unknown[] }).problems[0]];
}

describe("the Worker's entry", () => {
  // What it logs is looked at where the doors are tested.
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it("answers from the index among its assets, with every leg that needs no key", async () => {
    const fetch = workerIn({});
    expect(await (await fetch("/health")).json()).toMatchObject({
      status: "ok",
      corpus: { name: "RepoBot" },
      answers: { mode: "extractive", model: null },
      legs: { lexical: "on", vector: "off", rerank: "off" },
    });
    const response = await fetch("/v1/ask", { question: "How do I add my own docs?" });
    expect(await response.json()).toMatchObject({ mode: "extractive", historySaved: true, costUsd: 0 });
  });

  it("says on every answer what to run when there is no index", async () => {
    const problem = { code: "index_missing", detail: expect.stringContaining("npm run build") };
    const assets = assetsWith((path, bytes) => (path === "/index/manifest.json" ? null : bytes));
    expect(await problemsIn(assets)).toMatchObject([problem, problem, problem]);
  });

  it.each<[string, Parameters<typeof assetsWith>[0]]>([
    [
      "its manifest is cut",
      (path, bytes) => (path.endsWith("manifest.json") ? bytes.subarray(0, 40) : bytes),
    ],
    ["a part is missing", (path, bytes) => (path.endsWith("manifest.json") ? bytes : null)],
    ["a part is cut", (path, bytes) => (path.endsWith("manifest.json") ? bytes : bytes.subarray(0, -100))],
    [
      "a byte of a part is another",
      (path, bytes) => {
        if (!path.endsWith("manifest.json")) bytes[Math.floor(bytes.length / 3)]! ^= 1;
        return bytes;
      },
    ],
  ])("says on every answer what to run when the index is damaged: %s", async (_, change) => {
    const problem = { code: "index_corrupt", detail: expect.stringContaining("npm run build") };
    expect(await problemsIn(assetsWith(change))).toMatchObject([problem, problem, problem]);
  });

  it.each<[string, Parameters<typeof assetsWith>[0]]>([
    [
      "its files",
      (path, bytes) => {
        // The version's place in every file's header.
        if (path.endsWith(".bin")) bytes[8] = 99;
        return bytes;
      },
    ],
    [
      "its manifest",
      (path, bytes) => {
        if (!path.endsWith("manifest.json")) return bytes;
        const manifest: Record<string, unknown> = JSON.parse(new TextDecoder().decode(bytes));
        return Uint8Array.from(new TextEncoder().encode(JSON.stringify({ ...manifest, formatVersion: 99 })));
      },
    ],
  ])("says on every answer that a newer version made the index, by %s", async (_, change) => {
    const problem = { code: "index_incompatible", detail: expect.stringContaining("npm run build") };
    expect(await problemsIn(assetsWith(change))).toMatchObject([problem, problem, problem]);
  });

  it("names the setting that is wrong, and not its value", async () => {
    const response = await workerIn({ HISTORY_TTL_DAYS: "s3cret" })("/health");
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "config_invalid", field: "HISTORY_TTL_DAYS" });
    expect(text).not.toContain("s3cret");
  });

  it.each(["ASSETS", "HISTORY"])("names the binding %s when it is missing", async (name) => {
    const response = await workerIn({ [name]: undefined })("/health");
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "config_invalid", field: name });
  });

  it("answers without history, and says so, when KV fails", async () => {
    const failing = () => Promise.reject(new Error("KV is down"));
    const kv = { get: failing, put: failing, list: failing, delete: failing };
    const response = await workerIn({ HISTORY: kv })("/v1/ask", { question: "How do I add my own docs?" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ mode: "extractive", historySaved: false });
  });

  it("asks no model, and says why, while what is left of the budget cannot be told", async () => {
    const calls: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      calls.push(String(input));
      return new Response(null, { status: 500 });
    });
    const down = {
      idFromName: () => "",
      get: () => ({ fetch: () => Promise.reject(new Error("overloaded")) }),
    };
    const settings = { CHAT_API_KEY: "k", BUDGET_USD_PER_DAY: "1" };
    const response = await workerIn({ BUDGET: down, ...settings })("/v1/ask", {
      question: "How do I add my own docs?",
    });
    expect(await response.json()).toMatchObject({
      mode: "extractive",
      notice: expect.stringMatching(/budget .* cannot be checked/),
      costUsd: 0,
    });
    expect(calls).toEqual([]);
  });

  it("names the binding that a ceiling needs when it is missing", async () => {
    const response = await workerIn({ BUDGET: undefined, BUDGET_CALLS_PER_DAY: "5" })("/health");
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "config_invalid", field: "BUDGET" });
  });
});
