import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { memoryCache } from "../../../build/eval/memory-cache.ts";
import { memoryHistory } from "../../../build/eval/memory-history.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { answerTurn } from "../../../src/core/answer.ts";
import { definedName } from "../../../src/core/asked-definition.ts";
import { DEFAULT_PIPELINE_SETTINGS } from "../../../src/core/pipeline-settings.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";

test.each([
  ["What is Pipeliner?", "Pipeliner"],
  ["what's a job queue", "job queue"],
  ["What are `workers`?", "workers"],
  ["Was ist Pipeliner?", "Pipeliner"],
  ["Qu'est-ce que Pipeliner ?", "Pipeliner"],
  ["¿Qué es Pipeliner?", "Pipeliner"],
  ["什么是 Pipeliner？", "Pipeliner"],
  ["Pipelinerとは何ですか？", "Pipeliner"],
])("%j asks what %j is", (question, name) => {
  expect(definedName(question)).toBe(name);
});

test.each([
  "What is the default number of workers of a queue?",
  "What does Pipeliner cost?",
  "How is it made?",
])("%j asks for no definition", (question) => {
  expect(definedName(question)).toBeNull();
});

describe("what a product is", () => {
  const folder = mkdtempSync(join(tmpdir(), "repobot-defined-"));
  let index: PassageIndex;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    const matters = ["retries", "limits", "logging", "workers", "backups", "signals", "tokens", "mirrors"];
    const sections = matters.map(
      (matter) =>
        `## Pipeliner and ${matter}\n\nPipeliner has ${matter} of its own. Pipeliner reads its ${matter} at its start, and a worker has them too.\n`,
    );
    writeFileSync(
      join(folder, "readme.md"),
      `# Pipeliner\n\n${sections.slice(0, 4).join("\n")}\n## Motivation\n\n\`pipeliner\` is a small queue that\nkeeps its jobs in one file. A worker is a process that takes jobs.\n\nMore is to come.\n\n${sections.slice(4).join("\n")}`,
    );
    const config = parseCorpusConfig(
      { name: "Pipeliner", description: "A job queue", sources: [{ name: "docs", folder: "." }] },
      folder,
    );
    index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
  }, 60_000);

  async function ask(question: string): Promise<string> {
    const deps = {
      ...{
        index,
        embedder: null,
        reranker: null,
        chat: null,
        history: memoryHistory(),
        cache: memoryCache(),
      },
      ...{ settings: DEFAULT_PIPELINE_SETTINGS, clock: { now: () => 0 }, waitUntil: () => {} },
    };
    let text = "";
    for await (const event of answerTurn(deps, { question })) {
      if (event.type === "error") throw new Error(event.message);
      if (event.type === "answer") text = event.text;
    }
    return text;
  }

  it("is what the sentence of the docs says that begins with its name", async () => {
    const text = await ask("What is Pipeliner?");
    expect(text).toContain("is a small queue that keeps its jobs in one file. [1]");
    expect(text).not.toContain("reads its");
  });
});
