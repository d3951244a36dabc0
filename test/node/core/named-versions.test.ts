import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import type { TurnRequest } from "../../../src/core/turn/turn.ts";
import { askedChanges } from "../../../src/core/versions/version-changes.ts";
import {
  inheritedVersion,
  missingVersions,
  versionsInQuestion,
} from "../../../src/core/versions/versions.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessConversation } from "../../support/keyless-turn.ts";

const CORPUS = {
  name: "Pipeliner",
  versions: ["2.0", "1.0", "1.2", "3.0"],
  versionAliases: { lts: "1.0", next: "3.0", "long-term": "1.2" },
};

test.each([
  ["How do I log in 1.0?", ["1.0"]],
  ["What is new since 1.2?", ["1.2"]],
  ["1.0 retries", ["1.0"]],
  ["Pipeliner 1.0 retries", ["1.0"]],
  ["does pipeliner 1.2 retry?", ["1.2"]],
  ["How do I upgrade my project to 3.0?", ["3.0"]],
  ["difference between 1.0 and 2.0 for retries", ["1.0", "2.0"]],
  ["Was ist der Unterschied zwischen 1.0 und 2.0?", ["1.0", "2.0"]],
  ["1.0和2.0有什么区别？", ["1.0", "2.0"]],
  ["1.0と2.0の違いは？", ["1.0", "2.0"]],
  ["Does it work in version 1.0 with HTTP 2.0?", ["1.0"]],
])("the numbers of %j mean the versions %j", (question, versions) => {
  expect(versionsInQuestion(question, CORPUS)).toEqual(versions);
});

test.each([
  "does it support HTTP 1.0",
  "Does it work with HTTP 1.0?",
  "Can I require TLS 1.2 for a client?",
  "Does it run on Python 3.0?",
  "Does it run on Node v2 or Node version 3?",
  "Can it read an OpenAPI 3.0 document?",
  "Is version 3.0 of OpenAPI read?",
  "Set the backoff factor to 1.0",
  "Is a timeout of 1.0 right?",
  "wait for 2.0 seconds",
  "Can the factor be between 1.0 and 2.0?",
  "How do I set the factor from 1.0 to 2.0?",
  "支持 HTTP 1.0 吗？",
])("no number of %j is a version of the docs", (question) => {
  expect(versionsInQuestion(question, CORPUS)).toEqual([]);
  expect(missingVersions(question, CORPUS)).toEqual([]);
});

test.each([
  ["How do I enable logging in lts?", ["1.0"]],
  ["How do I enable logging in the LTS version?", ["1.0"]],
  ["and for LTS?", ["1.0"]],
  ["Wie logge ich in der Version LTS?", ["1.0"]],
  ["在 lts 版本中如何记录日志？", ["1.0"]],
  ["How do I log in long-term?", ["1.2"]],
  ["How do I log in the next version?", ["3.0"]],
  ["What comes in next?", []],
  ["How do I skip to the next page?", []],
  ["What does the lts option do?", []],
  ["How do I read alts or salts?", []],
  ["Does it run on the LTS version of Node?", []],
])("the aliases in %j mean %j", (question, versions) => {
  expect(versionsInQuestion(question, CORPUS)).toEqual(versions);
});

test.each([
  ["What is the default timeout in version 4?", ["4"]],
  ["What is new in v4.1?", ["4.1"]],
  ["In version 4, what is the limit?", ["4"]],
  ["Pipeliner v7 retries", ["7"]],
  ["版本 4 的默认值是多少", ["4"]],
  ["What is the default timeout in version 2?", []],
  ["Does it run on Node v22?", []],
  ["Is protocol version 4 supported?", []],
  ["Does it speak IPv4?", []],
])("%j names the missing versions %j", (question, missing) => {
  expect(missingVersions(question, CORPUS)).toEqual(missing);
});

const WHOLE = { name: "Flimbar", versions: ["2", "1"], versionAliases: { "9": "1" } };

test.each([
  ["What is the default port in 1?", ["1"]],
  ["in 1 how is the port set", ["1"]],
  ["In 1, what is the default port?", ["1"]],
  ["What is the default port in Flimbar 1?", ["1"]],
  ["For Flimbar 1, what is the default port?", ["1"]],
  ["Does flimbar 1 support mirrors?", ["1"]],
  ["Which options are there since 1?", ["1"]],
  ["What is the default port for 9?", ["1"]],
  ["Is the port the same in 1 and 2?", ["1", "2"]],
  ["Is the port the same in Flimbar 1 and 2?", ["1", "2"]],
  ["Is the port the same in v1 and 2?", ["1", "2"]],
  ["在 1 中默认端口是多少？", ["1"]],
  ["Was ist der Port in 1?", ["1"]],
])("the whole numbers of %j mean the versions %j", (question, versions) => {
  expect(versionsInQuestion(question, WHOLE)).toEqual(versions);
});

test.each([
  "Does it start in 2 seconds?",
  "Does it wait for 1 hour?",
  "Is protocol version 2 of MQTT read?",
  "Can I keep all in 1 file?",
  "Is it done in 1 or 2 minutes?",
  "Does it run in 1 of the workers?",
  "Can I give Flimbar 2 workers?",
  "Does it fail for 1 in 10 jobs?",
  "Can I split it in 2?",
  "Is it done in 1-2 steps?",
  "Does it work on HTTP 2?",
  "Does it run on Node 2?",
  "Is a timeout of 1 right?",
  "2. How do I log?",
  "Can it be logged in 3?",
  "在 2 个文件中",
])("no whole number of %j is a version", (question) => {
  expect(versionsInQuestion(question, WHOLE)).toEqual([]);
});

