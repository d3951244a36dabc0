import type { Root, RootContent } from "mdast";
import { settleAnchors } from "../read/headings.ts";
import type { IncludeReader } from "../read/includes.ts";
import { paragraph, textNode } from "../read/nodes.ts";
import { type Page, pageOf } from "../read/page.ts";
import type { Warn } from "../warnings.ts";
import { ApiDocument, arrayOf, entriesOf, isObject, textOf } from "./api-document.ts";
import { authorizationSchemes, componentsOf } from "./authorization.ts";
import { operationBlocks, operationTitle } from "./operation-page.ts";
import { type Operation, operationsOf } from "./operations.ts";
import {
  code,
  descriptionBlocks,
  descriptionLine,
  descriptionWithoutHeadings,
  item,
  labelledList,
  list,
} from "./prose.ts";
import { SchemaWords } from "./schema-words.ts";

/**
 * Reads an OpenAPI 3 document: a page for the API, one for each operation, and one for each schema with fields of its own.
 * @param readFile reads the files that the document refers to; without it, what they hold is missing
 * @returns nothing, with a warning, for a file that is none
 */
export async function readOpenApi(
  text: string,
  file: string,
  warn: Warn,
  readFile?: IncludeReader,
): Promise<Page[]> {
  const api = await ApiDocument.parse(text, file, warn, readFile);
  if (api === null) return [];
  const operations = operationsOf(api);
  if (operations.length === 0) warn("the OpenAPI document has no operations");
  const parts = new Set<string>();
  return [
    page(api.root.info.title, overviewBlocks(api, operations), warn),
    ...operations.map((operation) => ({
      ...page(operationTitle(operation), operationBlocks(api, operation), warn),
      part: freePart(parts, textOf(operation.value.operationId) || `${operation.method}-${operation.path}`),
    })),
    ...schemaPages(api, parts, warn),
  ];
}

function page(title: string, children: RootContent[], warn: Warn): Page {
  const tree: Root = { type: "root", children };
  return pageOf({ frontMatter: {}, givenTitle: title, headings: settleAnchors(tree, warn), tree });
}

function overviewBlocks(api: ApiDocument, operations: readonly Operation[]): RootContent[] {
  const { title, version, summary, description } = api.root.info;
  const root: Record<string, unknown> = api.root;
  const servers = arrayOf(root.servers).filter(isObject);
  const tags = arrayOf(root.tags).filter(isObject);
  return [
    paragraph([textNode(`${title} is an HTTP API${version === "" ? "" : `, version ${version}`}.`)]),
    ...(summary === "" ? [] : [paragraph([textNode(summary)])]),
    ...descriptionBlocks(description),
    ...labelledList(
      "Servers",
      servers.map((server) => {
        const words = descriptionLine(textOf(server.description));
        return item([code(textOf(server.url)), ...(words.length === 0 ? [] : [textNode(": "), ...words])]);
      }),
    ),
    ...authorizationSchemes(api),
    ...labelledList(
      "Groups of operations",
      tags.flatMap((tag) => {
        const words = descriptionLine(textOf(tag.description));
        return words.length === 0 ? [] : [item([textNode(`${textOf(tag.name)}: `), ...words])];
      }),
    ),
    ...labelledList(
      "Operations",
      operations.map((operation) => item([textNode(operationTitle(operation))])),
    ),
  ];
}

/** Schemas whose fields somebody may ask for by the schema's name. */
function schemaPages(api: ApiDocument, parts: Set<string>, warn: Warn): Page[] {
  const words = new SchemaWords(api);
  return entriesOf(componentsOf(api).schemas).flatMap(([name, schema]): Page[] => {
    const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("%", "%25");
    const reference = { $ref: `#/components/schemas/${pointer}` };
    const value = api.object(schema)?.value;
    const fields = words.fields(reference);
    if (value === undefined || (fields.length === 0 && arrayOf(value.enum).length === 0)) return [];
    const lead = [
      textNode(`${name} is a schema of ${api.root.info.title}: `),
      ...words.type(reference),
      textNode("."),
    ];
    const blocks = [
      paragraph(lead),
      ...descriptionWithoutHeadings(textOf(value.description)),
      ...(fields.length === 0 ? [] : [paragraph([textNode("Fields:")]), ...list(fields)]),
    ];
    return [{ ...page(`${name} (schema)`, blocks, warn), part: freePart(parts, `schema-${name}`) }];
  });
}

/** The name as part of an address, numbered where another has it. */
function freePart(taken: Set<string>, name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._~]+/gu, "-").replace(/^-+|-+$/g, "") || "operation";
  let free = plain;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain}-${n}`;
  taken.add(free.toLowerCase());
  return free;
}
