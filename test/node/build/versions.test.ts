import { beforeAll, describe, expect, it, test } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { memoryHistory } from "../../../build/eval/memory-history.ts";
import { readQuestions } from "../../../build/eval/questions.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { isRepoBotError } from "../../../src/core/errors.ts";
import type { AnswerEvent, PassagesEvent } from "../../../src/core/events.ts";
import type { HistoryMessage, PassageIndex } from "../../../src/core/ports.ts";
import { questionTerms } from "../../../src/core/question/question-terms.ts";
import { answerTurn } from "../../../src/core/turn/answer.ts";
import type { TurnRequest } from "../../../src/core/turn/turn.ts";
import {
  chooseVersion,
  inheritedVersion,
  resolveVersion,
  versionsInQuestion,
} from "../../../src/core/versions/versions.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessDeps } from "../../support/keyless-turn.ts";

const CORPUS = {
  versions: ["5.12", "5.9", "4.29", "next"],
  versionAliases: { lts: "4.29", latest: "5.12" },
};

test.each([
  ["5.12", "5.12"],
  ["v5.9", "5.9"],
  ["v5", "5.12"],
  ["5.x", "5.12"],
  ["V4", "4.29"],
  ["LTS", "4.29"],
  ["latest", "5.12"],
  ["current", "5.12"],
  ["Next", "next"],
  ["3", null],
  ["5.1", null],
  ["", null],
])("the version %j means %j", (name, version) => {
  expect(resolveVersion(name, CORPUS)).toBe(version);
});

test.each([
  ["how do I log in v4?", "4.29"],
  ["In version 5.9, what is the default?", "5.9"],
  ["what changed in 4.x", "4.29"],
  ["4.29 body limit", "4.29"],
  ["版本 4 的默认值是多少", "4.29"],
  ["バージョン4の既定値は", "4.29"],
  ["Wie geht das in Version 4?", "4.29"],
  ["is it 5.5 seconds or 12?", null],
  ["does it speak HTTP/2 and IPv4?", null],
  ["what of v3?", null],
  ["use @scope/v4 and api/v4", null],
])("the question %j is about the version %j", (question, version) => {
  expect(versionsInQuestion(question, CORPUS)).toEqual(version === null ? [] : [version]);
});

test.each([
  ["how do I migrate from v4 to v5?", ["4.29", "5.12"]],
  ["what changed between 4 and 5?", ["4.29", "5.12"]],
  ["Was hat sich von 4 auf 5 geändert?", ["4.29", "5.12"]],
  ["从 4 到 5 有什么变化？", ["4.29", "5.12"]],
  ["how do I upgrade my app from 4 to 5?", ["4.29", "5.12"]],
  ["migrating from Crate 4 to Crate 5", ["4.29", "5.12"]],
  ["Crate 4 to 5: which options are gone?", ["4.29", "5.12"]],
  ["how do I get from version 4 to 5 without downtime?", ["4.29", "5.12"]],
  ["how do I get from v4 to 5?", ["4.29", "5.12"]],
  ["What changed in addHook between 4 and 5?", ["4.29", "5.12"]],
  ["Wie gelingt der Umstieg von 4 auf 5?", ["4.29", "5.12"]],
  ["Wie kann ich von 4 auf 5 migrieren?", ["4.29", "5.12"]],
  ["怎么从 4 升级到 5？", ["4.29", "5.12"]],
  ["4 から 5 への移行は？", ["4.29", "5.12"]],
  ["4から5で何が変わりましたか", ["4.29", "5.12"]],
])("the question %j names the versions %j", (question, versions) => {
  expect(versionsInQuestion(question, { ...CORPUS, name: "Crate" })).toEqual(versions);
});

