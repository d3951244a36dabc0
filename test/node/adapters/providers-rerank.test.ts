import { afterEach, describe, expect, it } from "vitest";
import { createProviders } from "../../../src/adapters/providers.ts";
import type { Reranker } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";
import type { Fault } from "../../servers/faults.ts";
import { type RerankServer, startRerankServer } from "../../servers/rerank-server.ts";

let server: RerankServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const PROVIDERS: Record<string, (url: string) => Record<string, string>> = {
  huggingface: (url) => ({ RERANK_PROVIDER: "huggingface", RERANK_URL: `${url}/models/reranker` }),
  tei: (url) => ({ RERANK_PROVIDER: "tei", RERANK_URL: url }),
  "workers-ai": (url) => ({
    RERANK_PROVIDER: "workers-ai",
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: "token",
    CLOUDFLARE_API_BASE_URL: url,
  }),
};

async function rerankerOf(provider: string, faults: Fault[] = []): Promise<Reranker> {
  server = await startRerankServer({ faults });
  const settings = parseSettings(PROVIDERS[provider]!(server.url));
  return createProviders(settings, { retry: { retries: 2, minDelayMs: 1, maxDelayMs: 100 } }).reranker!;
}

describe.each(Object.keys(PROVIDERS))("the reranker over %s", (provider) => {
  it("gives one relevance a text, in input order, from one request", async () => {
    const reranker = await rerankerOf(provider);
    const texts = ["The weather is fine.", "How to set a timeout.", "Set a timeout on a client."];
    const relevances = await reranker.rerank("set a timeout", texts);
    expect(relevances).toHaveLength(3);
    expect(relevances[1]).toBeGreaterThan(relevances[0]!);
    expect(relevances[2]).toBeGreaterThan(relevances[0]!);
    expect(server!.requests).toHaveLength(1);
  });

  it("gives a relevance to a single text", async () => {
    const reranker = await rerankerOf(provider);
    expect(await reranker.rerank("timeout", ["timeout"])).toEqual([expect.closeTo(1)]);
  });

  it("retries a server error", async () => {
    const reranker = await rerankerOf(provider, [{ status: 500 }]);
    expect(await reranker.rerank("a", ["a"])).toHaveLength(1);
    expect(server!.requests).toHaveLength(2);
  });

  it("refuses an answer that is no JSON", async () => {
    const reranker = await rerankerOf(provider, ["malformed"]);
    await expect(reranker.rerank("a", ["a"])).rejects.toMatchObject({ code: "upstream_malformed" });
  });

  it("refuses an answer of another form", async () => {
    const reranker = await rerankerOf(provider, [{ status: 200, body: { scores: [1] } }]);
    await expect(reranker.rerank("a", ["a"])).rejects.toMatchObject({ code: "upstream_malformed" });
  });
});

describe("the reranker over Text Embeddings Inference", () => {
  it.each([
    ["too few", [{ index: 0, score: 1 }]],
    [
      "doubled",
      [
        { index: 0, score: 1 },
        { index: 0, score: 2 },
      ],
    ],
    [
      "foreign",
      [
        { index: 0, score: 1 },
        { index: 2, score: 2 },
      ],
    ],
  ])("refuses %s indexes", async (_, body) => {
    const reranker = await rerankerOf("tei", [{ status: 200, body }]);
    await expect(reranker.rerank("q", ["a", "b"])).rejects.toMatchObject({ code: "upstream_malformed" });
  });
});

describe("the reranker over Hugging Face", () => {
  it("reads rows that the server wraps once more", async () => {
    const rows = [
      [
        { label: "LABEL_0", score: 0.2 },
        { label: "LABEL_0", score: 0.9 },
      ],
    ];
    const reranker = await rerankerOf("huggingface", [{ status: 200, body: rows }]);
    expect(await reranker.rerank("q", ["a", "b"])).toEqual([0.2, 0.9]);
  });
});
