import { type Block, splitSentences } from "../citations/sentences.ts";

/**
 * The parts of a block that make statements, markers and all: sentences, or a row of a table. Code, headings and headers of tables
 * make none.
 * @param language BCP 47 tag
 */
export function statingUnits(block: Block, language: string): string[] {
  if (block.kind === "code" || block.kind === "heading") return [];
  if (block.kind === "tableRow") return block.isHeader ? [] : [block.text];
  // A line in bold is a heading.
  if (/^\*\*[^*\n]+\*\*$/.test(block.text) && !/[.!。！]\**$/u.test(block.text)) return [];
  return splitSentences(block.text, language).map(({ text }) => text);
}
