/** Code, and references that are made from code, in generated HTML. */
import { describe, expect, it } from "vitest";
import { read, site } from "./html-pages.ts";

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
