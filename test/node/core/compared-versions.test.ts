import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessAnswer, keylessConversation } from "../../support/keyless-turn.ts";
import { passage } from "./support/brew-docs.ts";
import { openTestIndex } from "./support/test-index.ts";

const PAGES = (seconds: number, times: number) => ({
  "timeout.md": `# Timeout\n\n## What is the default timeout?\n\nThe default timeout is ${seconds} seconds. Set it with \`maxTimeout\`, which counts from the first byte.\n`,
  "retries.md": `# Retries\n\n## How often is a request retried?\n\nA failed request is retried ${times} times, which \`maxRetries\` sets. Retries wait longer each time.\n`,
  "install.md":
    "# Install\n\nInstall Courier with `npm install courier`. It needs Node 20.\n\n## Proxy\n\nSet `HTTP_PROXY` to send requests through a proxy.\n",
  "logging.md": "# Logging\n\nSet `logLevel` to `debug` to see each request and its headers.\n",
  "auth.md": "# Authentication\n\nPass a token with `auth`; it is sent as a bearer header.\n",
  "upgrade.md":
    "# Courier.upgrade(options)\n\nUpgrade to a different protocol. What is new in it between two versions has changed nothing here.\n",
  "pricing.md": "# Pricing\n\nCourier is free. Support is sold by the month.\n",
});

describe("one site in three versions whose pages differ in a figure", () => {
  let folder: string;
  let index: PassageIndex;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "repobot-compared-"));
    writeFileSync(join(folder, "docusaurus.config.js"), 'module.exports = { title: "Courier" };\n');
    writeFileSync(join(folder, "versions.json"), '["2.0", "1.0"]\n');
    for (const [path, seconds, times] of [
      ["docs", 90, 7],
      ["versioned_docs/version-2.0", 60, 5],
      ["versioned_docs/version-1.0", 30, 3],
    ] as const) {
      mkdirSync(join(folder, path), { recursive: true });
      for (const [file, text] of Object.entries(PAGES(seconds, times)))
        writeFileSync(join(folder, path, file), text);
    }
    const config = parseCorpusConfig(
      { name: "Courier", description: "An HTTP client", sources: [{ name: "docs", folder: "." }] },
      folder,
    );
    index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The answers of one conversation. */
  const ask = (...questions: string[]) =>
    keylessConversation(
      index,
      questions.map((question) => ({ question })),
    );

  test.each([
    "How does the timeout differ between 1.0 and 2.0?",
    "What is the difference in timeout between version 1.0 and version 2.0?",
    "Worin unterscheidet sich maxTimeout zwischen 1.0 und 2.0?",
    "1.0和2.0的timeout有什么不同？",
    "1.0と2.0でmaxTimeoutはどう違いますか？",
  ])("is quoted in both for %j", async (question) => {
    const [answer] = await ask(question);
    expect(answer!.mode).toBe("extractive");
    expect(answer!.text).toContain("30 seconds");
    expect(answer!.text).toContain("60 seconds");
    expect(answer!.text).not.toContain("90 seconds");
  });

  test.each([
    "What changed between 1 and 2?",
    "What changed between 1.0 and 2.0?",
    "What's new in version 2?",
    "What's new in version 8?",
  ])("is no answer to %j where no section tells of changes", async (question) => {
    const [refusal] = await ask(question);
    expect(refusal!.mode).toBe("refusal");
    expect(refusal!.near.length).toBeGreaterThan(0);
  });

  it("refuses to compare what neither version speaks of", async () => {
    const [refusal] = await ask("How does the timeout of zeppelins differ from pigeons between 1.0 and 2.0?");
    expect(refusal!.mode).toBe("refusal");
  });

  it("is one topic through follow-ups that only change the version", async () => {
    const answers = await ask(
      "What is maxTimeout?",
      "and in 1.0?",
      "and in version 3?",
      "and in 1.0?",
      "tell me more",
    );
    const figures = answers.map(({ text }) => /(\d+) seconds/.exec(text)?.[1]);
    expect(figures).toEqual(["60", "30", "60", "30", "30"]);
  });

  it("calls each page by its own heading", async () => {
    const [answer] = await ask("What is maxTimeout?");
    expect(answer!.sources.map(({ title }) => title)).toEqual(["Timeout"]);
  });
});

it("quotes both versions where only one has a heading that asks what the reader asks", async () => {
  const timeout = (version: string, heading: string, seconds: number) =>
    passage("timeout.md", heading, `The default timeout is ${seconds} seconds.`, {
      id: `timeout.md@${version}`,
      url: `https://brewbot.example/${version}/timeout`,
      version,
    });
  const index = await openTestIndex({
    passages: [timeout("1.0", "What is the default timeout?", 30), timeout("2.0", "Default timeout", 60)],
    corpus: { versions: ["2.0", "1.0"] },
  });
  const answer = await keylessAnswer(index, { question: "What is the default timeout in 1.0 and 2.0?" });
  expect(answer.mode).toBe("extractive");
  expect(answer.text).toContain("30 seconds");
  expect(answer.text).toContain("60 seconds");
});

describe("two versions of a small site that say the same in other words", () => {
  const timeout = (version: string, heading: string, text: string) =>
    passage("timeout.md", heading, text, {
      id: `timeout.md@${version}`,
      url: `https://brewbot.example/${version}/timeout`,
      version,
    });

  it.each([
    "What is the default timeout in 1.0 and 2.0?",
    "How does the timeout differ between 1.0 and 2.0?",
    "How does the default timeout in 1.0 compare with 2.0?",
    "Is the timeout in 2.0 longer than in 1.0?",
    "Is the timeout the same in 1.0 and 2.0?",
    "Worin unterscheidet sich der Timeout zwischen 1.0 und 2.0?",
    "1.0和2.0之间的timeout有什么区别？",
  ])("are both quoted for %j", async (question) => {
    const index = await openTestIndex({
      passages: [
        timeout("1.0", "Timeouts", "A request is cancelled after 30 seconds by default."),
        timeout("2.0", "Time limits", "Requests may take 60 seconds unless `maxTimeout` is set."),
      ],
      corpus: { versions: ["2.0", "1.0"] },
    });
    const answer = await keylessAnswer(index, { question });
    expect(answer.mode).toBe("extractive");
    expect(answer.text).toContain("30 seconds");
    expect(answer.text).toContain("60 seconds");
  });
});
