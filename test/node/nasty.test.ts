import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

const root = fileURLToPath(new URL("../../", import.meta.url));
const shared = join(root, "../shared/nasty");
const available = existsSync(shared);

const expectationSchema = z.object({
  file: z.string(),
  kind: z.string(),
  must_be_in_one_chunk: z.array(z.string()),
  must_not_appear: z.array(z.string()),
  headings: z.array(z.object({ text: z.string(), anchor: z.string() })),
  warning: z.string().nullable(),
  title: z.string().optional(),
  url_contains: z.string().optional(),
  once: z.boolean().optional(),
});
const chunkSchema = z.object({
  file: z.string(),
  url: z.string(),
  anchor: z.string(),
  title: z.string(),
  headingPath: z.array(z.string()),
  headings: z.array(z.object({ text: z.string(), anchor: z.string() })),
  text: z.string().min(1),
  tokens: z.number().int().positive(),
});

function jsonLines<T>(text: string, schema: z.ZodType<T>): T[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}

/** Rows of Markdown and MDX files: pages of other kinds are not read. */
const rows = available
  ? jsonLines(readFileSync(join(shared, "expect.jsonl"), "utf8"), expectationSchema).filter(({ file }) =>
      /\.mdx?$/.test(file),
    )
  : [];

describe("the chunks command over small files that broke other indexers", () => {
  let folder = "";
  let chunks: z.infer<typeof chunkSchema>[] = [];
  let warnings = "";

  beforeAll(() => {
    if (!available) return;
    folder = mkdtempSync(join(tmpdir(), "repobot-nasty-"));
    cpSync(join(shared, "docs"), folder, { recursive: true, mode: 0 });
    execFileSync("chmod", ["-R", "u+w", folder]);
    execFileSync("bash", [join(shared, "make.sh"), folder]);
    const run = spawnSync(process.execPath, ["build/chunks.ts", "--docs", folder], {
      cwd: root,
      encoding: "utf8",
    });
    expect(run.status, run.stderr).toBe(0);
    warnings = run.stderr;
    chunks = jsonLines(run.stdout, chunkSchema);
  });

  afterAll(() => {
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(!available)("needs ../shared/nasty, which is not here", () => {
    expect(rows).toEqual([]);
  });

  it.each(rows.map((row) => [`${row.kind} (${row.file})`, row] as const))("holds for %s", (_, row) => {
    const own = chunks.filter(({ file }) => file === row.file);
    const shown = own.map(({ title, headingPath, text }) => [title, ...headingPath, text].join("\n"));
    if (row.must_be_in_one_chunk.length > 0) {
      const whole = shown.filter((text) => row.must_be_in_one_chunk.every((part) => text.includes(part)));
      expect(whole.length, shown.join("\n=====\n")).toBeGreaterThan(0);
    }
    const everything = Buffer.from(shown.join("\n"), "utf8").toString("utf8");
    for (const part of row.must_not_appear) expect(everything).not.toContain(part);
    expect(own.flatMap(({ headings }) => headings)).toEqual(row.headings);
    for (const { anchor } of own)
      expect(["", ...row.headings.map((heading) => heading.anchor)]).toContain(anchor);
    if (row.warning !== null) expect(warnings).toMatch(new RegExp(row.warning, "i"));
    if (row.title !== undefined) for (const { title } of own) expect(title).toBe(row.title);
    if (row.url_contains !== undefined) for (const { url } of own) expect(url).toContain(row.url_contains);
    if (row.once) {
      const part = row.must_be_in_one_chunk[0]!;
      expect(new Set(chunks.filter(({ text }) => text.includes(part)).map(({ file }) => file)).size).toBe(1);
    }
  });

  it.runIf(available)("prints one line a warning", () => {
    for (const line of warnings.trim().split("\n")) expect(line).toMatch(/^warning: \S+: \S/);
  });
});
