import type { Node } from "web-tree-sitter";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { javascript, tsx, typescript } from "./languages/javascript.ts";
import { python } from "./languages/python.ts";
import { rust } from "./languages/rust.ts";

/** What a syntax node defines, as its language sees it. */
export type Found =
  /** One name with its code. `body` holds the statements or members by which it may be cut; `null` when it has none. */
  | { kind: "function" | "class" | "type" | "constant"; names: string[]; body: Node | null }
  /** Nothing itself: what its children define counts, under `names` where it has some. */
  | { kind: "through"; names: string[]; children: Node[] };

/** A programming language as the reader of code knows it. */
export interface CodeLanguage {
  /** Also the info string of its code blocks. */
  name: string;
  /** File of its grammar in `@vscode/tree-sitter-wasm`, without folder and extension. */
  grammar: string;
  /** What a statement of the module, a class or a function defines; `null` for nothing. */
  classify(node: Node): Found | null;
  /** Comments, and what else belongs to the definition below it, such as attributes. */
  isLeading(type: string): boolean;
  isComment(type: string): boolean;
  /** The string inside a body that documents it, for languages that have such. */
  docstring?(body: Node): Node | null;
}

const BY_EXTENSION: Readonly<Record<string, CodeLanguage>> = {
  ".js": javascript,
  ".cjs": javascript,
  ".mjs": javascript,
  ".jsx": javascript,
  ".ts": typescript,
  ".cts": typescript,
  ".mts": typescript,
  ".tsx": tsx,
  ".py": python,
  ".pyi": python,
  ".go": go,
  ".rs": rust,
  ".java": java,
};

/** The language of a file by its extension; `null` when it is none that can be read. */
export function languageOfFile(file: string): CodeLanguage | null {
  return BY_EXTENSION[/\.[^./]+$/.exec(file)?.[0].toLowerCase() ?? ""] ?? null;
}

/** Extensions that are read, for messages. */
export const CODE_EXTENSIONS = Object.keys(BY_EXTENSION);
