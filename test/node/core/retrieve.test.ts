import { describe, expect, it } from "vitest";
import { type RetrieveDeps, type RetrieveRequest, retrieve } from "../../../src/core/retrieval/retrieve.ts";
import {
  DEFAULT_PIPELINE_SETTINGS,
  type RetrievalSettings,
} from "../../../src/core/turn/pipeline-settings.ts";
import { BREW_DOCS, passage } from "./support/brew-docs.ts";
import { EMBEDDING, FunctionReranker, serviceDown, WordEmbedder, wordVector } from "./support/services.ts";
import { openTestIndex } from "./support/test-index.ts";

const LEXICAL = await openTestIndex({ passages: BREW_DOCS });
const HYBRID = await openTestIndex({
  passages: BREW_DOCS,
  vectors: BREW_DOCS.map(({ title, text }) => wordVector(`${title} ${text}`)),
  embedding: EMBEDDING,
});

function search(
  request: RetrieveRequest,
  {
    settings,
    ...deps
  }: Partial<Omit<RetrieveDeps, "settings">> & { settings?: Partial<RetrievalSettings> } = {},
) {
  return retrieve(
    {
      index: LEXICAL,
      embedder: null,
      reranker: null,
      budgets: { embedMs: 1_000, rerankMs: 1_000 },
      clock: { now: Date.now },
      ...deps,
      settings: { ...DEFAULT_PIPELINE_SETTINGS.retrieval, ...settings },
    },
    request,
  );
}

const headings = (found: Awaited<ReturnType<typeof search>>) =>
  found.passages.map((entry) => entry.passage.headingPath.at(-1));

