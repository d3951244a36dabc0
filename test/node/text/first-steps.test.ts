import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { definedName } from "../../../src/core/question/defined-name.ts";
import { firstStepsAsked } from "../../../src/core/question/first-steps.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessAnswer } from "../../support/keyless-turn.ts";

test.each([
  ["How do I get started?", "start", null],
  ["how to get started with the Pipeliner", "start", "Pipeliner"],
  ["Getting started with Pipeliner", "start", "Pipeliner"],
  ["Where do I begin?", "start", null],
  ["How do I use pipeliner?", "start", "pipeliner"],
  ["Wie fange ich mit Pipeliner an?", "start", "Pipeliner"],
  ["How do I install it?", "install", null],
  ["How can I install `pipeliner`?", "install", "pipeliner"],
  ["Wie installiere ich Pipeliner?", "install", "Pipeliner"],
])("%j is asked by a newcomer", (question, wants, name) => {
  expect(firstStepsAsked(question)).toEqual({ wants, name });
});

test.each([
  "How do I start a worker at boot?",
  "How do I use a proxy for requests that are sent again?",
  "How do I install a hook that runs before each job?",
  "What does getting started cost?",
])("%j is about a matter of its own", (question) => {
  expect(firstStepsAsked(question)).toBeNull();
});

test.each([["What does Pipeliner do?", "Pipeliner"]])("%j asks what %j is", (question, name) => {
  expect(definedName(question)).toBe(name);
});

describe("the first questions of a newcomer", () => {
  const folder = mkdtempSync(join(tmpdir(), "repobot-first-"));
  let index: PassageIndex;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
    const parts = ["retries", "logging", "backups", "signals", "tokens", "mirrors"].map(
      (part) =>
        `## Pipeliner and ${part}\n\nPipeliner reads its ${part} when it starts, and gets new ${part} from a file that is created for it.\n`,
    );
    write("api.md", `# API\n\n${parts.join("\n")}`);
    mkdirSync(join(folder, "guides"));
    write(
      join("guides", "first.md"),
      "# Getting started\n\nThis page takes you to a first job.\n\n## Install\n\n```sh\nnpm install pipeliner\n```\n\n## Your first job\n\nWrite the job into `jobs.json`.\n",
    );
    write(
      join("guides", "plugin.md"),
      "# Write a plugin\n\n## Installation\n\n```sh\nnpm install pipeliner-plugin-tools\n```\n\n## License\n\nYou may license your plugin as you like; we prefer the MIT license.\n\n## Getting started\n\nA plugin begins with an empty folder.\n",
    );
    write(
      "limits.md",
      "# Limits\n\n## Settings of the budget\n\nThe budget holds for every queue together: `BUDGET_JOBS_PER_DAY` is its ceiling.\n",
    );
    const config = parseCorpusConfig(
      { name: "Pipeliner", description: "A job queue", sources: [{ name: "docs", folder: "." }] },
      folder,
    );
    index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
  }, 60_000);

  const ask = (question: string) => keylessAnswer(index, { question });

  it.each(["How do I get started?", "How do I get started with Pipeliner?", "How do I use Pipeliner?"])(
    "%j is answered from the page that is headed so, not from that of a part",
    async (question) => {
      const { text } = await ask(question);
      expect(text).toContain("takes you to a first job");
      expect(text).not.toContain("empty folder");
    },
  );

  it("is answered, of installing, with the command that installs the product", async () => {
    const { text } = await ask("How do I install Pipeliner?");
    expect(text).toContain("npm install pipeliner\n");
    expect(text).not.toContain("pipeliner-plugin-tools");
  });

  it.each([
    "Who created Pipeliner?",
    "Who maintains Pipeliner?",
    "What license is Pipeliner under?",
    "What is Pipeliner?",
  ])("%j is refused where the docs do not say", async (question) => {
    expect((await ask(question)).mode).toBe("refusal");
  });

  it("does not take the licence of a part for that of the product, nor refuse to tell it", async () => {
    expect((await ask("How may I license a plugin?")).text).toContain("as you like");
  });

  it.each(["How do I set a daily budget?", "Is there a budget per day?"])(
    "%j is answered by a setting with that period in its name",
    async (question) => {
      expect((await ask(question)).text).toContain("BUDGET_JOBS_PER_DAY");
    },
  );
});
