import { CORPUS_OPTIONS, CORPUS_OPTIONS_HELP, configFromOptions, docsKey, runCommand } from "./args.ts";
import { buildAssets, DEFAULT_OUT_DIR, servingFile } from "./build-assets.ts";
import { progressTo } from "./output/progress.ts";
import { formatReport, formatWarnings } from "./output/report.ts";
import { requireUnserved, takeoverNote } from "./output/serving.ts";
import { readCommandSettings } from "./settings.ts";
import { checkOutSources } from "./sources/git-source.ts";

const HELP = `Builds the index and the pages that the Worker serves. With an embedding provider configured, vectors are computed as well and kept in
.cache/, so that only what changed is computed again.

Usage: npm run build -- [options]

  --out DIR      where the assets go (default ${DEFAULT_OUT_DIR})
${CORPUS_OPTIONS_HELP}
`;

const OPTIONS = { ...CORPUS_OPTIONS, out: { type: "string" } } as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const outDir = options.out ?? DEFAULT_OUT_DIR;
  const config = await configFromOptions(options);
  await requireUnserved(servingFile(outDir), outDir, docsKey(options));
  const { settings, warnings } = await readCommandSettings();
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const report = await buildAssets({
    config: await checkOutSources(config),
    settings,
    outDir,
    // A bare folder has no configuration to name them.
    suggestQuestions: options.docs !== undefined,
    progress: progressTo(process.stderr),
  });
  for (const warning of formatWarnings(report.warnings)) process.stderr.write(`${warning}\n`);
  process.stdout.write(`${formatReport(report)}\n`);
  const note = await takeoverNote(servingFile(outDir), process.ppid);
  if (note !== null) process.stdout.write(`${note}\n`);
});
