import { afterEach, describe, expect, it } from "vitest";
import { createProviders } from "../../../src/adapters/providers.ts";
import { BUILD_RETRIES, type RetryPolicy } from "../../../src/adapters/retry.ts";
import type { Embedder } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";
import {
  type EmbeddingServer,
  type EmbeddingServerOptions,
  startEmbeddingServer,
} from "../../servers/embedding-server.ts";

let server: EmbeddingServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const SECRET = "hf_test_0123456789";

/** The same service in each of the protocols it can be reached by. */
const PROVIDERS: Record<string, (url: string) => Record<string, string>> = {
  huggingface: (url) => ({
    EMBEDDING_PROVIDER: "huggingface",
    EMBEDDING_URL: `${url}/models/e5`,
    HF_TOKEN: SECRET,
  }),
  openai: (url) => ({
    EMBEDDING_PROVIDER: "openai",
    EMBEDDING_URL: `${url}/v1`,
    EMBEDDING_MODEL: "intfloat/multilingual-e5-small",
    EMBEDDING_API_KEY: SECRET,
  }),
  tei: (url) => ({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: url, EMBEDDING_API_KEY: SECRET }),
  "workers-ai": (url) => ({
    EMBEDDING_PROVIDER: "workers-ai",
    EMBEDDING_MODEL: "@cf/intfloat/multilingual-e5-small",
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: SECRET,
    CLOUDFLARE_API_BASE_URL: url,
  }),
};

const RETRY: RetryPolicy = { retries: 2, minDelayMs: 1, maxDelayMs: 100 };

async function embedderOf(
  provider: string,
  options: EmbeddingServerOptions = {},
  vars: Record<string, string> = {},
  retry: RetryPolicy = RETRY,
): Promise<Embedder> {
  server = await startEmbeddingServer(options);
  const settings = parseSettings({ ...PROVIDERS[provider]!(server.url), ...vars });
  return createProviders(settings, { retry }).embedder!;
}