it("reads a product's name as it is written, with whatever marks", () => {
  const corpus = { ...CORPUS, name: "my-lib.js (c++)" };
  expect(versionsInQuestion("my-lib.js (c++) 1.0 to 2.0 upgrade", corpus)).toEqual(["1.0", "2.0"]);
});

it("stays in a requested version with its follow-ups, and leaves it for a missing one", () => {
  const inherit = (questions: string[], requested: (string | undefined)[]) =>
    inheritedVersion(questions, (position) => position > 0, CORPUS, requested);
  expect(inherit(["How do I log?", "and errors?", "and its default?"], ["1.x"])).toBe("1.2");
  expect(inherit(["How do I log in 2.0?", "and errors?"], ["1.0"])).toBe("1.0");
  expect(inherit(["How do I log?", "and in 2.0?"], ["1.0"])).toBe("2.0");
  expect(inherit(["How do I log?", "and in version 4?"], ["1.0"])).toBeNull();
});

describe("docs in two versions", () => {
  let folder: string;
  let index: PassageIndex;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "repobot-named-"));
    for (const [version, connections] of [
      ["v1", "10"],
      ["v2", "50"],
    ] as const) {
      mkdirSync(join(folder, version));
      writeFileSync(
        join(folder, version, "limits.md"),
        `# Limits\n\n## Connections\n\nLimit connections with \`maxConnections\`. The default of \`maxConnections\` is ${connections} connections.\n\n## Logging\n\nEnable logging with \`logLevel\`; in ${version} its default is ${version === "v1" ? "warn" : "info"}.\n\n## Retries\n\nRetries are made three times after a failed request.\n`,
      );
    }
    writeFileSync(
      join(folder, "v2", "changelog.md"),
      "# Changelog\n\n## 2.0\n\nThe scheduler was rewritten. `maxConnections` is now 50.\n\n## 1.0\n\nFirst stable publication of the queue.\n",
    );
    const config = parseCorpusConfig(
      {
        name: "Pipeliner",
        description: "A job queue",
        defaultVersion: "2.0",
        versionAliases: { lts: "1.0" },
        sources: [
          { name: "v2", folder: "v2", version: "2.0" },
          { name: "v1", folder: "v1", version: "1.0" },
        ],
      },
      folder,
    );
    index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The answers of one conversation. */
  const ask = (...requests: TurnRequest[]) => keylessConversation(index, requests);

  it("keeps the version that a request asked for in follow-ups that ask for none", async () => {
    const question = "How do I limit connections?";
    const followUp = { question: "and what is its default?" };
    const [first, second] = await ask({ question, version: "1.x" }, followUp);
    expect(first!.corpus.version).toBe("1.0");
    expect(second!.corpus.version).toBe("1.0");
    expect(second!.notice).toBe("This answer is about version 1.0, not about 2.0.");
    const [, requested] = await ask({ question, version: "1.x" }, { ...followUp, version: "2.0" });
    expect(requested!.corpus.version).toBe("2.0");
    const [, alone] = await ask({ question, version: "1.x" }, { question: "How do I enable logging?" });
    expect(alone!.corpus.version).toBe("2.0");
  });

  it("answers from the version that an alias means", async () => {
    const [answer] = await ask({ question: "How do I enable logging in lts?" });
    expect(answer!.corpus.version).toBe("1.0");
    expect(answer!.text).toContain("warn");
  });

  it("says that a version is missing, and from which one it answers", async () => {
    const [answer] = await ask({ question: "How do I enable logging in version 3?" });
    expect(answer!.mode).toBe("extractive");
    expect(answer!.text).toContain("info");
    expect(answer!.notice).toBe(
      "Version 3 is not among the indexed versions (2.0, 1.0). This answer is about version 2.0.",
    );
  });

  it("says with a refusal which versions were searched, and calls none an answer", async () => {
    const [refusal] = await ask({
      question: "What is the difference between 1.0 and 2.0 for carrier pigeons?",
    });
    expect(refusal!.mode).toBe("refusal");
    expect(refusal!.notice).toBe("The versions 1.0 and 2.0 were searched.");
  });

  test.each([
    "What's new in 2.0?",
    "What changed between 1 and 2?",
    "What changed between v1 and v2?",
    "What is the difference between 1.0 and 2.0?",
    "Was ist neu in 2.0?",
    "2.0 有什么新功能？",
    "2.0の変更点は？",
  ])("finds the changelog's section for %j", async (question) => {
    const [answer] = await ask({ question });
    expect(answer!.mode).toBe("extractive");
    expect(answer!.text).toContain("The scheduler was rewritten.");
    expect(answer!.text).not.toContain("First stable publication");
  });

  it("refuses where no section tells of a version, and keeps to a topic that a question has", async () => {
    const [refusal] = await ask({ question: "What's new in 5.0?" });
    expect(refusal!.mode).toBe("refusal");
    const about = (question: string) => askedChanges(question, index);
    expect(about("What's new in 2.0?")).toEqual(["2.0"]);
    expect(about("What changed between 1.0 and 2.0 for retries?")).toBeNull();
    expect(about("How do I log the changes of 2 files?")).toBeNull();
    expect(about("How do I enable logging in 2.0?")).toBeNull();
  });

  it("says once what both versions say in the same words", async () => {
    const [answer] = await ask({ question: "How are retries made after a failed request in v1 and v2?" });
    expect(answer!.text.match(/Retries are made three times/g)).toHaveLength(1);
    expect(answer!.text).toContain("**1.0 = 2.0: Retries**");
  });
});
