/** What a passage is about: prose written for readers, or source code. */
export type ChunkKind = "docs" | "code";

/** A heading inside a document and the fragment that lands on it. */
export interface HeadingAnchor {
  /** Plain text, no markup. */
  text: string;
  /** Fragment without `#`; empty for the top of the page. */
  anchor: string;
}

/**
 * The build-time unit of the index: a section, or part of one, small enough to be given to a model.
 *
 * `text` is cleaned Markdown: fences, lists, tables and inline code stay, front matter, imports, JSX, comments and link
 * destinations do not. The section's own heading is not repeated in it (it is the end of `headingPath`); headings of
 * smaller sections merged into the chunk are, as Markdown heading lines.
 */
export interface Chunk {
  /** Stable: depends on the file, the heading anchor and the ordinal within it, not on other files. */
  id: string;
  /** Path of the source file relative to its source folder, with `/`. */
  file: string;
  /** Address of the page with the fragment of the chunk's heading: absolute, or rooted at `/docs/` when the Worker serves the page. */
  url: string;
  /** Fragment without `#`; empty for the top of the page. */
  anchor: string;
  /** Title of the page. */
  title: string;
  /** Headings from the page's first level down to the chunk's own, plain text. Empty before the first heading. */
  headingPath: string[];
  /** Every heading that begins inside this chunk, in page order: its own, behind headings above it that have no text of their own. */
  headings: HeadingAnchor[];
  text: string;
  /** Tokens of title, heading path and text together, as the build's counter counts them. */
  tokens: number;
  kind: ChunkKind;
  /** Docs version, or `""` when the corpus has none. */
  version: string;
  /** BCP 47 language of the text, e.g. `en`. */
  language: string;
  /** Name of the source in `corpus.json` that the file came from. */
  source: string;
}

/** A chunk as retrieved for one query: what sources and prompts are made from. Same meanings as in {@link Chunk}. */
export type Passage = Pick<
  Chunk,
  | "id"
  | "file"
  | "url"
  | "anchor"
  | "title"
  | "headingPath"
  | "text"
  | "kind"
  | "version"
  | "language"
  | "source"
> & {
  /** Fragments of the heading lines in `text`, in their order. Absent where the index does not tell them all. */
  innerAnchors?: readonly string[];
};
