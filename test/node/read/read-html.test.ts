import { describe, expect, it } from "vitest";
import { readHtml } from "../../../build/html/read-html.ts";
import { blocksToMarkdown } from "../../../build/read/serialize.ts";
import { NAVIGATION, read, site } from "./html-pages.ts";

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
