/** The Model Context Protocol as its official clients speak it: both generations, and the SDK that most programs still have. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import type { LocalWorker } from "../../build/local-worker.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

let worker: LocalWorker;
beforeAll(async () => {
  worker = await startWatchedWorker({
    assetsDir: inject("assetsDir"),
    vars: { ALLOWED_ORIGINS: "https://listed.example" },
  });
});
afterAll(() => worker?.close());

const endpoint = () => new URL("/mcp", worker.url);

/** What the tests use of a client; all three have it. */
interface AnyClient {
  listTools(): Promise<{ tools: object[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  readResource(request: { uri: string }): Promise<{ contents: object[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: object[] }>;
  getServerVersion(): { name: string } | undefined;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

async function connected(mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpoint()));
  return client;
}

async function oldConnected(): Promise<OldClient> {
  const client = new OldClient({ name: "test", version: "1" });
  await client.connect(new OldTransport(endpoint()));
  return client;
}

const toolResult = z.object({
  isError: z.boolean().optional(),
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), uri: z.string().optional() }),
  ),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

describe.each<[string, () => Promise<AnyClient>]>([
  ["the official client, protocol of 2026", () => connected("auto")],
  ["the official client, protocol of 2025", () => connected("legacy")],
  ["the older SDK's client", oldConnected],
])("%s", (_, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client?.close());

  async function call(name: string, args: Record<string, unknown>) {
    return toolResult.parse(await client.callTool({ name, arguments: args }));
  }

  it("learns what this is and which tools there are", async () => {
    expect(client.getServerVersion()?.name).toBe("repobot");
    expect(client.getInstructions()).toContain("ask_docs");
    const { tools } = await client.listTools();
    expect(tools).toMatchObject(
      ["search_docs", "ask_docs", "get_page"].map((name) => ({
        name,
        title: expect.stringContaining("RepoBot"),
        inputSchema: { type: "object", required: [expect.any(String)] },
        outputSchema: { type: "object" },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      })),
    );
  });

  it("searches, reads the page of the first hit and only its section", async () => {
    const found = await call("search_docs", { query: "HISTORY_TTL_DAYS", limit: 2 });
    const { passages } = found.structuredContent as { passages: { url: string; text: string }[] };
    expect(passages).toHaveLength(2);
    const first = passages[0]!;
    expect(first.text).toContain("HISTORY_TTL_DAYS");
    expect(first.url).toMatch(/^http:\/\/[^/]+\/docs\/.+#/);
    expect(found.content[0]?.text).toContain(first.text);
    const links = found.content.filter(({ type }) => type === "resource_link");
    expect(links.map(({ uri }) => uri)).toContain(first.url);

    const section = await call("get_page", { url: first.url });
    const whole = await call("get_page", { url: first.url.replace(/#.*/, "") });
    const markdown = String(section.structuredContent?.markdown);
    expect(markdown).toMatch(/^#+ /);
    expect(markdown).toContain("HISTORY_TTL_DAYS");
    expect(String(whole.structuredContent?.markdown)).toContain(markdown);
    expect(String(whole.structuredContent?.markdown).length).toBeGreaterThan(markdown.length);
    expect(whole.structuredContent?.sections).toContainEqual(expect.objectContaining({ url: first.url }));
  });

  it("asks, and goes on with the conversation", async () => {
    const result = await call("ask_docs", { question: "How do I add my own docs?" });
    const answer = result.structuredContent as {
      answer: string;
      mode: string;
      conversationId: string;
      sources: { n: number; url: string }[];
    };
    expect(answer).toMatchObject({ mode: "extractive", corpus: { name: "RepoBot" } });
    expect(answer.answer).toMatch(/\[1\]/);
    expect((await fetch(answer.sources[0]!.url)).status).toBe(200);
    expect(result.content[0]?.text).toContain(answer.sources[0]!.url);
    expect(result.content.filter(({ type }) => type === "resource_link").map(({ uri }) => uri)).toContain(
      answer.sources[0]!.url,
    );
    const next = await call("ask_docs", {
      question: "And for several versions?",
      conversationId: answer.conversationId,
    });
    expect(next.structuredContent?.conversationId).toBe(answer.conversationId);
  });

  it("is told of a refusal as one", async () => {
    const result = await call("ask_docs", { question: "Does RepoBot support COBOL mainframe punch cards?" });
    expect(result.isError).not.toBe(true);
    expect(result.structuredContent).toMatchObject({ mode: "refusal", sources: [] });
  });

  it.each([
    ["get_page", { url: "https://elsewhere.example/x" }, /no page at this address/],
    ["ask_docs", { question: "How?", version: "9.9" }, /version/],
    ["search_docs", { query: "  " }, /empty/],
    ["search_docs", { query: "x", limit: 1000 }, /20/],
  ])("reads what is wrong with a call of %s: %o", async (name, args, message) => {
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(message);
  });

  it("reads a page that a link names as a resource", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "{+url}", mimeType: "text/markdown" }]);
    const uri = new URL("/docs/adding-docs", worker.url).href;
    expect((await client.readResource({ uri })).contents).toMatchObject([
      { uri, mimeType: "text/markdown", text: expect.stringContaining("# ") },
    ]);
    await expect(client.readResource({ uri: "https://elsewhere.example/x" })).rejects.toThrow(/no page/);
  });
});

