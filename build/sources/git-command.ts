/** The git program, run without a shell, without questions, and without what a repository or this machine may have configured to run. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isRepoBotError, RepoBotError } from "../../src/core/errors.ts";

const run = promisify(execFile);

/** A fetch that says nothing for this long is given up by git itself, one that trickles by the time limit. */
const MAX_SECONDS = 600;

const CONFIG = [
  "core.hooksPath=/dev/null",
  "core.autocrlf=false",
  "submodule.recurse=false",
  "advice.detachedHead=false",
  "http.lowSpeedLimit=1000",
  "http.lowSpeedTime=30",
].flatMap((setting) => ["-c", setting]);

/** Point git to another repository than that of its folder: a hook that runs a build has them set. */
const REPOSITORY_VARIABLES: ReadonlySet<string> = new Set([
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_DIR",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_NAMESPACE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
]);

function environment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !REPOSITORY_VARIABLES.has(name));
  return {
    // An owner's own way to the key comes first.
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
    ...Object.fromEntries(inherited),
    // The same words on every machine, and an error where somebody would be asked for a password.
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "https:http:ssh:git:file",
    GIT_LFS_SKIP_SMUDGE: "1",
  };
}

/** What git wrote, and how it ended. */
export interface GitResult {
  exitCode: number;
  stdout: string;
  /** Its last words, without what a URL may hold of a password. */
  reason: string;
}

/**
 * @param folder to run in
 * @throws RepoBotError `source_unreadable` when there is no git
 */
export async function git(args: readonly string[], folder: string): Promise<GitResult> {
  try {
    const { stdout } = await run("git", [...CONFIG, ...args], {
      cwd: folder,
      env: environment(),
      timeout: MAX_SECONDS * 1000,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { exitCode: 0, stdout, reason: "" };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // As `execFile` rejects: a system error has its name as code, an ended program its number.
    const { code, killed, stderr } = error as Error & {
      code?: string | number;
      killed?: boolean;
      stderr?: string;
    };
    if (code === "ENOENT") {
      const message =
        "git is not installed, or not on the PATH. Install it, or clone the docs yourself and name their folder.";
      throw new RepoBotError("source_unreadable", message, { field: "git", cause: error });
    }
    const reason = killed === true ? `no end within ${MAX_SECONDS} seconds` : lastWords(stderr ?? "");
    return { exitCode: typeof code === "number" ? code : 1, stdout: "", reason };
  }
}

/** What git says of a folder; `null` where it cannot, or where there is no git. */
export async function gitOutput(args: readonly string[], folder: string): Promise<string | null> {
  try {
    const { exitCode, stdout } = await git(args, folder);
    return exitCode === 0 ? stdout.trim() : null;
  } catch (error) {
    if (isRepoBotError(error)) return null;
    throw error;
  }
}

function lastWords(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const telling =
    lines.findLast((line) => /^(?:fatal|error|remote):/.test(line)) ?? lines.at(-1) ?? "unknown error";
  return withoutCredentials(telling.replace(/^(?:fatal|error): /, "").trim());
}

/** A URL, or a text with URLs, without user names and passwords, which may hold an `@` of their own. */
export function withoutCredentials(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^/\s'"]+@/gi, "$1");
}
