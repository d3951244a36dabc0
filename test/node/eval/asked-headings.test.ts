/** What stands in the docs' own headings is the first thing a newcomer asks: word for word, without a model. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadCorpusConfig, parseCorpusConfig } from "../../../build/config.ts";
import { evaluateAnswers } from "../../../build/eval/evaluate-answers.ts";
import { memoryCache } from "../../../build/eval/memory-cache.ts";
import { type MadeIndex, makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { createProviders } from "../../../src/adapters/providers.ts";
import { parseSettings } from "../../../src/settings.ts";
import { pipelineSettings } from "../../../src/turn-settings.ts";

const settings = parseSettings({});
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Headings that ask, each once. */
function askedHeadings({ read }: MadeIndex): string[] {
  const headings = read.chunks.flatMap((chunk) => chunk.headings.map(({ text }) => text));
  return [...new Set(headings)].filter((text) => /\?$|^(?:how|what|which|why)\b/i.test(text));
}

async function ask(made: MadeIndex, questions: readonly string[]) {
  const rows = questions.map((question, i) => ({
    id: `heading ${i}`,
    lang: "en",
    question,
    relevant: [],
    must_contain: [],
    history: [],
  }));
  return await evaluateAnswers(rows, {
    index: await openMadeIndex(made),
    providers: createProviders(settings),
    settings: pipelineSettings(settings),
    cache: memoryCache(),
  });
}

const PAGE = (retries: string, databases: string) => `# Jobber

Jobber is a job queue for Node.js. Install it with \`npm install jobber\`.

## How do I configure retries?

To configure retries, set \`${retries}\`. The default is 3 retries.

## How do I schedule a job?

To schedule a job, call \`queue.schedule(name, date)\`.

## Which databases are supported?

Jobber supports ${databases}.
`;

/** A small page in two versions, the second with a page more. */
async function twoVersions(): Promise<MadeIndex> {
  const folder = await mkdtemp(join(tmpdir(), "asked-headings-"));
  folders.push(folder);
  const files: [string, string][] = [
    ["v1/index.md", PAGE("maxRetries", "Redis only")],
    ["v2/index.md", PAGE("retry.limit", "Redis and PostgreSQL")],
    [
      "v2/changelog.md",
      "# Changelog\n\n## 2.0\n\n- `maxRetries` was renamed to `retry.limit`.\n- PostgreSQL is supported.\n",
    ],
  ];
  for (const version of ["v1", "v2"]) await mkdir(join(folder, version));
  for (const [path, text] of files) await writeFile(join(folder, path), text);
  const value = {
    name: "Jobber",
    description: "A job queue for Node.js",
    defaultVersion: "2.0",
    sources: [
      { folder: "v2", version: "2.0" },
      { folder: "v1", version: "1.0" },
    ],
  };
  return makeIndex({ config: parseCorpusConfig(value, folder, "corpus.json"), settings });
}

describe("a heading asked word for word", () => {
  it("is answered in a corpus that holds each small page once a version", async () => {
    const made = await twoVersions();
    const outcomes = await ask(made, askedHeadings(made));
    expect(outcomes.filter(({ answered }) => !answered).map(({ row }) => row.question)).toEqual([]);
    const databases = outcomes.find(({ row }) => row.question.startsWith("Which databases"));
    expect(databases?.answer.text).toContain("PostgreSQL");
  });

  it("is answered in RepoBot's own docs", async () => {
    const config = await loadCorpusConfig(join(import.meta.dirname, "../../../corpus/corpus.json"));
    const made = await makeIndex({ config, settings });
    const headings = askedHeadings(made);
    expect(headings.length).toBeGreaterThan(200);
    const outcomes = await ask(made, headings);
    expect(outcomes.filter(({ answered }) => !answered).map(({ row }) => row.question)).toEqual([]);
  }, 240_000);
});
