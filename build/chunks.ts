import type { Chunk } from "../src/core/passage.ts";
import { CORPUS_OPTIONS, CORPUS_OPTIONS_HELP, corpusFromOptions, runCommand } from "./args.ts";
import { readCorpus } from "./corpus.ts";
import { formatWarning } from "./warnings.ts";

const HELP = `Prints what the index would hold: one chunk a line, as JSON. Warnings go to standard error.

Usage: npm run --silent chunks -- [options]

${CORPUS_OPTIONS_HELP}
`;

/** One line of output. The fields that tell where a chunk comes from stand first. */
function toRow(chunk: Chunk): Chunk {
  const { file, url, anchor, headingPath, text, tokens, kind, version, ...rest } = chunk;
  return { file, url, anchor, headingPath, text, tokens, kind, version, ...rest };
}

await runCommand({ help: HELP, options: CORPUS_OPTIONS }, async (options) => {
  const { chunks, warnings } = await readCorpus(await corpusFromOptions(options));
  for (const warning of warnings) process.stderr.write(`${formatWarning(warning)}\n`);
  for (const chunk of chunks) process.stdout.write(`${JSON.stringify(toRow(chunk))}\n`);
});
