import { fenceFollower } from "./fences.ts";
import { tabsOfLines } from "./tab-lines.ts";

/**
 * Rewrites the block containers of docs generators that CommonMark does not know into quotations with a GitHub-style
 * mark, `> [!kind] Title`, which the syntax tree turns into callouts:
 *
 * - Python-Markdown: `!!! note "Title"`, `??? tip`, `=== "Tab"`, with a body indented by four spaces;
 * - directives: `:::tip[Title]`, `::: warning Title`, `:::{note}`, up to a line of as many colons;
 * - PyMdown blocks: `/// note | Title`, up to a line of as many slashes;
 * - MyST fences: three backticks and `{note} Title`, and those of mdbook-admonish, `admonish note`.
 *
 * A quotation mark on each line keeps whatever is nested inside (lists, fences, more containers) in one block.
 */
export function rewriteContainers(text: string): string {
  if (
    !/^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?:!!!|\?\?\?|===|:::|\/\/\/|(?:`{3,}|~{3,})(?:\{|admonish\b))/m.test(
      text,
    )
  )
    return text;
  return rewriteLines(text.split("\n")).join("\n");
}

/** Deeper nesting is not read: its marks stay text. Each level is looked through once more, and quoted once more. */
const MAX_NESTING = 12;

/** A container's opening line. */
interface Opening {
  kind: string;
  title: string;
  /** How the body ends: by indentation, or by a line of at least `markLength` marks. */
  end: "indent" | ":" | "/" | "`" | "~";
  markLength: number;
}

function rewriteLines(lines: string[], depth = 0): string[] {
  if (depth >= MAX_NESTING) return lines;
  const out: string[] = [];
  const isFenced = fenceFollower();
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!.replace(
      RUN_LANGUAGE,
      (_, marks: string, name: string) => marks + name.toLowerCase(),
    );
    const myst = mystFence(line) ?? admonishFence(line);
    if (myst !== null) {
      const close = closingLine(lines, at + 1, myst.opening);
      const body = dropOptions(unindent(lines.slice(at + 1, close), indentOf(line).length));
      if (myst.replacement === "callout") pushCallout(out, indentOf(line), myst.opening, body, depth);
      else if (myst.replacement === "code")
        out.push(myst.line, ...dropOptions(lines.slice(at + 1, close + 1)));
      at = close + 1;
      continue;
    }
    if (isFenced(line)) {
      out.push(line);
      at++;
      continue;
    }
    const autodoc = /^([ \t]*):::[ \t]+([A-Za-z_]\w*(?:[.:]\w+)+)[ \t]*$/.exec(line);
    if (autodoc !== null) {
      // mkdocstrings: names an object whose docs are generated elsewhere; its options are no text.
      out.push("", `${autodoc[1]}\`${autodoc[2]}\``, "");
      at = indentedEnd(lines, at + 1, autodoc[1]!.length);
      continue;
    }
    const opening = openingOf(line);
    const neverCloses = opening?.end === "/" && closingLine(lines, at + 1, opening) === lines.length;
    if (opening === null || neverCloses) {
      // A stray closing line closes nothing that readers would see.
      if (!/^[ \t]*:{3,}[ \t]*$/.test(line)) out.push(line);
      at++;
      continue;
    }
    const indent = indentOf(line);
    if (opening.end === "indent") {
      const end = indentedEnd(lines, at + 1, indent.length);
      pushCallout(out, indent, opening, dedent(lines.slice(at + 1, end)), depth);
      at = end;
    } else {
      const close = closingLine(lines, at + 1, opening);
      const body = dropOptions(unindent(lines.slice(at + 1, close), indent.length));
      pushCallout(out, indent, opening, TAB_SETS.has(opening.kind) ? tabsOfLines(body) : body, depth);
      at = close + 1;
    }
  }
  return out;
}

function pushCallout(out: string[], indent: string, opening: Opening, body: string[], depth: number): void {
  const title = opening.title === "" ? "" : ` ${opening.title}`;
  const quoted = rewriteLines(body, depth + 1).map((line) =>
    line === "" ? `${indent}>` : `${indent}> ${line}`,
  );
  out.push("", `${indent}> [!${opening.kind}]${title}`, `${indent}>`, ...quoted, "");
}

/** Containers of which a line that begins with `@tab` begins a part. */
const TAB_SETS = new Set(["tabs", "code-tabs"]);

function openingOf(line: string): Opening | null {
  const python = /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+([\w-]+(?:[ \t]+[\w-]+)*)[ \t]*(?:"(.*)")?[ \t]*$/.exec(line);
  if (python !== null) return opening(python[1]!.split(/[ \t]/)[0]!, python[2] ?? "", "indent");
  const tab = /^[ \t]*===[!+]*[ \t]+"(.*)"[ \t]*$/.exec(line);
  if (tab !== null) return opening("tab", tab[1]!, "indent");
  const block = /^[ \t]*(\/{3,})[ \t]+([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*(.*))?$/.exec(line);
  if (block !== null) return opening(block[2]!, block[3] ?? "", "/", block[1]!.length);
  return directiveOf(line);
}

function directiveOf(line: string): Opening | null {
  const directive = /^[ \t]*(:{3,})[ \t]*(?:\{\.?([\w-]+)[^}]*\}|([A-Za-z][\w-]*))(.*)$/.exec(line);
  if (directive === null) return null;
  let rest = directive[4]!.trim();
  const kind = directive[2] ?? directive[3]!;
  let title = "";
  const label = /^\[((?:[^[\]]|\[[^\]]*\])*)\]/.exec(rest);
  if (label !== null) {
    title = label[1]!;
    rest = rest.slice(label[0].length).trim();
  }
  const attributes = /^\{([^}]*)\}/.exec(rest);
  if (attributes !== null) {
    title ||=
      /\b(?:title|label)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(attributes[1]!)?.slice(1).find(Boolean) ?? "";
    rest = rest.slice(attributes[0].length).trim();
  }
  // What other sets of tabs know this one by is no title.
  if (TAB_SETS.has(kind) && /^#[\w-]+$/.test(rest)) rest = "";
  return opening(kind, title || rest.replace(/:+$/, "").trim(), ":", directive[1]!.length);
}

