import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { lineUrls, templateOfRemote } from "../../../build/code/line-links.ts";
import { type CorpusConfig, parseCorpusConfig } from "../../../build/config.ts";
import { readCorpus } from "../../../build/corpus.ts";
import { docsRevision } from "../../../build/revision.ts";
import { checkOutSources } from "../../../build/sources/git-source.ts";

const root = mkdtempSync(join(tmpdir(), "repobot-git-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
let repository = "";
let cacheDir = "";
beforeEach(() => {
  const folder = join(root, String(count++));
  repository = join(folder, "origin");
  cacheDir = join(folder, "cache");
  mkdirSync(repository, { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  commit({ "docs/a.md": "# Pumps\n\nA Quillmarsh pump lifts nine litres.\n", "src/x.ts": "1;\n" });
});

function git(...args: string[]): string {
  const identity = [
    "-c",
    "user.name=Tester",
    "-c",
    "user.email=tester@example.com",
    "-c",
    "commit.gpgsign=false",
  ];
  return execFileSync("git", [...identity, ...args], { cwd: repository, encoding: "utf8" }).trim();
}

/** @returns the commit */
function commit(files: Record<string, string>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    writeFileSync(join(repository, file), text);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message=change");
  return git("rev-parse", "HEAD");
}

function configOf(source: Record<string, unknown> = {}): CorpusConfig {
  const sources = [{ git: `file://${repository}`, path: "docs", ...source }];
  return parseCorpusConfig({ name: "x", description: "x", sources }, root);
}

async function textOf(source: Record<string, unknown> = {}): Promise<string> {
  const { chunks } = await readCorpus(await checkOutSources(configOf(source), cacheDir));
  return chunks.map(({ text }) => text).join("\n");
}

describe("a source in a git repository", () => {
  it("is read at its main branch, from the folder in it, and knows its commit", async () => {
    const wanted = git("rev-parse", "HEAD");
    const config = await checkOutSources(configOf(), cacheDir);
    const { documents } = await readCorpus(config);
    expect(documents.map(({ file }) => file)).toEqual(["a.md"]);
    expect(config.sources[0]!.name).toBe("origin");
    expect(wanted).toMatch(new RegExp(`^${await docsRevision(config.sources[0]!.folder)}`));
  });

  it("is read at a tag, a tag with a message, a branch and a full commit", async () => {
    git("tag", "v1");
    git("tag", "--annotate", "v1-signed", "--message=first");
    const first = git("rev-parse", "HEAD");
    commit({ "docs/a.md": "# Pumps\n\nA Quillmarsh pump lifts ten litres.\n" });
    git("branch", "next/two");
    for (const ref of ["v1", "v1-signed", first]) expect(await textOf({ ref }), ref).toContain("nine litres");
    for (const ref of ["next/two", "HEAD", "main"])
      expect(await textOf({ ref }), ref).toContain("ten litres");
  });

  it("is fetched once a commit, and again when the branch has moved", async () => {
    await textOf();
    const kept = () => readdirSync(cacheDir).flatMap((shelf) => readdirSync(join(cacheDir, shelf)));
    expect(kept()).toEqual([git("rev-parse", "HEAD")]);
    await textOf();
    expect(kept()).toHaveLength(1);
    const second = commit({ "docs/a.md": "# Pumps\n\nA Quillmarsh pump lifts ten litres.\n" });
    expect(await textOf()).toContain("ten litres");
    expect(kept()).toContain(second);
  });

  it("needs no repository for a full commit that is here already", async () => {
    const ref = git("rev-parse", "HEAD");
    await textOf({ ref });
    rmSync(repository, { recursive: true });
    expect(await textOf({ ref })).toContain("nine litres");
  });

  it.each([
    ["a ref that is not there", { ref: "v9" }, "ref", /no branch or tag "v9"/],
    ["a commit that is not there", { ref: "0".repeat(40) }, "ref", /does not give the commit/],
    ["a folder that is not there", { path: "manual" }, "path", /no folder "manual"/],
    ["a repository that is not there", { git: "file:///nowhere/at-all.git" }, "git", /cannot be reached/],
    [
      "an address that nobody answers at",
      { git: "http://reader:secret@127.0.0.1:9/x.git" },
      "git",
      /cannot be reached/,
    ],
  ])("names %s", async (_, source, field, message) => {
    const failure = await checkOutSources(configOf(source), cacheDir).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "source_unreadable",
      field,
      message: expect.stringMatching(message),
    });
    expect(String(failure)).not.toContain("secret");
    const left = readdirSync(cacheDir).flatMap((shelf) => readdirSync(join(cacheDir, shelf)));
    expect(left.filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("links code to its lines on the repository's host", async () => {
    const { sources } = await checkOutSources(configOf({ kind: "code", path: "src" }), cacheDir);
    const source = sources[0]!;
    const url = "https://reader:secret@github.com/me/pumps.git";
    const linesOf = await lineUrls({ ...source, git: { ...source.git!, url } });
    expect(linesOf?.("x.ts", 1, 3)).toBe(
      `https://github.com/me/pumps/blob/${git("rev-parse", "HEAD")}/src/x.ts#L1-L3`,
    );
  });

  it("tells nothing of a password that holds an @", async () => {
    const config = configOf({ git: "http://reader:very@secret@127.0.0.1:9/x.git" });
    const failure = await checkOutSources(config, cacheDir).catch((error: unknown) => error);
    expect(String(failure)).toContain("http://127.0.0.1:9/x.git");
    expect(String(failure)).not.toContain("secret");
    expect(templateOfRemote("https://reader:very@secret@git.example.com/docs.git")).toMatch(
      /^https:\/\/git\.example\.com\/docs\/blob/,
    );
  });

  it("leaves the repository alone whose hook runs the build", async () => {
    const folder = join(root, `${count}-hook`);
    mkdirSync(folder);
    execFileSync("git", ["init", "--quiet", "--initial-branch=own"], { cwd: folder });
    const head = readFileSync(join(folder, ".git/HEAD"), "utf8");
    vi.stubEnv("GIT_DIR", join(folder, ".git"));
    vi.stubEnv("GIT_WORK_TREE", folder);
    vi.stubEnv("GIT_INDEX_FILE", join(folder, ".git/index"));
    try {
      expect(await textOf()).toContain("nine litres");
    } finally {
      vi.unstubAllEnvs();
    }
    expect(readdirSync(folder)).toEqual([".git"]);
    expect(readFileSync(join(folder, ".git/HEAD"), "utf8")).toBe(head);
  });

  it("never leads out of the repository", async () => {
    symlinkSync(root, join(repository, "docs", "away"));
    commit({});
    await expect(checkOutSources(configOf({ path: "docs/away" }), cacheDir)).rejects.toMatchObject({
      code: "source_unreadable",
    });
  });

  it.each([
    ["an option in the place of a URL", { git: "--upload-pack=touch /tmp/x" }, "sources[0].git"],
    ["an option behind a scheme", { git: "ssh://-oProxyCommand=x/y" }, "sources[0].git"],
    ["a transport that runs a program", { git: "ext::sh -c touch% /tmp/x" }, "sources[0].git"],
    ["an option in the place of a ref", { ref: "--output=x" }, "sources[0].ref"],
    ["a range in the place of a ref", { ref: "a..b" }, "sources[0].ref"],
    ["a path out of the repository", { path: "../other" }, "sources[0].path"],
    ["a folder beside a repository", { folder: "docs" }, "sources[0].git"],
  ])("refuses %s", (_, source, field) => {
    expect(() => configOf(source)).toThrowError(expect.objectContaining({ code: "config_invalid", field }));
  });

  it("refuses a ref for a folder that is no repository", () => {
    const value = { name: "x", description: "x", sources: [{ folder: "docs", ref: "v1" }] };
    expect(() => parseCorpusConfig(value, root)).toThrowError(
      expect.objectContaining({ code: "config_invalid", field: "sources[0].ref" }),
    );
  });
});
