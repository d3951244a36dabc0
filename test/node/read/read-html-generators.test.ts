import { describe, expect, it } from "vitest";
import { readHtml } from "../../../build/html/read-html.ts";
import { read, site } from "./html-pages.ts";

const LONG = `<p>${"Each option changes how a stroke is counted. ".repeat(30)}</p>`;

describe("a page of one long section", () => {
  it("keeps the short ones beside it, as a manual page made by DocBook has them", () => {
    const page = `<html><head><title>pump</title></head><body>
      <div class="navheader"><a href="a.html">Prev</a></div>
      <div class="refentry"><div class="refnamediv"><h2>pump</h2><p>pump — lift water out of a well by hand</p></div>
      <div class="refsect1"><h2>Description</h2><p>A stroke of the handle lifts nine liters of water.</p></div>
      <div class="refsect1"><h2>Options</h2>${LONG}</div></div></body></html>`;
    expect(read(page).headings.map((line) => line.replace(/ #.*/, ""))).toEqual([
      "2 pump",
      "2 Description",
      "2 Options",
    ]);
  });

  it("loses the frame beside it, going by its name", () => {
    const blurb = "<p>The pump book is kept by people who like wells, since 1903.</p>";
    const page = `<html><body><div><div><div id="left-sidebar">${blurb}</div><div><h1>Pumps</h1>${LONG}</div></div></div><div id="footer">${blurb}</div></body></html>`;
    const { text } = read(page);
    expect(text).toMatch(/^# Pumps/);
    expect(text).not.toContain("1903");
  });

  it.each([
    ["cookies", "Cookies"],
    ["comments", "Comments"],
    ["navigation", "Navigation"],
    ["legal", "Legal"],
    ["client-header", "The client's header"],
    ["footer", "The footer of a page"],
    ["search", "Search"],
    ["breadcrumbs", "Breadcrumbs"],
  ])("keeps the section called %s, which is about that", (id, title) => {
    const section = `<div id="${id}"><h2>${title}</h2><p>The pump writes one line for each of them, in the order of their names.</p></div>`;
    const { text } = read(
      `<html><body><h1>Pumps</h1>${section}<div><h2>Options</h2>${LONG}</div></body></html>`,
    );
    expect(text).toContain(`## ${title}\n\nThe pump writes one line`);
    expect(text).toContain("Each option changes");
  });

  it.each([
    ["footer", "<h4>About us</h4><p>The pump book is kept by people who like wells, since 1903.</p>"],
    ["navigation", '<h3>More</h3><ul><li><a href="/1903">The wells of 1903</a></li></ul>'],
    ["cookies", "<p>This site keeps a cookie, as every site does that was made since 1903.</p>"],
    ["search", "<h3>Search</h3><form><input><button>Search since 1903</button></form>"],
  ])("loses the %s of the site, with or without a heading", (id, content) => {
    const page = `<html><body><div><h1>Pumps</h1>${LONG}</div><div id="${id}">${content}</div></body></html>`;
    expect(read(page).text).not.toContain("1903");
  });

  it("is not its table of contents, whatever that is called, as Texinfo has it", () => {
    const toc =
      '<div class="contents"><ul><li><a href="#a">Wells</a></li><li><a href="#b">Pumps</a></li></ul></div>';
    const page = `<html><body><h1>Manual</h1><div id="Top"><p>What a pump is for, and how to use it.</p>${toc}</div><div><h2 id="a">Wells</h2>${LONG}</div></body></html>`;
    expect(read(page).text).toContain("Each option changes how a stroke is counted.");
  });

  it("has the name and the purpose of a manual page, which Asciidoctor sets in the header", () => {
    const header =
      '<div id="header"><h1>pump(1) Manual Page</h1><h2>NAME</h2><div class="sectionbody"><p>pump - lift water</p></div></div>';
    const page = `<html><body>${header}<div id="content"><h2>OPTIONS</h2>${LONG}</div><div id="footer">Last updated 2020</div></body></html>`;
    expect(read(page).text).toMatch(
      /^# pump\(1\) Manual Page\n\n## NAME\n\npump - lift water\n\n## OPTIONS\n/,
    );
  });

  it("keeps what the header over an article says, as JSDoc writes classes", () => {
    const page = `<html><head><title>JSDoc: Class: Pump</title></head><body><div id="main"><h1 class="page-title">Class: Pump</h1>
      <section><header><h2>Pump(well)</h2><div class="class-description">Lifts water out of one well.</div></header>
      <article><h4 class="name" id="Pump">new Pump(well<span class="signature-attributes">opt</span>)</h4>${LONG}</article></section></div></body></html>`;
    const { text, title } = read(page);
    expect(title).toBe("Class: Pump");
    expect(text).toContain("Lifts water out of one well.");
    expect(text).toContain("new Pump(well opt )");
  });
});

describe("API documentation", () => {
  it("by TypeDoc loses the page's settings and index, and keeps names apart from their marks", () => {
    const page = `<html><body><div class="container-main"><div class="col-content">
      <ul class="tsd-breadcrumb"><li><a href="a.html">pumps</a></li></ul><h1>Class Pump</h1>
      <section class="tsd-panel tsd-index-panel"><h5>Index</h5><a href="#well">well</a></section>
      <section><h3 id="well"><code class="tsd-tag">Optional</code><span>well</span></h3><p>Where it stands.</p>
      <pre><code class="ts">new Pump();</code></pre></section></div>
      <div class="col-sidebar"><h3>Settings</h3><ul><li><label><input type="checkbox"/>Protected</label></li></ul></div></div></body></html>`;
    expect(read(page).text).toBe(
      "# Class Pump\n\n### Optional well\n\nWhere it stands.\n\n```ts\nnew Pump();\n```",
    );
  });

  it("by pdoc has a heading for each member, and not the source that a switch shows", () => {
    const member = (id: string, name: string, inner = "") =>
      `<input id="${id}-view" class="view-source-toggle-state" type="checkbox" aria-hidden="true"><div class="attr function"><span class="def">def</span> <span class="name">${name}</span><span>(liters)</span><label class="view-source-button" for="${id}-view"><span>View Source</span></label></div><a class="headerlink" href="#${id}"></a><div class="pdoc-code codehilite"><pre>def ${name}(): pass</pre></div><div class="docstring"><p>About ${name}.</p><div class="pdoc-code codehilite"><pre>${name}(9)</pre></div></div>${inner}`;
    const inner = `<div id="Pump.lift" class="classattr">${member("Pump.lift", "lift")}</div>`;
    const page = site(
      `<main class="pdoc"><h1>wells</h1><section id="Pump">${member("Pump", "Pump", inner)}</section></main>`,
    );
    expect(read(page).headings).toEqual([
      "1 wells #",
      "2 def Pump(liters) #Pump",
      "3 def lift(liters) #Pump.lift",
    ]);
    expect(read(page).text).toBe(
      "# wells\n\n## def Pump(liters)\n\nAbout Pump.\n\n```\nPump(9)\n```\n\n### def lift(liters)\n\nAbout lift.\n\n```\nlift(9)\n```",
    );
  });

  it("by rustdoc has a heading for each method, beside a sign that links to it", () => {
    const method =
      '<details class="toggle" open><summary><section id="method.lift" class="method"><a href="#method.lift" class="anchor">§</a><h4 class="code-header">pub fn lift(&amp;self)</h4></section></summary><div class="docblock"><p>Lifts water.</p></div></details>';
    const { headings, text } = read(site(`<main><h1>Struct Pump</h1>${method}</main>`));
    expect(headings).toEqual(["1 Struct Pump #", "4 pub fn lift(&self) #method.lift"]);
    expect(text).toBe("# Struct Pump\n\n#### pub fn lift(&self)\n\nLifts water.");
  });

  it("by mkdocstrings loses the source below each member", () => {
    const page = site(
      '<main><h1>a</h1><p>Words.</p><details class="mkdocstrings-source"><summary>Source code in <code>a.py</code></summary><pre>def a(): pass</pre></details></main>',
    );
    expect(read(page).text).toBe("# a\n\nWords.");
  });
});

describe("pages that generators add", () => {
  it.each([
    ["pump.js.html", '<pre class="prettyprint source linenums"><code>a();</code></pre>', "a source listing"],
    ["api/index-all.html", "<main><h1>Index</h1><p>lift() - method</p></main>", "a generated index"],
    ["index.html", '<div id="app">Loading</div><script src="x.js"></script>', "a frame that a script fills"],
  ])("are left out with their cause: %s", (file, body, cause) => {
    const warnings: string[] = [];
    const page = readHtml(site(body), { file, makeAnchors: false }, (warning) => warnings.push(warning));
    expect(page).toBeNull();
    expect(warnings).toEqual([expect.stringContaining(cause)]);
  });

  it("stay where the box that a script may change holds the page's text", () => {
    const page = site(
      '<div id="app"><p>Loading a pump takes a minute.</p></div><script src="x.js"></script>',
    );
    expect(read(page).text).toBe("Loading a pump takes a minute.");
  });
});
