import { describe, expect, it } from "vitest";
import { readText } from "./read-text.ts";

describe("code between template tags is code", () => {
  it.each([
    [
      "Hexo, with a title and a link",
      "{% codeblock lang:js Pump https://x.example/a The source %}\n# a[0] <b>\n{% endcodeblock %}",
      "Pump The source\n\n```js\n# a[0] <b>\n```",
    ],
    ["Hexo, with options", "{% code line_number:false .compact %}\nx\n{% endcode %}", "```\nx\n```"],
    ["Jekyll", "{% highlight ruby linenos %}\n# x\n{% endhighlight %}", "```ruby\n# x\n```"],
    [
      "Hugo",
      '{{< highlight go "linenos=table" >}}\n# x\n{{< / highlight >}}\n\n{{< code file="a.toml" >}}\n# y\n{{< /code >}}',
      "```go\n# x\n```\n\na.toml\n\n```\n# y\n```",
    ],
    [
      "Docsy",
      '{{< tabpane lang="sh" >}}\n{{< tab header="npm" >}}\n# first\n{{< /tab >}}\n{{< /tabpane >}}',
      "npm\n\n```sh\n# first\n```",
    ],
    [
      "GitBook, around a fence of its own",
      '{% code title="a.js" %}\n```js\nx\n```\n{% endcode %}',
      "a.js\n\n```js\nx\n```",
    ],
  ])("%s", (_, source, text) => {
    expect(readText(source).text).toBe(text);
  });

  it("holds fences and template tags as they stand", () => {
    const source = "{% codeblock %}\nx\n```\n{% include a %}\n{% endcodeblock %}";
    expect(readText(source).text).toBe("````\nx\n```\n{% include a %}\n````");
  });

  it("is none in tabs that hold text, or where nothing ends it", () => {
    const text =
      '{{< tabpane text=true >}}\n{{< tab header="npm" >}}\nWords.\n{{< /tab >}}\n{{< /tabpane >}}';
    expect(readText(text).text).toBe("npm\n\nWords.");
    expect(readText("{% code %}\n\nWords.").text).toBe("Words.");
  });
});

describe("tags that stand for a page or its words", () => {
  it.each([
    ['See [it]({{< ref "a b.md" >}}) and [on]({{% relref \'/c.md#d\' %}} "T").', "See it and on."],
    ["See {{< ref guide.md >}}.", "See guide.md."],
    ['Go to [it][a].\n\n[a]: {{< relref path="a.md" lang="de" >}}', "Go to it."],
    [
      "At {% link _docs/a.md %} and {% post_link first-day 'The day' %} and {% post_link last %}.",
      "At _docs/a.md and The day and last.",
    ],
    ["{% asset_img left a.jpg 100 200 A *well* %}", "A well"],
    ["{% link A well https://x.example %}", "A well"],
    [
      "{% blockquote Ann Lee, On wells https://x.example %}\nWords.\n{% endblockquote %}",
      "Ann Lee, On wells\n\nWords.",
    ],
  ])("%s", (source, text) => {
    expect(readText(source).text).toBe(text);
  });

  it("are shown as Hugo shows those in comments", () => {
    const source = 'Write {{</* ref "a" */>}} or `{{%/* b */%}}`.\n\n```\n{{</* c */>}}\n```';
    expect(readText(source).text).toBe('Write {{< ref "a" >}} or `{{% b %}}`.\n\n```\n{{< c >}}\n```');
  });
});

describe("tags of other tools", () => {
  it("keep a title, and comments stay unseen", () => {
    expect(readText('{{< api title="Pumps" >}}\n\n<!-- tab order is wrong here -->\n\nWords.').text).toBe(
      "Pumps\n\nWords.",
    );
  });
});

