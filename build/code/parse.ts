import { createRequire } from "node:module";
import { Language, type Node, Parser, type Tree } from "web-tree-sitter";
import type { CodeLanguage } from "./language.ts";

const resolvePackage = createRequire(import.meta.url).resolve;

/** Compiled grammars: a build parses thousands of files of one language. */
const parsers = new Map<string, Promise<Parser>>();
let runtime: Promise<void> | null = null;

/**
 * The parser's own steps rather than time, so that every machine gives up on the same files. Two megabytes of declarations take under 6,000;
 * text that is no source code takes twelve times as many for its length.
 */
const MAX_PARSE_STEPS = 60_000;

/**
 * Calls `read` with the syntax tree of a source file. The tree is gone afterwards: its memory is WebAssembly's, which nothing collects.
 * @param text of the file; a mistake in it is a node of type `ERROR`, never an exception
 * @returns what `read` gives; `null` for a file that takes more than `maxSteps`
 */
export async function withSyntaxTree<T>(
  text: string,
  language: CodeLanguage,
  read: (root: Node) => T,
  maxSteps: number = MAX_PARSE_STEPS,
): Promise<T | null> {
  const parser = await parserOf(language.grammar);
  let tree: Tree | null = null;
  try {
    let steps = 0;
    tree = parser.parse(text, null, { progressCallback: () => ++steps > maxSteps });
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
