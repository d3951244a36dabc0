import { readFile, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import * as z from "zod";
import { RepoBotError } from "../src/core/errors.ts";
import type { ChunkKind } from "../src/core/passage.ts";
import { configIssue, fieldError } from "./config-errors.ts";
import { isGitUrl } from "./init/docs-place.ts";
import { canonicalLanguageTag } from "./language-tag.ts";
import { docsName, UNNAMED } from "./sources/docs-name.ts";

/**
 * How file paths become page addresses under `baseUrl`, for `guide/start.md` and `guide/index.md`:
 *
 * - `directory`: `guide/start/` and `guide/` (MkDocs, Hugo, Starlight)
 * - `html`: `guide/start.html` and `guide/` (mdBook, VitePress)
 * - `plain`: `guide/start` and `guide/` (Docusaurus, VitePress with clean URLs)
 * - `file`: `guide/start.md` and `guide/index.md` (a repository's own pages)
 */
export const URL_STYLES = ["directory", "html", "plain", "file"] as const;
export type UrlStyle = (typeof URL_STYLES)[number];

/** Docs in a git repository. */
export interface GitPlace {
  /** May hold a password: never shown as it is. */
  url: string;
  /** Branch, tag or full commit; `HEAD` is the repository's main branch. */
  ref: string;
  /** Folder in the repository; `""` for all of it. */
  path: string;
}

/** A folder of docs. */
export interface SourceConfig {
  /** Unique within the corpus; filters and reports use it. */
  name: string;
  /** Absolute path; `""` for a repository that is yet to be fetched. */
  folder: string;
  /** Where the folder comes from when it is not on this machine. */
  git: GitPlace | null;
  /** Where readers find these pages, ending with `/`; `null` when the Worker is to serve them itself under `/docs/`. */
  baseUrl: string | null;
  /** Only of use with `baseUrl`. */
  urlStyle: UrlStyle;
  /** `""` when the docs have none. */
  version: string;
  /** `code`: what is read are source files, not pages. */
  kind: ChunkKind;
  /** Template of the address of lines of code, with `{path}`, `{start}`, `{end}` and `{commit}`; `""` when it is to be derived. */
  codeUrl: string;
  /** BCP 47. */
  language: string;
  /** Globs over paths relative to `folder`; empty takes every file that can be read. */
  include: string[];
  exclude: string[];
}

/** `corpus.json`, checked, with every default filled in. */
export interface CorpusConfig {
  name: string;
  /** One line: what the docs are about. */
  description: string;
  /** Main language of the docs, BCP 47. */
  language: string;
  /** What the index was built from, such as a date or a commit; `""` when not given. */
  revision: string;
  /** Questions offered to readers to begin with. */
  questions: string[];
  /** The version answers are about when a reader names none; `""` when the corpus has none. */
  defaultVersion: string;
  /** Other names of versions, such as `latest`, each with the version that it means. */
  versionAliases: Record<string, string>;
  sources: SourceConfig[];
}

const line = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .refine((text) => !text.includes("\n"), "must be one line");
const languageTag = z.string().transform((text, context) => {
  const tag = canonicalLanguageTag(text);
  if (tag !== null) return tag;
  context.issues.push({ code: "custom", message: "must be a language tag such as en or pt-BR", input: text });
  return z.NEVER;
});
/** With a scheme that git speaks, or as ssh is written. Never an option. */
const GIT_URL = /^(?:(?:https?|ssh|git|file):\/\/[^\s-]\S*|[\w][\w.-]*@[\w][\w.-]*:[^\s-]\S*)$/;
const GIT_REF = /^[\p{L}\p{N}_][\p{L}\p{N}_./+@#-]*$/u;
const globs = z.array(z.string().min(1, "must not be empty"));

const sourceSchema = z.strictObject({
  name: line.optional(),
  folder: z.string().min(1, "must not be empty").optional(),
  git: z
    .string()
    .refine(
      (text) => GIT_URL.test(text),
      "must be the URL of a git repository, such as https://github.com/OWNER/NAME",
    )
    .optional(),
  ref: z
    .string()
    .refine((text) => GIT_REF.test(text) && !text.includes(".."), "must be a branch, a tag or a full commit")
    .optional(),
  path: z
    .string()
    .refine(
      (text) => !/^[-/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|^[A-Za-z]:/.test(text),
      "must be a folder in the repository",
    )
    .optional(),
  baseUrl: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      "must be an http or https address",
    )
    .refine((text) => !/[?#]/.test(text), "must have no query and no fragment")
    .optional(),
  urlStyle: z.enum(URL_STYLES).default("directory"),
  version: line.optional(),
  kind: z.enum(["docs", "code"]).default("docs"),
  codeUrl: z
    .string()
    .refine((text) => /^https?:\/\//.test(text), "must be an http or https address")
    .refine((text) => text.includes("{path}"), "must hold {path}")
    .optional(),
  language: languageTag.optional(),
  include: globs.default([]),
  exclude: globs.default([]),
});

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  name: line,
  description: line,
  language: languageTag.default("en"),
  revision: line.optional(),
  questions: z.array(line).max(12, "must be at most 12").default([]),
  defaultVersion: line.optional(),
  versionAliases: z.record(line, line).default({}),
  sources: z.array(sourceSchema).min(1, "must name at least one source"),
});

/** Known keys, for suggesting one in the place of another. */
const KEYS = { top: Object.keys(configSchema.shape), source: Object.keys(sourceSchema.shape) };

/**
 * Reads and checks a `corpus.json`.
 * @param path of the file; folders in it are relative to its own folder
 * @throws RepoBotError `config_invalid`, with `field` such as `sources[0].folder`
 */
export async function loadCorpusConfig(path: string): Promise<CorpusConfig> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    const message = `Cannot read ${path}. Create it, give another file with --config FILE, or index a folder with --docs DIR.`;
    throw new RepoBotError("config_invalid", message, { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/\s+/g, " ") : "unknown error";
    throw new RepoBotError("config_invalid", `${path} is not valid JSON: ${reason}`, { cause });
  }
  return parseCorpusConfig(value, dirname(resolve(path)), path);
}

/**
 * Checks the value of a `corpus.json`. Folders of repositories are still to be fetched: `checkOutSources` does.
 * @param folder absolute path that source folders are relative to
 * @param path how messages name the file
 * @throws RepoBotError `config_invalid`
 */
export function parseCorpusConfig(value: unknown, folder: string, path = "corpus.json"): CorpusConfig {
  const parsed = configSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    const { issues } = parsed.error;
    // A misspelled name first: the setting that it was meant for is then missing as well.
    throw configIssue(path, issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0]!, KEYS);
  }
  const config = parsed.data;
  for (const [i, source] of config.sources.entries()) checkPlace(source, `sources[${i}]`, path);
  const sources = config.sources.map((source) => toSource(source, config.language, folder));
  const names = nameSources(sources, config.sources);
  const versions = [...new Set(sources.map((source) => source.version).filter((version) => version !== ""))];
  const { defaultVersion } = config;
  if (defaultVersion !== undefined && !versions.includes(defaultVersion)) {
    const known =
      versions.length === 0 ? "no source has a version" : `the sources have ${versions.join(", ")}`;
    throw fieldError(path, "defaultVersion", `names no version of a source (${known})`);
  }
  for (const [alias, version] of Object.entries(config.versionAliases)) {
    if (!versions.includes(version))
      throw fieldError(path, `versionAliases.${alias}`, `names no version of a source (${version})`);
  }
  const repeated = names.findIndex((name, i) => names.indexOf(name) < i);
  if (repeated >= 0)
    throw fieldError(path, `sources[${repeated}].name`, `repeats the name "${names[repeated]}"`);
  return {
    name: config.name,
    description: config.description,
    language: config.language,
    revision: config.revision ?? "",
    questions: config.questions,
    defaultVersion: defaultVersion ?? versions[0] ?? "",
    versionAliases: config.versionAliases,
    sources: sources.map((source, i) => ({ ...source, name: names[i]! })),
  };
}

