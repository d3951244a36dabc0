import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { corpusFromOptions, parseCommandLine } from "../../../build/args.ts";
import { corpusConfigForDocs, loadCorpusConfig, parseCorpusConfig } from "../../../build/config.ts";
import { RepoBotError } from "../../../src/core/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "repobot-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const valid = { name: "Widget", description: "Docs of Widget", sources: [{ folder: "docs" }] };

function errorOf(run: () => unknown): RepoBotError {
  try {
    run();
  } catch (error) {
    if (error instanceof RepoBotError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

async function rejection(promise: Promise<unknown>): Promise<RepoBotError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RepoBotError) return error;
  throw new Error("no RepoBotError was thrown");
}

describe("parseCorpusConfig", () => {
  it("fills in every default", () => {
    expect(parseCorpusConfig(valid, "/w/corpus")).toEqual({
      name: "Widget",
      description: "Docs of Widget",
      language: "en",
      revision: "",
      questions: [],
      defaultVersion: "",
      versionAliases: {},
      sources: [
        {
          name: "docs",
          folder: "/w/corpus/docs",
          git: null,
          baseUrl: null,
          urlStyle: "directory",
          version: "",
          kind: "docs",
          codeUrl: "",
          language: "en",
          include: [],
          exclude: [],
        },
      ],
    });
  });

  it("ends base addresses with one slash and numbers sources whose folders share a name", () => {
    const sources = [
      { folder: "v1/docs", baseUrl: "https://x.example/v1", version: "1" },
      { folder: "v2/docs", baseUrl: "https://x.example/v2//", version: "2" },
    ];
    const config = parseCorpusConfig({ ...valid, sources, defaultVersion: "2" }, "/w");
    expect(config.sources.map(({ name, baseUrl }) => [name, baseUrl])).toEqual([
      ["docs", "https://x.example/v1/"],
      ["docs-2", "https://x.example/v2/"],
    ]);
    expect(config.defaultVersion).toBe("2");
  });

  it("lets the first version be the default one", () => {
    const sources = [
      { folder: "a", version: "2" },
      { folder: "b", version: "1" },
    ];
    expect(parseCorpusConfig({ ...valid, sources }, "/w").defaultVersion).toBe("2");
  });

  it.each([
    [{ ...valid, name: undefined }, "name", /name is missing/],
    [{ ...valid, name: 7 }, "name", /must be a string/],
    [{ ...valid, description: "  " }, "description", /must not be empty/],
    [{ ...valid, description: "a\nb" }, "description", /one line/],
    [{ ...valid, language: "english please" }, "language", /language tag/],
    [{ ...valid, language: "english" }, "language", /language tag/],
    [{ ...valid, language: "de-1" }, "language", /language tag/],
    [{ ...valid, sources: [{ folder: "docs", language: "en-x" }] }, "sources[0].language", /language tag/],
    [{ ...valid, sources: [] }, "sources", /at least one source/],
    [{ ...valid, sources: [{}] }, "sources[0].folder", /is missing/],
    [{ ...valid, sources: [{ folder: "a" }, { folder: 1 }] }, "sources[1].folder", /must be a string/],
    [
      { ...valid, sources: [{ folder: "a", urlStyle: "flat" }] },
      "sources[0].urlStyle",
      /directory, html, plain, file/,
    ],
    [{ ...valid, sources: [{ folder: "a", kind: "blog" }] }, "sources[0].kind", /docs, code/],
    [{ ...valid, sources: [{ folder: "a", baseUrl: "docs.example" }] }, "sources[0].baseUrl", /http/],
    [
      { ...valid, sources: [{ folder: "a", baseUrl: "https://x.example/?q" }] },
      "sources[0].baseUrl",
      /no query/,
    ],
    [
      { ...valid, sources: [{ folder: "a", baseURL: "https://x" }] },
      "sources[0].baseURL",
      /did you mean "baseUrl"/,
    ],
    [{ ...valid, langauge: "en" }, "langauge", /did you mean "language"\?$/],
    // Not the setting that is missing for the slip of the pen.
    [{ ...valid, description: undefined, descripton: "d" }, "descripton", /did you mean "description"\?$/],
    [{ ...valid, colour: "red" }, "colour", /not a known setting\.$/],
    [{ ...valid, defaultVersion: "9" }, "defaultVersion", /no source has a version/],
    [
      {
        ...valid,
        sources: [
          { name: "a", folder: "x" },
          { name: "a", folder: "y" },
        ],
      },
      "sources[1].name",
      /repeats the name "a"/,
    ],
    [[], "", /must be an object/],
  ])("refuses %j and names %s", (value, field, message) => {
    const error = errorOf(() => parseCorpusConfig(value, "/w"));
    expect(error.code).toBe("config_invalid");
    expect(error.field).toBe(field);
    expect(error.message).toMatch(message);
  });
});

describe("loadCorpusConfig", () => {
  it("reads a file whose folders are relative to it", async () => {
    const path = join(folder, "corpus.json");
    writeFileSync(path, `\ufeff${JSON.stringify(valid)}`);
    expect((await loadCorpusConfig(path)).sources[0]!.folder).toBe(join(folder, "docs"));
  });

  it("says what to do when the file is missing or no JSON", async () => {
    const missing = await rejection(loadCorpusConfig(join(folder, "none.json")));
    expect(missing.code).toBe("config_invalid");
    expect(missing.message).toMatch(/--docs DIR/);
    writeFileSync(join(folder, "bad.json"), "{ name: 1 }");
    const malformed = await rejection(loadCorpusConfig(join(folder, "bad.json")));
    expect(malformed.code).toBe("config_invalid");
    expect(malformed.message).toMatch(/not valid JSON/);
  });
});

describe("corpusConfigForDocs", () => {
  it.each([
    ["the site's configuration", "Widget Site", { "widget/mkdocs.yml": "site_name: Widget Site\n" }],
    ["the package", "@acme/widget", { "widget/package.json": '{"name": "@acme/widget"}' }],
    ["the Python project", "widget-py", { "widget/pyproject.toml": '[project]\nname = "widget-py"\n' }],
    ["the first page", "Widget", { "widget/docs/index.md": "# Welcome to the Widget documentation!\n" }],
    [
      "the first page, made by a generator",
      "Widget",
      { "widget/docs/index.html": "<main><h1>Widget</h1></main>" },
    ],
    [
      "nothing that says what they are about",
      "Documentation",
      { "widget/docs/index.md": "# Introduction\n" },
    ],
  ])("calls docs after %s, never after where they lie", async (_, name, files) => {
    const docs = join(folder, "widget", "docs");
    rmSync(join(folder, "widget"), { recursive: true, force: true });
    mkdirSync(docs, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const config = await corpusConfigForDocs(docs, { lang: "de" });
    expect(config).toMatchObject({
      name,
      language: "de",
      sources: [{ name: "docs", folder: docs, baseUrl: null }],
    });
  });

  it("refuses what is no folder, and a malformed language", async () => {
    const none = await rejection(corpusConfigForDocs(join(folder, "none")));
    expect([none.code, none.field]).toEqual(["source_unreadable", "--docs"]);
    const repository = await rejection(corpusConfigForDocs("https://me:secret@git.example/docs"));
    expect(repository.message).toMatch(/npm run init/);
    expect(repository.message).not.toContain("secret");
    const language = await rejection(corpusConfigForDocs(folder, { lang: "english please" }));
    expect([language.code, language.field]).toEqual(["config_invalid", "--lang"]);
  });
});

describe("command lines", () => {
  const options = { docs: { type: "string" }, json: { type: "boolean" } } as const;

  it("are parsed strictly", () => {
    expect(parseCommandLine(["--docs", "x", "--json"], options)).toEqual({ docs: "x", json: true });
  });

  it.each([
    [["--dosc", "x"], "--dosc", /did you mean --docs\?/],
    [["--bogus"], "--bogus", /known options: --docs, --json/],
    [["--docs", ""], "--docs", /--docs is empty/],
    [["--docs="], "--docs", /--docs is empty/],
    [["--zzzzzzzz"], "--zzzzzzzz", /known options: --docs, --json/],
    [["stray"], "stray", /Unexpected argument "stray"; known options/],
    [[folder], folder, /did you mean --docs .*\?$/],
    [["package.json"], "package.json", /did you mean --config package\.json\?$/],
    [["What is it?"], "What is it?", /npm run chat/],
    [["--docs"], "--docs", /--docs/],
    [["--json=1"], "--json", /--json/],
  ])("%j is an error that names what is wrong", (args, field, message) => {
    const error = errorOf(() => parseCommandLine(args, options));
    expect([error.code, error.field]).toEqual(["bad_request", field]);
    expect(error.message).toMatch(message);
  });

  it("choose one corpus", async () => {
    expect((await rejection(corpusFromOptions({ docs: "a", config: "b" }))).code).toBe("bad_request");
    expect((await rejection(corpusFromOptions({ lang: "de" }))).field).toBe("--lang");
    writeFileSync(join(folder, "own.json"), JSON.stringify(valid));
    expect((await corpusFromOptions({ config: join(folder, "own.json") })).name).toBe("Widget");
  });
});
