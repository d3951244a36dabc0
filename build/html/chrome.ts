/** What stands on a generated page for finding one's way, not for reading. */
import type { Element } from "hast";
import { attribute, classesOf, findElement, isHeading, lineText, shortText } from "./elements.ts";
import { isLanguageSwitch, isLinkBar, leadsToNeighbours, leadsToTop } from "./link-bars.ts";
import { isNamedSection } from "./named-section.ts";
import { isNoteMark } from "./notes.ts";

const TAGS = new Set(
  (
    "script style noscript template svg nav button dialog iframe object embed audio video canvas link meta " +
    "select datalist input head search"
  ).split(" "),
);

const ROLES = new Set(
  "navigation banner contentinfo search complementary dialog menu menubar toolbar doc-toc doc-pagebreak".split(
    " ",
  ),
);

/** Helper text, navigation, and what scripts would make work. Names are those of the generators' own themes. */
const CLASSES = new Set(
  // helper text for screen readers
  (
    "sr-only visually-hidden visuallyhidden screen-reader-text screenreader-only skip skip-link skip-to-content md-skip " +
    // anchors beside headings
    "sl-anchor-link anchor-icon copiable-anchor copiable-link selflink " +
    // tables of contents
    "toc tableOfContents table-of-contents theme-doc-toc-desktop theme-doc-toc-mobile toctree-wrapper local-toc page-toc " +
    "tsd-index-panel right-sidebar mobile-starlight-toc VPDocOutlineItem on-this-page contents-local " +
    // navigation
    "sphinxsidebar md-sidebar related breadcrumb breadcrumbs tsd-breadcrumb tsd-anchor-icon theme-doc-breadcrumbs wy-breadcrumbs bd-breadcrumbs " +
    "pagination pagination-nav pagination-links prev-next prev-next-area prevnext page-nav navpath navheader navfooter nav-links " +
    "rst-footer-buttons rst-versions edit-page edit-this-page theme-edit-this-page edit-link md-content__button " +
    "md-source-file theme-doc-version-badge theme-doc-version-banner theme-last-updated last-updated lastupdated " +
    "wy-nav-side wy-nav-top navbar nav-bar menu-bar mobile-menu bd-sidebar-primary bd-sidebar-secondary bd-header-article " +
    "header-article backtotop back-to-top feedback page-feedback share-buttons cookie-banner announcement " +
    // what shows while the mouse is over a name in code
    "ttc notable-traits-tooltip " +
    // what a site keeps from its own search
    "nosearch " +
    // the way to the group of a type, in SpectaQL
    "definition-group-name " +
    // rustdoc's marks beside a name: since when, where it is written, what unfolds and what runs
    "rightside out-of-band hideme test-arrow " +
    // links to source listings
    "viewcode-link viewcode-back srclink view-source view-source-button edit-source " +
    // the source that such a link or a switch shows on the page itself
    "mkdocstrings-source method-source-code " +
    // what a script makes a switch of, in YARD and RDoc
    "summary_toggle inheritanceTree method-click-advice " +
    // brackets around the number of a footnote, and numbers of the cells of a notebook
    "fn-bracket " +
    "jp-InputPrompt jp-OutputPrompt input_prompt output_prompt " +
    // copy buttons and line numbers
    "copy copybtn copy-button copyBtn clean-btn buttonGroup lang linenos lineno linenodiv line-numbers-rows line-numbers " +
    "line-numbers-wrapper gutter rouge-gutter lnt ln hljs-ln-numbers hljs-ln-n code-copy clipboard conum " +
    // the drawn form of a formula, beside its source
    "katex-html MathJax_Preview"
  ).split(" "),
);

/** Anchors beside headings; VuePress and mandoc set the words of a heading or a term in one. */
const ANCHORS = new Set(
  "headerlink hash-link header-anchor heading-anchor anchor-link anchorjs-link permalink".split(" "),
);

/** Names that on some element stand for content: the rest of the list is safe on any. */
const INLINE_ONLY = new Set([
  "lang",
  "copy",
  "skip",
  "anchor-icon",
  "ln",
  "gutter",
  "feedback",
  "announcement",
]);

/** Names of elements that are for finding one's way when they hold nothing but links, and may be text otherwise. */
const LINK_BARS = new Set(["summary", "menu", "mainmenu", "submenu", "tabs", "nav", "links"]);

/** Names of the lines of links to the pages around in Texinfo and LaTeX2HTML, with words between them in the manual's language. */
const NEIGHBOUR_BARS = new Set(["header", "nav-panel", "navigation"]);

const IDS = new Set(
  "toc TOC sidebar search searchbox table-of-contents on-this-page navbar breadcrumbs top-nav quickview".split(
    " ",
  ),
);

/** Links and lines of every page's frame, in their usual English wording; other languages have them in marked elements. */
const EDIT_LINK =
  /^(?:(?:edit|improve|suggest (?:an? )?(?:edit|change)s?(?: to)?)\b.{0,24}\b(?:page|source|github|gitlab|bitbucket)|(?:view|show) (?:(?:this )?page )?(?:source|(?:this )?(?:page )?on (?:github|gitlab|bitbucket))|report an? (?:issue|bug)(?: with this page)?)$/i;