function opening(kind: string, title: string, end: Opening["end"], markLength = 0): Opening {
  const name = kind.toLowerCase();
  return { kind: name, title: versionTitle(name, title.trim()), end, markLength };
}

const VERSION_WORDS = new Map([
  ["versionadded", "Added in version"],
  ["versionchanged", "Changed in version"],
  ["deprecated", "Deprecated since version"],
]);

/** As Sphinx writes it: a number alone does not say what happened in that version. */
function versionTitle(kind: string, title: string): string {
  const words = VERSION_WORDS.get(kind);
  const version = /^(v?\d[\w.+-]*)(?:[ \t]+(.*))?$/.exec(title);
  if (words === undefined || version === null) return title;
  return `${words} ${version[1]}${version[2] === undefined ? "" : `: ${version[2]}`}`;
}

const MYST_CODE = new Set([
  "code",
  "code-block",
  "sourcecode",
  "code-cell",
  "parsed-literal",
  "prompt",
  "math",
]);
const MYST_HIDDEN = new Set([
  "toctree",
  "contents",
  "eval-rst",
  "tableofcontents",
  "image",
  "bibliography",
  "raw",
  "only",
]);

/** Languages that Quarto, Knitr and R Markdown run, with options after them: `{r, echo=FALSE}`. */
const RUN_LANGUAGE =
  /^([ \t]*(?:`{3,}|~{3,}))\{(r|python|julia|sql|bash|sh|ojs|js|mermaid|dot|stan|css|rcpp)\b[^}]*\}[ \t]*$/i;

interface MystFence {
  opening: Opening;
  replacement: "callout" | "code" | "none";
  /** The opening line of an ordinary fence in its place, for code. */
  line: string;
}

/** A callout of the mdbook-admonish plugin: three backticks and `admonish warning title="Hot"`. */
function admonishFence(line: string): MystFence | null {
  const fence = /^[ \t]*(`{3,}|~{3,})admonish(?:[ \t]+(.*))?$/.exec(line);
  if (fence === null) return null;
  const options = fence[2] ?? "";
  const kind = /^([a-z][\w-]*)(?![\w-]*=)/i.exec(options)?.[1] ?? "note";
  const title = /(?:^|[ \t]|title[ \t]*=[ \t]*)"([^"]*)"/.exec(options)?.[1] ?? "";
  return {
    opening: opening(kind, title, fence[1]![0] as "`" | "~", fence[1]!.length),
    replacement: "callout",
    line,
  };
}

