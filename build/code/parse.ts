import { createRequire } from "node:module";
import { Language, type Node, Parser, type Tree } from "web-tree-sitter";
import type { CodeLanguage } from "./language.ts";

const resolvePackage = createRequire(import.meta.url).resolve;

/** Compiled grammars: a build parses thousands of files of one language. */
const parsers = new Map<string, Promise<Parser>>();
let runtime: Promise<void> | null = null;

/** No file of source code takes nearly as long. What is none, line after line, takes time that grows with the square of its length. */
const MAX_PARSE_MS = 30_000;

/**
 * Calls `read` with the syntax tree of a source file. The tree is gone afterwards: its memory is WebAssembly's, which nothing collects.
 * @param text of the file; a mistake in it is a node of type `ERROR`, never an exception
 * @returns what `read` gives; `null` for a file that cannot be parsed in half a minute
 */
export async function withSyntaxTree<T>(
  text: string,
  language: CodeLanguage,
  read: (root: Node) => T,
  maxMs: number = MAX_PARSE_MS,
): Promise<T | null> {
  const parser = await parserOf(language.grammar);
  let tree: Tree | null = null;
  try {
    const untilMs = performance.now() + maxMs;
    tree = parser.parse(text, null, { progressCallback: () => performance.now() > untilMs });
    if (tree !== null) return read(tree.rootNode);
    // Otherwise the next text would be taken for the rest of this one.
    parser.reset();
    return null;
  } finally {
    tree?.delete();
  }
}

function parserOf(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar);
  if (known !== undefined) return known;
  const made = makeParser(grammar);
  parsers.set(grammar, made);
  return made;
}

async function makeParser(grammar: string): Promise<Parser> {
  runtime ??= Parser.init();
  await runtime;
  const parser = new Parser();
  parser.setLanguage(await Language.load(resolvePackage(`@vscode/tree-sitter-wasm/wasm/${grammar}.wasm`)));
  return parser;
}
