import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DiffReport } from "../../../build/diff/report.ts";
import { parseMarkdown } from "../../../build/read/parse.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../../..");
const HTTPX = join(ROOT, "../shared/corpora/httpx/docs");
const HTTPX_QUESTIONS = join(ROOT, "../shared/eval/httpx.jsonl");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-diff-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function git(...args: string[]): Promise<void> {
  const author = ["-c", "user.name=Docs", "-c", "user.email=docs@example.com", "-c", "commit.gpgsign=false"];
  await run("git", [...author, ...args], { cwd: join(folder, "docs") });
}

/** A repository of `docs` with two revisions: as they are, and after `edit`. The first is checked out beside it as `base`. */
async function twoRevisions(docs: string, edit: (docs: string) => Promise<void>): Promise<void> {
  const work = join(folder, "docs");
  await cp(docs, work, { recursive: true });
  await git("init", "-q", "-b", "main");
  await git("add", "-A");
  await git("commit", "-q", "-m", "Docs as they were");
  await edit(work);
  await git("add", "-A");
  await git("commit", "-q", "-m", "Docs as they are to be");
  await git("worktree", "add", "-q", join(folder, "base"), "HEAD~1");
}

/** The docs before and after: by default the two revisions in the folder of the test. */
interface Places {
  base: string;
  head: string;
}

function diff(questions: string, args: string[] = [], places?: Places) {
  const { base, head } = places ?? { base: join(folder, "base"), head: join(folder, "docs") };
  const options = ["--base", base, "--head", head, "--questions", questions];
  return run(process.execPath, [join(ROOT, "build/diff.ts"), ...options, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    maxBuffer: 64 * 1024 * 1024,
  });
}

async function json(questions: string, args: string[] = [], places?: Places): Promise<DiffReport> {
  // The command's own output, whose form is what is tested.
  return JSON.parse((await diff(questions, [...args, "--json"], places)).stdout) as DiffReport;
}

function changed(report: DiffReport): Record<string, string[]> {
  const rows = report.questions.filter(({ changes }) => changes.length > 0);
  return Object.fromEntries(rows.map(({ id, changes }) => [id, changes]));
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, "utf8");
  const after = change(before);
  expect(after, file).not.toBe(before);
  await writeFile(file, after);
}

describe("npm run diff over two revisions of the httpx docs", () => {
  it.skipIf(!existsSync(HTTPX))("names the questions that an edit touches, and no others", async () => {
    await twoRevisions(HTTPX, async (docs) => {
      // A page is dropped, a value is changed, and the rest stays.
      await rm(join(docs, "http2.md"));
      await rewrite(join(docs, "advanced/resource-limits.md"), (text) => text.replaceAll("100", "250"));
    });
    const report = await json(HTTPX_QUESTIONS, ["--lang", "en"]);
    const changes = changed(report);
    expect(changes["hx-05"]).toContain("lost");
    expect(changes["hx-16"]).toEqual(expect.arrayContaining(["answer", "passages"]));
    const limits = report.questions.find(({ id }) => id === "hx-16")!;
    expect(limits.base.text).toContain("(Default 100)");
    expect(limits.head.text).toContain("(Default 250)");
    expect(limits.passages.reworded).toEqual([
      { file: "advanced/resource-limits.md", place: "Resource limits" },
    ]);
    expect(report.counts.unchanged).toBeGreaterThan(12);
    expect(report.base.documents - report.head.documents).toBe(1);
    expect(report.base.indexHash).not.toBe(report.head.indexHash);
  });

  it.skipIf(!existsSync(HTTPX))("finds nothing between equal docs in folders of other names", async () => {
    await twoRevisions(HTTPX, (docs) => writeFile(join(docs, "logo.svg"), "<svg/>"));
    const { stdout } = await diff(HTTPX_QUESTIONS, ["--lang", "en", "--fail-on", "any"]);
    expect(stdout).toContain("| Unchanged | 20 |");
    expect(stdout).not.toContain("###");
  });
});

describe("npm run diff over two releases of undici", () => {
  const docsOf = (packageName: string) => join(ROOT, "node_modules", packageName, "docs");
  const ROWS = [
    // A page that the newer release dropped, with what it was about.
    {
      id: "dropped",
      question: "What does a DispatchInterceptor take and return?",
      relevant: [{ file: "docs/api/DispatchInterceptor.md" }],
    },
    // One that it brought.
    {
      id: "brought",
      question: "What does a RoundRobinPool do?",
      relevant: [{ file: "docs/api/RoundRobinPool.md" }],
    },
    // One whose arguments it changed.
    { id: "changed", question: "Which arguments does new RedirectHandler take?" },
  ];

  it("names a lost source, a question that became answerable and a passage that changed", async () => {
    const questions = join(folder, "questions.jsonl");
    await writeFile(questions, ROWS.map((row) => JSON.stringify(row)).join("\n"));
    const report = await json(questions, [], { base: docsOf("undici-6"), head: docsOf("undici") });
    const byId = new Map(report.questions.map((question) => [question.id, question]));
    const [dropped, brought, changedArguments] = ROWS.map(({ id }) => byId.get(id)!);

    expect(dropped!.changes).toContain("lost");
    expect(dropped!.base.sources.map(({ file }) => file)).toContain("docs/api/DispatchInterceptor.md");
    expect(dropped!.passages.removed.map(({ file }) => file)).toContain("docs/api/DispatchInterceptor.md");

    expect(brought!.changes).toEqual(expect.arrayContaining(["answerable", "found"]));
    expect(brought!.base.answered).toBe(false);
    expect(brought!.head.sources[0]?.file).toBe("docs/api/RoundRobinPool.md");

    expect(changedArguments!.changes).toEqual(["answer", "passages"]);
    const [before, now] = [changedArguments!.base, changedArguments!.head];
    for (const { sources } of [before, now])
      expect(sources.map(({ file }) => file)).toContain("docs/api/RedirectHandler.md");
    expect(before.text).toContain("redirectionLimitReached");
    expect(now.text).not.toContain("redirectionLimitReached");
    expect(changedArguments!.passages.reworded.map(({ file }) => file)).toContain(
      "docs/api/RedirectHandler.md",
    );
  });
});

