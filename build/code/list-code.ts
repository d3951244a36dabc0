import { realpath, stat } from "node:fs/promises";
import picomatch from "picomatch";
import { RepoBotError } from "../../src/core/errors.ts";
import type { SourceConfig } from "../config.ts";
import { bytewise, type ListedFiles, walk } from "../sources/list-files.ts";
import { CODE_EXTENSIONS, languageOfFile } from "./language.ts";

/** What is no source of the project's own, or says nothing about its behaviour. A `!glob` in `exclude` takes one back. */
const DEFAULT_CODE_EXCLUDES = [
  // Of others, and made by tools.
  "**/{node_modules,bower_components,vendor,third_party,site-packages}/**",
  "**/{dist,out,target,coverage,.next}/**",
  "build/lib/**",
  "**/*.{min,bundle,generated,gen}.*",
  "**/*{_pb2,_pb2_grpc}.py",
  "**/*.pb.go",
  "**/zz_generated*",
  // Tests and what they need.
  "**/{test,tests,__tests__,__mocks__,spec,testdata,test-data,fixtures,testing}/**",
  "**/*.{test,spec,bench,stories}.*",
  "**/*.test-d.ts",
  "**/*_test.{go,py}",
  "**/{test_*,conftest}.py",
  "**/{*Test,*Tests,*IT}.java",
  "**/benches/**",
] as const;

/**
 * Lists the source files of a folder in bytewise order.
 * @throws RepoBotError `source_unreadable` when the folder is missing or holds none
 */
export async function listCode(source: SourceConfig): Promise<ListedFiles> {
  const { folder, name } = source;
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    const what = found === null ? "is missing" : "is not a folder";
    const message = `The folder of source "${name}" ${what}: ${folder}. Check "folder" in corpus.json.`;
    throw new RepoBotError("source_unreadable", message, { field: "folder" });
  }
  const takenBack = source.exclude.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const excluded = matcher(
    source.exclude.filter((glob) => !glob.startsWith("!")),
    true,
  );
  const excludedByDefault = matcher(DEFAULT_CODE_EXCLUDES, true);
  const isTakenBack = matcher(takenBack, true);
  const included = source.include.length === 0 ? () => true : matcher(source.include, false);
  const listed: ListedFiles = { pages: [], ignoredByExtension: {}, warnings: [] };
  for await (const file of walk(folder, "", new Set([await realpath(folder)]), listed.warnings)) {
    if (!included(file) || excluded(file) || (excludedByDefault(file) && !isTakenBack(file))) continue;
    if (languageOfFile(file) !== null) listed.pages.push(file);
    else {
      const extension = /[^/](\.[^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
      listed.ignoredByExtension[extension] = (listed.ignoredByExtension[extension] ?? 0) + 1;
    }
  }
  if (listed.pages.length === 0) {
    const message = `No source file to read in ${folder} (${CODE_EXTENSIONS.join(", ")}). Check the folder and the include and exclude patterns of source "${name}"; tests, vendored and generated files are left out unless exclude names them with a leading "!".`;
    throw new RepoBotError("source_unreadable", message, { field: "folder" });
  }
  listed.pages.sort(bytewise);
  return listed;
}

function matcher(globs: readonly string[], dot: boolean): (file: string) => boolean {
  return globs.length === 0 ? () => false : picomatch([...globs], { dot });
}
