import { describe, expect, it } from "vitest";
import { readText } from "./read-text.ts";

describe("code", () => {
  it.each([
    ["js", "a(); // [!code focus]\nb(); // [!code ++]", "a();\nb();"],
    ["py", "# highlight-next-line\na()\n# highlight-start\nb()\n# highlight-end", "a()\nb()\n"],
    ["jsx", "{/* highlight-next-line */}\n<a /> {/* [!code highlight:2] */}", "<a />"],
    ["md", "```js\na(); // [!code focus]\n```", "```js\na(); // [!code focus]\n```"],
    ["js", "a(); // highlight-next-line is a comment", "a(); // highlight-next-line is a comment"],
  ])("loses the comments that only set lines off, in %s: %j", (language, code, left) => {
    expect(readText(`~~~${language}\n${code}\n~~~`).tree.children).toMatchObject([
      { type: "code", value: left },
    ]);
  });
});

describe("headings of docsify and Markdoc", () => {
  it.each([
    ["## Pumps :id=wells", "2 Pumps #wells"],
    ["## Pumps {docsify-ignore}", "2 Pumps #pumps"],
    ["## Pumps {% #wells .wide %}", "2 Pumps #wells"],
  ])("have the id that their author gave them: %s", (source, heading) => {
    expect(readText(`${source}\n\nWords.`).headings).toEqual([heading]);
  });
});

describe("headings and their anchors", () => {
  it("sees setext and indented headings, closing hashes, and none in code", () => {
    const source =
      "Title\n=====\n\nSub\n---\n\n  ## In ##\n\n    # code\n\n```md\n# fenced\n```\n\n#no heading\n";
    expect(readText(source).headings).toEqual(["1 Title #title", "2 Sub #sub", "2 In #in"]);
  });

  it("numbers repeated anchors as GitHub does", () => {
    const source = "## Use\n\n## Use\n\n## Use-1\n\n## Use\n";
    expect(readText(source).headings.map((heading) => heading.split("#")[1])).toEqual([
      "use",
      "use-1",
      "use-1-1",
      "use-2",
    ]);
  });

  it.each([
    ["## Keys {#my-keys}", "2 Keys #my-keys"],
    ["## Keys {: #my-keys .wide }", "2 Keys #my-keys"],
    ["## Keys { #my-keys .wide data-x=1 }", "2 Keys #my-keys"],
    ["## Keys {/* #my-keys */}", "2 Keys #my-keys"],
    ["## Keys {.wide}", "2 Keys #keys"],
    ["## Sets {a, b}", "2 Sets {a, b} #sets-a-b"],
    ["## A [link](x.md) and `code_span`", "2 A link and code_span #a-link-and-code_span"],
    ["## ![logo](x.png) Name", "2 Name #name"],
    ["## Ben &amp; Jo &lt;3", "2 Ben & Jo <3 #ben--jo-3"],
  ])("reads %s", (source, heading) => {
    expect(readText(source).headings).toEqual([heading]);
  });

  it("warns of an id that is given twice", () => {
    expect(readText("## A {#x}\n\n## B {#x}\n").warnings).toEqual([
      expect.stringMatching(/two headings have the id "x"/),
    ]);
  });

  it("does not give a generated anchor that an author set before", () => {
    expect(readText("# One {#two}\n\n# Two\n").headings).toEqual(["1 One #two", "1 Two #two-1"]);
  });

  it("counts headings in quotations, lists, callouts and folded blocks, in page order", () => {
    const source =
      "> ## Q\n\n- ## L\n\n  text\n\n!!! note\n    ## C\n\n<details>\n<summary>S</summary>\n\n### D\n\n</details>\n";
    expect(readText(source).headings).toEqual(["2 Q #q", "2 L #l", "2 C #c", "3 D #d"]);
  });

  it("takes HTML headings with their ids, and no line within an HTML block", () => {
    const source =
      '<h1 align="center">Site</h1>\n\n<h2 id="start-here">Start <em>now</em></h2>\n\n<pre>\n# kept\n</pre>\n\n<!--\n## gone\n-->\n';
    expect(readText(source).headings).toEqual(["1 Site #site", "2 Start now #start-here"]);
    expect(readText(source).text).toContain("# kept");
    expect(readText(source).text).not.toContain("gone");
  });
});

