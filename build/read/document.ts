import type { Root } from "mdast";
import type { ChunkKind } from "../../src/core/passage.ts";
import type { PageHeading } from "./headings.ts";

/** A source file as read: what chunks, rendered pages and `llms.txt` are made from. */
export interface ReadDocument {
  /** Path relative to its source folder, with `/`. */
  file: string;
  /** Which page of a file that is several, such as one operation of an API description; absent for a file that is one page. */
  part?: string;
  /** Address of the page without fragment: absolute, or rooted at `/docs/` when the Worker serves it. */
  url: string;
  /** Path of its rendered page among the Worker's assets, e.g. `docs/guide/start.html`; `null` when the page lives elsewhere. */
  pagePath: string | null;
  title: string;
  /** Its level-1 heading where that names the whole site: no part of its heading paths. */
  siteHeading?: string;
  /** Place among the pages of its source, from 0, as its site lists them. */
  order: number;
  /** What lists of pages call it, where its site calls it otherwise than its title. */
  navigationTitle?: string;
  /** What the site calls the folder it stands in. */
  folderTitle?: string;
  /** BCP 47. */
  language: string;
  /** `""` when the corpus has none. */
  version: string;
  /** Name of its source in the configuration. */
  source: string;
  kind: ChunkKind;
  /** Every heading with text, in page order. */
  headings: PageHeading[];
  /** Cleaned syntax tree: no HTML, JSX, references or front matter; headings carry their anchors, callouts their kind. */
  tree: Root;
}