describe("retrieve", () => {
  it("ranks by words alone without an embedder, and says so", async () => {
    const found = await search({ query: "idle timeout minutes" });
    expect(headings(found)[0]).toBe("Idle timeout");
    expect(found).toMatchObject({ vector: "off", rerank: "off", notices: [] });
    expect(found.passages[0]).toMatchObject({
      n: 1,
      lexicalRank: 1,
      vectorRank: null,
      cosineSimilarity: null,
    });
    expect(found.passages[0]!.bm25Score).toBeGreaterThan(0);
    expect(found.passages.map(({ n }) => n)).toEqual(found.passages.map((_, i) => i + 1));
  });

  it("fuses both rankings, question and rewrite embedded in one request", async () => {
    const embedder = new WordEmbedder();
    const found = await search(
      { query: "how does the machine fall asleep", original: "sleep" },
      { index: HYBRID, embedder },
    );
    expect(embedder.calls).toEqual([["how does the machine fall asleep", "sleep"]]);
    expect(headings(found)[0]).toBe("Idle timeout");
    expect(found).toMatchObject({ vector: "on", embedded: { inputTokens: 14 } });
    expect(found.passages[0]!.vectorRank).toBe(1);
  });

  it("starts the embedding request before it ranks by words", async () => {
    const order: string[] = [];
    const index = await openTestIndex({
      passages: BREW_DOCS,
      vectors: BREW_DOCS.map(() => wordVector("")),
      embedding: EMBEDDING,
    });
    const lexicalRanking = index.lexicalRanking.bind(index);
    index.lexicalRanking = (...args) => {
      order.push("lexical");
      return lexicalRanking(...args);
    };
    const embedder = new WordEmbedder(async (texts) => {
      order.push("embed");
      await Promise.resolve();
      order.push("embedded");
      return { vectors: texts.map(wordVector), inputTokens: null };
    });
    await search({ query: "brew timeout" }, { index, embedder });
    expect(order).toEqual(["embed", "lexical", "embedded"]);
  });

  it.each<[string, () => WordEmbedder, string]>([
    ["is down", () => new WordEmbedder(() => Promise.reject(serviceDown())), "embedding_failed"],
    [
      "throws what it should not",
      () => new WordEmbedder(() => Promise.reject(new TypeError("x"))),
      "embedding_failed",
    ],
    [
      "gives too few vectors",
      () => new WordEmbedder(async () => ({ vectors: [], inputTokens: 1 })),
      "embedding_failed",
    ],
    [
      "gives numbers that are none",
      () =>
        new WordEmbedder(async (texts) => ({
          vectors: texts.map(() => new Float32Array(10).fill(Number.NaN)),
          inputTokens: 1,
        })),
      "embedding_failed",
    ],
    [
      "gives vectors of another length",
      () =>
        new WordEmbedder(async (texts) => ({
          vectors: texts.map(() => new Float32Array(3)),
          inputTokens: 1,
        })),
      "embedding_mismatch",
    ],
  ])("goes on with words alone when the embedder %s", async (_, makeEmbedder, notice) => {
    const found = await search({ query: "idle timeout" }, { index: HYBRID, embedder: makeEmbedder() });
    expect(found).toMatchObject({ vector: "off", notices: [notice] });
    expect(headings(found)[0]).toBe("Idle timeout");
  });

  it.each([
    ["another model", { ...EMBEDDING, model: "other-model" }],
    ["another query prefix", { ...EMBEDDING, queryPrefix: "query: " }],
  ])("sends nothing to an embedder with %s than the index was built with", async (_, configured) => {
    const embedder = new WordEmbedder(undefined, configured);
    const found = await search({ query: "idle timeout" }, { index: HYBRID, embedder });
    expect(embedder.calls).toEqual([]);
    expect(found).toMatchObject({ vector: "off", notices: ["embedding_mismatch"] });
    expect(found.embedded).toBeUndefined();
  });

  it("gives up on a slow embedder and keeps the search", async () => {
    const embedder = new WordEmbedder(() => new Promise(() => undefined));
    const found = await search(
      { query: "idle timeout" },
      { index: HYBRID, embedder, budgets: { embedMs: 5, rerankMs: 5 } },
    );
    expect(found).toMatchObject({ vector: "off", notices: ["embedding_failed"] });
  });

  it("ends as aborted when the reader has gone", async () => {
    const embedder = new WordEmbedder(() => new Promise(() => undefined));
    const signal = AbortSignal.abort();
    await expect(search({ query: "idle", signal }, { index: HYBRID, embedder })).rejects.toMatchObject({
      code: "aborted",
    });
  });

  it("keeps what the question itself finds first, whatever the rewrite finds", async () => {
    const original = "how do I clean the grinder";
    for (const query of [
      "update server proxy retries max_retries tried",
      "zebra quantum",
      "brew timeout seconds default",
    ]) {
      const found = await search({ query, original });
      expect(headings(found)).toContain("Cleaning");
    }
  });

  it("lets a good rewrite lead over a question that finds little", async () => {
    const found = await search({
      query: "brew timeout cancelled seconds brew_timeout",
      original: "what about the machine default",
    });
    expect(headings(found)[0]).toBe("Brew timeout");
  });

  it("reranks the best entries when asked, equal ones left in order", async () => {
    const reranker = new FunctionReranker((text) => (text.includes("AsyncMachine") ? 1 : 0));
    const found = await search(
      { query: "brew timeout", rerank: true },
      { reranker, settings: { rerankCandidates: 4 } },
    );
    const plain = await search({ query: "brew timeout" });
    expect(reranker.calls[0]!.texts.length).toBeLessThanOrEqual(4);
    expect(headings(found)[0]).toBe("Async client");
    expect(headings(found).slice(1, 3)).toEqual(
      headings(plain)
        .filter((heading) => heading !== "Async client")
        .slice(0, 2),
    );
    expect(found).toMatchObject({ rerank: "on", notices: [] });
    expect(found.passages[0]!.rerankScore).toBe(1);
  });

  it("does not call the reranker unless asked", async () => {
    const reranker = new FunctionReranker(() => 1);
    await search({ query: "brew timeout" }, { reranker });
    expect(reranker.calls).toEqual([]);
  });

  it.each<[string, RetrieveDeps["reranker"]]>([
    ["missing", null],
    [
      "down",
      new FunctionReranker(() => {
        throw serviceDown();
      }),
    ],
    ["counting wrong", { model: "r", rerank: async () => [1] }],
    ["not giving numbers", new FunctionReranker(() => Number.NaN)],
  ])("keeps the fused order when the reranker is %s", async (_, reranker) => {
    const found = await search({ query: "brew timeout", rerank: true }, { reranker });
    const plain = await search({ query: "brew timeout" });
    expect(found).toMatchObject({ rerank: "off", notices: ["rerank_failed"] });
    expect(headings(found)).toEqual(headings(plain));
  });

  it("returns at most topK, and nothing for words that the docs do not have", async () => {
    expect(
      (await search({ query: "brew timeout default" }, { settings: { topK: 2 } })).passages,
    ).toHaveLength(2);
    expect((await search({ query: "zebra" })).passages).toEqual([]);
  });

  it("looks at filtered passages only", async () => {
    const index = await openTestIndex({
      passages: [
        passage("a.md", "Timeout", "brew timeout", { version: "1", kind: "code", language: "en" }),
        passage("b.md", "Timeout", "brew timeout", { version: "2", language: "en" }),
        passage("c.md", "Timeout", "brew timeout", { version: "2", language: "de" }),
      ],
    });
    const files = async (filter: RetrieveRequest["filter"]) =>
      (await search({ query: "brew timeout", filter }, { index })).passages.map(
        (entry) => entry.passage.file,
      );
    expect(await files({ version: ["2"] })).toEqual(["b.md", "c.md"]);
    expect(await files({ version: ["2"], language: ["de"] })).toEqual(["c.md"]);
    expect(await files({ kind: ["code"] })).toEqual(["a.md"]);
  });

  it("leaves excluded chunks out and still fills the places", async () => {
    const all = await search({ query: "brew timeout default" });
    const exclude = new Set([all.passages[0]!.chunk]);
    const rest = await search({ query: "brew timeout default", exclude });
    expect(rest.passages.map(({ chunk }) => chunk)).not.toContain(all.passages[0]!.chunk);
    const second = all.passages.find(({ lexicalRank }) => lexicalRank === 2)!;
    expect(rest.passages[0]!.passage.id).toBe(second.passage.id);
  });

  it("lets one page fill no more places than the setting says, while others are left", async () => {
    const found = await search({ query: "timeout default brew" }, { settings: { maxPassagesPerFile: 1 } });
    const files = found.passages.map((entry) => entry.passage.file);
    const firsts = files.slice(0, new Set(files).size);
    expect(new Set(firsts).size).toBe(firsts.length);
    expect(files.filter((file) => file === "timers.md")).toHaveLength(files.length > firsts.length ? 2 : 1);
  });

  it("prefers the reader's page among near equals", async () => {
    const index = await openTestIndex({
      passages: [passage("a.md", "Timeout", "brew timeout"), passage("b.md", "Timeout", "brew timeout")],
    });
    const first = async (page?: string) =>
      (await search({ query: "timeout", page }, { index })).passages[0]!.passage.file;
    expect(await first()).toBe("a.md");
    expect(await first("https://preview.example/docs/b.html?x=1#top")).toBe("b.md");
    expect(await first("not a page")).toBe("a.md");
  });
});
