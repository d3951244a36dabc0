/** `npm run ablation`: what each part of the retrieval is worth, and what was tried and dropped. */
import { RepoBotError } from "../../src/core/errors.ts";
import { runCommand } from "../args.ts";
import { formatSets, formatVariants, reportVariant } from "./report.ts";
import { ABLATION_SET_NAMES, loadAblationSets } from "./sets.ts";
import { VariantRunner } from "./variant-runner.ts";
import { PRODUCT, VARIANTS } from "./variants.ts";

const HELP = `Measures the retrieval without a model on all question sets, then with one thing changed at a time. Prints MRR, hit@5 and MRR
at heading level, averaged over the sets, and the change against RepoBot as it is, with the 95 % interval of a paired bootstrap
over the questions. The first run fetches some packages' pages below .cache/.

Usage: npm run --silent ablation -- [options]

  --sets A,B      of ${ABLATION_SET_NAMES.join(", ")} (default all)
  --variants TEXT only variants whose name holds the text
  --by-set        figures of every set too
  --json          prints one JSON object instead of tables
  -h, --help      print this help
`;

const OPTIONS = {
  sets: { type: "string" },
  variants: { type: "string" },
  "by-set": { type: "boolean" },
  json: { type: "boolean" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const sets = await loadAblationSets(chosenSets(options.sets));
  process.stderr.write(`Read ${sets.map(({ name }) => name).join(", ")}.\n`);
  const runner = new VariantRunner();
  const product = await runner.run(PRODUCT, sets);
  const reports = [reportVariant(PRODUCT, product, product)];
  for (const variant of VARIANTS) {
    if (!variant.name.includes(options.variants ?? "")) continue;
    reports.push(reportVariant(variant, await runner.run(variant, sets), product));
    process.stderr.write(`${variant.name}\n`);
  }
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ sets: sets.map(({ name }) => name), variants: reports })}\n`);
    return;
  }
  process.stdout.write(`${formatVariants(reports)}\n`);
  if (options["by-set"]) for (const report of reports) process.stdout.write(`\n${formatSets(report)}\n`);
});

function chosenSets(option: string | undefined): readonly string[] {
  if (option === undefined) return ABLATION_SET_NAMES;
  const names = option.split(",").map((name) => name.trim());
  for (const name of names) {
    if (ABLATION_SET_NAMES.includes(name)) continue;
    throw new RepoBotError("bad_request", `--sets must be of ${ABLATION_SET_NAMES.join(", ")}.`, {
      field: "--sets",
    });
  }
  return names;
}
