import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { languageOfFile } from "../../../build/code/language.ts";
import { templateOfRemote } from "../../../build/code/line-links.ts";
import { draftText } from "../../../build/code/read-code.ts";
import { parseCorpusConfig } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { renderPages } from "../../../build/pages/render-pages.ts";
import type { Chunk } from "../../../src/core/passage.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "repobot-code-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const configOf = (source: object = {}) =>
  parseCorpusConfig(
    { name: "x", description: "x", sources: [{ name: "src", folder: ".", kind: "code", ...source }] },
    folder,
  );
const read = (source: object = {}) => readCorpus(configOf(source));
const paths = (chunks: readonly Chunk[]) => chunks.map(({ headingPath }) => headingPath.join(" › "));
const chunkOf = (chunks: readonly Chunk[], name: string) =>
  chunks.find(({ headingPath }) => headingPath.at(-1) === name)!;

const PYTHON = `"""Brews coffee."""
import os

#: How hot the water may get.
MAX_DEGREES = 96
MIN_DEGREES = 88

@register
class Brewer(Base):
    """Brews one cup at a time.

    It never boils."""

    cups: int = 1

    def __init__(self, degrees: int = MAX_DEGREES) -> None:
        self.degrees = degrees
        self.log = []
        self.running = False
        self.started_at = None
        self.finished_at = None
        self.name = "brewer"
        self.kind = "filter"

    @property
    def hot(self) -> bool:
        # Equal counts as hot: the sensor rounds down.
        return self.degrees >= MAX_DEGREES

if __name__ == "__main__":
    def script():
        pass
`;

