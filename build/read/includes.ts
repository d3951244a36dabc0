import type { Warn } from "../warnings.ts";
import { fenceFollower } from "./fences.ts";
import { splitFrontMatter } from "./front-matter.ts";

/**
 * Reads a file that a page includes.
 * @param reference path as written, relative to the including file or to the source folder
 * @param from including file, relative to the source folder
 * @returns its path and text, or `null` when there is no such text file inside the source folder
 */
export type IncludeReader = (reference: string, from: string) => { file: string; text: string } | null;

/** Deepest nesting of includes, which also ends circles. */
const MAX_DEPTH = 8;

/** How an include line names what it wants. */
interface Directive {
  indent: string;
  reference: string;
  /** Lines of the file, 1-based and inclusive; absent for the whole. */
  lines?: [number, number];
  /** A named part, between `--8<-- [start:name]` and `--8<-- [end:name]` or the like. */
  section?: string;
  /** Language of the fence to wrap the file in; absent when it is included as it is. */
  fenceLanguage?: string;
  /** What stands for the names between `[[#` and `]]` of a template. */
  values?: ReadonlyMap<string, string>;
  /** False for syntaxes that also stand in code as examples: a missing file then leaves the line. */
  certain: boolean;
}

/**
 * Puts included files in the place of the lines that include them: PyMdown snippets (`--8<-- "file"`), VitePress
 * (`<!--@include: file-->`, `<<< @/file`), mdBook (`{{#include file}}`), Markdown-Include (`{!file!}`),
 * include-markdown (`{% include-markdown "file" %}`), MyST (a fence `{include} file`), Fumadocs (`<include>file</include>`) and Mintlify
 * (`<Snippet file="file" />`), and Docsify (`[words](file ':include')`). A line whose file is not there is dropped, with a warning.
 */
export function expandIncludes(
  text: string,
  file: string,
  read: IncludeReader,
  warn: Warn,
  depth = 0,
): string {
  if (
    !/--8<--|@include:|^[ \t]*<<<|\{\{#|:include\b|\{!|include-markdown|\{(?:literal)?include\}|<include\b|<Snippet\b/m.test(
      text,
    )
  )
    return text;
  const isFenced = fenceFollower();
  const out: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const inCode = isFenced(line);
    const block = /^[ \t]*-{1,}8<-{1,}[ \t]*$/.test(line) ? snippetBlock(lines, at) : mystBlock(lines, at);
    const directives = block?.directives ?? [directiveOf(line, inCode)].filter((found) => found !== null);
    if (directives.length === 0 && block === null) {
      // A semicolon keeps a snippet line from being one.
      out.push(line.replace(/^([ \t]*);(-+8<-+)/, "$1$2"));
      continue;
    }
    for (const directive of directives) {
      const included = includedLines(directive, file, read, warn, depth);
      if (included !== null) out.push(...included);
      else if (!directive.certain && inCode) out.push(line);
      else warn(`included file not found: ${directive.reference}; the line was left out`);
    }
    if (block !== null) at = block.end;
  }
  return out.join("\n");
}

