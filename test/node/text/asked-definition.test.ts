import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { definedName } from "../../../src/core/question/defined-name.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessAnswer } from "../../support/keyless-turn.ts";

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

  const ask = async (question: string, asked = index) => (await keylessAnswer(asked, { question })).text;

  it("is what the sentence of the docs says that begins with its name", async () => {
    const text = await ask("What is Pipeliner?");
    expect(text).toContain("is a small queue that keeps its jobs in one file. [1]");
    expect(text).not.toContain("reads its");
  });

  it("is, where no sentence defines it, what its own page begins with behind badges and links", async () => {
    const other = mkdtempSync(join(tmpdir(), "repobot-opening-"));
    try {
      const matters = ["retries", "limits", "logging", "workers"];
      const sections = matters.map(
        (matter) => `## The ${matter}\n\nQueuer reads its ${matter} at its start, as Queuer does.\n`,
      );
      writeFileSync(
        join(other, "readme.md"),
        `# ⚡ Queuer! ---\n\n[![build][badge]][link] of the last five days and nights\n\n- [The retries](#the-retries) and what Queuer does with them\n\nA job queue in one file for small machines.\n\n${sections.join("\n")}`,
      );
      const config = parseCorpusConfig(
        { name: "Docs", description: "A job queue", sources: [{ name: "docs", folder: "." }] },
        other,
      );
      const made = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
      expect(await ask("What is Queuer?", made)).toMatch(
        /^\W*(?:Queuer\W+)?A job queue in one file for small machines\. \[1\]$/,
      );
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});