const LAST_UPDATED = /^(?:page )?last (?:updated|modified|edited|change[ds]?)(?: on| by|:)? .{0,60}$/i;
const HELPER_LINE =
  /^(?:skip to (?:main )?content|back to top|on this page|table of contents|copy(?: to clipboard| code| page)?|copied!?|view page source|was this page helpful\??|(?:\d+|one) min(?:ute)?s? read)$/i;

/** A link to the rest of a text whose beginning stands before it, as API generators set it after a summary. */
const MORE_LINK = /^(?:read )?more(?:\.\.\.|…)?$/i;

/** True for an element that readers of the page's text do not miss. In code, where any word may stand, only marks count. */
export function isChrome(node: Element, isInCode = false): boolean {
  const { tagName, properties } = node;
  const role = attribute(node, "role");
  if (role === "tab" || role === "tablist" || role === "tabpanel") return false;
  if (tagName === "input" && attribute(node, "type") === "checkbox") return isToggle(node);
  if (tagName === "form" && !hasHeading(node)) return true;
  if (TAGS.has(tagName) || ROLES.has(role)) return true;
  const id = attribute(node, "id");
  if (IDS.has(id) && !isNamedSection(node, [id])) return true;
  if (attribute(node, "ariaHidden") === "true") return true;
  if (properties.dataFootnoteRef !== undefined || properties.dataFootnoteBackref !== undefined) return true;
  if (!isInCode && isNoteMark(node)) return true;
  if (properties.hidden === true || properties.dataPagefindIgnore !== undefined) return true;
  const classes = classesOf(node);
  // Lines that mdBook hides.
  if (isInCode && classes.includes("boring")) return true;
  if (classes.some((name) => ANCHORS.has(name)) && isSmall(node) && !isNameItself(node)) return true;
  if (classes.some((name) => CLASSES.has(name) && (!INLINE_ONLY.has(name) || isSmall(node)))) return true;
  // YARD sets the source of a method as a table of numbers and lines; its name looks like one with a hash.
  if (tagName === "table" && String(properties.className ?? "") === "source_code") return true;
  if (classes.some((name) => LINK_BARS.has(name)) && isLinkBar(node)) return true;
  if (classes.some((name) => NEIGHBOUR_BARS.has(name)) && leadsToNeighbours(node)) return true;
  if (isLanguageSwitch(node) || leadsToTop(node)) return true;
  if (classes.includes("contents") && (classes.includes("topic") || classes.includes("local"))) return true;
  // Sphinx has a sidebar of the author's, with a title, as well as one of its own.
  if (
    classes.includes("sidebar") &&
    findElement(node, (one) => classesOf(one).includes("sidebar-title")) === undefined
  )
    return true;
  if (tagName === "footer") return true;
  // A page's own header holds its title.
  if (tagName === "header" || tagName === "aside")
    return tagName === "header" ? !hasHeading(node) : isSideNavigation(node);
  return !isInCode && isHelperLine(node, tagName);
}

/** What an anchor says to screen readers where nothing marks that as helper text. */
const ANCHOR_WORDS =
  /^(?:(?:direct |permanent |copy )?(?:permalink|link|anchor)(?:$| (?:to|for|of)\b)|section titled\b|copy link\b)/i;

/** True for an anchor that holds the words which it leads to, those for screen readers alone left out. */
function isNameItself(node: Element): boolean {
  const words = shownText(node).trim();
  return /[\p{L}\p{N}]/u.test(words) && !ANCHOR_WORDS.test(words);
}

function shownText(node: Element): string {
  return node.children
    .map((child) => {
      if (child.type === "text") return child.value;
      return child.type === "element" && !isChrome(child, true) ? shownText(child) : "";
    })
    .join("");
}

/** A part of the frame by its name, where nothing else tells it from text beside the page's own. */
export function isFrame(node: Element): boolean {
  if (isChrome(node)) return true;
  const names = [attribute(node, "id"), ...classesOf(node)].filter((name) => FRAME_NAME.test(name));
  return names.length > 0 && !isNamedSection(node, names);
}

const FRAME_NAME =
  /(?:^|[-_])(?:(?:site)?(?:footer|header|nav|navigation|menu|sidebar|banner|masthead)|copyright|credits|legal|ads?|cookies?|comments?|newsletter)(?:$|[-_])/i;

/** A box that a style sheet makes a switch of; what readers tick on a page is a task in a list. */
function isToggle(node: Element): boolean {
  return (
    attribute(node, "ariaHidden") === "true" ||
    node.properties.hidden === true ||
    classesOf(node).some((name) => /toggle/i.test(name))
  );
}

function isSmall(node: Element): boolean {
  return !hasHeading(node) && lineText(node).length < 80;
}

function hasHeading(node: Element): boolean {
  return findElement(node, isHeading) !== undefined;
}

function isSideNavigation(node: Element): boolean {
  return findElement(node, ({ tagName }) => tagName === "nav") !== undefined;
}

function isHelperLine(node: Element, tagName: string): boolean {
  if (!/^(?:a|p|div|span|li|time|em|small)$/.test(tagName)) return false;
  // Long text is never one: measured before it is looked at.
  const text = shortText(node, 100);
  if (text === null || text === "") return false;
  if (tagName === "a")
    return (
      EDIT_LINK.test(text) ||
      HELPER_LINE.test(text) ||
      MORE_LINK.test(text) ||
      (text === "Source" && /(?:^|\/)src\/[^/]+\.html#/.test(attribute(node, "href")))
    );
  return LAST_UPDATED.test(text) || (tagName !== "li" && HELPER_LINE.test(text));
}
