import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import type { AnswerEvent } from "../../../src/core/events.ts";
import { findDisagreements } from "../../../src/core/extractive/disagreements.ts";
import { quantityOf } from "../../../src/core/extractive/quantities.ts";
import { statedDefaults } from "../../../src/core/extractive/stated-defaults.ts";
import { answerRules } from "../../../src/core/model/answer-rules.ts";
import { passageBlocks } from "../../../src/core/model/passage-prompt.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { retrieve } from "../../../src/core/retrieval/retrieve.ts";
import { DEFAULT_PIPELINE_SETTINGS } from "../../../src/core/turn/pipeline-settings.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessAnswer } from "../../support/keyless-turn.ts";

const FILES: Record<string, string> = {
  "docs/limits.md":
    "# Limits\n\n## `bodyLimit`\n\nThe largest request body that the brewer accepts, in bytes. The default is `1048576`.\n\n## `cupCount`\n\nHow many cups are brewed at once. The default is `4`.\n",
  "docs/guide.md":
    "# Guide\n\n## Brewing a cup\n\nCall `brew()` to brew a cup of coffee. It waits until the water is hot.\n\n## Cleaning the machine\n\nCall `clean()` every evening to remove the grounds from the machine.\n",
  "lib/options.js":
    "/** What holds where the configuration says nothing. */\nconst defaultOptions = {\n  bodyLimit: 2 * 1024 * 1024,\n  cupCount: 4,\n  strength: 'mild',\n  retries: 3,\n  name: 'brewer'\n}\n\n/**\n * Waits between two attempts to heat the kettle.\n * The pause doubles after each failed attempt, up to thirty seconds.\n */\nfunction kettleBackoff (attempt) {\n  // Never longer than thirty seconds: readers would give up.\n  return Math.min(30000, 500 * 2 ** attempt)\n}\n\nmodule.exports = { defaultOptions, kettleBackoff }\n",
};

let folder: string;
let index: PassageIndex;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "repobot-both-"));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const config = parseCorpusConfig(
    {
      name: "Brewer",
      description: "A coffee brewer",
      sources: [{ folder: "docs" }, { name: "source", folder: "lib", kind: "code" }],
    },
    folder,
  );
  index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (question: string, language?: string) =>
  keylessAnswer(index, { question, ...(language !== undefined && { language }) });

