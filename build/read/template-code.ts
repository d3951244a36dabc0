import { fenceFollower } from "./fences.ts";

/** A line that opens a block of code: Jekyll's `highlight`, Hexo's and Hugo's `codeblock` and `code`, Hugo's `code-toggle`. */
const OPENING =
  /^([ \t]*)(?:\{%[-+]?[ \t]*(highlight|codeblock|code)(?![\w-])([^%\n]*)%\}|\{\{[<%][ \t]*(highlight|code(?:block|-toggle)?)(?![\w-])([^\n]*?)[>%]\}\})[ \t]*$/;

/** Docsy's set of tabs, which hold code unless it says that they hold text. */
const TAB_PANE = /^[ \t]*\{\{<[ \t]*(\/?)[ \t]*tabpane\b([^\n]*?)>\}\}[ \t]*$/;
const PANE_TAB = /^([ \t]*)\{\{<[ \t]*tab(?![\w-])([^\n]*?)>\}\}[ \t]*$/;

const CANDIDATE = /^[ \t]*\{(?:%[-+]?|\{[<%])[ \t]*(?:highlight|code|tabpane)/m;

/** Makes a fence of each block of code between two template tags. Around a fence of its author's own, only its title stays. */
export function fenceTemplateCode(text: string): string {
  if (!CANDIDATE.test(text)) return text;
  const lines = text.split("\n");
  const out: string[] = [];
  const isFenced = fenceFollower();
  // Names that no later line closes, so that each of many such is not looked for to the end of the page.
  const unclosed = new Set<string>();
  let pane: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const inFence = isFenced(line);
    const paneMark = inFence ? null : TAB_PANE.exec(line);
    if (paneMark !== null) pane = paneMark[1] === "/" || TEXT_TABS.test(paneMark[2]!) ? null : paneMark[2]!;
    const opening = inFence ? null : openingOf(line, pane);
    const isOpen = opening !== null && !unclosed.has(opening.name);
    const end = isOpen ? closingLine(lines, at + 1, opening) : -1;
    if (opening === null || end < 0) {
      if (opening !== null) unclosed.add(opening.name);
      out.push(line);
      continue;
    }
    const { indent, name, options } = opening;
    const body = lines.slice(at + 1, end);
    const { language, title } = optionsOf(name, options);
    out.push("");
    if (title !== "") out.push(`${indent}${title}`, "");
    out.push(...fencedOnce(body, indent, language), "");
    at = end;
  }
  return out.join("\n");
}

const TEXT_TABS = /\btext[ \t]*=[ \t]*"?true/;

interface Opening {
  indent: string;
  name: string;
  isLiquid: boolean;
  options: string;
}

/** @param pane options of the set of tabs of code around the line; `null` outside one */
function openingOf(line: string, pane: string | null): Opening | null {
  const tab = pane === null ? null : PANE_TAB.exec(line);
  if (tab !== null && !TEXT_TABS.test(tab[2]!))
    return { indent: tab[1]!, name: "tab", isLiquid: false, options: `${pane} ${tab[2]}` };
  const match = OPENING.exec(line);
  if (match === null) return null;
  const [, indent, liquid, liquidOptions, hugo, hugoOptions] = match as unknown as (string | undefined)[];
  return {
    indent: indent!,
    name: liquid ?? hugo!,
    isLiquid: liquid !== undefined,
    options: liquidOptions ?? hugoOptions ?? "",
  };
}

function closingLine(lines: readonly string[], from: number, { name, isLiquid }: Opening): number {
  const closing = isLiquid
    ? new RegExp(`^[ \\t]*\\{%[-+]?[ \\t]*end${name}[ \\t]*-?%\\}[ \\t]*$`)
    : new RegExp(`^[ \\t]*\\{\\{[<%][ \\t]*/[ \\t]*${name}[ \\t]*[>%]\\}\\}[ \\t]*$`);
  for (let at = from; at < lines.length; at++) if (closing.test(lines[at]!)) return at;
  return -1;
}

function fencedOnce(body: readonly string[], indent: string, language: string): string[] {
  const first = body.find((line) => line.trim() !== "") ?? "";
  if (/^[ \t]*(?:`{3,}|~{3,})/.test(first)) return [...body];
  const longest = Math.max(2, ...body.map((line) => /^[ \t]*(`*)/.exec(line)![1]!.length));
  const fence = "`".repeat(longest + 1);
  return [`${indent}${fence}${language}`, ...body, `${indent}${fence}`];
}

/** One word of a tag's options: `lang:js`, `title="a.js"`, `"bash"`, `Array.map`. */
const OPTION = /([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|([^\s,]+))|"([^"]*)"|'([^']*)'|([^\s,]+)/g;

const TITLES = new Set(["title", "file", "filename", "caption", "header"]);
const URL = /^(?:https?:\/\/|\/)/;

/** The language of the code, and what readers see above it: Hexo writes a title, an address and its words after the language. */
function optionsOf(name: string, options: string): { language: string; title: string } {
  let language = "";
  const title: string[] = [];
  let isFirst = true;
  for (const [, key, double, single, bare, quoted, quotedSingle, word] of options.matchAll(OPTION)) {
    const value = double ?? single ?? bare;
    const plain = quoted ?? quotedSingle ?? word;
    const hexo = /^([a-z_]+):(\S+)$/.exec(word ?? "");
    if (key !== undefined && value !== undefined) {
      if (key === "lang" || key === "language") language = value;
      else if (TITLES.has(key)) title.push(value);
    } else if (hexo !== null && !URL.test(word!)) {
      if (hexo[1] === "lang") language = hexo[2]!;
    } else if (plain !== undefined && name === "highlight") {
      if (isFirst) language = plain;
    } else if (plain !== undefined && !URL.test(plain) && !/^[.-]/.test(plain)) {
      title.push(plain);
    }
    isFirst = false;
  }
  return { language: /^[\w+#.-]+$/.test(language) ? language : "", title: title.join(" ") };
}
