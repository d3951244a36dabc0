/** What the build leaves out of the widget, and what it loads only for answers with code. */
import { readdirSync } from "node:fs";
import { Lexer } from "marked";
import { build, type Rollup } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { lexerOnly } from "../../../build/lexer-only.ts";
import { ASSUMED } from "../../../build/page.ts";
import { codeLanguage } from "../../../src/widget/code-language.ts";
import { highlighter } from "../../../src/widget/highlighter/languages.ts";
import { contentOf, ROOT } from "../../support/docs-pages.ts";

const ENTRY = "\0lexer";

/** A bundle of the lexer alone. */
async function lexerBundle(plugins: ReturnType<typeof lexerOnly>[]): Promise<string> {
  const entry = {
    name: "entry",
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? 'export { Lexer } from "marked";' : null),
  };
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    plugins: [entry, ...plugins],
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict", treeshake: ASSUMED },
    },
  });
  const [chunk] = (built as Rollup.RollupOutput).output;
  return chunk.code;
}

describe("the widget's Markdown parser", () => {
  let whole: string;
  let trimmed: string;
  let lex: typeof Lexer.lex;
  beforeAll(async () => {
    [whole, trimmed] = await Promise.all([lexerBundle([]), lexerBundle([lexerOnly()])]);
    const url = `data:text/javascript;base64,${Buffer.from(trimmed).toString("base64")}`;
    const module: { Lexer: typeof Lexer } = await import(url);
    lex = (text) => module.Lexer.lex(text);
  });

  it("is a quarter smaller than without", () => {
    expect(trimmed.length).toBeLessThan(whole.length * 0.75);
  });

  const pages = readdirSync(`${ROOT}/corpus`).filter((name) => name.endsWith(".md"));
  it.each(pages)("reads corpus/%s as the whole library does", (name) => {
    const text = contentOf(`corpus/${name}`);
    expect(lex(text)).toEqual(Lexer.lex(text));
  });

  it.each([
    "- [x] done\n- [ ] ~~open~~ www.example.com <https://example.org> a@example.org",
    "<div>\n*a*\n</div>\n\n<!-- b --> <b>c</b> &amp; &#35; \\* `` ` ``",
    "[a][b] ![c](d 'e') [f]: g\n\n[b]: <h i> \"j\"\n\n***k** l* __m__ n_o_p",
    "1. a\n   > b\n   > ```js\n   > c\n\n| d | e |\n|:-:|--:|\n| f \\| g |\n\nH\n===\n\n    code\n\n~~~~\n~~~",
    "> a\nlazy\n>> b\n* * *\n1) c\n\tindented  \nbreak\\\nbreak",
  ])("reads %j as the whole library does", (text) => {
    expect(lex(text)).toEqual(Lexer.lex(text));
  });
});

describe("colours in code", () => {
  it("are for languages that the highlighter has", () => {
    const asked =
      "bash console css diff docker dockerfile go html http ini java javascript js json jsonc jsx mjs patch";
    const more = "py python rs rust sh shell sql svg toml ts tsx typescript xml yaml yml zsh";
    for (const name of `${asked} ${more}`.split(" ")) {
      expect(codeLanguage(name), name).toBe(name);
      expect(highlighter.registered(name), name).toBe(true);
    }
    const documented = /Code in (.*?) is coloured/s.exec(contentOf("corpus/widget.md"))?.[1] ?? "";
    for (const name of highlighter.listLanguages()) {
      expect(codeLanguage(name), name).toBe(name);
      expect(documented.toLowerCase()).toContain(name);
    }
  });

  it.each([
    ["ts title='a.ts'", "ts"],
    ["js{1,3}", "js"],
    ["Python", "python"],
    ["", undefined],
    [undefined, undefined],
    ["brainfuck", undefined],
    ["constructor", undefined],
  ])("take %j for %s", (info, language) => {
    expect(codeLanguage(info)).toBe(language);
  });
});
