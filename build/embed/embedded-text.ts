import type { Chunk } from "../../src/core/passage.ts";

/**
 * What is embedded of a chunk: where it stands (title and headings), then its text. The model's passage prefix comes before it and is
 * added by the embedder.
 */
export function embeddedText({
  title,
  headingPath,
  text,
}: Pick<Chunk, "title" | "headingPath" | "text">): string {
  const place = [title, ...headingPath].filter((heading, i, all) => heading !== "" && heading !== all[i - 1]);
  return [place.join(" > "), text].filter((part) => part !== "").join("\n");
}