describe("npm run diff over two revisions of RepoBot's own docs", () => {
  const questions = join(ROOT, "test/data/questions/repobot.jsonl");

  it("tells lost sources from moved ones, and ends with the exit code that was asked for", async () => {
    await twoRevisions(join(ROOT, "corpus"), async (docs) => {
      await rewrite(join(docs, "mcp.md"), (text) =>
        text.replace(/## How do I connect Claude Code\?[\s\S]*?(?=\n## )/, ""),
      );
      // Moved word for word to a page of its own.
      let moved = "";
      await rewrite(join(docs, "deploying.md"), (text) =>
        text.replace(/## How do I use my own domain\?[\s\S]*?(?=\n## )/, (section) => {
          moved = section;
          return "";
        }),
      );
      await writeFile(
        join(docs, "domain.md"),
        `# Domains\n\nOne Worker may answer under several names.\n\n${moved}`,
      );
    });
    const failure = await diff(questions, ["--json", "--fail-on", "lost,unanswerable"]).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 2 });
    const report = JSON.parse((failure as { stdout: string }).stdout) as DiffReport;
    const changes = changed(report);
    expect(changes["rb-45"]?.some((change) => change === "lost" || change === "unanswerable")).toBe(true);
    const domain = report.questions.filter(({ base }) =>
      base.sources.some(({ place }) => place.includes("own domain")),
    );
    expect(domain.length).toBeGreaterThan(0);
    for (const { id, changes: found } of domain) expect(found, id).not.toContain("lost");
  });

  it("keeps hostile docs from acting in the comment, and within its size", async () => {
    const hostile = [
      "# Kubernetes",
      "",
      "## Is there a Helm chart for Kubernetes? </summary></details> @everyone <img src=x>",
      "",
      "There is a Helm chart for Kubernetes: `helm install repobot`. ![x](https://evil.example/x.png) @everyone closes #1.",
      "",
      "`````",
      "helm install repobot",
      "``` ````",
      "</details>",
      "`````",
      "",
    ].join("\n");
    await twoRevisions(join(ROOT, "corpus"), (docs) => writeFile(join(docs, "kubernetes.md"), hostile));
    const rows = Array.from({ length: 80 }, (_, i) => ({
      id: `q${i} @everyone`,
      question: `Is there a Helm chart for Kubernetes? </summary> \`\`\` @everyone #1 ${"x".repeat(300)} ${i}`,
    }));
    const file = join(folder, "hostile.jsonl");
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    const { stdout } = await diff(file);
    expect(stdout).toMatch(/^\| Can be answered now \| 80 \|$/m);
    expect(stdout).toContain("helm install repobot");
    expect(stdout).toMatch(/\d+ further questions are not shown/);
    expect(stdout.length).toBeLessThanOrEqual(60_000);

    const acting: string[] = [];
    const html: string[] = [];
    visit(parseMarkdown(stdout), (node: Nodes) => {
      if (node.type === "html") html.push(node.value);
      if (node.type === "link" || node.type === "image") acting.push(node.url);
      if (node.type === "text") acting.push(...(node.value.match(/@\w+|#\d+/g) ?? []));
    });
    expect(acting).toEqual([]);
    const summary = /^<details><summary><code>[^<>]*<\/code><\/summary>$/;
    expect(html.filter((value) => !summary.test(value) && value !== "</details>")).toEqual([
      "<!-- repobot-diff -->",
    ]);
    expect(html.filter((value) => value === "</details>")).toHaveLength((html.length - 1) / 2);
  });
});

describe("npm run diff", () => {
  it.each([
    [["--head", "x", "--questions", "q"], "--base DIR"],
    [["--base", "nowhere", "--head", "x", "--questions", "q"], "--base: there is no nowhere"],
    [["--fail-on", "losses"], "--fail-on must be of any, unanswerable, lost"],
  ])("refuses %j", async (args, message) => {
    const command = run(process.execPath, [join(ROOT, "build/diff.ts"), ...args], { cwd: folder });
    await expect(command).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });
});
