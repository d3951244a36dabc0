import { describe, expect, it } from "vitest";
import { read } from "./html-pages.ts";

const page = (main: string) =>
  `<html><head><title>Pumps</title></head><body><main><h1 id="pumps">Pumps</h1>${main}</main></body></html>`;

describe("footnotes of generated pages", () => {
  it.each([
    ["Python-Markdown", '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>'],
    ["Goldmark", '<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup>'],
    ["HonKit", '<sup><a href="#fn_1" id="reffn_1">1</a></sup>'],
    ["Asciidoctor", '<sup class="footnote">[<a id="_ref_1" class="footnote" href="#_def_1">1</a>]</sup>'],
    ["Org", '<sup><a id="fnr.1" class="footref" href="#fn.1" role="doc-backlink">1</a></sup>'],
  ])("lose the number that %s raises above a word", (_, mark) => {
    expect(read(page(`<p>It moves water${mark}.</p>`)).text).toContain("It moves water.");
  });

  it("lose the sign that leads back, and keep the note", () => {
    const note = '<ol><li id="fn:1"><p>Only by day. <a href="#fnref:1">↩︎</a></p></li></ol>';
    expect(read(page(`<p>It moves water.</p>${note}`)).text).toMatch(/1\. Only by day\.$/);
  });

  it("lose the number and the brackets that Sphinx sets beside a note", () => {
    const note =
      '<aside class="footnote brackets" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Only by day.</p></aside>';
    expect(read(page(`<p>It moves water.</p>${note}`)).text).toBe(
      "# Pumps\n\nIt moves water.\n\nOnly by day.",
    );
  });

  it("are told from powers, and from links that say something", () => {
    const { text } = read(
      page('<p>It is 10<sup>2</sup> bar, as in <a href="#two">2</a> and <a href="#back">back</a>.</p>'),
    );
    expect(text).toContain("102 bar, as in 2 and back.");
  });
});

describe("anchors of headings and terms", () => {
  it.each([
    [
      "VuePress",
      '<h2 id="wells" tabindex="-1"><a class="header-anchor" href="#wells"><span>Wells</span></a></h2>',
    ],
    ["mandoc", '<h2 class="Sh" id="wells"><a class="permalink" href="#wells">Wells</a></h2>'],
    [
      "VitePress",
      '<h2 id="wells">Wells <a class="header-anchor" href="#wells" aria-label="Permalink">\u200b</a></h2>',
    ],
    ["a site", '<h2 id="wells">Wells <a class="anchor-link" href="#wells">Link to this heading</a></h2>'],
    [
      "another",
      '<h2 id="wells">Wells <a class="permalink" href="#wells"><span class="sr-only">Wells</span>¶</a></h2>',
    ],
  ])("leave the words of the heading, as %s has them", (_, heading) => {
    expect(read(page(heading)).headings).toEqual(["1 Pumps #pumps", "2 Wells #wells"]);
  });

  it("leave the name of an option, as mandoc has it", () => {
    const list =
      '<dl><dt id="d"><a class="permalink" href="#d"><b>-d</b></a> <var>depth</var></dt><dd>How deep.</dd></dl>';
    expect(read(page(list)).text).toContain("-d `depth`: How deep.");
  });
});

