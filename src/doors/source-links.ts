/** Sources as other programs get them: with whole addresses, since they stand on no page of ours. */
import type { AnswerMode, Source } from "../core/events.ts";

/** @param requestUrl of the request being answered: pages that the Worker serves are under its origin */
export function absoluteUrl(url: string, requestUrl: string): string {
  return new URL(url, requestUrl).href;
}

export function withAbsoluteUrls<S extends { url: string }>(items: readonly S[], requestUrl: string): S[] {
  return items.map((item) => ({ ...item, url: absoluteUrl(item.url, requestUrl) }));
}

/** Page and headings in one line, e.g. `Timeouts › Setting a default`. */
export function sourceTitle({ title, headingPath }: Pick<Source, "title" | "headingPath">): string {
  const path = headingPath[0] === title ? headingPath : [title, ...headingPath];
  return path.filter((part) => part !== "").join(" › ");
}

interface LinkedAnswer {
  mode: AnswerMode;
  sources: readonly Source[];
  near: readonly Source[];
}

/**
 * Markdown to append to an answer for clients that show nothing but its text: what its numbers mean, one line each. Where only the
 * search answered, its results. `""` for a refusal, which lists nothing.
 */
export function sourceList({ mode, sources, near }: LinkedAnswer, requestUrl: string): string {
  const listed = mode === "search" ? near : sources;
  if (listed.length === 0) return "";
  const lines = listed.map((source) => {
    const title = sourceTitle(source).replace(/[[\]\\]/g, "\\$&");
    return `- [${source.n}] [${title}](${absoluteUrl(source.url, requestUrl)})`;
  });
  return `\n\n${lines.join("\n")}`;
}

const LIST_LINE = /^- \[\d+\] \[/;
const ADDRESS = /^\S+\)$/;

/** A line of {@link sourceList}: a client sends back what it likes, so that no pattern goes over all of it from each of its brackets. */
function isListLine(line: string): boolean {
  const titleEnd = line.lastIndexOf("](");
  return titleEnd !== -1 && LIST_LINE.test(line) && ADDRESS.test(line.slice(titleEnd + 2));
}

/** An answer as it was before {@link sourceList} was appended, for a client that sends it back. */
export function withoutSourceList(text: string): string {
  const lines = text.trimEnd().split("\n");
  let end = lines.length;
  while (end > 0 && isListLine(lines[end - 1]!)) end--;
  return end === lines.length || lines[end - 1] !== "" ? text : lines.slice(0, end).join("\n").trimEnd();
}