describe.each(Object.keys(PROVIDERS))("the embedder over %s", (provider) => {
  it("gives one vector a text, in order, near what means the same", async () => {
    const embedder = await embedderOf(provider);
    const { vectors } = await embedder.embed(
      ["set a timeout", "follow redirects", "a timeout set"],
      "passage",
    );
    expect(vectors).toHaveLength(3);
    expect(vectors[0]).toHaveLength(128);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
  });

  it("embeds a single text", async () => {
    const embedder = await embedderOf(provider);
    expect((await embedder.embed(["one"], "query")).vectors).toHaveLength(1);
  });

  it("puts the model's prefix of the role before each text", async () => {
    const embedder = await embedderOf(provider);
    await embedder.embed(["a", "b"], "passage");
    await embedder.embed(["c"], "query");
    expect(server!.texts).toEqual(["passage: a", "passage: b", "query: c"]);
  });

  it("authenticates and makes no other request than the one that embeds", async () => {
    const embedder = await embedderOf(provider);
    await embedder.embed(["a"], "query");
    expect(server!.requests).toHaveLength(1);
    expect(server!.requests[0]!.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it("waits out a rate limit as Retry-After asks, and retries server errors", async () => {
    const faults = [{ status: 429, retryAfter: "0" }, { status: 503 }];
    const embedder = await embedderOf(provider, { faults });
    expect((await embedder.embed(["a"], "query")).vectors).toHaveLength(1);
    expect(server!.requests).toHaveLength(3);
  });

  it("does not wait for a Retry-After over its limit", async () => {
    const embedder = await embedderOf(provider, { faults: [{ status: 429, retryAfter: "3600" }] });
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(server!.requests).toHaveLength(1);
  });

  it("gives up after its retries", async () => {
    const faults = [503, 503, 503, 503].map((status) => ({ status }));
    const embedder = await embedderOf(provider, { faults });
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(server!.requests).toHaveLength(3);
  });

  it("retries a dropped connection", async () => {
    const embedder = await embedderOf(provider, { faults: ["cut"] });
    expect((await embedder.embed(["a"], "query")).vectors).toHaveLength(1);
  });

  it("does not retry a refused key, names the setting and never the key", async () => {
    const faults = [{ status: 401, body: { error: `bad token ${SECRET}` } }];
    const embedder = await embedderOf(provider, { faults });
    const error: unknown = await embedder.embed(["a"], "query").catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      code: "upstream_unavailable",
      message: expect.stringMatching(/HF_TOKEN|EMBEDDING_API_KEY|CLOUDFLARE_API_TOKEN/),
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(SECRET);
    expect(server!.requests).toHaveLength(1);
  });

  it("fails as a timeout when no answer comes", async () => {
    const embedder = await embedderOf(provider, { faults: ["stall"] }, { EMBEDDING_TIMEOUT_MS: "1000" });
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "upstream_timeout" });
    expect(server!.requests).toHaveLength(1);
  });

  it("asks again after a timeout while a build waits, and gives up in the end", async () => {
    const patient = { ...BUILD_RETRIES, minDelayMs: 1 };
    const patience = (ms: string) => ({ EMBEDDING_TIMEOUT_MS: ms });
    const embedder = await embedderOf(provider, { faults: ["stall"] }, patience("1000"), patient);
    expect((await embedder.embed(["a"], "passage")).vectors).toHaveLength(1);
    await server?.close();
    const faults: "stall"[] = ["stall", "stall", "stall", "stall"];
    const hopeless = await embedderOf(provider, { faults }, patience("500"), patient);
    await expect(hopeless.embed(["a"], "passage")).rejects.toMatchObject({ code: "upstream_timeout" });
    expect(server!.requests).toHaveLength(3);
  });

  it("stops when its caller does", async () => {
    const embedder = await embedderOf(provider, { faults: ["stall"] });
    const caller = new AbortController();
    const embedding = embedder.embed(["a"], "query", caller.signal);
    await expect.poll(() => server!.requests.length).toBe(1);
    caller.abort();
    await expect(embedding).rejects.toMatchObject({ code: "aborted" });
  });

  it.each<[string, (texts: string[]) => unknown[]]>([
    ["too few vectors", () => [[1, 2]]],
    ["vectors of unequal length", () => [[1, 2], [1]]],
    ["vectors of no length", () => [[], []]],
    [
      "a zero vector",
      () => [
        [1, 2],
        [0, 0],
      ],
    ],
    [
      "a vector with null in it, as JSON writes NaN",
      () => [
        [1, 2],
        [1, null],
      ],
    ],
    ["vectors a token instead of a text", () => [[[1, 2]], [[1, 2]]]],
    [
      "a number too large for a float",
      () => [
        [1, 2],
        [1e300, 1],
      ],
    ],
  ])("refuses %s", async (_, vectors) => {
    const embedder = await embedderOf(provider, { vectors });
    await expect(embedder.embed(["a", "b"], "passage")).rejects.toMatchObject({ code: "upstream_malformed" });
    expect(server!.requests).toHaveLength(1);
  });

  it("refuses an answer that is no JSON", async () => {
    const embedder = await embedderOf(provider, { faults: ["malformed"] });
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "upstream_malformed" });
  });
});

describe("the embedder over the Workers AI binding", () => {
  const settings = parseSettings({ EMBEDDING_PROVIDER: "workers-ai" });

  it("runs the configured model and reads its vectors", async () => {
    const runs: unknown[] = [];
    const ai = {
      run: async (model: string, inputs: Record<string, unknown>) => {
        runs.push([model, inputs]);
        return { shape: [1, 2], data: [[3, 4]] };
      },
    };
    const { vectors } = await createProviders(settings, { ai }).embedder!.embed(["a"], "query");
    expect(vectors).toEqual([Float32Array.of(3, 4)]);
    expect(runs).toEqual([["@cf/baai/bge-m3", { text: ["a"], truncate_inputs: true }]]);
  });

  it("stops waiting when its caller does, though the binding takes no signal", async () => {
    const ai = { run: () => new Promise<never>(() => undefined) };
    const caller = new AbortController();
    const embedding = createProviders(settings, { ai }).embedder!.embed(["a"], "query", caller.signal);
    caller.abort();
    await expect(embedding).rejects.toMatchObject({ code: "aborted" });
  });

  it("is refused at once where there is neither a binding nor an account", () => {
    expect(() => createProviders(settings)).toThrow(
      expect.objectContaining({ code: "config_invalid", field: "EMBEDDING_PROVIDER" }),
    );
  });
});
