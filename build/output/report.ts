/** What a build says when it is done. */
import { type BuildWarning, formatWarning } from "../warnings.ts";
import type { BuildChanges, ChunkChanges } from "./changes.ts";

/** Largest file that Cloudflare takes as a static asset. */
export const ASSET_LIMIT_BYTES = 25 * 1024 * 1024;

/** Most files that one version of a Worker may have as static assets, on Cloudflare's free plan and on the paid one. */
export const ASSET_COUNT_LIMITS = { free: 20_000, paid: 100_000 };

export interface BuildReport {
  corpusName: string;
  documents: number;
  chunks: number;
  /** That the chunks are stored in: fewer, where versions have some in common. */
  rows: number;
  /** Since the last build of the same corpus; `null` for the first. */
  changes: BuildChanges | null;
  tokens: number;
  /** `null` for a lexical index. */
  embedding: { model: string; dimensions: number; computed: number; cached: number; requests: number } | null;
  /** Bytes by path relative to the output folder. */
  assets: ReadonlyMap<string, number>;
  outDir: string;
  seconds: number;
  warnings: readonly BuildWarning[];
}

/** Lines without warnings: those go to standard error. */
export function formatReport(report: BuildReport): string {
  const { documents, chunks, rows: stored, tokens, embedding } = report;
  const rows: [string, string][] = [
    ["corpus", report.corpusName],
    ["documents", count(documents)],
    [
      "chunks",
      stored === chunks
        ? count(chunks)
        : `${count(chunks)}, of which ${count(stored)} are different and stored`,
    ],
    ...changeRows(report.changes),
    ["tokens", count(tokens)],
    ["vectors", embedding === null ? "none: no embedding provider is configured" : vectorsLine(embedding)],
    ...assetRows(report),
    [
      "files",
      `${count(report.assets.size)} (Cloudflare takes ${count(ASSET_COUNT_LIMITS.free)} on the free plan, ${count(ASSET_COUNT_LIMITS.paid)} on the paid one)`,
    ],
    ["seconds", report.seconds.toFixed(1)],
    ["warnings", count(formatWarnings(report.warnings).length)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

function changeRows(changes: BuildChanges | null): [string, string][] {
  if (changes === null) return [["changes", "none known: no build before this one"]];
  const rows: [string, string][] = [["changes", changesLine(changes)]];
  if (changes.versions.length < 2) return rows;
  for (const { version, ...counts } of changes.versions) {
    rows.push([version === "" ? "  no version" : `  ${version}`, changesLine(counts)]);
  }
  return rows;
}

function changesLine({ added, changed, moved, removed, unchanged }: ChunkChanges): string {
  return `${count(added)} chunks added, ${count(changed)} changed, ${count(moved)} moved, ${count(removed)} removed, ${count(unchanged)} unchanged`;
}

/** One line a warning; equal ones once, such as that of a picture shown twice. */
export function formatWarnings(warnings: readonly BuildWarning[]): string[] {
  return [...new Set(warnings.map(formatWarning))];
}

/** Paths of assets that Cloudflare would refuse. */
export function assetsOverLimit(assets: ReadonlyMap<string, number>): string[] {
  return [...assets].filter(([, bytes]) => bytes > ASSET_LIMIT_BYTES).map(([path]) => path);
}

/** The warning of a build that the free plan does not take; `null` for one that it does. */
export function fileCountWarning(files: number): BuildWarning | null {
  const { free, paid } = ASSET_COUNT_LIMITS;
  if (files <= free) return null;
  const cause = `${count(files)} files, and Cloudflare takes ${count(free)} on the free plan: deploy on the paid plan, which takes ${count(paid)}, or give the sources of pages that have a public site a baseUrl, which halves their files`;
  return { file: "the assets", cause };
}

function vectorsLine(embedding: NonNullable<BuildReport["embedding"]>): string {
  const { model, dimensions, computed, cached, requests } = embedding;
  return `${count(computed)} computed in ${count(requests)} ${requests === 1 ? "request" : "requests"}, ${count(cached)} from the cache (${model}, ${dimensions} dimensions)`;
}

/** Folders that hold a file a page, or more: each is one row. */
const PAGE_FOLDERS = ["docs/", "pages/"];

function assetRows({ assets, outDir }: BuildReport): [string, string][] {
  const all = [...assets];
  const single = all.filter(([path]) => !PAGE_FOLDERS.some((folder) => path.startsWith(folder)));
  const folders = PAGE_FOLDERS.flatMap((folder): [string, string][] => {
    const sizes = all.filter(([path]) => path.startsWith(folder)).map(([, bytes]) => bytes);
    if (sizes.length === 0) return [];
    const total = kib(sizes.reduce((sum, bytes) => sum + bytes, 0));
    const largest = sizeLine(Math.max(...sizes));
    return [
      [
        `${outDir}/${folder}`,
        `${total} in ${sizes.length === 1 ? "1 file" : `${count(sizes.length)} files`}, the largest ${largest}`,
      ],
    ];
  });
  return [
    ...single.map(([path, bytes]): [string, string] => [`${outDir}/${path}`, sizeLine(bytes)]),
    ...folders,
  ];
}

function sizeLine(bytes: number): string {
  const share = ((bytes / ASSET_LIMIT_BYTES) * 100).toFixed(bytes < ASSET_LIMIT_BYTES / 100 ? 2 : 0);
  return `${kib(bytes)} (${share}% of the ${ASSET_LIMIT_BYTES / 1024 / 1024} MiB limit)`;
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toLocaleString("en-US", { maximumFractionDigits: 1 })} KiB`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
