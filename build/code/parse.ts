import { createRequire } from "node:module";
import { Language, type Node, Parser, type Tree } from "web-tree-sitter";
import type { CodeLanguage } from "./language.ts";

const resolvePackage = createRequire(import.meta.url).resolve;

/** Compiled grammars: a build parses thousands of files of one language. */
const parsers = new Map<string, Promise<Parser>>();
let runtime: Promise<void> | null = null;

/**
 * Calls `read` with the syntax tree of a source file. The tree is gone afterwards: its memory is WebAssembly's, which nothing collects.
 * @param text of the file; a mistake in it is a node of type `ERROR`, never an exception
 */
export async function withSyntaxTree<T>(
  text: string,
  language: CodeLanguage,
  read: (root: Node) => T,
): Promise<T> {
  const parser = await parserOf(language.grammar);
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text);
    // Only a parse that was called off, which none is here, gives no tree.
    if (tree === null) throw new Error(`no syntax tree of a ${language.name} file`);
    return read(tree.rootNode);
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
