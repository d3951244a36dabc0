/** Blocks that ReadMe's editor writes into Markdown as data: `[block:callout] {…} [/block]`. */
import * as z from "zod";
import { rewriteOutsideCode } from "./fences.ts";

const BLOCK = /\[block:([\w-]+)\][ \t]*\n([\s\S]*?)\n[ \t]*\[\/block\]/g;

const words = z.string().catch("");
const blockSchema = z.object({
  title: words,
  body: words,
  html: words,
  type: words,
  caption: words,
  codes: z
    .array(z.object({ code: words, language: words, name: words.nullable() }))
    .catch([])
    .default([]),
  images: z
    .array(z.object({ caption: words }))
    .catch([])
    .default([]),
  data: z.record(z.string(), z.coerce.string()).catch({}).default({}),
});

type Block = z.infer<typeof blockSchema>;

/** Writes each block as the Markdown that it stands for; one that holds no data stays as it is. */
export function rewriteReadmeBlocks(text: string): string {
  const plain = text.includes("<HTMLBlock") || text.includes("<<glossary:") ? withoutOwnMarks(text) : text;
  if (!plain.includes("[block:")) return plain;
  return plain.replace(BLOCK, (whole, kind: string, data: string) => {
    const block = parsed(data);
    return block === null ? whole : `\n${markdownOf(kind, block)}\n`;
  });
}

/** HTML in braces and backticks, and terms of the glossary. */
function withoutOwnMarks(text: string): string {
  const htmlless = text.replace(
    /<HTMLBlock\b[^>]*>\s*\{`((?:[^`\\]|\\[\s\S])*)`\}\s*<\/HTMLBlock>/g,
    (_, html: string) => `\n${withoutScripts(html.trim())}\n`,
  );
  return rewriteOutsideCode(htmlless, (prose) => prose.replace(/<<glossary:([^<>\n]{1,100})>>/g, "$1"));
}

function withoutScripts(html: string): string {
  return html.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, "");
}

function parsed(data: string): Block | null {
  try {
    const result = blockSchema.safeParse(JSON.parse(data));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

function markdownOf(kind: string, block: Block): string {
  switch (kind) {
    case "api-header":
      return `## ${block.title}`;
    case "callout":
      return quoted(`[!${block.type || "note"}] ${block.title}\n\n${block.body}`);
    case "code":
      return block.codes.map(({ code, language, name }) => fenced(code, language, name ?? "")).join("\n\n");
    case "parameters":
      return table(block.data);
    case "image":
      return block.images.map(({ caption }) => caption).join("\n\n");
    case "html":
      return withoutScripts(block.html);
    default:
      return [block.title, block.body, block.caption].filter((line) => line !== "").join("\n\n");
  }
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function fenced(code: string, language: string, name: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${name === "" ? "" : `${name}\n\n`}${fence}${/^[\w+#-]*$/.test(language) ? language : ""}\n${code}\n${fence}`;
}

/** Cells by `h-<column>` and `<row>-<column>`. */
function table(cells: Record<string, string>): string {
  const keys = Object.keys(cells).flatMap((key) => {
    const match = /^(h|\d+)-(\d+)$/.exec(key);
    return match === null
      ? []
      : [{ row: match[1] === "h" ? -1 : Number(match[1]), column: Number(match[2]) }];
  });
  if (keys.length === 0) return "";
  const columns = [...new Set(keys.map(({ column }) => column))].sort((a, b) => a - b);
  const rows = [...new Set(keys.map(({ row }) => row))].filter((row) => row >= 0).sort((a, b) => a - b);
  const line = (row: string) =>
    `| ${columns.map((column) => cell(cells[`${row}-${column}`] ?? "")).join(" | ")} |`;
  return [line("h"), `|${" --- |".repeat(columns.length)}`, ...rows.map((row) => line(String(row)))].join(
    "\n",
  );
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, "<br>");
}