test.each([
  "wait between 4 and 5 seconds",
  "any of 2 and 3",
  "How do I change maxRetries from 4 to 5?",
  "How do I upgrade maxRetries from 4 to 5?",
  "How do I raise the limit from 4 to 5 MB?",
  "what changed between 4 and 5 workers?",
  "Does the pool scale between 4 and 5 workers?",
  "How do I migrate data from 4 to 5 nodes?",
  "How long does it take to migrate from 4 to 5.5 seconds?",
  "In the release build, how do I set retries from 4 to 5?",
  "What changes when the level goes from 4 to 5?",
  "upgrade the share from 4 to 5%",
  "Wie ändere ich maxRetries von 4 auf 5?",
  "Wie stelle ich die Zahl der Worker von 4 auf 5 um?",
  "Was hat sich von 4 auf 5 Worker geändert?",
  "如何把 maxRetries 从 4 改到 5？",
  "超时从 4 到 5 秒怎么设置？",
  "升级后从 4 到 5 个进程怎么办？",
  "タイムアウトを4から5秒にするには？",
  "maxRetries を 4 から 5 に変えるには？",
])("the question %j names no versions", (question) => {
  expect(versionsInQuestion(question, { ...CORPUS, name: "Crate" })).toEqual([]);
});

describe("the version of a conversation", () => {
  const inherit = (questions: string[], followUps: number[]) =>
    inheritedVersion(questions, (position) => followUps.includes(position), CORPUS);

  it("stays with its follow-ups", () => {
    expect(inherit(["How do I log?", "and in v4?", "and for one route?"], [1, 2])).toBe("4.29");
    expect(inherit(["In v4, how do I log?", "and errors?", "and to a file?"], [1, 2])).toBe("4.29");
  });

  it("ends with a question of its own, and with another version", () => {
    expect(inherit(["In v4, how do I log?", "How do I set a proxy?"], [])).toBeNull();
    expect(inherit(["In v4, how do I log?", "How do I set a proxy?", "and a timeout?"], [2])).toBeNull();
    expect(inherit(["In v4, how do I log?", "and in 5.9?", "and errors?"], [1, 2])).toBe("5.9");
    expect(inherit(["What changed from v4 to v5?", "and errors?"], [1])).toBeNull();
  });
});

describe("the version of a turn", () => {
  const choose = (question: string, wanted?: string, page?: string) =>
    chooseVersion(question, wanted, page, CORPUS);

  it("is that of the page, by number, line or alias, and the default without one", () => {
    expect(choose("how?")).toEqual({ version: "5.12", home: null, compared: null });
    expect(choose("how?", undefined, "https://docs.example/v4/log")).toEqual({
      version: "4.29",
      home: null,
      compared: null,
    });
    expect(choose("how?", undefined, "/docs/5.9/log")).toEqual({
      version: "5.9",
      home: null,
      compared: null,
    });
    expect(choose("how?", undefined, "/lts/log")).toEqual({ version: "4.29", home: null, compared: null });
    expect(choose("how?", undefined, "/page/4")).toEqual({ version: "5.12", home: null, compared: null });
  });

  it("is another one only when asked for, and then says so", () => {
    expect(choose("how in v4?")).toEqual({ version: "4.29", home: "5.12", compared: null });
    expect(choose("how in v5?", undefined, "/v4/log")).toEqual({
      version: "5.12",
      home: "4.29",
      compared: null,
    });
    expect(choose("how in v5?", "4.29")).toEqual({ version: "4.29", home: null, compared: null });
    expect(choose("how?", "v4", "/v5/log")).toEqual({ version: "4.29", home: "5.12", compared: null });
    expect(choose("how?", "9")).toBeNull();
  });
});

