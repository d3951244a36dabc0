/** The project's own documentation against the project: what the pages name must be there, and what is there must be named. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { loadCorpusConfig, parseCorpusConfig } from "../../../build/config.ts";
import { parseQuestions } from "../../../build/eval/questions.ts";
import { questionProblems } from "../../../build/models/check-questions.ts";
import { readQuestionRows } from "../../../build/models/question-rows.ts";
import { readPage } from "../../../build/read/read-page.ts";
import { CORPUS, codeOf, contentOf, nodesOf, pages, ROOT } from "../../support/docs-pages.ts";

function anchorsOf(file: string): Set<string> {
  const unwanted = (cause: string) => expect.fail(`${file}: ${cause}`);
  const { headings } = readPage(contentOf(file), file, () => null, unwanted);
  return new Set(headings.map(({ anchor }) => anchor));
}

/** What is wrong with the links and pictures of one page. */
function linkProblems(file: string): string[] {
  const addresses = [...nodesOf(file, "link"), ...nodesOf(file, "image")].map(({ url }) => url);
  return addresses
    .filter((url) => !/^https?:/.test(url))
    .flatMap((url) => {
      const [target = "", anchor] = url.split("#");
      const absolute = target === "" ? path.join(ROOT, file) : path.resolve(ROOT, path.dirname(file), target);
      if (!existsSync(absolute)) return [`${file}: ${url} leads nowhere`];
      if (anchor === undefined) return [];
      const known = anchorsOf(path.relative(ROOT, absolute));
      return known.has(anchor) ? [] : [`${file}: ${url} names no heading`];
    });
}

test("every link, picture and anchor leads somewhere", () => {
  expect(pages.flatMap(linkProblems)).toEqual([]);
});

test("the front page leads to every other page", () => {
  const linked = new Set(nodesOf("corpus/index.md", "link").map(({ url }) => `corpus/${url}`));
  expect(pages.filter((file) => file !== "README.md" && file !== "corpus/index.md")).toEqual(
    [...linked].sort(),
  );
});

test("no two headings of a page are the same", () => {
  for (const file of pages) {
    const headings = nodesOf(file, "heading").map(({ position }) => {
      const { start, end } = position!;
      return contentOf(file).slice(start.offset, end.offset);
    });
    expect(headings, file).toEqual([...new Set(headings)]);
  }
});

const packageJson = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(contentOf("package.json")));

test("every npm command in the docs exists, and its program too", () => {
  const commands = new Set(
    pages.flatMap((file) =>
      codeOf(file).flatMap((code) =>
        [...code.matchAll(/\bnpm (?:run (?:--silent )?([\w:]+)|(start|test))/g)].map(
          ([, run, short]) => run ?? short!,
        ),
      ),
    ),
  );
  expect(commands.size).toBeGreaterThan(5);
  for (const command of commands) {
    const script = packageJson.scripts[command];
    expect(script, `npm run ${command}`).toBeDefined();
    const program = /^node (?:-r \S+ )?(\S+)/.exec(script!)?.[1];
    if (program !== undefined) expect(existsSync(path.join(ROOT, program)), program).toBe(true);
  }
});

test("every npm script is documented", () => {
  const all = pages.map(contentOf).join("\n");
  const undocumented = Object.keys(packageJson.scripts).filter(
    (name) => !new RegExp(`npm (?:run )?(?:--silent )?${name}\\b`).test(all),
  );
  expect(undocumented, "document these in corpus/getting-started.md").toEqual([]);
});

test("JSON in the docs is JSON, and JSONL a value a line", () => {
  const values = pages.flatMap((file) =>
    nodesOf(file, "code").flatMap(({ lang, value }) => {
      if (lang === "jsonl") return value.split("\n");
      return lang === "json" ? [value] : [];
    }),
  );
  expect(values.length).toBeGreaterThan(8);
  for (const json of values) expect(() => JSON.parse(json), json).not.toThrow();
});

test("the example of a question file is one that the evaluation reads", () => {
  const [example] = nodesOf("corpus/evaluation.md", "code").filter(({ lang }) => lang === "jsonl");
  expect(parseQuestions(example!.value, "example")).toHaveLength(3);
});

test("example configurations of a corpus are valid", () => {
  const examples = nodesOf("corpus/adding-docs.md", "code").filter(({ value }) =>
    value.includes('"sources"'),
  );
  expect(examples.length).toBeGreaterThan(1);
  for (const { value } of examples) {
    expect(() => parseCorpusConfig(JSON.parse(value), CORPUS), value).not.toThrow();
  }
});

test("RepoBot's own corpus is its documentation, with first questions", async () => {
  const config = await loadCorpusConfig(path.join(CORPUS, "corpus.json"));
  expect(config.sources.map(({ folder }) => folder)).toEqual([CORPUS]);
  expect(config.questions).toContain("How do I add my own docs?");
  expect(config.questions.length).toBeGreaterThanOrEqual(4);
});

test.each(["", "-followups", "-unanswerable"])(
  "the questions about RepoBot%s name sections that exist and hold what they must",
  (kind) => {
    const rows = readQuestionRows(path.join(ROOT, `test/data/questions/repobot${kind}.jsonl`));
    expect(questionProblems(rows, CORPUS)).toEqual([]);
    for (const row of rows) expect(row.relevant.length > 0, row.id).toBe(kind !== "-unanswerable");
  },
);
