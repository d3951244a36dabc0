/** Kinds of files that pages are read from. */
export type Format = "markdown" | "html" | "asciidoc" | "notebook" | "openapi" | "text" | "rst";

const BY_EXTENSION: Record<string, Format> = {
  md: "markdown",
  mdx: "markdown",
  markdown: "markdown",
  mdown: "markdown",
  mkd: "markdown",
  qmd: "markdown",
  rmd: "markdown",
  mdoc: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  adoc: "asciidoc",
  asciidoc: "asciidoc",
  asc: "asciidoc",
  ipynb: "notebook",
  json: "openapi",
  yaml: "openapi",
  yml: "openapi",
  txt: "text",
  rst: "rst",
};

/** Text files that are written for programs, or that stand for pages which are read themselves. */
const NO_PAGE =
  /^(?:robots|humans|llms|llms-full|ads|security|cmakelists|(?:[\w-]*-)?requirements(?:[-_.][\w-]+)?|constraints|license|licence|copying|notice|authors|contributors|manifest|versions?|sitemap|spelling_wordlist|\w*wordlist|top_level|sources)\.txt$/i;

/** The format that a file's name stands for; `null` for files that are never pages. Of `openapi`, the contents decide. */
export function formatOf(file: string): Format | null {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const format = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension]! : null;
  return format === "text" && NO_PAGE.test(name) ? null : format;
}

/** True for the text of an API description, of a version that is read or not. */
export function looksLikeOpenApi(text: string): boolean {
  return /^[ \t{]*["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?\d|"(?:openapi|swagger)"\s*:\s*"\d/m.test(
    text,
  );
}

/** True for the text of a description of messages, which no reader here knows. */
export function looksLikeAsyncApi(text: string): boolean {
  return /^[ \t{]*["']?asyncapi["']?[ \t]*:[ \t]*["']?\d/m.test(text.slice(0, 1000));
}

/** True for a file that calls itself an API description. */
export function isCalledOpenApi(file: string): boolean {
  return /(?:^|[/._-])(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$/i.test(file);
}
