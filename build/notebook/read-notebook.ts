import type { Code, Root, RootContent } from "mdast";
import { settleAnchors } from "../read/headings.ts";
import { type Page, pageOf } from "../read/page.ts";
import { readPage } from "../read/read-page.ts";
import type { Warn } from "../warnings.ts";
import { type Cell, notebookSchema, type Output } from "./schema.ts";

/** Outputs are examples: their beginning tells what the rest would. */
const MAX_OUTPUT_LINES = 20;
const MAX_OUTPUT_CHARS = 1500;

/** Cells that the author hides from readers, by the habit of Jupyter Book and nbsphinx. */
const HIDDEN_TAG = /^(?:remove[-_]cell|hide[-_]cell|nbsphinx-hidden)$/;

/**
 * Reads a Jupyter notebook: Markdown cells as pages are read, code cells as code in the notebook's language, and the beginning of
 * outputs that are text. Pictures and other media are left out.
 * @returns nothing, with a warning, for a file that is no notebook of format 4
 */
export function readNotebook(text: string, warn: Warn): Page[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    warn(`not a notebook (${error instanceof Error ? error.message : "not valid JSON"}); skipped`);
    return [];
  }
  const parsed = notebookSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const where = issue.path.join(".") || "the file";
    const hint =
      where === "nbformat" ? "; convert it with `jupyter nbconvert --to notebook --nbformat 4`" : "";
    warn(`not a notebook of format 4 (${where}: ${issue.message})${hint}; skipped`);
    return [];
  }
  const { metadata, cells } = parsed.data;
  const language = metadata.language_info?.name ?? metadata.kernelspec?.language ?? "python";
  const shown = cells.filter((cell) => !(cell.metadata.tags ?? []).some((tag) => HIDDEN_TAG.test(tag)));
  let frontMatter: Page["frontMatter"] = {};
  const children = shown.flatMap((cell, i): RootContent[] => {
    if (cell.cell_type === "markdown") {
      const page = readPage(cell.source, "cell.md", () => null, warn, { settlesAnchors: false });
      if (i === 0) frontMatter = page.frontMatter;
      return page.tree.children;
    }
    return cell.cell_type === "code" ? codeBlocks(cell, language) : [];
  });
  const tree: Root = { type: "root", children };
  const headings = settleAnchors(tree, warn);
  return [pageOf({ frontMatter, givenTitle: metadata.title ?? frontMatter.title ?? null, headings, tree })];
}

function codeBlocks(cell: Cell, language: string): RootContent[] {
  const magic = /^%%(bash|sh|javascript|js|html|latex|sql|perl|ruby|R)\b[^\n]*\n/.exec(cell.source);
  const source = (magic === null ? cell.source : cell.source.slice(magic[0].length)).trim();
  if (source === "") return [];
  const outputs = (cell.outputs ?? []).map(outputText).filter((output) => output !== "");
  const blocks: Code[] = [{ type: "code", lang: magic?.[1] ?? language, value: source }];
  if (outputs.length > 0) blocks.push({ type: "code", lang: "text", value: shortened(outputs.join("\n")) });
  return blocks;
}

/** `""` for an output that has no text of its own. */
function outputText(output: Output): string {
  if (output.output_type === "error") return `${output.ename ?? "Error"}: ${plain(output.evalue ?? "")}`;
  const text = plain(output.text ?? output.data?.["text/plain"] ?? "");
  // What Python prints of an object that is shown as a picture or a widget says nothing.
  return /^<(?:[\w.]+ (?:at|object|size)|Figure|IPython|Axes)[^\n]*>$|^[\w.]+\([^\n]*\bobject at 0x/.test(
    text,
  )
    ? ""
    : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control sequences
const ANSI = /\u001b?\[[0-9;]{1,8}m/g;
/** A picture or a font written as text. */
const BASE64 = /[A-Za-z0-9+/=]{120,}/g;

function plain(text: string): string {
  // A progress bar overwrites its line: only what is left at last was seen.
  const lines = text.split("\n").map((line) => line.replace(/\r$/, "").replace(/^.*\r/, ""));
  return lines.join("\n").replace(ANSI, "").replace(BASE64, "…").trimEnd();
}

function shortened(text: string): string {
  const lines = text.split("\n");
  let kept = lines.slice(0, MAX_OUTPUT_LINES).join("\n");
  if (kept.length > MAX_OUTPUT_CHARS) kept = kept.slice(0, MAX_OUTPUT_CHARS).replace(/[\ud800-\udbff]$/, "");
  return kept.length < text.length ? `${kept}\n…` : kept;
}
