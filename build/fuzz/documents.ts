/** Small documents, one a format, that hold a bit of everything: what is changed at random. */

export const MARKDOWN = `---
title: A page
slug: /a
tags: [x, y]
---

# Heading *one* {#one}

Text with \`code\`, a [link](b.md#c), an ![image](i.png "t") and <b>HTML</b>[^1].

:::warning Careful
- one
  - [x] two

    three
:::

| a | b |
| --- | :-: |
| 1 | \`x|y\` |

\`\`\`\`js title="a.js"
const a = \`\${b}\`;
\`\`\`\`

!!! note "Material"
    Indented text.

=== "Tab"

    Tab text

<details><summary>More</summary>

> Quote

</details>

$$
x^2
$$

[^1]: A note.
[ref]: https://example.com/ "Title"
`;

export const MDX = `import Tabs from '@theme/Tabs';
export const meta = { title: 'A page', list: [1, "two", \`three\`] };

# Heading {/* comment */}

<Tabs values={[{ label: 'A', value: 'a' }]}>
  <TabItem value="a" label={"A"}>

  Text with {meta.title} and <Code inline={true}>x</Code>.

  </TabItem>
</Tabs>

<Note type="tip">{\`template \${1 + 1}\`}</Note>

- a <br/> b
`;

export const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page - Docs</title>
<link rel="canonical" href="https://docs.example/a"></head><body><nav><a href="/">Home</a></nav><main><article>
<h1 id="a">A page<a class="headerlink" href="#a">¶</a></h1><p>Text <code>x</code> &amp; <em>more</em>.</p>
<div class="admonition note"><p class="admonition-title">Note</p><p>Careful.</p></div>
<div class="highlight-python"><pre><span class="k">def</span> f(): pass
</pre></div><table><thead><tr><th>a</th></tr></thead><tbody><tr><td rowspan="2">1</td></tr></tbody></table>
<dl class="py function"><dt id="f">f(x)</dt><dd><p>Does it.</p></dd></dl><ul><li>one<ol><li>two</ol></ul>
<h2>More</h2><details><summary>S</summary>Hidden</details></article></main><footer>F</footer></body></html>`;

export const ASCIIDOC = `= A page
:lang: en
:attr: value

== Section [[anchor]]

Text with *bold*, \`code\`, {attr} and <<anchor,a link>>.

[source,js]
----
const a = 1; // <1>
----
<1> A callout.

NOTE: Careful.

|===
|a |b

|1 |2
|===

* one
** two
. three
term:: what it is

ifdef::attr[]
shown
endif::[]
include::other.adoc[]
`;

export const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {
    kernelspec: { language: "python", name: "python3" },
    language_info: { name: "python" },
    title: "A",
  },
  cells: [
    { cell_type: "markdown", metadata: {}, source: ["# Title\n", "Text *here*."] },
    {
      cell_type: "code",
      metadata: { tags: ["keep"] },
      execution_count: 1,
      source: "%%bash\necho 1",
      outputs: [
        { output_type: "stream", name: "stdout", text: ["1\n"] },
        { output_type: "execute_result", metadata: {}, data: { "text/plain": "1" }, execution_count: 1 },
        { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[31mline"] },
      ],
    },
  ],
};

export const API = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0", summary: "All pets", description: "# Pets\n\nText." },
  servers: [{ url: "https://api.example/v1", description: "Live" }],
  tags: [{ name: "pets", description: "Animals" }],
  security: [{ key: [] }],
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      get: {
        operationId: "getPet",
        tags: ["pets"],
        summary: "One pet",
        description: "Gives *one*.",
        responses: {
          "200": {
            description: "A pet",
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/Pet" }, example: { id: 1 } },
            },
          },
          default: { $ref: "#/components/responses/Error" },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: { "204": { description: "Done" } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["id"],
        description: "A pet",
        properties: {
          id: { type: "integer", default: 1, enum: [1, 2] },
          parent: { $ref: "#/components/schemas/Pet" },
          names: { type: ["array", "null"], items: { oneOf: [{ type: "string" }, { const: 1 }] } },
        },
        allOf: [{ $ref: "#/components/schemas/Base" }],
        additionalProperties: { type: "string" },
      },
      Base: { type: "object", properties: { at: { type: "string", format: "date-time" } } },
    },
    responses: { Error: { description: "Wrong" } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};