describe("two releases of undici, with their own docs", () => {
  let index: PassageIndex;

  beforeAll(async () => {
    const config = parseCorpusConfig(
      {
        name: "undici",
        description: "An HTTP client for Node.js",
        defaultVersion: "7.30",
        versionAliases: { latest: "7.30", maintenance: "6.29" },
        sources: [
          { name: "v7", folder: "node_modules/undici/docs", version: "7.30" },
          { name: "v6", folder: "node_modules/undici-6/docs", version: "6.29" },
        ],
      },
      process.cwd(),
    );
    index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
  }, 120_000);

  async function ask(
    request: TurnRequest,
    earlier: HistoryMessage[] = [],
  ): Promise<{ answer: AnswerEvent; versions: string[] }> {
    const history = memoryHistory();
    const conversationId = history.begin(earlier);
    const turn = answerTurn(keylessDeps(index, history), { ...request, conversationId });
    let passages: PassagesEvent["passages"] = [];
    for await (const event of turn) {
      if (event.type === "passages") passages = [...passages, ...event.passages];
      if (event.type === "error") throw new Error(event.message);
      if (event.type !== "answer") continue;
      const all = [...passages, ...event.sources, ...event.near];
      return { answer: event, versions: [...new Set(all.map(({ version }) => version))] };
    }
    throw new Error("no answer");
  }

  it("never gives a passage of the wrong version over the evaluation set", async () => {
    const rows = await readQuestions("test/data/questions/undici.jsonl", { lang: "en" });
    let found = 0;
    const wrong: string[] = [];
    for (const { question, id } of rows) {
      for (const [version, request] of [
        ["7.30", { question }],
        ["6.29", { question: `In v6: ${question}` }],
      ] as const) {
        const { versions, answer } = await ask(request);
        if (versions.length > 0) found++;
        if (versions.some((one) => one !== version) || answer.corpus.version !== version)
          wrong.push(`${id} ${version}: ${versions.join(", ")}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
    expect(found).toBeGreaterThan(rows.length * 1.8);
  }, 300_000);

  it("answers from the version of the page, and labels the answer about another", async () => {
    const question = "What is the default of maxRedirections or keepAliveTimeout of a client?";
    const onPage = await ask({ question, page: "https://undici.example/v6/api/client" });
    expect(onPage.versions).toEqual(["6.29"]);
    expect(onPage.answer.notice ?? "").not.toContain("version");
    const asked = await ask({ question: `${question} In v6?` });
    expect(asked.versions).toEqual(["6.29"]);
    expect(asked.answer.notice).toBe("This answer is about version 6.29, not about 7.30.");
    expect((await ask({ question, version: "maintenance" })).versions).toEqual(["6.29"]);
    expect((await ask({ question, version: "latest" })).versions).toEqual(["7.30"]);
  });

  it("stays in the version that an earlier question named, until a question stands on its own", async () => {
    const said = (content: string, role: "user" | "assistant" = "user") => ({ role, content });
    const named = [
      said("How do I use a ProxyAgent in v6?"),
      said("Pass its `uri` to `ProxyAgent`.", "assistant"),
    ];
    const stays = await ask({ question: "and with a token?" }, named);
    expect(stays.versions).toEqual(["6.29"]);
    expect(stays.answer.notice).toBe("This answer is about version 6.29, not about 7.30.");
    const back = await ask({ question: "and in 7.30?" }, named);
    expect(back.versions).toEqual(["7.30"]);
    const own = await ask({ question: "How do I mock a request in a unit test?" }, named);
    expect(own.versions).toEqual(["7.30"]);
  });

  it("compares two versions that a question names, each cited under its name", async () => {
    const question = "What does new RetryHandler take in v6 and in v7?";
    const { answer } = await ask({ question });
    const cited = new Set(answer.sources.map(({ version }) => version));
    expect([...cited].sort()).toEqual(["6.29", "7.30"]);
    expect(answer.text).toContain("**6.29: ");
    expect(answer.text).toContain("**7.30: ");
    expect(answer.notice).toBe("This answer is about the versions 6.29 and 7.30; each source names its own.");
  });

  it("says of a passage that both versions have that it holds for both", async () => {
    const question = "What is the default keepAliveMaxTimeout of a client, and what changed from v6 to v7?";
    const { answer } = await ask({ question });
    expect(answer.text).toContain("**6.29 = 7.30: Parameter: ClientOptions**");
  });

  it("asks the docs for no word that only names the version", () => {
    const surfaces = (question: string) => questionTerms(question, index).map(({ surface }) => surface);
    const plain = surfaces("How do I set a proxy?");
    for (const named of ["In v6: how do I set a proxy?", "How do I set a proxy in 6.x?"])
      expect(surfaces(named)).toEqual(plain);
    // A missing one is told in the notice.
    expect(surfaces("How do I set a proxy in v3?")).toEqual(plain);
    expect(surfaces("v6")).toEqual(["v6"]);
  });

  it("refuses an alias that names no version, in the configuration", () => {
    const sources = [{ folder: "node_modules/undici-6/docs", version: "6.29" }];
    const config = { name: "x", description: "x", versionAliases: { latest: "9" }, sources };
    try {
      parseCorpusConfig(config, process.cwd());
      expect.unreachable();
    } catch (error) {
      expect(isRepoBotError(error, "config_invalid")).toBe(true);
      expect(error).toMatchObject({ field: "versionAliases.latest" });
    }
  });
});
