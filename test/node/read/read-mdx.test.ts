import { describe, expect, it } from "vitest";
import { readText } from "./read-text.ts";

function mdx(source: string, files: Record<string, string> = {}) {
  return readText(source, "page.mdx", files);
}

describe("components of docs platforms", () => {
  it.each([
    [
      "Nextra's tabs of one line",
      '<Tabs items={["npm", "pnpm"]}>\n  <Tabs.Tab>One.</Tabs.Tab>\n  <Tabs.Tab>Two.</Tabs.Tab>\n</Tabs>',
      "npm: One. pnpm: Two.",
    ],
    [
      "tabs with nothing between them",
      '<Tabs><TabItem label="npm">One.</TabItem><TabItem label="pnpm">Two.</TabItem></Tabs>',
      "npm: One. pnpm: Two.",
    ],
    [
      "Fumadocs' table of types",
      '<TypeTable type={{ speed: { description: "Strokes a minute", type: "number", default: 9 } }} />',
      "- `speed` (`number`, default `9`): Strokes a minute",
    ],
    [
      "a tree of files",
      '<FileTree>\n  <FileTree.Folder name="wells">\n    <FileTree.File name="pump.ts" />\n  </FileTree.Folder>\n</FileTree>',
      "wells\n\npump.ts",
    ],
    [
      "Mintlify's fields",
      '<ParamField header="X-Well" type="string" deprecated>The well.</ParamField>',
      "`X-Well` (string, deprecated): The well.",
    ],
    [
      "Mintlify's request",
      "---\napi: POST /v1/pumps\n---\nStarts a pump.",
      "`POST /v1/pumps`\n\nStarts a pump.",
    ],
    [
      "Mintlify's request in a description",
      "---\nopenapi: api.json get /v1/pumps\n---\nLists pumps.",
      "`get /v1/pumps`\n\nLists pumps.",
    ],
  ])("are read: %s", (_, source, text) => {
    expect(readText(source, "page.mdx").text).toBe(text);
  });

  it.each(['<Snippet file="note.mdx" />', "<include>./snippets/note.mdx</include>"])(
    "are included: %s",
    (line) => {
      expect(readText(`${line}\n\nWords.`, "page.mdx", { "snippets/note.mdx": "A note." }).text).toBe(
        "A note.\n\nWords.",
      );
    },
  );
});