describe("code of generated pages", () => {
  it("is read without its numbers from the table of Hexo, in its language", () => {
    const numbers = Array.from({ length: 60 }, (_, i) => `<span class="line">${i + 1}</span><br>`).join("");
    const lines = Array.from({ length: 60 }, (_, i) => `<span class="line">pump(${i})</span><br>`).join("");
    const { text } = read(
      page(
        `<figure class="highlight js"><table><tr><td class="gutter"><pre>${numbers}</pre></td><td class="code"><pre>${lines}</pre></td></tr></table></figure>`,
      ),
    );
    expect(text).toContain("```js\npump(0)\npump(1)\n");
    expect(text).not.toContain("|");
  });

  it.each([
    ["docutils", '<pre class="code python literal-block">import pumps</pre>'],
    ["Slate", '<pre class="highlight python tab-python"><code>import pumps</code></pre>'],
    ["Org", '<pre class="src src-python">import pumps</pre>'],
    ["nbconvert", '<div class="highlight hl-ipython3"><pre>import pumps</pre></div>'],
  ])("is in the language that %s names", (_, code) => {
    expect(read(page(code)).text).toContain("```python\nimport pumps\n```");
  });

  it("is read without the numbers of a notebook's cells", () => {
    const cell = '<div class="jp-InputPrompt jp-InputArea-prompt">In [1]:</div><pre>import pumps</pre>';
    expect(read(page(cell)).text).not.toContain("In [");
  });

  it("is read without Antora's numbers, and the notes on them as a list", () => {
    const { text } = read(
      page(
        '<pre><code class="language-js">const pump = 1; <i class="conum" data-value="1"></i><b>(1)</b></code></pre><div class="colist arabic"><table><tr><td><i class="conum" data-value="1"></i><b>1</b></td><td>Makes one.</td></tr></table></div>',
      ),
    );
    expect(text).toContain("const pump = 1;\n```");
    expect(text).toContain("1. Makes one.");
  });
});

describe("lists of pages by tag and date", () => {
  const entries =
    '<ul><li><a href="/guide/">The guide</a><p>The pump moves water. Install it with: 1 2 npm install</p></li></ul>';

  it.each([
    "tags/water/index.html",
    "categories/index.html",
    "archives/2024/01/index.html",
    "blog/tags/a.html",
  ])("are not read: %s", (file) => {
    const { isRead, warnings } = read(page(entries), { file });
    expect(isRead).toBe(false);
    expect(warnings).toEqual(["a list of pages by tag, category or date; skipped"]);
  });

  it.each([
    ["a path of another kind", "guide/index.html", entries],
    [
      "text of its own",
      "tags/index.html",
      `<p>A tag names a release and is kept by the server for a year.</p>${entries}`,
    ],
    ["a section", "tags/index.html", `${entries}<h2 id="use">Use of tags</h2><p>See above.</p>`],
    ["code", "tags/index.html", `${entries}<pre>git tag v1</pre>`],
  ])("are told from a page with %s", (_, file, main) => {
    expect(read(page(main), { file }).isRead).toBe(true);
  });
});

describe("pages of Ruby's generators", () => {
  it("are read without the frame and the source of YARD", () => {
    const { text } = read(
      '<html><body><div id="main"><div id="header"><div id="menu"><a href="_index.html">Index (P)</a> » <span>Pump</span></div></div><div id="content"><h1>Class: Pump</h1><h2>Methods <small><a href="#" class="summary_toggle">collapse</a></small></h2><p>Starts it.</p><table class="source_code"><tr><td><pre class="lines">7</pre></td><td><pre class="code">def start; end</pre></td></tr></table></div><div id="footer">Generated by yard 0.9.</div></div></body></html>',
    );
    expect(text).toBe("# Class: Pump\n\n## Methods\n\nStarts it.");
  });

  it("name each method of RDoc in a heading with its anchor", () => {
    const { text, headings } = read(
      page(
        '<section><header><h3>Public Instance Methods</h3></header><div id="method-i-run" class="method-detail"><div class="method-heading"><span class="method-name">run</span><span class="method-args">(wait = true)</span><span class="method-click-advice">click to toggle source</span></div><div><p>Runs it.</p><div class="method-source-code"><pre>def run; end</pre></div></div></div></section>',
      ),
    );
    expect(headings).toContain("4 run(wait = true) #method-i-run");
    expect(text).toMatch(/Runs it\.$/);
  });

  it("are no lists of everything, which YARD and RDoc add", () => {
    const list =
      '<html><body class="table-of-contents"><h1 id="full_list_header">Method List</h1><p>#run</p></body></html>';
    for (const file of ["method_list.html", "table_of_contents.html"])
      expect(read(list, { file }).warnings).toEqual(["a generated index; skipped"]);
    expect(read(page("<p>How files are listed.</p>"), { file: "file_list.html" }).isRead).toBe(true);
  });
});