describe("tabs keep their labels", () => {
  it("of Hexo, by the name of the whole where one has none", () => {
    const tabs = (inner: string) => `{% tabs Ways, 2 %}\n${inner}\n{% endtabs %}`;
    const source = tabs(
      "<!-- tab npm@box -->\nOne.\n<!-- endtab -->\n\n<!-- tab -->\n```\nx\n```\n<!-- endtab -->",
    );
    expect(readText(source).text).toBe("npm\n\nOne.\n\nWays 2\n\n```\nx\n```");
  });

  it("of VuePress, without the names by which other sets know them", () => {
    const source =
      "::: tabs#shell\n\nBefore.\n\n@tab npm\n\n::: tip\nOne.\n:::\n\n@tab:active C\\# code#cs\n\n```\n@tab x\n```\n\n:::\n\nAfter @tab.\n";
    expect(readText(source).text).toBe(
      "Before.\n\nnpm\n\nOne.\n\nC# code\n\n```\n@tab x\n```\n\nAfter @tab.",
    );
  });

  it("of components with code between their tags", () => {
    const source =
      '<CodeGroup>\n<CodeGroupItem title="NPM" active>\n\n```sh\nnpm i\n```\n\n</CodeGroupItem>\n</CodeGroup>\n';
    expect(readText(source).text).toBe("NPM\n\n```sh\nnpm i\n```");
  });
});

describe("links of a wiki", () => {
  const pages = { "Run-It.md": "x", "Install.md": "x" };
  it.each([
    ["See [[How to run|Run It#first]].", "See How to run."],
    ["See [[Install|the guide]].", "See the guide."],
    ["See [[Elsewhere|the place]].", "See the place."],
    ["| A |\n|---|\n| [[To run|Run-It]] |\n| [[Install\\|in]] |", "| A |\n| - |\n| To run |\n| in |"],
    ["[[https://x.example/a|One]] and [[Two|https://x.example]]", "One and Two"],
    ["[[images/a.png|width=10,alt=The well]]", "The well"],
    ["`[[a|b]]` and [[ -f x || -f y ]]", "`[[a|b]]` and [[ -f x || -f y ]]"],
  ])("show their words: %s", (source, text) => {
    expect(readText(source, "page.md", pages).text).toBe(text);
  });
});

describe("pages of a book", () => {
  it("show of a Rust example what readers of the book see, and the language alone", () => {
    const source =
      "```rust,editable\n# use pump;\n#\n#[derive(Debug)]\nstruct A;\n## raw\n# fn main() {}\n```\n\n```sh\n# as root\n```\n\n```py,hidelines=!!!\n!!!x\ny\n```";
    expect(readText(source).text).toBe(
      "```rust\n#[derive(Debug)]\nstruct A;\n# raw\n```\n\n```sh\n# as root\n```\n\n```py\ny\n```",
    );
  });

  it("hold programs and templates, and no title of the window", () => {
    const files = { "a.rs": "fn main() {}\n", "t.md": "For [[#who]], [[#what]].\n" };
    const source = "{{#title Pumps | Book}}\n\n{{#playground a.rs editable}}\n\n{{#template t.md who=you}}";
    const { text, warnings } = readText(source, "page.md", files);
    expect(text).toBe("```rs\nfn main() {}\n```\n\nFor you, [[#what]].");
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      '```admonish warning title="Hot *pump*" collapsible=true\nLet it **rest**.\n```',
      "Hot pump\n\nLet it rest.",
    ],
    ["```admonish\nWords.\n```", "Words."],
    ["````admonish example\n```sh\nx\n```\n````", "```sh\nx\n```"],
    ['```admonish tip "Do"\nWords.\n```', "Do\n\nWords."],
  ])("set off what is in the fence of a callout: %s", (source, text) => {
    expect(readText(source).text).toBe(text);
  });
});

describe("files that Docsify includes", () => {
  const files = { "a.md": "Words.\n", "a.js": "// x\n/// [part]\ny\n/// [part]\n" };
  it.each([
    ["[any](a.md ':include')", "Words."],
    ["[any](a.js ':include :type=code')", "```js\n// x\n/// [part]\ny\n/// [part]\n```"],
    ['[any](a.js ":include :type=code js :fragment=part")', "```js\ny\n```"],
    ["[The film](a.mp4 ':include :type=video')", "The film"],
  ])("stand in the page: %s", (source, text) => {
    expect(readText(source, "page.md", files).text).toBe(text);
  });
});