describe("the protocol of 2026 in the official client", () => {
  it("is what was agreed on, with results that may be kept", async () => {
    const client = await connected("auto");
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    const old = await connected("legacy");
    expect(old.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    await Promise.all([client.close(), old.close()]);
  });

  it("hears of progress when it asks for it", async () => {
    const client = await connected("auto");
    const heard: (string | undefined)[] = [];
    await client.callTool(
      { name: "ask_docs", arguments: { question: "How do I add my own docs?" } },
      { onprogress: ({ message }) => heard.push(message) },
    );
    expect(heard).toEqual([expect.stringMatching(/^Searching for .*docs/), "Answering"]);
    await client.close();
  });
});

describe("POST /mcp", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const envelope = {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(endpoint(), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    });
  }
  const modern = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };

  it("answers a request that stands alone, and says how long the list may be kept", async () => {
    const response = await post(
      { ...list, params: envelope },
      { ...modern, "Mcp-Session-Id": "x", "Last-Event-ID": "9" },
    );
    expect(response.status).toBe(200);
    const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
    expect(result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    expect(result.tools.map(({ name }) => name)).toEqual(["search_docs", "ask_docs", "get_page"]);
  });

  it.each<[string, unknown, Record<string, string>, number, number]>([
    [
      "a header that does not match",
      { ...list, params: envelope },
      { ...modern, "Mcp-Method": "ping" },
      400,
      -32020,
    ],
    [
      "a version that is not spoken",
      {
        ...list,
        params: {
          _meta: { ...envelope._meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
        },
      },
      { ...modern, "MCP-Protocol-Version": "2099-01-01" },
      400,
      -32022,
    ],
    [
      "an unknown method",
      { ...list, method: "no/such", params: envelope },
      { ...modern, "Mcp-Method": "no/such" },
      404,
      -32601,
    ],
  ])("refuses %s", async (_, body, headers, status, code) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it("takes a notification: 202", async () => {
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  });

  it.each(["GET", "DELETE"])("refuses %s: 405", async (method) => {
    const response = await fetch(endpoint(), { method, headers: { Accept: "text/event-stream" } });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST");
  });

  it("refuses the scripts of other sites, and lets those of a listed one in", async () => {
    for (const origin of ["https://other.example", "null"]) {
      expect((await post(list, { Origin: origin })).status).toBe(403);
    }
    const listed = await post({ ...list, params: envelope }, { ...modern, Origin: "https://listed.example" });
    expect(listed.status).toBe(200);
    expect(listed.headers.get("Access-Control-Allow-Origin")).toBe("https://listed.example");
    const before = await fetch(endpoint(), {
      method: "OPTIONS",
      headers: {
        Origin: "https://listed.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, mcp-protocol-version, mcp-method, mcp-name",
      },
    });
    expect(before.status).toBe(204);
    const allowed = before.headers.get("Access-Control-Allow-Headers")?.toLowerCase();
    for (const name of ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"])
      expect(allowed).toContain(name);
  });

  it("lets no one listen for changes that never come", async () => {
    const body = {
      ...list,
      method: "subscriptions/listen",
      params: { ...envelope, notifications: { toolsListChanged: true } },
    };
    const response = await post(body, { ...modern, "Mcp-Method": "subscriptions/listen" });
    expect(await response.text()).toContain("-32603");
  });
});
