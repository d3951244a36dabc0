/** The project's own documentation against the project: what the pages name must be there, and what is there must be named. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";
import { expect, test } from "vitest";
import * as z from "zod";
import { loadCorpusConfig, parseCorpusConfig } from "../../build/config.ts";
import { questionProblems } from "../../build/models/check-questions.ts";
import { readQuestionRows } from "../../build/models/question-rows.ts";
import { parseMarkdown } from "../../build/read/parse.ts";
import { readPage } from "../../build/read/read-page.ts";
import type { ErrorCode } from "../../src/core/errors.ts";
import { parseSettings, SECRET_NAMES, SETTING_NAMES } from "../../src/settings.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CORPUS = path.join(ROOT, "corpus");

/** Files of the documentation, relative to the repository. */
const pages = [
  "README.md",
  ...readdirSync(CORPUS)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `corpus/${name}`),
];

function contentOf(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

function anchorsOf(file: string): Set<string> {
  const unwanted = (cause: string) => expect.fail(`${file}: ${cause}`);
  const { headings } = readPage(contentOf(file), file, () => null, unwanted);
  return new Set(headings.map(({ anchor }) => anchor));
}

const trees = new Map(pages.map((file) => [file, parseMarkdown(contentOf(file))]));

/** Nodes of one kind on a page. */
function nodesOf<T extends Nodes["type"]>(file: string, type: T): Extract<Nodes, { type: T }>[] {
  const found: Extract<Nodes, { type: T }>[] = [];
  visit(trees.get(file)!, (node: Nodes) => {
    if (node.type === type) found.push(node as Extract<Nodes, { type: T }>);
  });
  return found;
}

/** Code of a page, fenced and inline. */
function codeOf(file: string): string[] {
  return [...nodesOf(file, "code"), ...nodesOf(file, "inlineCode")].map(({ value }) => value);
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

/** Names in the first column of the tables headed `Setting`, with their default column. */
const settingRows = new Map(
  [...contentOf("corpus/providers.md").matchAll(/^\| `([A-Z][A-Z0-9_]+)`[^|]*\|([^|]+)\|([^|]+)\|/gm)].map(
    ([, name, meaning, standard]) => [name!, { meaning: meaning!.trim(), standard: standard!.trim() }],
  ),
);

test("every setting is documented, and every documented setting exists", () => {
  expect([...settingRows.keys()].sort()).toEqual([...SETTING_NAMES].sort());
});

test("exactly the secret settings are called secret", () => {
  const secrets = [...settingRows]
    .filter(([, { meaning }]) => meaning.includes("A secret."))
    .map(([name]) => name);
  expect(secrets.sort()).toEqual([...SECRET_NAMES].sort());
});

test("documented defaults that are numbers are the ones in force", () => {
  // The providers are switched on so that their settings are read at all.
  const base = { CHAT_API_KEY: "k", EMBEDDING_PROVIDER: "huggingface", RERANK_PROVIDER: "huggingface" };
  const numeric = [...settingRows].filter(([, { standard }]) => /^`\d+`$/.test(standard));
  expect(numeric.length).toBeGreaterThan(8);
  for (const [name, { standard }] of numeric) {
    const stated = parseSettings({ ...base, [name]: standard.replaceAll("`", "") });
    expect(stated, name).toEqual(parseSettings(base));
  }
});

test("every setting-like name in the docs is a setting", () => {
  const names = pages.flatMap((file) =>
    codeOf(file).flatMap(
      (code) => code.match(/\b(?:CHAT|EMBEDDING|RERANK|REWRITE|HISTORY|ANSWER)_[A-Z_]+\b/g) ?? [],
    ),
  );
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
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
    const program = /^node (\S+)/.exec(script!)?.[1];
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

test("JSON in the docs is JSON", () => {
  const blocks = pages.flatMap((file) =>
    nodesOf(file, "code")
      .filter(({ lang }) => lang === "json")
      .map(({ value }) => ({ file, value })),
  );
  expect(blocks.length).toBeGreaterThan(4);
  for (const { file, value } of blocks) {
    // The question rows are one object a line.
    for (const json of value.startsWith('{"id"') ? value.split("\n") : [value]) {
      expect(() => JSON.parse(json), `${file}: ${json}`).not.toThrow();
    }
  }
});

test("JSON settings in the docs are taken by their readers", () => {
  const settings = pages.flatMap((file) =>
    codeOf(file).flatMap((code) => [...code.matchAll(/^(PRICES|FUSION|CHAT_EXTRA_BODY)=(.+)$/gm)]),
  );
  expect(settings.length).toBeGreaterThan(1);
  for (const [line, name, value] of settings) {
    expect(() => parseSettings({ CHAT_API_KEY: "k", [name!]: value! }), line).not.toThrow();
  }
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

test("every error code is documented with its status", () => {
  const codes: Record<ErrorCode, true> = {
    bad_request: true,
    not_found: true,
    index_missing: true,
    index_corrupt: true,
    index_incompatible: true,
    config_invalid: true,
    source_unreadable: true,
    upstream_unavailable: true,
    upstream_timeout: true,
    upstream_malformed: true,
    aborted: true,
    internal: true,
  };
  const api = contentOf("corpus/api.md");
  for (const code of Object.keys(codes))
    expect(api, code).toMatch(new RegExp(`^\\| \`${code}\` +\\| \\d{3}`, "m"));
});

test.each(["", "-followups", "-unanswerable"])(
  "the questions about RepoBot%s name sections that exist and hold what they must",
  (kind) => {
    const rows = readQuestionRows(path.join(ROOT, `test/data/questions/repobot${kind}.jsonl`));
    expect(questionProblems(rows, CORPUS)).toEqual([]);
    for (const row of rows) expect(row.relevant.length > 0, row.id).toBe(kind !== "-unanswerable");
  },
);
