import { describe, expect, it } from "vitest";
import { readHtml } from "../../build/html/read-html.ts";
import { blocksToMarkdown } from "../../build/read/serialize.ts";

interface ReadResult {
  text: string;
  headings: string[];
  title: string | null;
  language: string | undefined;
  warnings: string[];
  isRead: boolean;
}

/** Reads a page as a public site has it, so that no anchor is made up. */
function read(html: string, { file = "guide/page.html", makeAnchors = false } = {}): ReadResult {
  const warnings: string[] = [];
  const page = readHtml(html, { file, makeAnchors }, (cause) => warnings.push(cause));
  return {
    text: page === null ? "" : blocksToMarkdown(page.tree.children),
    headings: (page?.headings ?? []).map(({ text, anchor, level }) => `${level} ${text} #${anchor}`),
    title: page?.givenTitle ?? page?.headingTitle ?? null,
    language: page?.frontMatter.language,
    warnings,
    isRead: page !== null,
  };
}

function site(main: string, head = "", frame = ""): string {
  return `<!doctype html><html lang="de"><head><title>Pumpen | Wehrwerk</title>${head}</head><body>${frame}${main}</body></html>`;
}

const NAVIGATION = '<nav><ul><li><a href="/a/">Erste Seite</a></li></ul></nav>';