describe("inline content", () => {
  it.each([
    ["A [link](https://x.example/y) and <https://z.example>.", "A link and https://z.example."],
    ["Bare https://a.example/b stays.", "Bare https://a.example/b stays."],
    ["**Bold** and *thin* and ~~gone~~.", "Bold and thin and gone."],
    ["follow_redirects, 2 * 3, a [x] b, <5 nodes", "follow_redirects, 2 * 3, a [x] b, <5 nodes"],
    ["[full][r], [r][], [r] and [none].\n\n[r]: x.md", "full, r, r and [none]."],
    ["Donau&shy;dampf&#8203;schiff", "Donaudampfschiff"],
    ["See ![A tide table](t.png) here", "See A tide table here"],
    ["![](x.png) ![logo](y.png) ![screenshot-2.png](z.png) words", "words"],
    ["[![Build](https://ci.example/badge.svg)](https://ci.example) words", "words"],
    ["Pic ![Levels at night](data:image/png;base64,AAAA) end", "Pic Levels at night end"],
    ["Press <kbd>Ctrl</kbd>+<kbd>C</kbd> for H<sub>2</sub>O<br>now", "Press `Ctrl`+`C` for H2O\nnow"],
    [
      "Promise<Buffer>, Map<string, number>, <your-key>, Array<T>",
      "Promise<Buffer>, Map<string, number>, <your-key>, Array<T>",
    ],
    ["Text <!-- a note --> goes on", "Text goes on"],
    ["Say :rocket: and :material-home: now", "Say :rocket: and now"],
    ["[Go](x.md){ .md-button } and ![Map of it](x.png){ width=300 }", "Go and Map of it"],
    ["See [[Other page]], [[x#y|a label]], ![[pic.png]]", "See Other page, a label,"],
    ["It moves ==much== water, and x == y, a==b==c", "It moves much water, and x == y, a==b==c"],
    ["See [[Tank]]. %%not\nyet%% ^first-rule", "See Tank."],
    ["At 5%% and 6%% of 2 ^x", "At 5%% and 6%% of 2 ^x"],
    ["A `[[bin]]`. Write %%i here, and %%j there.", "A `[[bin]]`. Write %%i here, and %%j there."],
    ["`==a==` [[Tank]] `%%b%%`", "`==a==` Tank `%%b%%`"],
    ["Press :kbd[Ctrl], at 10:30, {ref}`there <x>`", "Press Ctrl, at 10:30, there"],
    ["{{ page.title }} stays", "{{ page.title }} stays"],
    ["<|endoftext|> \\* \\_ \\[", "<|endoftext|> * _ ["],
    ["Cost $5 and $6.", "Cost $5 and $6."],
    ["`a`\nand\n`b`", "`a` and `b`"],
    ["a `code\nspan` b", "a `code span` b"],
  ])("reads %j", (source, text) => {
    expect(readText(source).text).toBe(text);
  });

  it("joins lines with a space, but not between Chinese or Japanese characters", () => {
    expect(readText("これは\n文です。English\nも。\n\n第一行\n第二行").text).toBe(
      "これは文です。English も。\n\n第一行第二行",
    );
  });

  it("puts a footnote behind the block that refers to it, without marks", () => {
    const { text } = readText("Water first[^a].\n\nThen sow.\n\n[^a]: With *warm* water.\n");
    expect(text).toBe("Water first.\n\nWith warm water.\n\nThen sow.");
  });

  it("keeps both halves of a definition list", () => {
    expect(readText("Tide\n:   Comes twice a day.\n").text).toBe("Tide: Comes twice a day.");
    expect(readText("<dl><dt>Tide</dt><dd>Twice a day.</dd></dl>").text).toBe("- Tide\n\n  Twice a day.");
  });
});

