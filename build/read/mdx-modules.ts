import type { Program } from "estree";
import type { Root } from "mdast";
import type {} from "mdast-util-mdx";
import { staticValue } from "./static-value.ts";

/** Names of exports in which generators keep a page's metadata. */
const METADATA = new Set(["meta", "metadata", "frontmatter", "frontMatter"]);

/** Markdown files that a page imports as components, by the component's name. */
export function importedFiles(tree: Root): Map<string, string> {
  const files = new Map<string, string>();
  for (const statement of statementsOf(tree)) {
    if (statement.type !== "ImportDeclaration") continue;
    const path = statement.source.value;
    if (typeof path !== "string" || !/\.mdx?$/i.test(path)) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type === "ImportDefaultSpecifier") files.set(specifier.local.name, path);
    }
  }
  return files;
}

/** Title in exported metadata, such as `export const meta = { title: "…" }`; `null` when there is none. */
export function exportedTitle(tree: Root): string | null {
  for (const statement of statementsOf(tree)) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "VariableDeclaration")
      continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== "Identifier" || !METADATA.has(id.name) || init === null || init === undefined) continue;
      const value = staticValue(init);
      const title =
        typeof value === "object" && value !== null && !Array.isArray(value) ? value.title : undefined;
      if (typeof title === "string" && title.trim() !== "") return title.trim();
    }
  }
  return null;
}

function statementsOf(tree: Root): Program["body"] {
  return tree.children.flatMap((node) => (node.type === "mdxjsEsm" ? (node.data?.estree?.body ?? []) : []));
}
