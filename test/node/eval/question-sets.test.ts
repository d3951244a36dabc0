import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { pageSections, questionProblems } from "../../../build/models/check-questions.ts";
import {
  DOCS_PACKAGES,
  installedDocs,
  type QuestionKind,
  questionsFile,
} from "../../../build/models/docs-packages.ts";
import { readQuestionRows } from "../../../build/models/question-rows.ts";

const rowWithQuestion = z.object({ question: z.string() });
const KINDS: readonly QuestionKind[] = ["", "-followups", "-unanswerable", "-offtopic"];

const files = DOCS_PACKAGES.flatMap((docs) =>
  KINDS.flatMap((kind) => {
    const path = questionsFile(docs.name, kind);
    return path === null ? [] : [{ docs, kind, path }];
  }),
);

test.each(files)("$docs.name$kind rows are well-formed and half of them held out", ({ kind, path }) => {
  const rows = readQuestionRows(path);
  const heldOut = rows.filter((row) => row.split === "held-out").length / rows.length;
  expect(heldOut).toBeGreaterThan(0.3);
  expect(heldOut).toBeLessThan(0.6);
  for (const row of rows) {
    const isAnswerable = kind === "" || kind === "-followups";
    expect(row.relevant.length > 0, row.id).toBe(isAnswerable);
    expect(row.history !== undefined, row.id).toBe(kind === "-followups");
    expect(row.expected, row.id).toBe(kind === "-offtopic" ? "refuse" : undefined);
  }
});

test.each(files.filter(({ docs }) => installedDocs(docs) !== null))(
  "$docs.name$kind rows name sections that exist and hold what they must",
  ({ docs, path }) => {
    expect(questionProblems(readQuestionRows(path), installedDocs(docs)!)).toEqual([]);
  },
);

test("fastify-source rows name definitions that hold what they must, and no page of the docs does", () => {
  const folder = "node_modules/fastify";
  const rows = readQuestionRows("test/data/questions/fastify-source.jsonl");
  const pages = readdirSync(`${folder}/docs`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => readFileSync(`${folder}/docs/${file}`, "utf8"));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.filter((row) => row.split === "held-out").length).toBe(rows.length / 2);
  for (const { id, relevant, must_contain } of rows) {
    for (const token of must_contain) {
      for (const { file } of relevant) expect(readFileSync(`${folder}/${file}`, "utf8"), id).toContain(token);
      expect(
        pages.some((page) => page.includes(token)),
        `${id}: ${token}`,
      ).toBe(false);
    }
  }
});

test("the docs that come with npm ci are there to be checked", () => {
  const names = DOCS_PACKAGES.filter((docs) => installedDocs(docs) !== null).map((docs) => docs.name);
  expect(names).toEqual(expect.arrayContaining(["undici", "fastify", "pino"]));
});

test("a wrong heading, a wrong file and a missing token are each reported", () => {
  const row = readQuestionRows(questionsFile("pino")!)[0]!;
  const wrong = {
    ...row,
    relevant: [...row.relevant, { file: "api.md", heading: "No such" }, { file: "none.md", heading: "" }],
    must_contain: ["never written there"],
  };
  const problems = questionProblems([wrong], installedDocs(DOCS_PACKAGES[2]!)!);
  expect(problems).toEqual([
    `${row.id}: api.md has no heading "No such"`,
    `${row.id}: "never written there" is in no listed section of api.md`,
    `${row.id}: none.md does not exist`,
  ]);
});

test("a # inside a fence begins no section", () => {
  const page = "intro\n# One\n```sh\n# not a heading\n```\n## Two ##\ntext";
  expect(pageSections(page).map((section) => section.heading)).toEqual(["", "One", "Two"]);
});

test("no source names a question that answers are measured with", () => {
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  const folders = ["test/data/questions", "../shared/eval"].filter((folder) => existsSync(folder));
  const questions = folders
    .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => rowWithQuestion.parse(JSON.parse(line)).question);
  expect(questions.length).toBeGreaterThan(200);
  // Shorter ones, such as "timeout", are words of their own.
  const telling = questions.map(words).filter((question) => question.length > 14);
  const named = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = words(readFileSync(`src/${file}`, "utf8").replace(/\n\s*(?:\*|\/\/)/g, "\n"));
      return telling.filter((question) => text.includes(question)).map((question) => `${file}:${question}`);
    });
  expect(named).toEqual([]);
});