describe("blocks", () => {
  it.each(["[[toc]]", "[TOC]", "[[_TOC_]]", "{:toc}", "<!-- toc -->"])(
    "drops the mark for a table of contents %s",
    (mark) => {
      expect(readText(`# A\n\n${mark}\n\nText.\n`).text).toBe("# A\n\nText.");
    },
  );

  it("makes no title of the heading over a table of contents, and keeps one that has text", () => {
    const list = "- [A](#a)\n- [B](#b)\n- [C](#c)\n";
    expect(readText(`# Table of Contents\n\n${list}\n# Pumps\n\nText.\n`).text).toBe("# Pumps\n\nText.");
    expect(readText(`# Contents\n\nWhat is in it.\n\n# Pumps\n`).text).toBe(
      "# Contents\n\nWhat is in it.\n\n# Pumps",
    );
    expect(readText("## Contents\n\n## Pumps\n").text).toBe("## Contents\n\n## Pumps");
  });

  it("keeps code to the character, with its info string", () => {
    const code = '```js {1,3} title="a.js"\nconst a = b_c_d * 2 // <b> [x](y) :::\n\n\n!!! note\n--8<--\n```';
    expect(readText(code).text).toBe(code);
    expect(readText(`<div>\n\n${code}\n\n</div>`).text).toBe(code);
  });

  it("keeps a longer fence around shorter ones, and tildes apart from backticks", () => {
    const source = "````md\n```sh\n# x\n```\n## y\n````\n\n~~~\n```\nz\n~~~\n";
    expect(readText(source).text).toBe("````md\n```sh\n# x\n```\n## y\n````\n\n````\n```\nz\n````");
    expect(readText(source).warnings).toEqual([]);
  });

  it.each(["```sh\nrun\n\n## Swallowed\n", "> ~~~\n> run\n\nText.\n", "- ```\n  run\n"])(
    "warns of a fence that is never closed: %j",
    (source) => {
      expect(readText(`## Above\n\n${source}`).warnings).toEqual([
        expect.stringMatching(/fence under "Above" is never closed/),
      ]);
    },
  );

  it("leaves display mathematics as it is written", () => {
    const source = "$$\na_{1} \\\\ *b*\n$$";
    expect(readText(source).text).toBe(source);
  });

  it("writes tables compactly, with escaped bars and one line a row", () => {
    const source =
      "| A <!-- x --> | B |\n|:--|--|\n| one<br>two | `a \\| b` |\n| <ul><li>x</li><li>y</li></ul> | [l](m) |\n";
    expect(readText(source).text).toBe("| A | B |\n| :- | - |\n| one two | `a \\| b` |\n| x; y | l |");
  });

  it("turns HTML tables, lists and code into their Markdown", () => {
    const source =
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><code>x</code></td></tr></tbody></table>\n\n<ul><li>one</li><li>two</li></ul>\n\n<pre><code class="language-sh">run\n</code></pre>';
    expect(readText(source).text).toBe(
      "| A | B |\n| - | - |\n| 1 | `x` |\n\n- one\n- two\n\n```sh\nrun\n```",
    );
  });

  it("hides scripts, styles, templates and comments", () => {
    const source =
      "Seen.\n\n<script setup>\nconst hidden = 1\n</script>\n\n<style scoped>\n.hidden { margin: 0 }\n</style>\n\n<template><p>hidden</p></template>\n\nMid <script>hidden()</script> line.\n";
    expect(readText(source).text).toBe("Seen.\n\nMid line.");
  });

  it("does not let an element named in prose swallow the page", () => {
    const source = "Set <title> and <textarea> first.\n\n<b>Then</b> go on.\n\n## More\n";
    const { text, headings } = readText(source);
    expect(text).toContain("Set <title> and <textarea> first.");
    expect(headings).toEqual(["2 More #more"]);
  });

  it("keeps nested lists with code, their numbers and their check boxes", () => {
    const source = "3. three\n\n   ```sh\n   # c\n   ```\n4. four\n   - [x] done\n   - [ ] open\n";
    expect(readText(source).text).toBe(
      "3. three\n\n   ```sh\n   # c\n   ```\n4. four\n   - [x] done\n   - [ ] open",
    );
  });

  it.each([
    [3_000, "blocks nested more than 200 deep"],
    [20_000, "marks nested thousands deep"],
  ])("reads %i nested quotations as plain text", (depth, reason) => {
    const { text, warnings } = readText(`${">".repeat(depth)} deep words\n\nNext block.`);
    expect(text).toContain("deep words");
    expect(text).toContain("Next block.");
    expect(warnings).toEqual([`could not be parsed (${reason}); read as plain text`]);
  });
});
