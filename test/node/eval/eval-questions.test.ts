import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rankMetrics } from "../../../build/eval/metrics.ts";
import { parseQuestions, readQuestions } from "../../../build/eval/questions.ts";
import { holdsRelevantSection, isFromRelevantFile } from "../../../build/eval/relevance.ts";

const row = (more: object = {}) => JSON.stringify({ id: "q1", lang: "en", question: "How?", ...more });

describe("question files", () => {
  it("are read past a byte order mark, CRLF and blank lines", () => {
    const content = `\uFEFF${row()}\r\n\r\n${row({ id: "q2", lang: "zh" })}\r\n`;
    expect(parseQuestions(content, "q.jsonl").map(({ id }) => id)).toEqual(["q1", "q2"]);
    expect(parseQuestions(content, "q.jsonl", { lang: "zh" }).map(({ id }) => id)).toEqual(["q2"]);
  });

  it("may leave out everything but the question", () => {
    const [read] = parseQuestions('{"question":"How?"}', "q.jsonl");
    expect(read).toEqual({
      id: "line 1",
      lang: "en",
      question: "How?",
      relevant: [],
      must_contain: [],
      history: [],
    });
  });

  it.each([
    ["line 1", "{"],
    ["line 1: question", row({ question: "  " })],
    ["line 1: question", '{"id":"q1"}'],
    ["line 1: relevant[0].file", row({ relevant: [{ heading: "Timeouts" }] })],
    ["line 1: relevant", row({ relevant: "quickstart.md" })],
    ["line 1: history[0].role", row({ history: [{ role: "robot", content: "" }] })],
    ["line 2: lang", `${row()}\n${row({ lang: 7 })}`],
    ["line 1: expected", row({ expected: "answer" })],
  ])("name %s when it is wrong", (field, content) => {
    expect(() => parseQuestions(content, "q.jsonl")).toThrow(
      expect.objectContaining({
        code: "bad_request",
        field,
        message: expect.stringContaining("q.jsonl, line"),
      }),
    );
  });

  it("must exist", async () => {
    await expect(readQuestions("nowhere.jsonl")).rejects.toMatchObject({ code: "source_unreadable" });
  });

  const shared = "../shared/eval/httpx.jsonl";
  it.runIf(existsSync(shared))("of the evaluation set are read whole", async () => {
    expect(await readQuestions(shared)).toHaveLength(40);
    expect(await readQuestions(shared, { lang: "en" })).toHaveLength(20);
  });
});

describe("rank metrics", () => {
  it("are shares of the questions and the mean reciprocal rank", () => {
    expect(rankMetrics([1, 3, 5, 10, null])).toEqual({
      n: 5,
      hitAt1: 1 / 5,
      hitAt3: 2 / 5,
      hitAt5: 3 / 5,
      mrr: (1 + 1 / 3 + 1 / 5 + 1 / 10) / 5,
    });
  });

  it("are 0 without questions", () => {
    expect(rankMetrics([])).toEqual({ n: 0, hitAt1: 0, hitAt3: 0, hitAt5: 0, mrr: 0 });
  });
});

describe("relevance", () => {
  const chunk = {
    file: "advanced/timeouts.md",
    headingPath: ["Timeouts", "Setting a default timeout"],
    headings: [
      { text: "Setting a default timeout", anchor: "a" },
      { text: "Fine tuning with httpx.Timeout", anchor: "b" },
    ],
  };

  it("at file level asks for the file alone", () => {
    expect(isFromRelevantFile(chunk.file, [{ file: "a.md" }, { file: "advanced/timeouts.md" }])).toBe(true);
    expect(isFromRelevantFile(chunk.file, [{ file: "timeouts.md" }])).toBe(false);
  });

  it.each([
    ["its own heading", "Setting a default timeout", true],
    ["a heading merged into it, with Markdown in it", "Fine tuning with `httpx.Timeout`", true],
    ["a heading above it", "Timeouts", false],
    ["another heading", "Retries", false],
    ["the text before the first heading", "", false],
  ])("at heading level: %s", (_, heading, expected) => {
    expect(holdsRelevantSection(chunk, [{ file: chunk.file, heading }])).toBe(expected);
  });

  it("at heading level asks for the same file", () => {
    expect(holdsRelevantSection(chunk, [{ file: "a.md", heading: "Setting a default timeout" }])).toBe(false);
  });

  it("takes text before the first heading for what an empty heading means", () => {
    const top = { file: "a.md", headingPath: [], headings: [] };
    expect(holdsRelevantSection(top, [{ file: "a.md", heading: "" }])).toBe(true);
  });
});
