/** Paragraphs, list items, table rows and fenced blocks of a chunk's text. */
export function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]];
  let inFence = false;
  for (const line of text.split("\n")) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (!inFence && (line.trim() === "" || /^\s*(?:[-*+]|\d+[.)]) |^\|/.test(line))) blocks.push([]);
    if (isFence) inFence = !inFence;
    blocks.at(-1)!.push(line);
  }
  return blocks.map((lines) => lines.join("\n")).filter((block) => block.trim() !== "");
}
