import { describe, expect, it } from "vitest";
import { readText } from "./read-text.ts";

describe("blocks of ReadMe", () => {
  const block = (kind: string, data: unknown) =>
    `[block:${kind}]\n${JSON.stringify(data, null, 2)}\n[/block]`;

  it.each([
    ["api-header", { title: "Wells" }, "## Wells"],
    ["callout", { type: "info", title: "Hot", body: "Let it *rest*." }, "Hot\n\nLet it rest."],
    ["code", { codes: [{ code: "pump()", language: "js", name: "Node" }] }, "Node\n\n```js\npump()\n```"],
    [
      "parameters",
      { data: { "h-0": "Name", "h-1": "Use", "0-0": "a|b", "0-1": "One\nor two" }, cols: 2 },
      "| Name | Use |\n| - | - |\n| a\\|b | One or two |",
    ],
    ["image", { images: [{ image: ["x.png"], caption: "The well" }] }, "The well"],
    ["html", { html: "<p>Words</p><style>p {}</style>" }, "Words"],
  ])("are read as what they stand for: %s", (kind, data, text) => {
    expect(readText(`Before.\n${block(kind, data)}\nAfter.`).text).toBe(`Before.\n\n${text}\n\nAfter.`);
  });

  it("stay text where they hold no data", () => {
    expect(readText("[block:code]\nnothing\n[/block]").text).toContain("nothing");
  });
});

