import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";

// A single dollar is money far more often than mathematics.
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .freeze();
const mdx = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkMdx)
  .freeze();

/** Syntax tree of CommonMark with GFM and display mathematics. */
export function parseMarkdown(text: string): Root {
  return markdown.parse(text);
}

/**
 * Syntax tree of MDX.
 * @throws Error (a `VFileMessage`) with line and reason when the text is no valid MDX
 */
export function parseMdx(text: string): Root {
  return mdx.parse(text);
}
