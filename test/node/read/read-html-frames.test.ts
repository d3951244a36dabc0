import { describe, expect, it } from "vitest";
import { readHtml } from "../../../build/html/read-html.ts";
import { withoutSharedBlocks } from "../../../build/html/shared-blocks.ts";
import { blocksToMarkdown } from "../../../build/read/serialize.ts";
import { read, site } from "./html-pages.ts";
import { readText } from "./read-text.ts";

const WORDS = `<p>${"A pump lifts nine liters a stroke. ".repeat(4)}</p>`;

describe("titles of generated pages", () => {
  it("are the window's where the one heading of the first level beside the content names the site", () => {
    const head = "<title>Strokes - The Pump Book</title>";
    const page = `<html><head>${head}</head><body><h1 class="menu-title">The Pump Book</h1><main><h2 id="s">Strokes</h2>${WORDS}</main></body></html>`;
    expect(read(page).title).toBe("Strokes");
  });

  it("are the window's where every section has a heading of the first level", () => {
    const sections = `<h1>1. Overview</h1>${WORDS}<h1>2. Details</h1>${WORDS}`;
    const page = (title: string) =>
      read(`<html><head><title>${title}</title></head><body><main>${sections}</main></body></html>`).title;
    expect(page("Cleaning A Pump")).toBe("Cleaning A Pump");
    expect(page("1. Overview - Pumps")).toBe("1. Overview");
  });
});