describe("callouts keep their words and lose their marks", () => {
  it.each([
    [
      '!!! note "Before you go"\n\n    Rest.\n\n    - one\n    - two\n',
      "Before you go\n\nRest.\n\n- one\n- two",
    ],
    ["!!! warning\n    Hot.\n", "Warning\n\nHot."],
    ["??? tip\n    Rest it.\n", "Rest it."],
    ['???+ question inline end "Why?"\n    Because.\n', "Why?\n\nBecause."],
    ["!!! note\n\tTabbed.\n", "Tabbed."],
    [":::tip\nWords.\n:::\n", "Words."],
    [":::tip[A *fine* title]\n\nWords.\n\n:::\n", "A fine title\n\nWords."],
    ['::: note{title="Attribute"}\nWords.\n:::', "Attribute\n\nWords."],
    ["::: details Click **me**\nWords.\n:::\n", "Click me\n\nWords."],
    ["::: {.note}\nWords.\n:::\n", "Words."],
    [":::{admonition} Title\n:class: tip\n\nWords.\n:::\n", "Title\n\nWords."],
    ["```{note} Title\n:name: x\n\nWords with `code`.\n```\n", "Title\n\nWords with `code`."],
    ["/// danger | Title\nWords.\n///\n", "Title\n\nWords."],
    ["> [!TIP]\n> Words\n> go on.\n", "Words go on."],
    ["> [!faq]- Is it foldable?\n> Yes.\n", "Is it foldable?\n\nYes."],
    [
      '=== "Python"\n\n    ```py\n    # code\n    ```\n\n=== "Shell"\n\n    Run it.\n',
      "Python\n\n```py\n# code\n```\n\nShell\n\nRun it.",
    ],
    ["::: code-group\n\n```js [a.js]\nx\n```\n\n:::\n", "```js [a.js]\nx\n```"],
    ["{% note %}\n\nWords.\n\n{% endnote %}\n", "Words."],
    ['{% tab title="npm" %}\nWords.\n{% endtab %}\n', "npm\n\nWords."],
    ['{{< callout type="info" >}}Words.{{< /callout >}}\n', "Words."],
    ["{% highlight ruby %}\n# x\n{% endhighlight %}\n", "```ruby\n# x\n```"],
    ["::youtube[The tour]{id=abc}\n", "The tour"],
    ["!> Hot *words*.\n\n?> Rest it.\n", "Important\n\nHot words.\n\nRest it."],
    ['{{< tab name="npm" >}}\nWords.\n{{< /tab >}}\n', "npm\n\nWords."],
    ['{{< details "More" >}}\nWords.\n{{< /details >}}\n', "More\n\nWords."],
    ['Each {{< glossary_tooltip text="pump" term_id="pump" >}} lifts.\n', "Each pump lifts."],
    ["{% comment %}\nFor us.\n{% endcomment %}\nWords.\n", "Words."],
    ["::: httpx.Client\n    options:\n      show: true\n", "`httpx.Client`"],
    ["```{figure} well.png\n:alt: x\n\nThe well.\n```\n", "The well."],
    [
      "```{list-table} Pumps\n:header-rows: 1\n\n* - Name\n  - Liters\n```\n",
      "Pumps\n\n- - Name\n  - Liters",
    ],
    ["```{math}\n:label: e\nE = mc^2\n```\n", "```math\nE = mc^2\n```"],
    ["```{code-cell} ipython3\n:tags: [x]\nx = 2\n```\n", "```python\nx = 2\n```"],
    ["```{r plot, echo=FALSE}\nx <- 2\n```\n", "```r\nx <- 2\n```"],
    [
      "(well)=\n% for us\n\n+++\n\nSee {ref}`the *well* <well>` and {term}`pump` and {func}`lift`.\n",
      "See the well and pump and `lift`.",
    ],
    [":::{note}\nSee {ref}`there <well>`.\n:::\n", "See there."],
    ["```{toctree}\na\nb\n```\n\nText.\n", "Text."],
    ["```{code-block} python\n:linenos:\nprint(1)\n```\n", "```python\nprint(1)\n```"],
  ])("%j", (source, text) => {
    const read = readText(source);
    expect(read.text).toBe(text);
    expect(read.warnings).toEqual([]);
  });

  it.each([
    ["Call `/users/{id}` or `{ref}`.", "Call `/users/{id}` or `{ref}`."],
    ["Write `` {ref}`there <well>` `` for it.", "Write `` {ref}`there <well>` `` for it."],
    ["Call `GET /a/{id}` and `/b`.\n\n% of them", "Call `GET /a/{id}` and `/b`.\n\n% of them"],
  ])("leaves braces in code alone: %s", (source, text) => {
    expect(readText(source).text).toBe(text);
  });

  it.each(["labels/line-length", "well.depth", "API_v1.2:pump", "a+b|c"])(
    "takes out the target %s",
    (name) => {
      expect(readText(`One.\n\n(${name})=\n\n## Two\n\n(${name}) = 3\n`).text).toBe(
        `One.\n\n## Two\n\n(${name}) = 3`,
      );
    },
  );

  it("leaves a percent sign that begins a line where nothing else is MyST", () => {
    expect(readText("% of wells\n").text).toBe("% of wells");
    expect(readText("```\n(a*b)=\n```\n\n% of wells\n").text).toBe("```\n(a*b)=\n```\n\n% of wells");
    expect(readText("Set:\n\n    (a)=\n\n% of wells\n").text).toContain("% of wells");
  });

  it("nests, within one another and within lists", () => {
    const source =
      ":::: warning Outer\nOne.\n::: info\nTwo.\n:::\nThree.\n::::\n\n1. Step\n\n    !!! danger\n        Careful.\n\n        ```sh\n        run\n        ```\n\n2. Next\n";
    expect(readText(source).text).toBe(
      "Outer\n\nOne.\n\nTwo.\n\nThree.\n\n1. Step\n\n   Danger\n\n   Careful.\n\n   ```sh\n   run\n   ```\n\n2. Next",
    );
  });

  it("ends a callout where its indentation ends", () => {
    expect(readText("!!! note\n    In.\nOut.\n\n    code\n").text).toBe("In.\n\nOut.\n\n```\ncode\n```");
  });

  it("leaves the same marks alone in code", () => {
    const code = '```md\n!!! note\n    x\n\n:::tip\n=== "Tab"\n{% raw %}\n{{< x >}}\n/// note\n///\n```';
    expect(readText(`${code}\n\nWrite \`{% raw %}\` or \`:::tip\`.`).text).toBe(
      `${code}\n\nWrite \`{% raw %}\` or \`:::tip\`.`,
    );
  });

  it("reads on when a container is never closed", () => {
    const { text, headings } = readText(":::tip\nIn.\n\n## More\n\nText.\n");
    expect(text).toContain("In.");
    expect(headings).toEqual(["2 More #more"]);
    expect(text).not.toContain(":::");
  });
});

