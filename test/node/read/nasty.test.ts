import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const shared = join(root, "../shared/nasty");

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

const rows = existsSync(shared)
  ? jsonLines(readFileSync(join(shared, "expect.jsonl"), "utf8"), expectationSchema)
  : [];

/** Runs the chunks command as its users do, on the Node that runs the tests. */
function runChunks(folder: string) {
  const run = spawnSync(process.execPath, ["build/chunks.ts", "--docs", folder], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(run.status, run.stderr).toBe(0);
  return { chunks: jsonLines(run.stdout, chunkSchema), warnings: run.stderr };
}

/** All of a chunk that is searched or shown. */
function shown({ title, headingPath, text }: z.infer<typeof chunkSchema>): string {
  return [title, ...headingPath, text].join("\n");
}

// The rows lie outside the repository: a checkout alone runs the tests of their kinds in read-*.test.ts.
if (rows.length > 0) {
  describe("the chunks command over small files that broke other indexers", () => {
    let folder = "";
    let chunks: z.infer<typeof chunkSchema>[] = [];
    let warnings = "";

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "repobot-nasty-"));
      cpSync(join(shared, "docs"), folder, { recursive: true });
      execFileSync("chmod", ["-R", "u+w", folder]);
      execFileSync("bash", [join(shared, "make.sh"), folder]);
      ({ chunks, warnings } = runChunks(folder));
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each(rows.map((row) => [`${row.kind} (${row.file})`, row] as const))("holds for %s", (_, row) => {
      const own = chunks.filter(({ file }) => file === row.file);
      const texts = own.map(shown);
      if (row.must_be_in_one_chunk.length > 0) {
        const whole = texts.filter((text) => row.must_be_in_one_chunk.every((part) => text.includes(part)));
        expect(whole.length, texts.join("\n=====\n")).toBeGreaterThan(0);
      }
      const everything = Buffer.from(texts.join("\n"), "utf8").toString("utf8");
      for (const part of row.must_not_appear) expect(everything).not.toContain(part);
      expect(own.flatMap(({ headings }) => headings)).toEqual(row.headings);
      for (const { anchor } of own)
        expect(["", ...row.headings.map((heading) => heading.anchor)]).toContain(anchor);
      if (row.warning !== null) expect(warnings).toMatch(new RegExp(row.warning, "i"));
      if (row.title !== undefined) for (const { title } of own) expect(title).toBe(row.title);
      if (row.url_contains !== undefined) for (const { url } of own) expect(url).toContain(row.url_contains);
      if (row.once) {
        const holders = chunks.filter(({ text }) => text.includes(row.must_be_in_one_chunk[0]!));
        expect(new Set(holders.map(({ file }) => file)).size).toBe(1);
      }
    });

    it("prints one line a warning", () => {
      for (const line of warnings.trim().split("\n")) expect(line).toMatch(/^warning: \S+: \S/);
    });
  });
}

describe("the chunks command over files of hostile sizes and bytes", () => {
  let folder = "";
  let chunks: z.infer<typeof chunkSchema>[] = [];
  let warnings = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "repobot-hostile-"));
    const sentence = "The Quillmarsh pump is set by hand, and by nobody else. ";
    const files: Record<string, string | Buffer> = {
      "prose.md": `# Quillmarsh\n\n${sentence.repeat(18_800)}\n\n## After\n\nQuillmarsh ends here.\n`,
      "line.md": `# One word\n\n${"quillmarsh0".repeat(30_000)}\n`,
      "empty.md": "",
      "marks.md": "\u200b\ufeff\u00ad\n",
      "picture.md": Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 73) % 256)),
      "wide.md": Buffer.from("\ufeff# Wide\n\nQuillmarsh in sixteen bits.\n", "utf16le"),
      "deep.md": `${"> ".repeat(2000)}Quillmarsh is deep.\n`,
      "brackets.md": `# Brackets\n\n${"[".repeat(3000)} Quillmarsh ${"*_".repeat(1500)}\n`,
      "token.md": "# Token\n\n<|endoftext|> is no end of Quillmarsh.\n",
      "last.md": "# Last\n\nQuillmarsh is read to the last file.\n",
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    ({ chunks, warnings } = runChunks(folder));
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("reads a page of a megabyte whole, in chunks under the limit", () => {
    const own = chunks.filter(({ file }) => file === "prose.md");
    const sentences = own.flatMap(
      ({ text }) => text.match(/The Quillmarsh pump is set by hand, and by nobody else\./g) ?? [],
    );
    expect(sentences).toHaveLength(18_800);
    expect(own.at(-1)!.text).toContain("Quillmarsh ends here.");
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(450);
  });

  it("loses nothing of a word of hundreds of thousands of letters", () => {
    const own = chunks.filter(({ file }) => file === "line.md");
    expect(own.map(({ text }) => text).join("")).toBe("quillmarsh0".repeat(30_000));
  });

  it.each(["empty.md", "marks.md"])("gives no chunk for %s and names it", (file) => {
    expect(chunks.filter((chunk) => chunk.file === file)).toEqual([]);
    expect(warnings).toMatch(new RegExp(`^warning: ${file}: empty: .*left out`, "m"));
  });

  it("names a picture that calls itself a page, and reads on", () => {
    expect(warnings).toMatch(/^warning: picture\.md: not a text file/m);
    for (const file of ["wide.md", "deep.md", "brackets.md", "token.md", "last.md"]) {
      expect(
        chunks.filter((chunk) => chunk.file === file && chunk.text.includes("Quillmarsh")),
        file,
      ).not.toEqual([]);
    }
  });
});