function mystFence(line: string): MystFence | null {
  const fence = /^([ \t]*)(`{3,}|~{3,})\{([\w:-]+)\}[ \t]*(.*)$/.exec(line);
  if (fence === null) return null;
  const [, indent, marks, name, argument] = fence as unknown as [string, string, string, string, string];
  // Knitr and R Markdown write their languages in braces as well, in one word with options after a comma.
  const isCode = MYST_CODE.has(name);
  if (!isCode && !MYST_HIDDEN.has(name) && !MYST_CALLOUTS.has(name)) return null;
  return {
    // A figure is given the address of its picture.
    opening: opening(name, isCode || name === "figure" ? "" : argument, marks[0] as "`" | "~", marks.length),
    replacement: isCode ? "code" : MYST_HIDDEN.has(name) ? "none" : "callout",
    line: `${indent}${marks}${name === "math" ? "math" : argument.replace(/^ipython[23]?$/, "python")}`,
  };
}

const MYST_CALLOUTS = new Set(
  (
    "admonition attention card caution danger deprecated dropdown error figure glossary list-table grid grid-item grid-item-card hint important " +
    "note seealso tab-item tab-set tip versionadded versionchanged warning"
  ).split(" "),
);

/** Index of the line that closes a container opened before `from`, or the number of lines when none does. */
function closingLine(lines: string[], from: number, { end, markLength }: Opening): number {
  const isFenced = fenceFollower();
  const stack = [markLength];
  const mark = end === "/" ? "\\/" : end;
  const closing = new RegExp(`^[ \\t]*(${mark}{3,})[ \\t]*$`);
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    const fenceEnds = end === "`" || end === "~";
    if (!fenceEnds && isFenced(line)) continue;
    const closed = closing.exec(line);
    if (closed !== null) {
      // A line of colons closes the innermost container that was opened with no more of them.
      while (stack.length > 1 && stack.at(-1)! > closed[1]!.length) stack.pop();
      if (closed[1]!.length >= stack.at(-1)!) stack.pop();
      if (stack.length === 0) return at;
    } else if (!fenceEnds) {
      const nested = openingOf(line);
      if (nested !== null && nested.end === end) stack.push(nested.markLength);
    }
  }
  return lines.length;
}

/** End of the lines that are blank or indented by at least four spaces (or a tab) more than `indent`; blank lines at the end are left. */
function indentedEnd(lines: string[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === "") continue;
    if (columnsOf(line) < indent + 4) break;
    end = at + 1;
  }
  return end;
}

/** Option lines (`:class: tip`) at the head of a MyST directive. */
function dropOptions(lines: string[]): string[] {
  let at = 0;
  while (at < lines.length && /^[ \t]*:[\w-]+:(?:[ \t].*)?$/.test(lines[at]!)) at++;
  return lines.slice(at);
}

/** Takes off the indentation that all lines share. */
function dedent(lines: string[]): string[] {
  const filled = lines.filter((line) => line.trim() !== "");
  const common = Math.min(...filled.map(columnsOf));
  return unindent(lines, Number.isFinite(common) ? common : 0);
}

function unindent(lines: string[], columns: number): string[] {
  return lines.map((line) => {
    let at = 0;
    let column = 0;
    while (column < columns && (line[at] === " " || line[at] === "\t")) {
      column += line[at] === "\t" ? 4 - (column % 4) : 1;
      at++;
    }
    return line.slice(at).trimEnd() === "" ? "" : " ".repeat(Math.max(0, column - columns)) + line.slice(at);
  });
}

function columnsOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === " ") column++;
    else if (character === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}

function indentOf(line: string): string {
  return " ".repeat(columnsOf(line));
}
