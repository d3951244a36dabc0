import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { SourceConfig } from "../../../build/config.ts";
import { repeatedLines, residueIn } from "../../../build/docs-check/residue.ts";
import { writtenTags } from "../../../build/docs-check/written-tags.ts";
import type { Chunk } from "../../../src/core/passage.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "repobot-check-docs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function chunk(text: string, file = "a.md"): Chunk {
  return {
    id: file,
    file,
    url: `/docs/${file}`,
    anchor: "",
    title: "Page",
    headingPath: [],
    headings: [],
    text,
    tokens: 9,
    kind: "docs",
    version: "",
    language: "en",
    source: "docs",
  };
}

describe("leftovers", () => {
  it.each([
    ["a tag", "One <div class='x'>two</div>."],
    ["a component", '<Card title="x" />'],
    ["an import", 'import Card from "./card";'],
    ["a comment", "One <!-- two -->"],
    ["a directive", ":::tip"],
    ["a callout's mark", "[!NOTE] One"],
    ["a role", "See :ref:`this`."],
    ["a permalink", "Heading¶"],
    ["navigation", "One.\n\nOn this page\n\nTwo."],
    ["a picture", "data:image/png;base64,AAAA"],
    ["an object", "[object Object]"],
  ])("of %s are found, and not in code", (_, text) => {
    expect(residueIn([chunk(text)])).toHaveLength(1);
    expect(residueIn([chunk(`One.\n\n\`\`\`html\n${text}\n\`\`\`\n\nTwo.`)])).toEqual([]);
  });

  it("are not seen in ordinary prose", () => {
    const text =
      'Use `<div>` or `import x from "y"`. A < B and C > D; Promise<Buffer>. Copy the page, then edit this page\'s title. See | a | b |.';
    expect(residueIn([chunk(text)])).toEqual([]);
  });

  it("are no tags that the author of a page of HTML wrote as words", () => {
    writeFileSync(
      join(folder, "tags.html"),
      "<p>Put <em>&lt;div class=&quot;x&quot;></em> around it, not <b>a table</b>.</p>",
    );
    const source = { folder, name: "docs" } as SourceConfig;
    const isWritten = writtenTags([source]);
    const page = (text: string) => chunk(text, "tags.html");
    expect(residueIn([page('Put <div class="x"> around it.')], isWritten)).toEqual([]);
    expect(residueIn([page("not <b>a table</b>.")], isWritten)).toHaveLength(1);
    expect(residueIn([chunk('Put <div class="x"> around it.')], isWritten)).toHaveLength(1);
  });

  it("are no lines that one file's pages have, such as the operations of an API", () => {
    const pages = Array.from({ length: 8 }, () => chunk("It needs a token of the owner.", "api.json"));
    expect(repeatedLines(pages)).toEqual([]);
  });

  it("are lines that stand on most pages, the names of a table's columns apart", () => {
    const pages = Array.from({ length: 8 }, (_, i) =>
      chunk(
        `Text number ${i} of all.\n\nWehrwerk is a product.\n\n| Name and type | What |\n| - | - |\n| A | B${i} |`,
        `${i}.md`,
      ),
    );
    expect(repeatedLines(pages).map(({ what }) => what)).toEqual(["the same line: Wehrwerk is a product."]);
    expect(repeatedLines(pages.slice(0, 5))).toEqual([]);
  });
});

describe("npm run check:docs", () => {
  const check = (docs: string) =>
    spawnSync(process.execPath, ["build/check-docs.ts", docs], { cwd: root, encoding: "utf8" });

  it.each(["node_modules/fastify/docs", "node_modules/undici/docs", "../shared/corpora/httpx"])(
    "finds nothing in %s",
    (docs) => {
      // The httpx docs lie outside the repository: a checkout alone has the other two.
      if (!existsSync(join(root, docs))) return;
      const { status, stdout, stderr } = check(docs);
      expect(status, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/^ +0 {2}pages lost$/m);
    },
    180_000,
  );

  it("fails on docs whose text holds leftovers, and names them", () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "a.md"), "# A\n\nText.\n\nSee :ref:`this` one.\n");
    const { status, stdout } = check(folder);
    expect(status).toBe(1);
    expect(stdout).toMatch(/1 {2}leftovers in chunks\n +a\.md: a reStructuredText role/);
  }, 60_000);
});