it("A term and its definitions are parted by a colon beside HTML as well", () => {
  expect(readText("<b>Pumps</b>\n\nTerm\n: What *it* is.\n").text).toBe("Pumps\n\nTerm: What it is.");
});

describe("marks at the end of a heading", () => {
  it.each([
    ["## Pumps [#own]", "2 Pumps #own"],
    ["## Pumps [#12]", "2 Pumps [#12] #pumps-12"],
    ["## Pumps [!toc]", "2 Pumps #pumps"],
    ["## Pumps [toc] [#own]", "2 Pumps #own"],
    ["## Pumps [#own] [toc]", "2 Pumps #own"],
    ["## Pumps [1]", "2 Pumps [1] #pumps-1"],
  ])("are its id, and whether it is listed: %s", (source, heading) => {
    expect(readText(source).headings).toEqual([heading]);
    expect(readText(source, "page.mdx").headings).toEqual([heading]);
  });
});

describe("requests in GitBook's tags", () => {
  it("are said with their parameters and responses", () => {
    const source =
      '{% swagger method="get" path="/pets" baseUrl="https://x.example" summary="Get pets" %}\n{% swagger-parameter in="query" name="limit" type="number" required="true" %}\nHow many.\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="Done" %}\n{% endswagger-response %}\n{% endswagger %}';
    expect(readText(source).text).toBe(
      "`GET https://x.example/pets` Get pets\n\n`limit` (number, required)\n\nHow many.\n\n200: OK: Done",
    );
  });
});

describe("ReadMe's own marks", () => {
  it("give the words of HTML in braces and of terms", () => {
    const source = "A <<glossary:pump>>.\n\n<HTMLBlock>{`\n<p>Words</p><style>p {}</style>\n`}</HTMLBlock>\n";
    expect(readText(source).text).toBe("A pump.\n\nWords");
  });
});

describe("components of Nextra and Fumadocs", () => {
  it("are tables and lists of options", () => {
    const table =
      "<Table>\n<thead><Tr><Th>Land</Th><Th>Flag</Th></Tr></thead>\n<tbody><Tr><Td>France</Td><Td>fr</Td></Tr></tbody>\n</Table>";
    const options = "<OptionTable options={[['name', 'string', 'Its *name*.'], ['lone']]} />";
    expect(readText(`${table}\n\n${options}\n`, "page.mdx").text).toBe(
      "| Land | Flag |\n| - | - |\n| France | fr |\n\n- `name`: string, Its name.",
    );
  });

  it.each([
    ['<Table rows={[["speed", "number"]]} />', "- `speed`: number"],
    [
      '<Table data={[{ name: "speed", type: "number", description: "How fast." }]} />',
      "- `speed` (`number`): How fast.",
    ],
    ['<Table title="Options">\n\n| A |\n|---|\n| b |\n\n</Table>', "Options\n\n| A |\n| - |\n| b |"],
  ])("keep a table of data or of Markdown: %s", (source, text) => {
    expect(readText(source, "page.mdx").text).toBe(text);
  });

  it("leave out the language behind code in a line, and keep what is code", () => {
    expect(
      readText("Set `x = 1{:js}`, `y{:.token.name}`, `{:js}` and `{ a: {:b} }`, `Val{:speed}`, `#{:a}`.")
        .text,
    ).toBe("Set `x = 1`, `y`, `{:js}` and `{ a: {:b} }`, `Val{:speed}`, `#{:a}`.");
  });
});

describe("files that Slate's front matter includes", () => {
  it("stand at the end of the page", () => {
    const files = { "includes/_errors.md": "---\na: b\n---\n# Errors\n\nNone.\n" };
    const { text } = readText(
      "---\ntitle: Api\nincludes:\n  - errors\n  - gone\n---\n# Calls\n\nAll.\n",
      "page.md",
      files,
    );
    expect(text).toBe("# Calls\n\nAll.\n\n# Errors\n\nNone.");
  });
});
