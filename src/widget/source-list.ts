import type { Source } from "../core/events.ts";
import { element } from "./dom.ts";
import { linkTo } from "./links.ts";

/** Pages under a heading. @param numbered whether the answer cites them by number */
export function sourceList(
  heading: string,
  sources: readonly Source[],
  { endpoint, numbered }: { endpoint: string; numbered: boolean },
): HTMLElement {
  const items = sources.map((source) => element("li", {}, sourceLine(source, endpoint, numbered)));
  return element(
    "div",
    { class: "sources", part: "sources" },
    element("h3", {}, heading),
    element("ul", {}, ...items),
  );
}

function sourceLine(source: Source, endpoint: string, numbered: boolean): Node {
  const path = source.headingPath.filter((heading) => heading !== source.title);
  const parts: Node[] = [];
  if (numbered) parts.push(element("span", { class: "citation" }, String(source.n)));
  parts.push(element("span", { class: "source-title" }, source.title));
  if (path.length > 0) parts.push(element("span", { class: "source-path" }, path.join(" › ")));
  if (source.version !== "") parts.push(element("span", { class: "source-version" }, source.version));
  return linkTo(source.url, endpoint, { title: source.quote }, ...parts) ?? element("span", {}, ...parts);
}