describe("answers from docs and code", () => {
  it("rest on the docs where they answer, and say nothing of code", async () => {
    const answer = await ask("How do I brew a cup of coffee?");
    expect(answer).toMatchObject({ mode: "extractive" });
    expect(answer.basis).toBeUndefined();
    expect(answer.notice).toBeUndefined();
  });

  it("rest on the code where only it answers, quote its comment, and say so", async () => {
    const answer = await ask("How long is the pause between two attempts to heat the kettle?");
    expect(answer).toMatchObject({ mode: "extractive", basis: "code" });
    expect(answer.text).toContain("The pause doubles after each failed attempt, up to thirty seconds. [");
    expect(answer.notice).toBe("This answer rests on the source code, not on the documentation.");
    expect(answer.sources[0]).toMatchObject({
      kind: "code",
      url: expect.stringMatching(/^\/docs\/source\/options#L10-L17$/),
    });
  });

  it("show both values where docs and code disagree on a default, each with its source", async () => {
    const answer = await ask("What is the default bodyLimit?");
    expect(answer.disagreements).toEqual([
      {
        name: "bodyLimit",
        docs: { n: expect.any(Number), value: "1048576" },
        code: { n: expect.any(Number), value: "2 * 1024 * 1024" },
      },
    ]);
    const [{ docs, code }] = answer.disagreements as [NonNullable<AnswerEvent["disagreements"]>[number]];
    expect(answer.text).toContain(
      `The documentation gives \`1048576\` for \`bodyLimit\` [${docs.n}], the source code \`2 * 1024 * 1024\` [${code.n}].`,
    );
    expect(answer.sources.map(({ n, kind }) => [n, kind])).toEqual(
      expect.arrayContaining([
        [docs.n, "docs"],
        [code.n, "code"],
      ]),
    );
    expect(answer.basis).toBe("docs_and_code");
  });

  it("say nothing of a default on which both agree", async () => {
    const answer = await ask("What is the default cupCount?");
    expect(answer.mode).toBe("extractive");
    expect(answer.disagreements).toBeUndefined();
  });
});

describe("docs and code under a reranker", () => {
  /** Kinds in the order of the result, where the reranker scores passages by their kind. */
  async function kindsWith(docsScore: number, codeScore: number) {
    const { passages, rerank } = await retrieve(
      {
        index,
        embedder: null,
        reranker: {
          model: "by kind",
          rerank: async (_, texts) =>
            texts.map((text) =>
              text.includes("```") || text.includes("options.js") ? codeScore : docsScore,
            ),
        },
        settings: DEFAULT_PIPELINE_SETTINGS.retrieval,
        budgets: { embedMs: 1_000, rerankMs: 1_000 },
        clock: { now: () => 0 },
      },
      { query: "brew a cup, bodyLimit and cupCount of defaultOptions, kettle", rerank: true },
    );
    expect(rerank).toBe("on");
    expect(passages.map(({ n }) => n)).toEqual(passages.map((_, i) => i + 1));
    return passages.map(({ passage }) => passage.kind);
  }

  it("lets docs lead where they match nearly as well", async () => {
    const kinds = await kindsWith(0.7, 0.9);
    expect(kinds.slice(0, 3)).toEqual(["docs", "docs", "code"]);
    expect(await kindsWith(1.2, 1.7)).toEqual(kinds);
  });

  it("lets code lead where the docs do not speak of the matter, also with scores below zero", async () => {
    expect((await kindsWith(0.05, 0.9))[0]).toBe("code");
    expect((await kindsWith(-6, -1))[0]).toBe("code");
    expect((await kindsWith(-1, -1.1))[0]).toBe("docs");
  });
});

describe("stated defaults", () => {
  const docs = (text: string, heading = "Options") =>
    statedDefaults({ kind: "docs", text, headingPath: [heading] }).map(({ key, value }) => [key, value]);
  const code = (text: string, name = "f") =>
    statedDefaults({ kind: "code", text: `\`\`\`js\n${text}\n\`\`\``, headingPath: ["a.js", name] }).map(
      ({ key, value }) => [key, value],
    );

  it("are read from sentences, headings and tables of docs", () => {
    expect(docs("`timeout` limits it; the default is `5`.")).toEqual([["timeout", 5]]);
    expect(docs("+ Default: `1_000`", "`maxSize`")).toEqual([["maxsize", 1000]]);
    expect(
      docs("| Option | Type | Default |\n| --- | --- | --- |\n| `keepAlive` | boolean | `true` |"),
    ).toEqual([["keepalive", true]]);
    expect(docs("`timeout` 的默认值为 `5`。")).toEqual([["timeout", 5]]);
    expect(docs("`timeout` has a default of 5 seconds.")).toEqual([["timeout", quantityOf("5 seconds")]]);
    expect(docs("`timeout` has a default of 5 apples.")).toEqual([]);
    expect(docs("`timeout` was 5 in the old days.")).toEqual([]);
  });

  it("are read from declarations of code, not from assignments in its middle", () => {
    expect(code("const DEFAULT_BODY_LIMIT = 1024 * 1024")).toEqual([["bodylimit", 1_048_576]]);
    expect(code("function go (url, retries = 3) {\n  this.statusCode = 500\n}")).toEqual([["retries", 3]]);
    expect(code("options.limit = options.limit ?? 20")).toEqual([["limit", 20]]);
    expect(code("const defaults = { depth: 2, deep: false }", "defaults")).toEqual(
      expect.arrayContaining([
        ["depth", 2],
        ["deep", false],
      ]),
    );
    expect(code("res.statusCode = 404\nif (limit === 5) go()")).toEqual([]);
  });
});

describe("defaults with units", () => {
  const differ = (docs: string, code: string) =>
    findDisagreements(
      [
        { kind: "docs", text: docs, headingPath: ["Options"] },
        { kind: "code", text: `\`\`\`js\n${code}\n\`\`\``, headingPath: ["a.js", "defaults"] },
      ],
      "What is the default idleTimeout and the default bodyLimit?",
    ).map(({ docs, code }) => [docs.value, code.value]);

  it.each([
    ["`idleTimeout`: the default is 5 seconds.", "const DEFAULT_IDLE_TIMEOUT = 5000"],
    ["`idleTimeout`: the default is 5 seconds.", "const DEFAULT_IDLE_TIMEOUT = 5 * 1000"],
    ["`idleTimeout`: the default is `5000` ms.", "const DEFAULT_IDLE_TIMEOUT = 5"],
    ["`idleTimeout` defaults to `5s`.", 'const DEFAULT_IDLE_TIMEOUT = "5s"'],
    ["`idleTimeout` defaults to 2 minutes.", "DEFAULT_IDLE_TIMEOUT = 120 * time.Second"],
    [
      "`idleTimeout` defaults to 2 minutes.",
      "const DEFAULT_IDLE_TIMEOUT: Duration = Duration::from_secs(120)",
    ],
    ["`idleTimeout` 的默认值为 5 秒。", "const DEFAULT_IDLE_TIMEOUT = 5_000"],
    ["`bodyLimit`: the default is 1 MiB.", "const DEFAULT_BODY_LIMIT = 1024 * 1024"],
    ["`bodyLimit` defaults to 1MB.", "const DEFAULT_BODY_LIMIT = 1000000"],
    ["`bodyLimit` defaults to 1 MB.", 'const DEFAULT_BODY_LIMIT = "1MiB"'],
  ])("agree: %s / %s", (docs, code) => {
    expect(differ(docs, code)).toEqual([]);
  });

  it.each([
    ["`idleTimeout`: the default is 5 seconds.", "const DEFAULT_IDLE_TIMEOUT = 72000", "5 seconds", "72000"],
    ["`idleTimeout` defaults to `5s`.", "DEFAULT_IDLE_TIMEOUT = 2 * time.Minute", "5s", "2 * time.Minute"],
    [
      "`idleTimeout`: the default is 5 seconds.",
      "DEFAULT_IDLE_TIMEOUT = 5 * time.Minute",
      "5 seconds",
      "5 * time.Minute",
    ],
    ["`idleTimeout` defaults to `30s`.", 'const DEFAULT_IDLE_TIMEOUT = "30m"', "30s", "30m"],
    ["`bodyLimit` defaults to 10 MB.", 'const DEFAULT_BODY_LIMIT = "10GB"', "10 MB", "10GB"],
    [
      "`bodyLimit` defaults to 1 MiB.",
      "const DEFAULT_BODY_LIMIT = 2 * 1024 * 1024",
      "1 MiB",
      "2 * 1024 * 1024",
    ],
  ])("differ: %s / %s", (docs, code, docsValue, codeValue) => {
    expect(differ(docs, code)).toEqual([[docsValue, codeValue]]);
  });
});

it("tells the model which passages are source code, and how to treat them", async () => {
  const passages = await index.passages([0, index.chunkCount - 1]);
  const blocks = passageBlocks(passages);
  expect(passages.map(({ kind }) => kind)).toEqual(["docs", "code"]);
  expect(blocks.match(/kind="source code"/g)).toHaveLength(1);
  for (const language of ["en", "zh", "ja", "de", "fr"]) {
    expect(answerRules(index.corpus, language).system).toContain('kind="source code"');
    expect(answerRules({ ...index.corpus, kinds: ["docs"] }, language).system).not.toContain("source code");
  }
});