describe("included files", () => {
  const files = {
    "parts/note.md": "---\ntitle: Part\n---\nIncluded *words*.\n",
    "code/a.py": "one\n# --8<-- [start:mid]\ntwo\n# --8<-- [end:mid]\nthree\n",
    "lines.txt": "1\n2\n3\n4\n",
    "outer.md": '--8<-- "parts/note.md"\n',
    "circle.md": '--8<-- "circle.md"\n',
  };

  it.each([
    ['--8<-- "parts/note.md"', "Included words."],
    ["--8<--\nparts/note.md\n--8<--", "Included words."],
    ['--8<-- "outer.md"', "Included words."],
    ["<!--@include: ./parts/note.md-->", "Included words."],
    ["{!parts/note.md!}", "Included words."],
    ['{% include-markdown "parts/note.md" %}', "Included words."],
    ["{{#include parts/note.md}}", "Included words."],
    ['```\n--8<-- "lines.txt:2:3"\n```', "```\n2\n3\n```"],
    ['```py\n--8<-- "code/a.py:mid"\n```', "```py\ntwo\n```"],
    ["```rust\n{{#include lines.txt:3}}\n```", "```rust\n3\n```"],
    ["<<< @/code/a.py", "```py\none\ntwo\nthree\n```"],
    ["<<< ./lines.txt{2}", "```txt\n1\n2\n3\n4\n```"],
    ["<!--@include: ./lines.txt{2,3}-->", "2 3"],
    ['- item\n\n    --8<-- "parts/note.md"', "- item\n\n  Included words."],
  ])("puts the file in the place of %j", (source, text) => {
    const read = readText(source, "page.md", files);
    expect(read.text).toBe(text);
    expect(read.warnings).toEqual([]);
  });

  it.each([
    '--8<-- "gone.md"',
    "<!--@include: ./gone.md-->",
    "{!gone.md!}",
    "{{#include gone.md}}",
    "<<< @/gone.js",
  ])("drops %j when the file is missing, with a warning", (line) => {
    const { text, warnings } = readText(`Before.\n\n${line}\n\nAfter.\n`);
    expect(text).toBe("Before.\n\nAfter.");
    expect(warnings).toEqual([expect.stringMatching(/included file not found: .*gone/)]);
  });

  it("leaves another generator's include line alone where it is shown as code", () => {
    const source = "```md\n{{#include gone.md}}\n{!gone.md!}\n```";
    expect(readText(source)).toMatchObject({ text: source, warnings: [] });
  });

  it("shows an escaped snippet line without its mark", () => {
    expect(readText('```\n;--8<-- "x.md"\n```').text).toBe('```\n--8<-- "x.md"\n```');
  });

  it("ends a circle of includes, with a warning", () => {
    expect(readText('--8<-- "circle.md"', "page.md", files).warnings).toEqual([
      expect.stringMatching(/nested more than/),
    ]);
  });

  it("warns when the named part is missing", () => {
    const { warnings } = readText('--8<-- "code/a.py:none"', "page.md", files);
    expect(warnings).toEqual([expect.stringMatching(/no part named none/)]);
  });
});

describe("a directive about a version", () => {
  it.each([
    ["```{versionadded} 2.1\nThe pump.\n```", "Added in version 2.1"],
    [":::{versionchanged} 3.0 Runs twice.\n:::", "Changed in version 3.0: Runs twice."],
    ["```{deprecated} v1.2\n```", "Deprecated since version v1.2"],
  ])("says what happened in it: %s", (source, words) => {
    expect(readText(`# Pumps\n\n${source}\n`).text).toContain(words);
  });
});
