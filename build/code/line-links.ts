import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { promisify } from "node:util";
import type { SourceConfig } from "../config.ts";

const run = promisify(execFile);

/** Address of lines of a file. Lines are 1-based, ends included. */
export type LineUrl = (file: string, firstLine: number, lastLine: number) => string;

/**
 * How the lines of a source are addressed: by the template of the configuration, below its `baseUrl`, or on the host of the git remote at the
 * commit that last changed the folder. `null` when nothing of that is known: the Worker then serves the files itself.
 */
export async function lineUrls(source: SourceConfig): Promise<LineUrl | null> {
  const { codeUrl, baseUrl, folder } = source;
  if (codeUrl !== "") {
    const commit = codeUrl.includes("{commit}") ? ((await cleanCommit(folder)) ?? "HEAD") : "";
    return fromTemplate(codeUrl.replaceAll("{commit}", commit));
  }
  if (baseUrl !== null) return fromTemplate(`${baseUrl}{path}#L{start}-L{end}`);
  return fromRemote(folder);
}

function fromTemplate(template: string): LineUrl {
  return (file, firstLine, lastLine) =>
    template
      .replaceAll("{path}", file.split("/").map(encodeURIComponent).join("/"))
      .replaceAll("{start}", String(firstLine))
      .replaceAll("{end}", String(lastLine));
}

async function fromRemote(folder: string): Promise<LineUrl | null> {
  const commit = await cleanCommit(folder);
  const remote = await git(folder, "remote", "get-url", "origin");
  const root = await git(folder, "rev-parse", "--show-toplevel");
  const template = remote === null ? null : templateOfRemote(remote);
  if (commit === null || template === null || root === null) return null;
  const inside = (await realpath(folder)).slice((await realpath(root)).length + 1);
  const path = inside === "" ? "{path}" : `${inside.split(/[\\/]/).map(encodeURIComponent).join("/")}/{path}`;
  return fromTemplate(template.replaceAll("{commit}", commit).replaceAll("{path}", path));
}

/**
 * Template of a file's lines on the host of a git remote; user names and passwords of the remote are left out.
 * @returns `null` for a remote that is no address of a host, such as a folder
 */
export function templateOfRemote(remote: string): string | null {
  const parts =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+?)(?:\.git)?\/*$/.exec(remote) ??
    /^(?:[^@/\s]+@)([^:/\s]+):(.+?)(?:\.git)?\/*$/.exec(remote);
  if (parts === null) return null;
  const [, host = "", repository = ""] = parts;
  const base = `https://${host}/${repository}`;
  if (host.includes("gitlab")) return `${base}/-/blob/{commit}/{path}#L{start}-{end}`;
  if (host.includes("bitbucket")) return `${base}/src/{commit}/{path}#lines-{start}:{end}`;
  if (/codeberg|gitea|forgejo/.test(host)) return `${base}/src/commit/{commit}/{path}#L{start}-L{end}`;
  return `${base}/blob/{commit}/{path}#L{start}-L{end}`;
}

/** The commit that last changed the folder; `null` outside a repository, or where it holds changes that no commit has: its lines are then not those of the commit. */
async function cleanCommit(folder: string): Promise<string | null> {
  if ((await git(folder, "status", "--porcelain", "--", ".")) !== "") return null;
  return (await git(folder, "log", "-1", "--format=%H", "--", ".")) || null;
}

async function git(folder: string, ...args: string[]): Promise<string | null> {
  try {
    return (await run("git", args, { cwd: folder })).stdout.trim();
  } catch {
    return null;
  }
}