describe("source code", () => {
  it("gives a chunk to each class and method, with what their comments say", async () => {
    write({ "brew/brewer.py": PYTHON });
    const { chunks, warnings } = await read();
    expect(warnings).toEqual([]);
    expect(paths(chunks)).toEqual([
      "brew/brewer.py",
      "brew/brewer.py › MAX_DEGREES, MIN_DEGREES",
      "brew/brewer.py › Brewer",
      "brew/brewer.py › Brewer › __init__",
      "brew/brewer.py › Brewer › hot",
    ]);
    expect(chunkOf(chunks, "Brewer").text).toMatch(
      /^Brews one cup at a time\.\n\nIt never boils\.\n\n```python\n@register\nclass Brewer\(Base\):/,
    );
    expect(chunkOf(chunks, "Brewer").text).toContain("def hot(self) -> bool: …");
    expect(chunkOf(chunks, "hot")).toMatchObject({
      anchor: "L25-L28",
      kind: "code",
      title: "brew/brewer.py",
    });
    expect(chunkOf(chunks, "hot").text).toContain("# Equal counts as hot: the sensor rounds down.");
  });

  it("finds definitions in every language it reads", async () => {
    write({
      "a.go":
        "package a\n\n// Get returns it.\nfunc (s *Store[K]) Get(key string) int {\n\treturn 1\n}\n\ntype Store[K any] struct{}\n",
      "b.rs":
        "/// Largest frame.\npub const MAX: usize = 16_384;\nimpl fmt::Display for Point {\n    fn fmt(&self) -> Result { write() }\n}\n#[cfg(test)]\nmod tests { fn it_works() {} }\n",
      "C.java":
        "/** Retries. */\npublic class C {\n  /** @param n how often */\n  public void run(int n) { }\n}\n",
      "d.ts":
        "export interface Props { count?: number }\nexport const limit = 3;\nexport default function main() {}\nnamespace N { export class K {} }\n",
      "e.tsx": "export const View = ({ count = 5 }: Props) => <div>{count}</div>;\n",
      "f.cjs":
        "const fs = require('fs')\nThing.prototype.go = function () { return 1 }\nmodule.exports = { go, stop }\nmodule.exports.wait = async () => {}\n",
    });
    const { chunks } = await read();
    expect(paths(chunks)).toEqual([
      "C.java › C",
      "a.go › Store › Get",
      "a.go › Store",
      "b.rs › MAX",
      "b.rs › fmt::Display for Point",
      "d.ts › Props",
      "d.ts › limit",
      "d.ts › main",
      "d.ts › N › K",
      "e.tsx › View",
      "f.cjs › Thing.prototype.go",
      "f.cjs › wait",
    ]);
    expect(chunkOf(chunks, "Get").text).toMatch(/^Get returns it\.\n\n```go\n/);
  });

  it("names mistakes in a warning and keeps what parses", async () => {
    write({
      "a.py": "def broken(:\n    pass\n\ndef whole(x):\n    return x\n",
      "b.js": "function ok () {}\n",
    });
    const { chunks, warnings } = await read();
    expect(warnings).toEqual([
      { file: "a.py", cause: expect.stringMatching(/^syntax error near line 1\b.*kept$/) },
    ]);
    expect(paths(chunks)).toEqual(expect.arrayContaining(["a.py › whole", "b.js › ok"]));
  });

  it("gives no definition to a name that the parser puts in where a file has none", async () => {
    const source =
      '="""A module."""\nA = B = 2\n\n\n@decorator(1)\nclass Client(Base):\n    """Asks."""\n    retries = 3\n\n    async def ask(self):\n\0        """Answers."""\n        return 1\n';
    const drafts = (await draftText(source, languageOfFile("a.py")!, () => {})) ?? [];
    expect(drafts.flatMap(({ path, names }) => [...path, ...names])).not.toContain("");
    expect(drafts.length).toBeGreaterThan(0);
  });

  it("cuts what is too large between statements, each part with its own lines", async () => {
    const body = Array.from(
      { length: 120 },
      (_, n) => `  // Step ${n} of the brew.\n  pour(${n}, "cup ${n}");`,
    ).join("\n");
    write({ "a.js": `/** Brews all. */\nfunction brew () {\n${body}\n}\n` });
    const { chunks, warnings } = await read();
    expect(warnings).toEqual([]);
    expect(chunks.length).toBeGreaterThan(3);
    const ranges = chunks.map(({ anchor }) => /^L(\d+)-L(\d+)$/.exec(anchor)!.slice(1).map(Number));
    expect(ranges[0]![0]).toBe(1);
    expect(ranges.at(-1)![1]).toBe(243);
    for (const [at, { text, tokens }] of chunks.entries()) {
      expect(tokens).toBeLessThanOrEqual(450);
      if (at === 0) continue;
      expect(ranges[at]![0]).toBe(ranges[at - 1]![1]! + 1);
      // Never between a comment and its statement.
      expect(text).toMatch(/^```js\nfunction brew \(\) \{\n {2}…\n {2}\/\/ Step /);
    }
  });

  it("leaves out tests, vendored, generated and minified files, unless told otherwise", async () => {
    write({
      "lib/a.js": "function a () {}\n",
      "test/a.js": "function t () {}\n",
      "lib/a.test.js": "function t () {}\n",
      "vendor/v.js": "function v () {}\n",
      "lib/x.min.js": "function m () {}\n",
      "lib/made.js": "// Code generated by a tool. DO NOT EDIT.\nfunction g () {}\n",
      "lib/dense.js": `${"var a=function(){return 1};".repeat(200)}\n`,
    });
    const first = await read();
    expect(first.documents.map(({ file }) => file)).toEqual(["lib/a.js"]);
    expect(first.skipped).toEqual([
      { file: "lib/dense.js", reason: "minified" },
      { file: "lib/made.js", reason: "generated" },
    ]);
    const second = await read({ exclude: ["!vendor/**"] });
    expect(second.documents.map(({ file }) => file)).toEqual(["lib/a.js", "vendor/v.js"]);
    await expect(read({ include: ["*.go"] })).rejects.toMatchObject({ code: "source_unreadable" });
  });

  it("links to lines by the template, and keeps ids when lines move", async () => {
    write({ "lib/a b.js": "function a () {}\n" });
    const codeUrl = "https://git.example/r/-/blob/v1/{path}#L{start}-{end}";
    const before = (await read({ codeUrl })).chunks[0]!;
    expect(before).toMatchObject({
      url: "https://git.example/r/-/blob/v1/lib/a%20b.js#L1-1",
      anchor: "L1-1",
    });
    write({ "lib/a b.js": "\n\nfunction a () {}\n" });
    const after = (await read({ codeUrl })).chunks[0]!;
    expect(after.anchor).toBe("L3-3");
    expect(after.id).toBe(before.id);
  });

  it("serves pages of the code where nothing else shows it, with the anchors that chunks name", async () => {
    write({ "lib/a.js": "/** Says <hi>. */\nfunction a () {}\n" });
    const { chunks, documents } = await read();
    expect(chunks[0]!.url).toBe("/docs/lib/a#L1-L2");
    const page = renderPages(documents, configOf()).find(({ path }) => path === "docs/lib/a.html")!;
    const html = Buffer.from(page.bytes).toString();
    expect(html).toContain('id="L1-L2"');
    expect(html).toContain("Says &#x3C;hi>.");
  });
});

it("reads the host of a git remote, and leaves its password out", () => {
  expect(templateOfRemote("https://user:secret@github.com/o/r.git")).toBe(
    "https://github.com/o/r/blob/{commit}/{path}#L{start}-L{end}",
  );
  expect(templateOfRemote("git@gitlab.com:group/sub/r.git")).toBe(
    "https://gitlab.com/group/sub/r/-/blob/{commit}/{path}#L{start}-{end}",
  );
  expect(templateOfRemote("ssh://git@bitbucket.org/o/r")).toBe(
    "https://bitbucket.org/o/r/src/{commit}/{path}#lines-{start}:{end}",
  );
  expect(templateOfRemote("/srv/git/r.git")).toBeNull();
});
