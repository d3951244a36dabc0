/** The owner's report of a running Worker: `npm run report -- --url URL`, as Markdown or JSON. */
import * as z from "zod";
import { RepoBotError } from "../src/core/errors.ts";
import type { Report } from "../src/core/report.ts";
import { type OptionValues, runCommand } from "./args.ts";
import { reportMarkdown } from "./report/markdown.ts";
import { reportSchema } from "./report/schema.ts";
import { readCommandSettings } from "./settings.ts";
import { parseWorkerUrl, workerAddress } from "./worker-url.ts";

const HELP = `Prints what readers asked of a running Worker: outcomes, unanswered questions, slow stages, spending and feedback.

Usage: npm run --silent report -- --url URL [options]

  --url URL      address of the Worker
  --days N       how far back, 1 to 90 [7]
  --json         one JSON object
  -h, --help     print this help

OWNER_TOKEN is read from the environment or .dev.vars.
`;

export interface FetchReportOptions {
  /** Address of the Worker, without a final slash. */
  url: string;
  /** As the Worker takes them: 1 to 90. */
  days: string;
  ownerToken: string;
}

/**
 * @throws RepoBotError `bad_request` with the Worker's own words when it refuses, `upstream_unavailable` when nothing answers,
 *   `upstream_malformed` when what answers is no RepoBot of this release
 */
export async function fetchReport({ url, days, ownerToken }: FetchReportOptions): Promise<Report> {
  const response = await request(
    `${workerAddress(url, "/v1/report")}?${new URLSearchParams({ days })}`,
    ownerToken,
  );
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const problem = z.object({ detail: z.string() }).safeParse(answer);
    const why = problem.success ? problem.data.detail : `HTTP ${response.status}`;
    throw new RepoBotError("bad_request", `The Worker gave no report: ${why}`);
  }
  const report = reportSchema.safeParse(answer);
  if (report.success) return report.data;
  const message = `What answers at ${url} gave no report as this release knows it. Check --url, and that the Worker is deployed from here.`;
  throw new RepoBotError("upstream_malformed", message, { cause: report.error });
}

async function request(address: string, ownerToken: string): Promise<Response> {
  try {
    return await fetch(address, { headers: { Authorization: `Bearer ${ownerToken}` } });
  } catch (cause) {
    const message = `No RepoBot answers at ${new URL(address).origin}. Check --url, and that the Worker runs.`;
    throw new RepoBotError("upstream_unavailable", message, { cause });
  }
}

const OPTIONS = {
  url: { type: "string" },
  days: { type: "string", default: "7" },
  json: { type: "boolean", default: false },
} as const;

async function main(values: OptionValues<typeof OPTIONS>): Promise<void> {
  const { ownerToken } = (await readCommandSettings()).settings;
  const url = parseWorkerUrl(values.url);
  if (ownerToken === null) {
    throw new RepoBotError("config_invalid", "Set OWNER_TOKEN to the Worker's own.", {
      field: "OWNER_TOKEN",
    });
  }
  const report = await fetchReport({ url, days: values.days, ownerToken });
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : reportMarkdown(report));
}

if (import.meta.main) await runCommand({ help: HELP, options: OPTIONS }, main);