describe("MDX", () => {
  it("drops imports, exports over several lines, comments and expressions, and keeps literal text", () => {
    const source =
      "import A from './a';\nimport {\n  B,\n} from 'b';\n\nexport const Mark = ({ children }) => (\n  <span style={{ color: 'red' }}>{children}</span>\n);\n\n# Title\n\n{/* hidden */}\n\nKeep {\"this\"} and {`that`}, not {props.x} {1 + 1}.\n\n<Mark>marked</Mark> words\n";
    expect(mdx(source)).toMatchObject({
      text: "# Title\n\nKeep this and that, not .\n\nmarked words",
      warnings: [],
    });
  });

  it("takes explicit heading ids in either form", () => {
    const source = "# One {#first}\n\n## Two {/* #second */}\n\n## Three\n";
    expect(mdx(source).headings).toEqual(["1 One #first", "2 Two #second", "2 Three #three"]);
    expect(mdx(source).warnings).toEqual([]);
  });

  it("leaves badges out of heading text and anchors", () => {
    expect(mdx('## Guide <Badge text="beta" />\n').headings).toEqual(["2 Guide #guide"]);
    expect(readText('## Guide <Badge type="tip" text="beta" />\n').headings).toEqual(["2 Guide #guide"]);
  });

  it.each([
    ['<Card title="Quick start" href="/x" icon="i">Install it.</Card>', "Quick start: Install it."],
    ['<Card title="Quick start" href="/x">\n  Install it.\n</Card>', "Quick start\n\nInstall it."],
    ['<Step title="Install">\n\n```sh\nnpm i\n```\n\n</Step>', "Install\n\n```sh\nnpm i\n```"],
    ['<Aside type="caution" title="Watch out">\n  Hot.\n</Aside>', "Watch out\n\nHot."],
    [
      '<Tabs>\n<TabItem value="win" label="Windows">\n\nUse A.\n\n</TabItem>\n<TabItem value="mac">\n\nUse B.\n\n</TabItem>\n</Tabs>',
      "Windows\n\nUse A.\n\nmac\n\nUse B.",
    ],
    [
      "<Tabs items={['npm', 'pnpm']}>\n<Tab>\n\nA.\n\n</Tab>\n<Tab>\n\nB.\n\n</Tab>\n</Tabs>",
      "npm\n\nA.\n\npnpm\n\nB.",
    ],
    ['<Snippet text="npm i ai" dark />', "```\nnpm i ai\n```"],
    ['<CodeBlock language="js">{`const x = 1;`}</CodeBlock>', "```js\nconst x = 1;\n```"],
    ['<CodeBlock language="js">\n{`const x = 1;`}\n</CodeBlock>', "```js\nconst x = 1;\n```"],
    [
      '<ParamField body="name" type="string" default="x" required>\n  The name.\n</ParamField>',
      "`name` (string, required, default x)\n\nThe name.",
    ],
    ["<>\n\nLoose.\n\n</>", "Loose."],
    ["<Foo.Bar baz={{ a: 1 }}>\n\nInner.\n\n</Foo.Bar>", "Inner."],
    ['<Image src="a.png" alt="A tide table" width={3} />', "A tide table"],
    ["Line <br/> end, <kbd>Ctrl</kbd>", "Line\nend, `Ctrl`"],
    ["<details>\n<summary>More</summary>\n\nHidden `x`.\n\n</details>", "More\n\nHidden `x`."],
    ["| a |\n|---|\n| x <br/> <b>y</b> |", "| a |\n| - |\n| x y |"],
    [":::note[Title]\n\nBody.\n\n:::", "Title\n\nBody."],
  ])("reads %j", (source, text) => {
    expect(mdx(source)).toMatchObject({ text, warnings: [] });
  });

  it("reads tables of properties given as data", () => {
    const source =
      "<PropertiesTable content={[{ name: 'api', type: 'string', description: 'The `api` to call.' }, { name: 'size', type: 'number', isOptional: true, default: 5, properties: [{ type: 'Size', parameters: [{ name: 'w', type: 'number' }] }] }, { href: '/x', icon: 'y' }]} />";
    expect(mdx(source).text).toBe(
      "- `api` (`string`): The `api` to call.\n- `size` (`number`, optional, default `5`)\n  - `Size`\n    - `w` (`number`)",
    );
  });

  it("puts an imported page in the place of its component", () => {
    const source = "import Part from './_part.mdx';\n\n# A\n\n<Part />\n\nEnd.\n";
    const files = { "_part.mdx": "---\ntitle: x\n---\nimport B from 'b';\n\n## Part\n\nPart words. <B />\n" };
    expect(mdx(source, files)).toMatchObject({ text: "# A\n\n## Part\n\nPart words.\n\nEnd.", warnings: [] });
    expect(mdx(source).warnings).toEqual([expect.stringMatching(/imported page not found: \.\/_part\.mdx/)]);
  });

  it("takes a title from exported metadata", () => {
    expect(mdx("export const metadata = { title: 'From export' };\n\nText.\n").page.givenTitle).toBe(
      "From export",
    );
  });

  it("takes HTML headings and their ids", () => {
    expect(mdx('<h2 id="raw">Raw **one**</h2>\n\n<div>\n\n## Inner\n\n</div>\n').headings).toEqual([
      "2 Raw one #raw",
      "2 Inner #inner",
    ]);
  });
});

describe("MDX that does not parse", () => {
  it.each([
    ["<!-- a comment -->\n\nWords.", "Words."],
    ["See <https://x.example/y>, for <5 nodes.", "See https://x.example/y, for <5 nodes."],
    ["An open { brace.", "An open { brace."],
    ["<Open>\n\nWords.", "Words."],
  ])("is read as Markdown, with a warning: %j", (source, text) => {
    const read = mdx(source);
    expect(read.text.replace(/^<Open>\n*/, "")).toBe(text);
    expect(read.warnings).toEqual([expect.stringMatching(/not valid MDX .*read as plain Markdown/)]);
  });

  it("loses its imports, tags and comments all the same, and no code", () => {
    const source = `import A from './a';
import {
  B,
} from 'b';

export const meta = {
  nested: { a: 1 },
};

# Keys {#keys}

An open { brace. Text <Badge text="new" /> and <Card title="T" style={{ a: 1 }}>inner</Card>.

{/* hidden */}

<Tabs>
  <Tab title="npm" onClick={() => go({ a: '>' })}>

  Tab words.

  </Tab>
</Tabs>

\`\`\`jsx
import Keep from 'keep';
<Keep a={1} />
\`\`\`

Import the data, then export it. \`<Keep />\`
`;
    const { text, headings, warnings } = mdx(source);
    expect(text).toBe(
      "# Keys\n\nAn open { brace. Text new and T: inner.\n\nnpm\n\nTab words.\n\n```jsx\nimport Keep from 'keep';\n<Keep a={1} />\n```\n\nImport the data, then export it. `<Keep />`",
    );
    expect(headings).toEqual(["1 Keys #keys"]);
    expect(warnings).toHaveLength(1);
  });
});
