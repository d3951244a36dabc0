/** `npm run check:docs`: reads docs as a build does and looks for what an index of them must not have. */
import { CORPUS_OPTIONS, CORPUS_OPTIONS_HELP, corpusFromOptions, runCommand } from "./args.ts";
import { readCorpus } from "./corpus.ts";
import { checkCorpus } from "./docs-check/check-corpus.ts";
import { progressTo } from "./output/progress.ts";
import { formatWarning } from "./warnings.ts";

const HELP = `Reads docs as a build does and checks what the index would hold: every page is there or named in a warning, no chunk holds leftovers of
navigation, imports or markup, and every anchor is on its page.

Usage: npm run check:docs -- [options] [DIR]

${CORPUS_OPTIONS_HELP}
  --verbose      list every warning and every problem
`;

/** Problems of a kind that are shown without --verbose. */
const SHOWN = 5;

const OPTIONS = { ...CORPUS_OPTIONS, verbose: { type: "boolean" } } as const;

/** The docs may stand first without the name of their option. */
function named(args: string[]): string[] {
  const [first, ...rest] = args;
  return first === undefined || first.startsWith("-") ? args : ["--docs", first, ...rest];
}

await runCommand({ help: HELP, options: OPTIONS, args: named(process.argv.slice(2)) }, async (options) => {
  const config = await corpusFromOptions(options);
  const progress = progressTo(process.stderr);
  progress.step(`Reading ${config.name}`);
  const read = await readCorpus(config, { onProgress: ({ done, total }) => progress.advance(done, total) });
  progress.end();
  const limit = options.verbose === true ? Number.POSITIVE_INFINITY : SHOWN;
  for (const warning of read.warnings.slice(0, limit)) console.log(formatWarning(warning));
  if (read.warnings.length > limit)
    console.log(`… ${read.warnings.length - limit} more warnings (--verbose)`);

  const { files, indexed, checks } = await checkCorpus(config, read);
  console.log(
    `\n${files} files, ${indexed} indexed as ${read.documents.length} pages in ${read.chunks.length} chunks; ${read.skipped.length} hidden by their authors, ${read.warnings.length} warnings`,
  );
  for (const [name, problems] of checks) {
    console.log(`${String(problems.length).padStart(6)}  ${name}`);
    for (const { file, what } of problems.slice(0, limit)) console.log(`          ${file}: ${what}`);
  }
  if (checks.some(([, problems]) => problems.length > 0)) process.exitCode = 1;
});
