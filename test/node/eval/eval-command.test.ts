import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatServer, startChatServer } from "../../servers/chat-server.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../servers/embedding-server.ts";
import { type RerankServer, startRerankServer } from "../../servers/rerank-server.ts";

const run = promisify(execFile);
const EVAL = resolve(import.meta.dirname, "../../../build/eval.ts");

const PAGES = {
  "timeouts.md":
    "# Timeouts\n\nA client waits five seconds by default.\n\n## Disabling timeouts\n\nPass `timeout=None` to wait for ever.\n",
  "async.md":
    "# Async support\n\nUse `AsyncClient` for concurrent requests.\n\n## Timeouts of the async client\n\n`AsyncClient(timeout=10)` works alike.\n",
  "proxies.md": "# Proxies\n\nRoute requests through a proxy with the `proxy` option.\n",
};

const QUESTIONS = [
  {
    id: "q1",
    lang: "en",
    question: "How do I disable timeouts?",
    relevant: [{ file: "timeouts.md", heading: "Disabling timeouts" }],
  },
  {
    id: "q2",
    lang: "en",
    question: "Which option sets a proxy?",
    relevant: [{ file: "proxies.md", heading: "Proxies" }],
  },
  {
    id: "q3",
    lang: "en",
    question: "and for the async client?",
    relevant: [{ file: "async.md", heading: "Timeouts of the async client" }],
    history: [
      { role: "user", content: "How do I set a timeout?" },
      { role: "assistant", content: "Pass `timeout`." },
    ],
  },
  {
    id: "q4",
    lang: "zh",
    question: "怎么设置代理 proxy？",
    relevant: [{ file: "proxies.md", heading: "Proxies" }],
  },
  { id: "q5", lang: "en", question: "Does it speak HTTP/3?", relevant: [] },
];

let folder: string;
let embeddings: EmbeddingServer;
let reranker: RerankServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-eval-"));
  embeddings = await startEmbeddingServer();
  reranker = await startRerankServer();
  await mkdir(join(folder, "docs"));
  for (const [file, text] of Object.entries(PAGES)) await writeFile(join(folder, "docs", file), text);
  await writeFile(join(folder, "q.jsonl"), QUESTIONS.map((row) => JSON.stringify(row)).join("\n"));
});
afterAll(async () => {
  await embeddings.close();
  await reranker.close();
  await rm(folder, { recursive: true, force: true });
});

function evaluate(args: string[], vars: Record<string, string> = {}) {
  return run(process.execPath, [EVAL, "--docs", "docs", "--questions", "q.jsonl", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...vars },
  });
}

async function json(args: string[], vars: Record<string, string> = {}) {
  const { stdout } = await evaluate([...args, "--json"], vars);
  expect(stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

const HYBRID = () => ({ EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: embeddings.url });

describe("npm run eval", { timeout: 120_000 }, () => {
  it("warns of fields, files and headings that measure nothing", async () => {
    const rows = [
      {
        id: "w1",
        question: "Which option sets a proxy?",
        relevant: [{ file: "proxies.md", heading: "Proxy" }],
        must_contains: ["proxy"],
      },
      {
        id: "w2",
        question: "How do I wait?",
        relevant: [{ file: "waiting.md" }],
        note: "for people",
        split: "dev",
      },
    ];
    await writeFile(join(folder, "w.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    const { stderr } = await evaluate(["--questions", "w.jsonl"]);
    expect(stderr.split("\n").filter((line) => line.startsWith("warning:"))).toEqual([
      'warning: w.jsonl, line 1: there is no field "must_contains"; did you mean "must_contain"?',
      'warning: question w1: proxies.md has no heading "Proxy" with text below it',
      "warning: question w2: there is no waiting.md among the docs",
    ]);
  });

  it("prints one object with the figures, by language, without the questions that nothing answers", async () => {
    const summary = await json([]);
    expect(summary).toMatchObject({
      n: 4,
      hitAt1: 1,
      hitAt3: 1,
      hitAt5: 1,
      mrr: 1,
      headingHitAt5: 1,
      misses: [],
      unanswerable: 1,
      config: { corpus: expect.any(String), embeddingModel: null, rewriteModel: null, rerankModel: null },
    });
    expect(Object.keys(summary.byLanguage)).toEqual(["en", "zh"]);
    expect(summary.byLanguage.zh.n).toBe(1);
  });

  it("keeps to one language on request", async () => {
    expect(await json(["--lang", "zh"])).toMatchObject({ n: 1, unanswerable: 0 });
  });

  it("asks the embedding service for each question, and for the docs once", async () => {
    expect(await json([], HYBRID())).toMatchObject({
      n: 4,
      config: { embeddingModel: "intfloat/multilingual-e5-small" },
    });
    const isQuery = (text: string) => text.startsWith("query: ");
    expect(embeddings.texts.filter(isQuery)).toContain("query: Which option sets a proxy?");
    expect(embeddings.texts.some((text) => text.startsWith("passage: "))).toBe(true);
    embeddings.texts.length = 0;
    await json([], HYBRID());
    expect(embeddings.texts.filter((text) => !isQuery(text))).toEqual([]);
  });

  it("reranks on request", async () => {
    const vars = { RERANK_PROVIDER: "tei", RERANK_URL: reranker.url };
    expect((await json([], vars)).config.rerankModel).toBeNull();
    expect(reranker.requests).toHaveLength(0);
    expect((await json(["--rerank"], vars)).config.rerankModel).toBe("BAAI/bge-reranker-base");
    expect(reranker.requests).toHaveLength(4);
  });

  it("sends questions through the configured rewrite, with their history", async () => {
    const chat: ChatServer = await startChatServer(() => ({ text: "AsyncClient timeout async client" }));
    try {
      const summary = await json(["--lang", "en"], { CHAT_BASE_URL: chat.baseUrl, CHAT_MODEL: "scripted" });
      expect(summary.config.rewriteModel).toBe("scripted");
      const followUp = chat.calls.find((call) =>
        JSON.stringify(call.messages).includes("and for the async client?"),
      );
      expect(JSON.stringify(followUp?.messages)).toContain("How do I set a timeout?");
      expect(chat.calls).toHaveLength(3);
    } finally {
      await chat.close();
    }
  });

  it("prints a table and each miss with what came instead", async () => {
    const wrong = { ...QUESTIONS[1], relevant: [{ file: "gone.md", heading: "Proxies" }] };
    await writeFile(join(folder, "miss.jsonl"), JSON.stringify(wrong));
    const { stdout, stderr } = await evaluate(["--questions", "miss.jsonl"]);
    expect(stdout).toMatch(/^en +1 +0% +0% +0% +0\.000/m);
    expect(stdout).toMatch(/wanted: gone\.md # Proxies\n +got: +proxies\.md/);
    expect(stderr).toContain("question q2: there is no gone.md among the docs");
  });

  it.each([
    ["no questions", ["--questions", "none.jsonl"], "none.jsonl cannot be read"],
    ["a language without questions", ["--lang", "fr"], "no question of language fr"],
    ["a rerank without a reranker", ["--rerank"], "RERANK_PROVIDER"],
    ["a wrong row, by line and field", ["--questions", "bad.jsonl"], "bad.jsonl, line 2: relevant[0].file"],
  ])("refuses %s", async (_, args, message) => {
    await writeFile(
      join(folder, "bad.jsonl"),
      `${JSON.stringify(QUESTIONS[0])}\n{"question":"Q","relevant":[{}]}\n`,
    );
    const failure: unknown = await evaluate(args).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  });
});