describe("the content of generated pages", () => {
  it.each([
    ["a main landmark", "<header>Kopf</header><main>TEXT</main><footer>Fuß</footer>"],
    [
      "Docusaurus",
      '<div class="main-wrapper"><div class="theme-doc-toc-desktop">Auf dieser Seite</div><main><nav aria-label="Breadcrumbs">Pfad</nav><article><div class="theme-doc-markdown markdown">TEXT</div><a class="theme-edit-this-page">Bearbeiten</a></article></main></div>',
    ],
    [
      "VitePress",
      '<div class="VPDoc"><div class="aside">Auf dieser Seite</div><main><div class="vp-doc">TEXT</div></main><footer>Weiter</footer></div>',
    ],
    [
      "MkDocs Material",
      '<div class="md-sidebar">Seiten</div><div class="md-content"><article class="md-content__inner md-typeset"><a class="md-content__button">Ändern</a>TEXT</article></div>',
    ],
    [
      "Sphinx",
      '<div class="related">Weiter</div><div class="document"><div class="body" role="main">TEXT</div></div><div class="sphinxsidebar">Suche</div>',
    ],
    [
      "a page without landmarks",
      `<div><div><a href="/1">Eins</a> <a href="/2">Zwei</a></div><div><div>TEXT</div></div><div>© Wehrwerk</div></div>`,
    ],
  ])("is found with %s", (_, body) => {
    const content = `<h1 id="pumpen">Pumpen</h1><p>${"Eine Pumpe hebt neun Liter je Hub. ".repeat(6)}</p>`;
    const { text, headings } = read(site(body.replace("TEXT", content)));
    expect(text).toMatch(/^# Pumpen\n\n(?:Eine Pumpe hebt neun Liter je Hub\. ?)+$/);
    expect(headings).toEqual(["1 Pumpen #pumpen"]);
  });

  it("loses navigation, helper text, copy buttons and dates, and no words of the page like them", () => {
    const { text } = read(
      site(
        `<main>${NAVIGATION}<h1>Pumpen</h1><p>Edit page 3 of the plan, then copy it.</p>
         <p>Last updated: Nov 3</p><a href="/edit">Edit this page on GitHub</a><span class="sr-only">Section titled</span>
         <p><a href="/plan">View the plan</a></p><pre><code>copy\nskip to content</code></pre><button>Copy</button>
         <div class="toc"><a href="#x">Oben</a></div></main>`,
      ),
    );
    expect(text).toBe(
      "# Pumpen\n\nEdit page 3 of the plan, then copy it.\n\nView the plan\n\n```\ncopy\nskip to content\n```",
    );
  });

  it("takes title and language from the head where the page has no level-1 heading", () => {
    const { title, language } = read(site("<main><h2>Teil</h2><p>Wort.</p></main>"));
    expect({ title, language }).toEqual({ title: "Pumpen", language: "de" });
  });
});

describe("anchors of generated pages", () => {
  it.each([
    ["of the heading", '<h2 id="a-1">Teil<a class="headerlink" href="#a-1">¶</a></h2>'],
    [
      "of a Sphinx section",
      '<section id="a-1"><h2>Teil<a class="headerlink" href="#a-1">¶</a></h2></section>',
    ],
    ["of an older Sphinx section", '<div class="section" id="a-1"><h2>Teil</h2></div>'],
    ["of an anchor in the heading", '<h2><a id="a-1"></a>Teil</h2>'],
    ["of a named anchor before it", '<a name="a-1"></a><h2>Teil</h2>'],
    ["that only the permalink knows", '<h2>Teil <a href="#a-1" aria-label="Link to Teil">#</a></h2>'],
  ])("are those %s", (_, html) => {
    expect(read(site(`<main><h1 id="top">Oben</h1><p>Satz.</p>${html}<p>Wort.</p></main>`)).headings).toEqual(
      ["1 Oben #top", "2 Teil #a-1"],
    );
  });

  it("lead to the nearest place above where a heading has none, and are made only for pages rendered anew", () => {
    const html = site('<main><h1>Oben</h1><h2 id="x">Teil</h2><h3>Nicht erreichbar</h3><p>Wort.</p></main>');
    expect(read(html).headings).toEqual(["1 Oben #", "2 Teil #x", "3 Nicht erreichbar #x"]);
    expect(read(html, { makeAnchors: true }).headings).toEqual([
      "1 Oben #oben",
      "2 Teil #x",
      "3 Nicht erreichbar #nicht-erreichbar",
    ]);
  });

  it("keep a heading that is itself a link", () => {
    expect(read(site('<main><h2 id="x"><a href="#x">Teil A</a></h2></main>')).headings).toEqual([
      "2 Teil A #x",
    ]);
  });
});

describe("code of generated pages", () => {
  it.each([
    [
      "a Docusaurus block",
      '<div class="language-js codeBlockContainer_Ckt0"><pre class="prism-code language-js"><code><span class="token-line"><span>let a</span><br></span><span class="token-line"><span>let b</span><br></span></code></pre><div class="buttonGroup_x1Y2"><button>Copy</button></div></div>',
    ],
    [
      "a Sphinx block",
      '<div class="highlight-js notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span>let a\n<span class="linenos">2</span>let b\n</pre></div></div>',
    ],
    [
      "a VitePress block",
      '<div class="language-js vp-adaptive-theme"><button class="copy"></button><span class="lang">js</span><pre class="shiki"><code><span class="line">let a</span>\n<span class="line">let b</span></code></pre></div>',
    ],
    [
      "an Expressive Code block",
      '<div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="js"><code><div class="ec-line"><div class="gutter"><div class="ln">1</div></div><div class="code">let a</div></div><div class="ec-line"><div class="gutter"><div class="ln">2</div></div><div class="code">let b</div></div></code></pre></figure></div>',
    ],
    [
      "a table of line numbers",
      '<div class="highlight-js"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre>let a\nlet b</pre></div></td></tr></table></div>',
    ],
    [
      "a Hugo table of line numbers",
      '<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code class="language-js" data-lang="js">let a\nlet b</code></pre></td></tr></table></div>',
    ],
    [
      "lines without line ends between",
      '<pre data-lang="js"><code><span class="line">let a</span><span class="line">let b</span></code></pre>',
    ],
  ])("is read from %s", (_, html) => {
    expect(read(site(`<main><p>So:</p>${html}</main>`)).text).toBe("So:\n\n```js\nlet a\nlet b\n```");
  });

  it.each([
    [
      "a table that sets numbers beside code, whatever it is called",
      '<table class="listing_frame"><tr><td class="listing_lines"><pre>1\n2</pre></td><td><pre class="programlisting">let a\nlet b</pre></td></tr></table>',
    ],
    [
      "a Doxygen fragment, without what shows under the mouse",
      '<div class="fragment"><div class="line"><span>let</span> a</div>\n<div class="line">let b</div>\n<div class="ttc" id="aX"><div class="ttname">X</div><div class="ttdoc">All of X.</div></div></div>',
    ],
  ])("is read from %s", (_, html) => {
    expect(read(site(`<main><p>So:</p>${html}</main>`)).text).toBe("So:\n\n```\nlet a\nlet b\n```");
  });

  it("is not seen in a table of values in fixed type, nor in lines of a poem", () => {
    const table = "<table><tr><td><pre>5\n7</pre></td><td><pre>odd</pre></td></tr></table>";
    expect(read(site(`<main><p>So:</p>${table}</main>`)).text).toContain("| `5 7` | `odd` |");
    const poem =
      '<div class="line-block"><div class="line">Ein Vers</div><div class="line">noch einer</div></div>';
    expect(read(site(`<main><p>So:</p>${poem}</main>`)).text).not.toContain("```");
  });

  it("keeps blank lines and indentation", () => {
    const html =
      '<pre><code><div class="line">def a():</div><div class="line">\n</div><div class="line">    b</div></code></pre>';
    expect(read(site(`<main>${html}</main>`)).text).toBe("```\ndef a():\n\n    b\n```");
  });
});

describe("what references made from code have around their text", () => {
  it("parts the lines of a heading by a space", () => {
    const { headings } = read(
      site("<main><h1 id='u'>Verwendung von Klasse<br>wehr.Pumpe</h1><p>Keine.</p></main>"),
    );
    expect(headings).toEqual(["1 Verwendung von Klasse wehr.Pumpe #u"]);
  });

  it("makes no title of the heading over contents that an extension wrote", () => {
    const toc = '<h1>Table of Contents</h1><div class="toc"><ul><li>1 Pumpen</li></ul></div>';
    const { title, text } = read(site(`<main>${toc}<h1 id="p">Pumpen</h1><p>Heben.</p></main>`));
    expect([title, text]).toEqual(["Pumpen", "# Pumpen\n\nHeben."]);
  });

  it("leaves out rows without words, and bars of links", () => {
    const rows =
      "<tr><td>void</td><td>heben()</td></tr><tr><td>&nbsp;</td><td></td></tr><tr><td>int</td><td>hub()</td></tr>";
    const bar = '<div class="summary"><a href="#a">Liste</a> | <a href="#b">Funktionen</a></div>';
    const text = '<p class="summary">Kurz: siehe <a href="#a">Liste</a>.</p>';
    expect(read(site(`<main>${bar}${text}<table>${rows}</table></main>`)).text).toBe(
      "Kurz: siehe Liste.\n\n| | |\n| - | - |\n| void | heben() |\n| int | hub() |",
    );
  });

  it("leaves out what rustdoc sets beside names", () => {
    const html =
      '<h1 class="fqn"><span class="in-band">Struct Pumpe</span><span class="out-of-band"><span class="since">1.10.0</span> · <a href="#">[−]</a></span></h1><details open><summary class="hideme"><span>Expand description</span></summary><p>Hebt.</p></details><section id="method.hub"><div class="rightside"><span class="since">1.0.0</span> · </div><h4 class="code-header">fn hub()</h4></section><div class="example-wrap"><pre>hub();</pre><a class="test-arrow" href="/play">Run</a></div>';
    expect(read(site(`<main>${html}</main>`)).text).toBe(
      "# Struct Pumpe\n\nHebt.\n\n#### fn hub()\n\n```\nhub();\n```",
    );
  });
});

describe("what API generators and Texinfo write around their texts", () => {
  const doxygen = '<meta name="generator" content="Doxygen 1.9.8">';

  it("leaves out Texinfo's lines of links to the nodes around, in any language, but no header with words of its own", () => {
    const bar =
      '<div class="header"><p>Weiter: <a href="B.html" accesskey="n" rel="next">Ventile</a>, Zurück: <a href="A.html" rel="prev">Rohre</a> &nbsp; [<a href="index.html" rel="contents">Inhalt</a>]</p></div>';
    const panel = bar.replace('"header"', '"nav-panel"');
    const mark = '<a class="copiable-link" href="#hub"> ¶</a>';
    const words = `<div class="header"><p>${"Vor dem Öffnen sind alle Ventile zu schließen. ".repeat(3)}<a href="B.html" rel="next">Ventile</a></p></div>`;
    const { text } = read(
      `<!doctype html><body><main>${bar}<h2 id="Pumpen">1 Pumpen</h2><p>Hub${mark} heißt der Weg.</p>${words}${panel}</main></body>`,
    );
    expect(text).toMatch(/^## 1 Pumpen\n\nHub heißt der Weg\.\n\nVor dem Öffnen .* Ventile$/);
  });

  it("leaves out links to the rest of a text and to its source", () => {
    const html =
      '<p>Hebt. <a href="#details">More...</a></p><p>Senkt. <a href="#senkt">Read more</a></p><p>hub :: Int <a href="src/Wehr.html#hub" class="link">Source</a> <a href="#v:hub" class="selflink">#</a></p><p>Siehe <a href="more.html">mehr über More</a> und <a href="s.html">Source</a>.</p>';
    expect(read(site(`<main>${html}</main>`)).text).toBe(
      "Hebt.\n\nSenkt.\n\nhub :: Int\n\nSiehe mehr über More und Source.",
    );
  });

  it("takes the title from where Doxygen and Haddock mark it, without the project's name and the page's groups", () => {
    const ofDoxygen =
      '<div class="header"><div class="headertitle"><div class="title">wehr::Pumpe Class Reference<div class="ingroups"><a href="g.html">Antrieb</a></div></div></div></div><div class="contents"><p>Eine Pumpe.</p></div>';
    const ofHaddock =
      '<div id="content"><div id="module-header"><p class="caption">Wehr.Pumpe</p></div><div id="interface"><h1>Documentation</h1><p>Eine Pumpe.</p></div></div>';
    const titles = [ofDoxygen, ofHaddock].map((html) => read(site(html, doxygen)).title);
    expect(titles).toEqual(["wehr::Pumpe Class Reference", "Wehr.Pumpe"]);
  });

  it("names the pieces of a search, source listings and indexes in warnings, and reads a page that shows code", () => {
    const lines =
      '<div class="fragment"><div class="line"><a name="l00001"></a><span class="lineno">1</span>int hub;</div></div>';
    const page = (contents: string) =>
      read(site(`<div class="contents">${contents}</div>`, doxygen)).warnings;
    expect(read('<body class="SRPage"><div id="SRIndex">Loading...</div></body>').warnings).toEqual([
      "a piece of the site's search; skipped",
    ]);
    expect(page(`<a href="hub_8h.html">Zur Datei</a>${lines}`)).toEqual([
      "a source listing of a generated site; skipped",
    ]);
    expect(page(`<p>So wird gehoben:</p>${lines}`)).toEqual([]);
    expect(page('<div class="fragment"><div class="line">int hub;</div></div>')).toEqual([]);
    expect(read(site("<main>P</main>"), { file: "api/doc-index-P.html" }).warnings).toEqual([
      "a generated index; skipped",
    ]);
  });
});

describe("what stands in boxes", () => {
  it.each([
    ["Sphinx", '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Heiß.</p></div>'],
    [
      "Docusaurus",
      '<div class="theme-admonition theme-admonition-warning alert alert--warning"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg></svg></span>Warning</div><div class="admonitionContent_BuS1"><p>Heiß.</p></div></div>',
    ],
    [
      "VitePress",
      '<div class="warning custom-block"><p class="custom-block-title">Warning</p><p>Heiß.</p></div>',
    ],
    [
      "Starlight",
      '<aside aria-label="Warning" class="starlight-aside starlight-aside--warning"><p class="starlight-aside__title" aria-hidden="true">Warning</p><div class="starlight-aside__content"><p>Heiß.</p></div></aside>',
    ],
    [
      "GitHub",
      '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Heiß.</p></div>',
    ],
    [
      "Asciidoctor",
      '<div class="admonitionblock warning"><table><tr><td class="icon"><div class="title">Warning</div></td><td class="content"><p>Heiß.</p></td></tr></table></div>',
    ],
  ])("is a callout of %s", (_, html) => {
    const warnings: string[] = [];
    const page = readHtml(
      site(`<main><p>Wort.</p>${html}</main>`),
      { file: "a.html", makeAnchors: true },
      (cause) => warnings.push(cause),
    );
    const callout = page?.tree.children.find(({ type }) => type === "blockquote");
    expect(callout?.data).toEqual({ callout: "warning" });
    expect(blocksToMarkdown([callout!])).toMatch(/^(?:Warning\n\n)?Heiß\.$/);
  });

  it.each([
    [
      "Docusaurus",
      '<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm</li><li role="tab">pip</li></ul><div><div role="tabpanel"><p>npm i</p></div><div role="tabpanel" hidden><p>pip i</p></div></div></div>',
    ],
    [
      "Starlight",
      '<starlight-tabs><div><ul role="tablist"><li><a role="tab">npm</a></li><li><a role="tab">pip</a></li></ul></div><div role="tabpanel"><p>npm i</p></div><div role="tabpanel" hidden><p>pip i</p></div></starlight-tabs>',
    ],
    [
      "MkDocs Material",
      '<div class="tabbed-set"><input type="radio"><input type="radio"><div class="tabbed-labels"><label>npm</label><label>pip</label></div><div class="tabbed-content"><div class="tabbed-block"><p>npm i</p></div><div class="tabbed-block"><p>pip i</p></div></div></div>',
    ],
    [
      "sphinx-design",
      '<div class="sd-tab-set"><input type="radio"><label class="sd-tab-label">npm</label><div class="sd-tab-content"><p>npm i</p></div><input type="radio"><label class="sd-tab-label">pip</label><div class="sd-tab-content"><p>pip i</p></div></div>',
    ],
  ])("is named by its tab in %s, hidden ones too", (_, html) => {
    expect(read(site(`<main>${html}</main>`)).text).toBe("npm\n\nnpm i\n\npip\n\npip i");
  });

  it("is read from folded parts, with what is written on them", () => {
    expect(read(site("<main><details><summary>Mehr</summary><p>Wort.</p></details></main>")).text).toBe(
      "Mehr\n\nWort.",
    );
  });
});

describe("documented objects and definitions", () => {
  it("gives a Sphinx signature a heading with its anchor, and its members headings below", () => {
    const html = `<main><section id="api"><h1>API<a class="headerlink" href="#api">¶</a></h1>
      <dl class="py class"><dt class="sig sig-object py" id="pump.Pump"><em class="property">class </em><span class="sig-prename descclassname">pump.</span><span class="sig-name descname">Pump</span><span class="sig-paren">(</span><em class="sig-param">size</em><span class="sig-paren">)</span><a class="reference internal" href="_modules/pump.html"><span class="viewcode-link">[source]</span></a><a class="headerlink" href="#pump.Pump">¶</a></dt>
      <dd><p>Hebt Wasser.</p><dl class="py method"><dt class="sig sig-object py" id="pump.Pump.run"><span class="sig-name descname">run</span><span class="sig-paren">(</span><span class="sig-paren">)</span></dt><dd><p>Läuft.</p>
      <dl class="field-list simple"><dt>Parameters:</dt><dd><p>keine</p></dd></dl></dd></dl></dd></dl></section></main>`;
    const { text, headings } = read(site(html));
    expect(headings).toEqual(["1 API #api", "2 class pump.Pump(size) #pump.Pump", "3 run() #pump.Pump.run"]);
    expect(text).toBe(
      "# API\n\n## class pump.Pump(size)\n\nHebt Wasser.\n\n### run()\n\nLäuft.\n\n- Parameters: keine",
    );
  });

  it("writes a signature that fills lines below a short heading", () => {
    const parameters = Array.from({ length: 20 }, (_, i) => `option_${i}`).join(", ");
    const html = `<main><dl class="py function"><dt class="sig sig-object py" id="f"><span class="descname">run</span>(${parameters})</dt><dd><p>Läuft.</p></dd></dl></main>`;
    const { text, headings } = read(site(html));
    expect(headings).toEqual(["2 run(…) #f"]);
    expect(text).toContain(`\`run(${parameters})\``);
  });

  it("writes a term and what it means on one line", () => {
    expect(
      read(site("<main><dl><dt>Hub</dt><dd>Ein Weg.</dd><dt>Takt</dt><dd>Zwei Wege.</dd></dl></main>")).text,
    ).toBe("- Hub: Ein Weg.\n- Takt: Zwei Wege.");
  });

  it("keeps a table's caption and its rows, with line breaks in cells on one line", () => {
    const html =
      "<main><table><caption>Maße</caption><thead><tr><th>Teil</th><th>Länge</th></tr></thead><tbody><tr><td><p>Rohr</p><p>lang</p></td><td>9<br>m</td></tr></tbody></table></main>";
    expect(read(site(html)).text).toBe("Maße\n\n| Teil | Länge |\n| - | - |\n| Rohr; lang | 9 m |");
  });
});

describe("a heading that is not closed", () => {
  it.each([
    ["<h1>Pumpen<p>Eine Pumpe hebt Wasser.", "# Pumpen\n\nEine Pumpe hebt Wasser."],
    ["<main><h1>Pumpen<div><p>Eine Pumpe<ul><li>hebt</ul></div></main>", "# Pumpen\n\nEine Pumpe\n\n- hebt"],
    ["<h2>Pumpen<pre>heben()</pre><p>Wasser", "## Pumpen\n\n```\nheben()\n```\n\nWasser"],
  ])("does not take the text below it: %j", (html, markdown) => {
    const { text, headings } = read(html);
    expect(text.trim()).toBe(markdown);
    expect(headings).toEqual([expect.stringMatching(/^\d Pumpen #/)]);
  });

  it("is no other than one whose words stand in boxes", () => {
    const { headings } = read("<h1><div>Pumpen</div><div>und Wehre</div></h1><p>Wort</p>", {
      makeAnchors: true,
    });
    expect(headings).toEqual(["1 Pumpen und Wehre #pumpen-und-wehre"]);
  });
});

describe("a page of millions of characters", () => {
  it("is read, with a warning that says why it takes long", () => {
    const { text, warnings } = read(`<main><h1>Pumpen</h1><p>${"Wort ".repeat(820_000)}</p></main>`);
    expect(text).toContain("Wort Wort");
    expect(warnings).toEqual([expect.stringMatching(/^a page of 4\.1 million characters .*"exclude"/)]);
  });
});

describe("the version of a generated page", () => {
  const versionOf = (content: string) =>
    readHtml(
      site("<main>Wort</main>", `<meta name="docsearch:version" content="${content}">`),
      { file: "a.html", makeAnchors: false },
      () => {},
    )?.statedVersion;

  it.each([
    ["2.4", "2.4"],
    ["2.4,latest", "2.4"],
    ["current", "next"],
    [" ", null],
  ])("told to search services as %j is %j", (content, version) => {
    expect(versionOf(content)).toBe(version);
  });
});

describe("pages that hold nothing to read", () => {
  it.each([
    [
      "a redirect",
      site("", '<meta http-equiv="refresh" content="0; url=../neu/">'),
      "a/index.html",
      /redirects to \.\.\/neu\//,
    ],
    [
      "one kept out of search engines",
      site("<main>Wort</main>", '<meta name="robots" content="noindex, follow">'),
      "a.html",
      /noindex/,
    ],
    ["the page for wrong addresses", site("<main>Wort</main>"), "404.html", /addresses that are not there/],
    ["the search page", site("<main>Wort</main>"), "search.html", /search page/],
    ["a generated index", site("<main>Wort</main>"), "genindex.html", /generated index/],
    [
      "a list of other pages",
      '<html class="docs-wrapper plugin-docs docs-tags-doc-list-page"><body><main><h1>Ein Doc</h1><p>Wort</p></main>',
      "docs/tags/a/index.html",
      /list of other pages/,
    ],
    [
      "a blog's archive",
      '<html class="plugin-blog plugin-id-default"><body><main><h2>2026</h2><p>Wort</p></main>',
      "blog/archive/index.html",
      /list of other pages/,
    ],
    ["a template", "<div>{% block content %}{% endblock %}</div>", "overrides/main.html", /template/],
  ])("names %s and its cause", (_, html, file, cause) => {
    const { isRead, warnings } = read(html, { file });
    expect(isRead).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(cause)]);
  });

  it("is refused for elements nested without end, whatever else the page holds", () => {
    const { isRead, warnings } = read(`<main>${"<div>".repeat(5000)}Wort</main>`);
    expect(isRead).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/nested/)]);
  });
});