function includedLines(
  directive: Directive,
  file: string,
  read: IncludeReader,
  warn: Warn,
  depth: number,
): string[] | null {
  const found = read(directive.reference, file);
  if (found === null) return null;
  if (depth >= MAX_DEPTH) {
    warn(`includes are nested more than ${MAX_DEPTH} deep at ${directive.reference}; the rest was left out`);
    return [];
  }
  const { body: own } = splitFrontMatter(found.text, () => {});
  const whole = expandIncludes(own, found.file, read, warn, depth + 1)
    .replace(/\n$/, "")
    .split("\n");
  const part = partOf(whole, directive);
  if (part === null) {
    warn(
      `included file ${directive.reference} has no part named ${directive.section}; the line was left out`,
    );
    return [];
  }
  const body = part
    .filter((line) => !/--8<--[ \t]*\[(?:start|end):|#(?:end)?region\b|\bANCHOR(?:_END)?:/.test(line))
    .map((line) => (line === "" ? "" : directive.indent + filled(line, directive.values)));
  if (directive.fenceLanguage === undefined) return body;
  return [`${directive.indent}\`\`\`\`${directive.fenceLanguage}`, ...body, `${directive.indent}\`\`\`\``];
}

function filled(line: string, values: ReadonlyMap<string, string> | undefined): string {
  return values === undefined
    ? line
    : line.replace(/\[\[#([\w-]+)\]\]/g, (mark, name) => values.get(name) ?? mark);
}

function partOf(lines: string[], { lines: range, section }: Directive): string[] | null {
  if (range !== undefined) return lines.slice(range[0] - 1, range[1]);
  if (section === undefined) return lines;
  const name = section.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const start = lines.findIndex((line) =>
    new RegExp(
      `\\[start:${name}\\]|(?:///|###)[ \\t]*\\[${name}\\]|#region[ \\t]+${name}\\b|ANCHOR:[ \\t]*${name}\\b`,
    ).test(line),
  );
  if (start < 0) return null;
  const end = lines.findIndex(
    (line, at) =>
      at > start &&
      new RegExp(
        `\\[end:${name}\\]|(?:///|###)[ \\t]*\\[${name}\\]|#endregion\\b|ANCHOR_END:[ \\t]*${name}\\b`,
      ).test(line),
  );
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

/** Files between two bare `--8<--` lines, one a line. */
function snippetBlock(lines: string[], start: number): { directives: Directive[]; end: number } | null {
  const close = lines.findIndex((line, at) => at > start && /^[ \t]*-{1,}8<-{1,}[ \t]*$/.test(line));
  if (close < 0) return null;
  const names = lines.slice(start + 1, close).map((line) => line.trim());
  const directives = names
    .filter((name) => name !== "" && !name.startsWith(";"))
    .map((name) => snippet("", name));
  return { directives, end: close };
}

/** MyST: a fence of its own, with options and no text. */
function mystBlock(lines: string[], start: number): { directives: Directive[]; end: number } | null {
  const opened = /^([ \t]*)(`{3,}|:{3,})\{(literal)?include\}[ \t]+(\S+)[ \t]*$/.exec(lines[start]!);
  if (opened === null) return null;
  const [, indent, marks, literal, reference] = opened as unknown as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  const end = lines.findIndex((line, at) => at > start && line.trim() === marks);
  if (end < 0 || reference === undefined) return null;
  const fence = literal === undefined ? {} : { fenceLanguage: extensionOf(reference) };
  return { directives: [{ indent, reference, certain: true, ...fence }], end };
}

function directiveOf(line: string, inCode: boolean): Directive | null {
  const pymdown = /^([ \t]*)-{1,}8<-{1,}[ \t]+["'](.+?)["'][ \t]*$/.exec(line);
  if (pymdown !== null) return snippet(pymdown[1]!, pymdown[2]!);
  const comment = /^([ \t]*)<!--[ \t]*@include:[ \t]*(\S+?)[ \t]*-->[ \t]*$/.exec(line);
  if (comment !== null) return { ...withBraces(comment[1]!, comment[2]!), certain: true };
  const code = /^([ \t]*)<<<[ \t]+(\S+?)(?:\{([^}]*)\})?(?:[ \t]*\[[^\]]*\])?[ \t]*$/.exec(line);
  if (code !== null && !inCode) {
    const directive = withBraces(code[1]!, code[2]!);
    const language = /[a-z]+/.exec(code[3]?.replace(/[\d,\s-]+/, "") ?? "")?.[0];
    return { ...directive, fenceLanguage: language ?? extensionOf(directive.reference), certain: false };
  }
  const docsify = /^([ \t]*)\[[^\]\n]*\]\((\S+)[ \t]+["']:include([^"'\n]*)["']\)[ \t]*$/.exec(line);
  if (docsify !== null && !inCode) return docsifyInclude(docsify[1]!, docsify[2]!, docsify[3]!);
  const book = bookDirective(line);
  if (book !== null) return book;
  const mdbook = /^([ \t]*)\{\{#(?:rustdoc_)?include[ \t]+([^}\s]+?)[ \t]*\}\}[ \t]*$/.exec(line);
  if (mdbook !== null) return { ...snippet(mdbook[1]!, mdbook[2]!), certain: false };
  const bang = /^([ \t]*)\{![ \t]*(\S+?)[ \t]*!\}[ \t]*$/.exec(line);
  if (bang !== null) return { indent: bang[1]!, reference: bang[2]!, certain: false };
  const tag = /^([ \t]*)<include(?:[ \t][^>]*)?>[ \t]*([^<\s]+)[ \t]*<\/include>[ \t]*$/.exec(line);
  if (tag !== null && !inCode) return { ...withBraces(tag[1]!, tag[2]!), certain: true };
  const snippetTag = /^([ \t]*)<Snippet[ \t]+file=["']([^"']+)["'][ \t]*\/>[ \t]*$/.exec(line);
  if (snippetTag !== null && !inCode)
    return { indent: snippetTag[1]!, reference: `/snippets/${snippetTag[2]!}`, certain: true };
  const plugin = /^([ \t]*)\{%-?[ \t]*include(?:-markdown)?[ \t]+["'](.+?)["'].*?-?%\}[ \t]*$/.exec(line);
  if (plugin !== null && !inCode) return { indent: plugin[1]!, reference: plugin[2]!, certain: false };
  return null;
}

/** Programs and templates of mdBook. */
function bookDirective(line: string): Directive | null {
  const found = /^([ \t]*)\{\{#(playground|playpen|template)[ \t]+([^}\s]+)([^}\n]*)\}\}[ \t]*$/.exec(line);
  if (found === null) return null;
  const [, indent, name, reference, rest] = found as unknown as [string, string, string, string, string];
  if (name !== "template")
    return { indent, reference, fenceLanguage: extensionOf(reference), certain: false };
  const values = new Map(Array.from(rest.matchAll(/([\w-]+)=(\S+)/g), ([, key, value]) => [key!, value!]));
  return { indent, reference, values, certain: false };
}

/** What Docsify shows of a file: its Markdown, its code or a named part; what is no text stays a link. */
function docsifyInclude(indent: string, reference: string, options: string): Directive | null {
  const type = /:type=(\w+)(?:[ \t]+([\w+#-]+))?/.exec(options);
  const isCode = type?.[1] === "code" || (type === null && !/\.(?:md|markdown|html?)$/i.test(reference));
  if (type !== null && !isCode && type[1] !== "markdown") return null;
  const section = /:fragment=([\w-]+)/.exec(options)?.[1];
  return {
    indent,
    reference,
    ...(section === undefined ? {} : { section }),
    ...(isCode ? { fenceLanguage: type?.[2] ?? extensionOf(reference) } : {}),
    certain: true,
  };
}

/** `file`, `file:3`, `file:3:10`, `file:name`. */
function snippet(indent: string, text: string): Directive {
  const [reference, first, last] = text.split(":") as [string, string?, string?];
  const directive: Directive = { indent, reference, certain: true };
  if (first === undefined || /^https?$/.test(reference)) return { ...directive, reference: text };
  if (/^\d*$/.test(first)) {
    directive.lines = [
      Number(first || 1),
      last === undefined ? Number(first || 1) : Number(last || Number.MAX_SAFE_INTEGER),
    ];
  } else {
    directive.section = first;
  }
  return directive;
}

/** VitePress: `file{3,10}`, `file#region`, with `@/` for the source folder. */
function withBraces(indent: string, text: string): Omit<Directive, "certain"> {
  const [, path, region, from, to] = /^(.*?)(?:#([\w-]+))?(?:\{(\d*),(\d*)\})?$/.exec(text)!;
  const directive: Omit<Directive, "certain"> = { indent, reference: path!.replace(/^@\//, "/") };
  if (region !== undefined) directive.section = region;
  if (from !== undefined) directive.lines = [Number(from || 1), Number(to || Number.MAX_SAFE_INTEGER)];
  return directive;
}

function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? "";
}
