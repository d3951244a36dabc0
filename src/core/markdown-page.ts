/** A page of the docs as Markdown, for programs that read whole pages or sections. */

export interface PageSection {
  /** Fragment of its heading, without `#`. */
  anchor: string;
  text: string;
  /** Of its heading, 1 to 6. */
  level: number;
  /** Where its heading begins in the page's Markdown, in UTF-16 units. */
  start: number;
}

export interface MarkdownPage {
  /** Without fragment, as the index has it. */
  url: string;
  title: string;
  language: string;
  /** `""` when the docs have none. */
  version: string;
  markdown: string;
  /** In page order. */
  sections: PageSection[];
}

/** Pages of the docs by their address. */
export interface PageSource {
  /**
   * @param url of the page, absolute or as the index has it; a fragment is passed over
   * @param origin of the Worker: its own pages may be named with or without it
   * @returns `null` when the corpus has no such page
   * @throws RepoBotError `upstream_unavailable`, `index_corrupt`
   */
  page(url: string, origin: string): Promise<MarkdownPage | null>;
}

/** The Markdown of one section, with those below it; the whole page when it has no such section. */
export function sectionMarkdown({ markdown, sections }: MarkdownPage, anchor: string): string {
  const at = sections.findIndex((section) => section.anchor === anchor);
  const section = sections[at];
  if (anchor === "" || section === undefined) return markdown;
  const next = sections.slice(at + 1).find(({ level }) => level <= section.level);
  return markdown.slice(section.start, next?.start).trimEnd();
}