/**
 * The configuration of a bare folder: its pages are served by the Worker itself. Its name is what the docs say they are about.
 * @param folder path of the docs
 * @param options.lang language of the docs, BCP 47; @defaultValue `en`
 * @throws RepoBotError `config_invalid` for a malformed language, `source_unreadable` when the folder is not there
 */
export async function corpusConfigForDocs(
  folder: string,
  options: { lang?: string } = {},
): Promise<CorpusConfig> {
  const absolute = resolve(folder);
  const found = await stat(absolute).catch(() => null);
  if (!found?.isDirectory()) {
    const problem = found === null ? "There is no folder" : "This is not a folder:";
    throw new RepoBotError(
      "source_unreadable",
      isGitUrl(folder)
        ? // Not shown: it may hold a password.
          "--docs takes a folder here. For a repository, run npm run init -- --docs URL, which writes a configuration that names it."
        : `${problem} ${folder}. Give the folder of your docs with --docs DIR.`,
      {
        field: "--docs",
      },
    );
  }
  const language = languageTag.safeParse(options.lang ?? "en");
  if (!language.success) {
    throw new RepoBotError(
      "config_invalid",
      `--lang ${options.lang}: ${language.error.issues[0]!.message}.`,
      {
        field: "--lang",
      },
    );
  }
  const value = (name: string) => ({
    name,
    description: `Documentation of ${name}`,
    language: language.data,
    // No name that depends on where the folder lies: equal docs give equal builds.
    sources: [{ name: "docs", folder: absolute }],
  });
  const [source] = parseCorpusConfig(value(UNNAMED), absolute).sources;
  return parseCorpusConfig(value(await docsName(absolute, source!)), absolute);
}

