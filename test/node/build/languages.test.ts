/** Docs in several languages, as three generators lay them out. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { type MadeIndex, makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import { suffixTranslations } from "../../../build/read/language.ts";
import type { PassageSummary } from "../../../src/core/events.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { answerTurn } from "../../../src/core/turn/answer.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessDeps } from "../../support/keyless-turn.ts";

const GATES = `# Gates

A Quillmarsh gate opens at dawn and closes at dusk. The warden may hold a gate open for a barge.
`;
const GATES_ZH = `# 闸门

闸门在黎明打开，在黄昏关闭。管理员可以为驳船让闸门保持打开。
`;
/** A page that nobody has translated: the same in both languages. */
const PUMPS = `# Pumps

A Quillmarsh pump lifts nine litres a stroke and is greased with \`tallow\` every morning.
`;

const SITE = "https://quillmarsh.example/";
/** Files, sources, and where the site has the translated page. */
const LAYOUTS: [generator: string, files: Record<string, string>, sources: object[], chineseGates: string][] =
  [
    [
      "Docusaurus, a folder a language",
      {
        "docs/gates.md": GATES,
        "docs/pumps.md": PUMPS,
        "i18n/zh/docusaurus-plugin-content-docs/current/gates.md": GATES_ZH,
        "i18n/zh/docusaurus-plugin-content-docs/current/pumps.md": PUMPS,
      },
      [
        { folder: "docs", baseUrl: `${SITE}docs/`, urlStyle: "plain" },
        {
          name: "zh",
          folder: "i18n/zh/docusaurus-plugin-content-docs/current",
          language: "zh",
          baseUrl: `${SITE}zh/docs/`,
          urlStyle: "plain",
        },
      ],
      `${SITE}zh/docs/gates`,
    ],
    [
      "MkDocs and Hugo, a suffix a language",
      { "gates.md": GATES, "gates.zh.md": GATES_ZH, "pumps.en.md": PUMPS, "pumps.zh.md": PUMPS },
      [{ folder: ".", baseUrl: SITE }],
      `${SITE}zh/gates/`,
    ],
    [
      "Starlight, a folder in the docs",
      { "gates.md": GATES, "pumps.md": PUMPS, "zh/gates.md": GATES_ZH, "zh/pumps.md": PUMPS },
      [{ folder: ".", baseUrl: SITE }],
      `${SITE}zh/gates/`,
    ],
  ];

describe.each(LAYOUTS)("docs in two languages: %s", (_generator, files, sources, chineseGates) => {
  let folder: string;
  let made: MadeIndex;
  let index: PassageIndex;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "repobot-languages-"));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const config = { name: "Quillmarsh", description: "Gates and pumps of a canal", sources };
    made = await makeIndex({ config: parseCorpusConfig(config, folder), settings: parseSettings({}) });
    index = await openMadeIndex(made);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function passagesFor(question: string): Promise<PassageSummary[]> {
    for await (const event of answerTurn(keylessDeps(index), { question })) {
      if (event.type === "passages") return event.passages;
    }
    throw new Error("nothing was searched");
  }

  const languageOf = (id: string) => made.read.chunks.find((chunk) => chunk.id === id)!.language;

  it("knows both languages, and each page's", () => {
    expect(made.read.warnings).toEqual([]);
    expect(index.corpus.languages).toEqual(["en", "zh"]);
    const pages = made.read.documents.map(({ title, language }) => `${title} ${language}`);
    expect(pages.sort()).toEqual(["Gates en", "Pumps en", "Pumps zh", "闸门 zh"]);
  });

  it("gives a reader the page in the language of the question, at its own address", async () => {
    const english = await passagesFor("When does a gate close?");
    expect(english[0]!.title).toBe("Gates");
    expect(english.map(({ id }) => languageOf(id))).toEqual(english.map(() => "en"));
    const chinese = await passagesFor("闸门什么时候关闭？");
    expect(chinese[0]).toMatchObject({ title: "闸门", url: `${chineseGates}#闸门` });
    expect(chinese.map(({ id }) => languageOf(id))).toEqual(chinese.map(() => "zh"));
  });

  it("gives a reader the untranslated page below the language's own address", async () => {
    const found = await passagesFor("怎么用 tallow？");
    expect(found[0]).toMatchObject({
      title: "Pumps",
      url: `${chineseGates.replace("gates", "pumps")}#pumps`,
    });
  });

  it("filters by language exactly, and misses nothing", async () => {
    for (const language of ["en", "zh"]) {
      const ranking = index.lexicalRanking("Quillmarsh pump 闸门 gate", 99, { language: [language] });
      const passages = await index.passages(ranking.map(({ chunk }) => chunk));
      expect(passages.map((passage) => passage.language)).toEqual(passages.map(() => language));
      const all = made.read.chunks.filter((chunk) => chunk.language === language);
      expect(new Set(passages.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)));
    }
  });

  it("stores the text of the untranslated page once", () => {
    expect(made.written.manifest.counts).toMatchObject({ chunks: 4, rows: 3 });
  });
});

describe("a locale at the end of a file's name", () => {
  it("makes a translation of a page that is there in another language as well", () => {
    const found = suffixTranslations([
      "guide.md",
      "guide.pt-BR.md",
      "api/a.de.mdx",
      "api/a.en.mdx",
      "it/b.fr.md",
    ]);
    expect([...found]).toEqual([
      ["guide.pt-BR.md", { language: "pt-BR", locale: "pt-BR", original: "guide.md" }],
      ["api/a.de.mdx", { language: "de", locale: "de", original: "api/a.mdx" }],
      ["api/a.en.mdx", { language: "en", locale: "en", original: "api/a.mdx" }],
    ]);
  });

  it("is none where the page stands alone, or the ending is no locale", () => {
    expect([
      ...suffixTranslations(["notes.it.md", "vite.config.md", "app.js.md", "app.md", ".de.md"]),
    ]).toEqual([]);
  });
});
