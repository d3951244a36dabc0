/** Text that repeats one thing many times: with time that grows with the square of their number, these would outlast the time of a test. */
import { describe, expect, it } from "vitest";
import { withoutHighlightMarks } from "../../../build/read/highlight-marks.ts";
import { rewriteTemplateTags } from "../../../build/read/template-tags.ts";
import { pagePath } from "../../../build/sidebar/entries.ts";
import { antoraEntries } from "../../../build/sidebar/link-list.ts";

const MANY = 200_000;
/** Each takes a second at most; with the square of the number, minutes. */
const TIMEOUT = { timeout: 20_000 };

describe("marks in code", TIMEOUT, () => {
  it.each([
    ["blanks before words", `a${" ".repeat(MANY)}b`],
    ["blanks behind a mark", `a // [!code focus]${" ".repeat(MANY)}b`],
    ["marks that nothing closes", "//[!code ".repeat(MANY)],
  ])("are looked for in no time among %s", (_, line) => {
    expect(withoutHighlightMarks(`${line}\nc // [!code focus]\n`, "js")).toBe(`${line}\nc\n`);
  });

  it("go with the blanks and the comment's end around them", () => {
    const code = "a  <!-- [!code ++] -->  \n\t/* highlight-start */ \nb {/* [!code --] */}\n";
    expect(withoutHighlightMarks(code, "html")).toBe("a\nb\n");
  });
});

describe("template tags", TIMEOUT, () => {
  it.each([
    ["comments", "{% comment %}\n"],
    ["tags", "{% tab "],
    ["shortcodes", "{{< tab "],
    ["directives", " :kbd[a"],
    ["words of an anchor", "a"],
  ])("are looked for in no time among %s that nothing closes", (_, piece) => {
    const text = `# Pumps {% #${piece.repeat(MANY)}`;
    expect(rewriteTemplateTags(`${text}\n\n{% tab title="npm" %}\n`)).toMatch(/npm\s*$/);
  });

  it("are taken out in no time where there are many", () => {
    expect(rewriteTemplateTags("a {% x %}\n".repeat(MANY / 4)).trim()).toMatch(/^a\s[a\s]*$/);
  });

  it("hide what stands between each two that make a comment, and not what follows one that stays open", () => {
    const comment = "{% comment %}For us.{%- endcomment -%}";
    const text = `One. ${comment}Two. ${comment}Three.\n\n{% comment %}\n\nFour.`;
    const rewritten = rewriteTemplateTags(text);
    expect(rewritten).toContain("One. Two. Three.");
    expect(rewritten).toContain("Four.");
    expect(rewritten).not.toContain("For us");
  });

  it("leave the heading that they name without the blanks before them", () => {
    expect(rewriteTemplateTags("## Pumps \t {% #lift %}\n")).toBe("## Pumps {#lift}\n");
  });
});

describe("lists of pages", TIMEOUT, () => {
  it("are read in no time with links that nothing closes", () => {
    expect(antoraEntries(`${"xref:a[".repeat(MANY)}\n* xref:b.adoc[B]`, "ROOT")).not.toEqual([]);
    expect(antoraEntries("xref:".repeat(MANY), "ROOT")).toEqual([]);
  });

  it("are read in no time with a link of many slashes", () => {
    expect(pagePath(`a${"/".repeat(MANY)}b.md`)).toBe(`a${"/".repeat(MANY)}b`);
    expect(pagePath("./a/b//")).toBe("a/b");
  });
});