/** A source is a folder here or one in a repository. */
function checkPlace(source: z.infer<typeof sourceSchema>, field: string, path: string): void {
  if (source.folder === undefined && source.git === undefined) {
    throw fieldError(
      path,
      `${field}.folder`,
      'is missing; name a folder, or the URL of a repository as "git"',
    );
  }
  if (source.folder !== undefined && source.git !== undefined) {
    throw fieldError(
      path,
      `${field}.git`,
      'stands beside "folder"; of a repository\'s folder the name is "path"',
    );
  }
  for (const key of ["ref", "path"] as const) {
    if (source[key] !== undefined && source.git === undefined) {
      throw fieldError(path, `${field}.${key}`, 'goes with "git" only');
    }
  }
}

function toSource(source: z.infer<typeof sourceSchema>, language: string, folder: string): SourceConfig {
  return {
    name: source.name ?? "",
    folder: source.folder === undefined ? "" : resolve(folder, source.folder),
    git:
      source.git === undefined
        ? null
        : {
            url: source.git,
            ref: source.ref ?? "HEAD",
            path: (source.path ?? "").replace(/^(?:\.\/+)+|\/+$/g, ""),
          },
    baseUrl: source.baseUrl === undefined ? null : source.baseUrl.replace(/\/*$/, "/"),
    urlStyle: source.urlStyle,
    version: source.version ?? "",
    kind: source.kind,
    codeUrl: source.codeUrl ?? "",
    language: source.language ?? language,
    include: source.include,
    exclude: source.exclude,
  };
}

/** A source without a name is called after its folder, numbered when another has that name. */
function nameSources(sources: SourceConfig[], given: { name?: string | undefined }[]): string[] {
  const taken = new Set(given.map(({ name }) => name));
  return sources.map((source, i) => {
    if (given[i]!.name !== undefined) return source.name;
    const place = source.git?.url.replace(/(?:\.git)?\/*$/, "").replace(/^.*:/, "") ?? source.folder;
    const name = basename(place) || "docs";
    let numbered = name;
    for (let n = 2; taken.has(numbered); n++) numbered = `${name}-${n}`;
    taken.add(numbered);
    return numbered;
  });
}
