import type { Element, Root as HastRoot } from "hast";
import type { Blockquote, Image, Root } from "mdast";
import type { State } from "mdast-util-to-hast";
import rehypeSanitize, { defaultSchema, type Options as SanitizeSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { meaningfulAlt } from "../read/clean.ts";
import { replaceNodes } from "../read/nodes.ts";

/** What the body of a page may hold. Ids stay as they are, since every chunk's address ends in one; the pages run no scripts that ids could confuse. */
const SCHEMA: SanitizeSchema = {
  ...defaultSchema,
  clobber: [],
  clobberPrefix: "",
  tagNames: [...(defaultSchema.tagNames ?? []), "aside"],
  attributes: {
    ...defaultSchema.attributes,
    aside: [["className", "callout", /^callout-[a-z]/]],
  },
};

const toHtml = unified()
  .use(remarkRehype, { handlers: { blockquote } })
  .use(rehypeSanitize, SCHEMA)
  .use(rehypeHeadingLinks)
  .use(rehypeStringify)
  .freeze();

/** How the addresses in a page's text are found. */
export interface BodyAddresses {
  /** Where a link leads on the served site; `null` when nowhere: its text stays. */
  link(href: string): string | null;
  /** Where a picture is shown from; `null` when it is not: its words stay. */
  picture(src: string): string | null;
}

/** Sanitized HTML of a clean page tree, with the heading ids that its chunks' addresses name. The tree is left as it is. */
export function bodyHtml(tree: Root, addresses: BodyAddresses): string {
  const page = structuredClone(tree);
  replaceNodes(page, (node) => {
    if (node.type === "link") {
      const url = addresses.link(node.url);
      return url === null ? node.children : { ...node, url };
    }
    return node.type === "image" ? pictureNodes(node, addresses) : node;
  });
  return toHtml.stringify(toHtml.runSync(page));
}

function pictureNodes(image: Image, addresses: BodyAddresses) {
  const url = addresses.picture(image.url);
  if (url !== null) return { ...image, url };
  const words = meaningfulAlt(image);
  return words === null
    ? []
    : [{ type: "emphasis" as const, children: [{ type: "text" as const, value: words }] }];
}

function blockquote(state: State, node: Blockquote): Element {
  const kind = node.data?.callout;
  const children = state.wrap(state.all(node), true);
  if (kind === undefined) return { type: "element", tagName: "blockquote", properties: {}, children };
  return {
    type: "element",
    tagName: "aside",
    properties: { className: ["callout", `callout-${kind}`] },
    children,
  };
}

/** Gives every heading with an id a link to itself. */
function rehypeHeadingLinks() {
  return (tree: HastRoot) => {
    visit(tree, "element", (element) => {
      const { id } = element.properties;
      if (!/^h[1-6]$/.test(element.tagName) || typeof id !== "string") return;
      element.children.push({
        type: "element",
        tagName: "a",
        properties: {
          href: `#${encodeURIComponent(id)}`,
          className: ["anchor"],
          ariaLabel: "Link to this section",
        },
        children: [{ type: "text", value: "#" }],
      });
    });
  };
}