describe("what leads from a page to others", () => {
  it.each([
    [
      "LaTeX2HTML's links to the pages around",
      '<div class="navigation"><a href="b.html"><img alt="next" src="n.png"></a> <a href="a.html"><img alt="previous" src="p.png"></a><br><b>Next:</b> <a href="b.html">Valves</a> <b>Previous:</b> <a href="a.html">Wells</a></div>',
    ],
    [
      "a switch of languages",
      '<div class="languages"><p><span>Available Languages: </span><a href="de.html">&nbsp;de&nbsp;</a> | <a href="fr.html" hreflang="fr">&nbsp;fr&nbsp;</a></p></div>',
    ],
    [
      "a list of languages",
      '<ul><li>English</li><li><a href="de.html" hreflang="de">Deutsch</a></li><li><a href="br.html" hreflang="pt-br">Português (Brasil)</a></li></ul>',
    ],
    ["a picture that leads to the top", '<div><a href="#head"><img alt="top" src="up.gif"></a></div>'],
    ["the group of a type", '<div class="definition-group-name"><a href="#types">Types</a></div>'],
    ["what a site keeps from its search", '<div class="nosearch"><p>Small. Strong.</p></div>'],
  ])("is no text: %s", (_, bar) => {
    const page = `<div>${bar}<h1 id="pumps">Pumps</h1>${WORDS}</div>`;
    expect(read(site(page)).text).toMatch(/^# Pumps\n\nA pump lifts[^\n]*$/);
  });

  it("is text where it says more than where it leads", () => {
    const links =
      '<p>Our manual in <a href="fr.html" hreflang="fr">French</a> tells how a pump is taken apart by two people in an hour, and put together again by three.</p>';
    const guide =
      '<p>Read the <a href="de.html" hreflang="de">German guide</a> on valves.</p><p>Or see the <a href="fr.html" hreflang="fr">French manual</a></p>';
    const list =
      '<ul><li><a href="a" hreflang="en">RFC 9110</a>: HTTP semantics</li><li><a href="b" hreflang="en">RFC 9111</a></li></ul>';
    const spans =
      '<p>It is <span class="boring">five</span>.</p><pre><code><span class="boring">fn main() {\n</span>lift();\n</code></pre>';
    const way = `<div class="navigation"><h2 id="way">Finding the way</h2>${WORDS}<p><a href="#x"><img alt="next stroke" src="x.png">Here</a></p></div>`;
    const { text } = read(
      site(`<div><h1 id="pumps">Pumps</h1>${WORDS}${links}${guide}${list}${spans}${way}</div>`),
    );
    expect(text).toContain("taken apart by two people");
    expect(text).toContain("Read the German guide on valves.\n\nOr see the French manual\n");
    expect(text).toContain("- RFC 9110: HTTP semantics\n- RFC 9111\n");
    expect(text).toContain("It is five.\n\n```\nlift();\n```");
    expect(text).toContain("## Finding the way");
  });
});

describe("pages without landmarks", () => {
  const rows = Array.from({ length: 30 }, (_, i) => `<tr><td>Pump ${i}</td><td>${i} liters</td></tr>`).join(
    "",
  );

  it("keep the heading, the words and the header beside a large table of data", () => {
    const table = `<div class="table"><table><thead><tr><th>Name</th><th>Stroke</th></tr></thead><tbody>${rows}</tbody></table></div>`;
    const { text } = read(site(`<div><div><h2 id="all">All pumps</h2></div><p>See below.</p>${table}</div>`));
    expect(text).toMatch(/^## All pumps\n\nSee below\.\n\n\| Name \| Stroke \|\n/);
    expect(text).toContain("| Pump 29 | 29 liters |");
  });

  it("are still read from the cell of a layout that holds their text", () => {
    const layout = `<table><tr><td><a href="/a">Other page</a></td><td><h1 id="p">Pumps</h1>${WORDS}</td></tr></table>`;
    expect(read(site(layout)).text).toMatch(/^# Pumps\n\nA pump lifts/);
  });

  it("lose a column of links that stands in their content as well, and menus in their header", () => {
    const menu =
      '<ul><li><a href="/a">First page</a></li><li><a href="/b">Second page</a></li><li><a href="/c">Third</a></li></ul>';
    const page = `<div id="content"><div id="column2">${menu}</div><div id="column1"><header><h1>Pumps</h1>${menu}</header>${WORDS}</div></div>`;
    expect(read(site(page)).text).toMatch(/^# Pumps\n\nA pump lifts/);
  });

  it("lose lines and tables of links to the pages around, and keep sentences of links", () => {
    const way = '[ <a href="1.html">prev</a> | <a href="3.html">next</a> | <a href="t.html">top</a> ]';
    const bar =
      '<table><tr><td>[<a href="a">Overview</a>][<a href="b">Types</a>][<a href="c">Index</a>]</td><td><a href="u">Unit</a></td></tr></table>';
    const { text } = read(
      site(
        `<body>${way}<hr>${bar}<h1>Pumps</h1>${WORDS}<p><a href="/a">Strokes</a> | <a href="/b">Hoses</a></p>${way}</body>`,
      ),
    );
    expect(text).not.toMatch(/prev|Overview|Unit/);
    expect(text).toMatch(/Strokes \| Hoses$/);
  });
});

describe("links in a text", () => {
  const links = (words: (name: string) => string) =>
    ["Valve", "Hose", "Seal"].map((name) => words(`<a href="/${name}">${name}</a>`));

  it("stay where one stands beside the text", () => {
    const page = `<div id="content"><p><a href="/sheet.pdf">Data sheet of the pump</a></p><div><h1>Pumps</h1>${WORDS}</div></div>`;
    expect(read(site(page)).text).toContain("Data sheet of the pump");
    const inDiv = page.replace("<p><a", "<div><a").replace("</a></p>", "</a></div>");
    expect(read(site(inDiv)).text).toContain("Data sheet of the pump");
  });

  it("stay in a table before the first heading that says something of them", () => {
    const rows = links((link) => `<tr><td>${link}</td><td>Lifts</td></tr>`).join("");
    const table = `<table><tr><th>Package</th><th>Use</th></tr>${rows}</table>`;
    const { text } = read(site(`<main>${table}<h2>Details</h2>${WORDS}</main>`));
    expect(text).toMatch(/^\| Package \| Use \|\n[\s\S]*\| Seal \| Lifts \|/);
  });

  it("stay in a list of a header that says something of them", () => {
    const items = links((link) => `<li>Needs ${link} of at least 3 cm</li>`).join("");
    const { text } = read(site(`<main><header><h1>Pumps</h1><ul>${items}</ul></header>${WORDS}</main>`));
    expect(text).toContain("- Needs Valve of at least 3 cm");
  });
});

describe("tables of other elements", () => {
  it("are tables: cells one after another, and by their roles", () => {
    const cells =
      '<div class="table-header">Type</div><div class="table-header">Method</div><div><code>int</code></div><div><code>lift()</code></div>';
    const roles =
      '<div role="table"><div role="rowgroup"><div role="row"><span role="columnheader">Type</span><span role="columnheader">Method</span></div></div><div role="row"><span role="cell"><code>int</code></span><span role="cell"><code>lift()</code></span></div></div>';
    const table = "| Type | Method |\n| - | - |\n| `int` | `lift()` |";
    for (const content of [`<div class="summary-table">${cells}</div>`, roles]) {
      expect(read(site(`<main><h1>Pump</h1>${content}</main>`)).text).toBe(`# Pump\n\n${table}`);
    }
  });

  it("are code where a table of one column sets the lines of a declaration", () => {
    const lines = ["function lift(", "&nbsp;&nbsp;const liters: Integer", "): Boolean;"];
    const rows = lines.map((line) => `<tr><td><p><tt><span>${line}</span></tt></p></td></tr>`).join("");
    expect(read(site(`<main><h1>lift</h1><table>${rows}</table></main>`)).text).toBe(
      "# lift\n\n```\nfunction lift(\n  const liters: Integer\n): Boolean;\n```",
    );
  });
});

describe("definitions", () => {
  it("of several terms stand in one line with their text", () => {
    const list = "<dl><dt>-X[&lt;param&gt;]</dt><dt>--stat</dt><dd>Prints more.</dd></dl>";
    expect(read(site(`<main><h1>Options</h1>${list}</main>`)).text).toBe(
      "# Options\n\n- -X[<param>], --stat: Prints more.",
    );
  });
});

describe("headings with the id of an earlier one", () => {
  const page = `<main><h1 id="notes">Notes</h1><h2 id="v2">2.0</h2><h3 id="fixed">Fixed</h3>${WORDS}<h2 id="v1">1.0</h2><h3 id="fixed">Fixed</h3>${WORDS}<h3 id="fixed">Fixed</h3>${WORDS}</main>`;

  it("lead to the place before them where the page stays as it is, with one warning a page", () => {
    const { headings, warnings } = read(site(page));
    expect(headings.slice(-3)).toEqual(["2 1.0 #v1", "3 Fixed #v1", "3 Fixed #v1"]);
    expect(warnings).toEqual([expect.stringMatching(/two headings have the id "fixed" and 1 more like it/)]);
  });

  it("get ids of their own where it is rendered anew", () => {
    const { headings, warnings } = read(site(page), { makeAnchors: true });
    expect(headings.slice(-3)).toEqual(["2 1.0 #v1", "3 Fixed #fixed-1", "3 Fixed #fixed-2"]);
    expect(warnings).toEqual([]);
  });
});

describe("thousands of elements that show nothing", () => {
  // With time that grows with the square of their number, these would outlast the time of a test.
  it.each([
    "<A></A>",
    "</A>",
    "</a\n>",
    "<b></b>",
    "<span> </span>",
    "<x-a> </x-a>",
    "<meta>",
    "<span hidden></span>",
    "<b> <!-- a --> <i></i></b>",
  ])("are read in no time: %j", (piece) => {
    const { text } = read(site(`<main><h1>Pumps</h1><p>${piece.repeat(4_000)}One.</p></main>`));
    expect(text).toMatch(/^# Pumps\n\n.*One\.$/);
    const { tree } = readText(`# Pumps\n\n${piece.repeat(2_000)}One.\n`);
    expect(blocksToMarkdown(tree.children)).toMatch(/One\./);
  });

  it("are read as Markdown in no time where their words are shown", () => {
    const { tree } = readText(`${"<span hidden>a</span><rp>(</rp>".repeat(2_000)}.\n`);
    expect(blocksToMarkdown(tree.children)).toBe(`${"a(".repeat(2_000)}.`);
  });
});

describe("white space in elements", () => {
  it.each([
    ["one<b> </b><i> </i>two", "one two"],
    ["one<b></b><i></i>two", "onetwo"],
    ["one<b><i> </i> <u> </u></b>two", "one two"],
    ["one <a id='a'></a> <b>two</b>", "one two"],
    ["one<span> </span><img src='a.png' alt='A pump'><span> </span>two", "one A pump two"],
    ["<code>a</code><b> </b><b> </b><code>b</code>", "`a` `b`"],
  ])("is one space, and none where there is none: %s", (html, text) => {
    expect(read(site(`<main><h1>Pumps</h1><p>${html}</p></main>`)).text).toBe(`# Pumps\n\n${text}`);
    expect(blocksToMarkdown(readText(`Pumps: ${html}\n`).tree.children)).toBe(`Pumps: ${text}`);
  });

  it("stays as it is in code", () => {
    const { tree } = readText("<pre>a<b> </b><b>  </b>\n<i> </i><i> </i>b</pre>\n");
    expect(tree.children).toMatchObject([{ type: "code", value: "a   \n  b" }]);
  });
});

describe("elements nested deeper than anybody writes", () => {
  it("are read without their nesting, with a warning", () => {
    const { tree, warnings } = readText(`Pumps ${"<span>a ".repeat(500)}\n`);
    expect(warnings).toEqual([expect.stringMatching(/nested more than 400 deep.*without nesting/)]);
    expect(blocksToMarkdown(tree.children).replace(/\s+/g, " ")).toBe(`Pumps${" a".repeat(500)}`);
  });
});

describe("a heading that is longer than any heading", () => {
  it("is its beginning, with the whole below it", () => {
    const type = `option() = ${Array.from({ length: 40 }, (_, i) => `{name_${i}, boolean()}`).join(" | ")}`;
    const { text, headings } = read(site(`<main><h1>Types</h1><h4 id="t">${type}</h4>${WORDS}</main>`));
    expect(headings[1]).toMatch(/^4 option\(\) = \{name_0, boolean\(\)\} .{20,60}… #t$/);
    expect(text).toContain("{name_39, boolean()}");
  });
});

describe("pages that a generator makes for each class or file", () => {
  const lines = Array.from(
    { length: 9 },
    (_, i) => `<span id="line-${i + 1}"></span>let x${i} = ${i}\n`,
  ).join("");

  it.each([
    [
      "a list of uses",
      "api/java/class-use/Pump.html",
      `<main><h1>Uses of Pump</h1>${WORDS}</main>`,
      /list of uses/,
    ],
    ["a list of uses of a package", "api/pump/package-use.html", `<main>${WORDS}</main>`, /list of uses/],
    ["a source listing", "src/Pump.html", `<pre>${lines}</pre>`, /source listing/],
  ])("are left out with a warning: %s", (_, file, body, cause) => {
    const { isRead, warnings } = read(site(body), { file });
    expect(isRead).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(cause)]);
  });

  it("are pages where code with numbered lines stands in a text", () => {
    const { isRead } = read(site(`<main><h1>Pumps</h1>${WORDS}<pre>${lines}</pre></main>`));
    expect(isRead).toBe(true);
  });
});

describe("blocks that most pages of a site have", () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const html = site(
        `<main><p>Small. Strong. Reliable.</p><h1>Pump ${i}</h1><p>Lifts ${i} liters.</p></main>`,
      );
      return { page: readHtml(html, { file: `${i}.html`, makeAnchors: false }, () => {})! };
    });
  const textsOf = (all: ReturnType<typeof pages>) =>
    all.map(({ page }) => blocksToMarkdown(page.tree.children));

  it("are left to the first of them", () => {
    const texts = textsOf(withoutSharedBlocks(pages(8)));
    expect(texts[0]).toBe("Small. Strong. Reliable.\n\n# Pump 0\n\nLifts 0 liters.");
    expect(texts.slice(1)).toEqual([1, 2, 3, 4, 5, 6, 7].map((i) => `# Pump ${i}\n\nLifts ${i} liters.`));
  });

  it.each([
    [
      "below a heading",
      (i: number) => `<h1>Command ${i}</h1><h2>Permissions</h2><p>You must be an owner of the project.</p>`,
    ],
    [
      "below the title",
      (i: number) =>
        `<h1>Command ${i}</h1><p>Deprecated: use the new commands.</p><h2>Errors</h2><ul><li>404: No such project</li></ul>`,
    ],
    [
      "where the title is not among the text",
      (i: number) => `<p>Deprecated: use the new commands.</p><h2>Use ${i}</h2>${WORDS}`,
    ],
    [
      "where there is no heading",
      (i: number) => `<p>You must be an owner of the project.</p><p>Command ${i}</p>`,
    ],
  ])("stay %s, where they may hold for each page", (_, content) => {
    const all = Array.from({ length: 8 }, (_, i) => {
      const html = site(`<main>${content(i)}</main>`);
      return { page: readHtml(html, { file: `${i}.html`, makeAnchors: false }, () => {})! };
    });
    expect(textsOf(withoutSharedBlocks(all))).toEqual(textsOf(all));
  });

  it("stay where the pages are few", () => {
    expect(textsOf(withoutSharedBlocks(pages(5)))).toEqual(textsOf(pages(5)));
  });
});
