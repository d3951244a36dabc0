import { fenceFollower, rewriteOutsideCode } from "./fences.ts";

/** Attributes of a component whose words readers see. */
const VISIBLE_ATTRIBUTES = new Set([
  "title",
  "label",
  "heading",
  "header",
  "summary",
  "caption",
  "question",
  "description",
  "text",
]);

/**
 * Readies MDX that does not parse as such for being read as Markdown: import and export statements go, and with them
 * components' tags and comments in braces, all by scanning the text. HTML tags without JSX attributes stay.
 */
export function mdxToMarkdown(text: string): string {
  const commentless = rewriteOutsideCode(dropModuleStatements(text), (prose) =>
    prose
      .replace(/\{\/\*\s*#([^\s*]+)\s*\*\/\}/g, "{#$1}")
      .replace(/\{\/\*[\s\S]*?\*\/\}/g, "")
      .replace(/\{(["'])((?:(?!\1)[^\\\n])*)\1\}/g, "$2"),
  );
  return stripComponentTags(commentless);
}

/** Explicit ids as MDX can read them: `## Title {#id}` is no valid expression, `{/* #id *\/}` is. */
export function quoteHeadingIds(text: string): string {
  if (!text.includes("{#")) return text;
  const isFenced = fenceFollower();
  return text
    .split("\n")
    .map((line) =>
      isFenced(line) ? line : line.replace(/\{#([^\s{}]+)\}[ \t]*(#*[ \t]*)$/, "{/* #$1 */}$2"),
    )
    .join("\n");
}

/** Removes `import …` and `export …` statements that stand at the beginning of a line, over as many lines as they take. */
function dropModuleStatements(text: string): string {
  const isFenced = fenceFollower();
  const out: string[] = [];
  let statement: string | null = null;
  for (const line of text.split("\n")) {
    if (statement !== null) {
      statement += `\n${line}`;
      // Unbalanced brackets must not cost the rest of the page: a blank line ends a statement that was never closed.
      if (isComplete(statement) || line.trim() === "") statement = null;
      continue;
    }
    if (isFenced(line)) {
      out.push(line);
    } else if (
      /^(?:import\s+(?:["'{*]|[\w$]+\s*(?:,|\sfrom\b))|export\s+(?:default|const|let|var|function|async|class|\{|\*))/.test(
        line,
      )
    ) {
      statement = isComplete(line) ? null : line;
    } else {
      out.push(line);
    }
  }
  return out.join("\n");
}

/** True when the brackets of a statement are balanced and an import names its module. */
function isComplete(statement: string): boolean {
  const bare = statement.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""');
  const opened = bare.match(/[([{]/g)?.length ?? 0;
  const closed = bare.match(/[)\]}]/g)?.length ?? 0;
  if (closed < opened) return false;
  return !bare.startsWith("import") || bare.includes('"');
}

/**
 * Removes the tags of components (`<Badge text="new" />`, `<Tabs.Item>`) and HTML tags with JSX attributes from prose,
 * keeping the words of their visible attributes. `Promise<Buffer>` is no tag.
 */
export function stripComponentTags(text: string): string {
  if (!/<\/?[A-Z]|=\{/.test(text)) return text;
  // Code may stand between the two tags of a component.
  const closed = new Set<string>();
  rewriteOutsideCode(text, (prose) => {
    for (const [, name] of prose.matchAll(/<\/([A-Z][\w.]*)\s*>/g)) closed.add(name!);
    return prose;
  });
  return rewriteOutsideCode(text, (prose) => {
    let out = "";
    let from = 0;
    // Followed along, since a line may hold any number of tags.
    let lineStart = 0;
    let lineEnd = prose.indexOf("\n");
    for (const opening of prose.matchAll(/<\/?([A-Za-z][\w.:-]*)/g)) {
      while (lineEnd >= 0 && lineEnd < opening.index) {
        lineStart = lineEnd + 1;
        lineEnd = prose.indexOf("\n", lineStart);
      }
      if (opening.index < from) continue;
      const end = tagEnd(prose, opening.index + opening[0].length);
      if (end === null) continue;
      const tag = prose.slice(opening.index, end);
      const name = opening[1]!;
      const isComponent =
        /^[A-Z]/.test(name) && (tag.endsWith("/>") || closed.has(name) || /\s\S+=/.test(tag));
      if (!isComponent && !/=\{/.test(tag)) continue;
      const alone =
        endOfMatch(BLANKS, prose, lineStart) >= opening.index && /^[ \t]*(?:\n|$)/.test(prose.slice(end));
      // A badge beside a heading is no part of its text, nor of its anchor.
      const markEnd = endOfMatch(HEADING_MARK, prose, lineStart);
      const inHeading = markEnd > lineStart && markEnd <= opening.index;
      out +=
        prose.slice(from, opening.index) + (inHeading ? "" : withEdge(visibleWords(tag), alone, prose[end]));
      from = end;
    }
    return out + prose.slice(from);
  });
}

/** Index after the `>` that ends a tag, with quotes and braces in balance; `null` when there is none. */
function tagEnd(text: string, from: number): number | null {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'" || (character === "`" && depth > 0)) quote = character;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (depth === 0 && character === ">") return at + 1;
    else if (depth === 0 && (character === "<" || (character === "\n" && text[at + 1] === "\n"))) return null;
  }
  return null;
}

const BLANKS = /[^\S\n]*/y;
const HEADING_MARK = / {0,3}#{1,6}[ \t]/y;

/** Where a match that begins at `from` ends; `from` for none. */
function endOfMatch(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : from;
}

/**
 * Words taken out of a tag, kept apart from what follows them: as a paragraph where the tag stood alone, else by a colon.
 * @param next character after the tag, if any
 */
export function withEdge(words: string, alone: boolean, next: string | undefined): string {
  if (words === "") return "";
  if (alone) return `\n${words}\n`;
  return next !== undefined && /[\p{L}\p{N}`*_\ue000]/u.test(next) ? `${words}: ` : words;
}

function visibleWords(tag: string): string {
  const found: string[] = [];
  for (const [, name, double, single] of tag.matchAll(/\s([\w-]+)=\{?(?:"([^"]*)"|'([^']*)')/g)) {
    if (VISIBLE_ATTRIBUTES.has(name!)) found.push(double ?? single ?? "");
  }
  return found.join(" ");
}
