import { realpath } from "node:fs/promises";
import type { SourceConfig } from "../config.ts";
import { gitOutput } from "../sources/git-command.ts";

/** Address of lines of a file. Lines are 1-based, ends included. */
export type LineUrl = (file: string, firstLine: number, lastLine: number) => string;

/**
 * How the lines of a source are addressed: by the template of the configuration, below its `baseUrl`, or on the host of its repository, or of the git remote of its folder, at the
 * commit that last changed the folder. `null` when nothing of that is known: the Worker then serves the files itself.
 */
export async function lineUrls(source: SourceConfig): Promise<LineUrl | null> {
  const { codeUrl, baseUrl, folder } = source;
  if (codeUrl !== "") {
    const commit = codeUrl.includes("{commit}") ? ((await cleanCommit(folder)) ?? "HEAD") : "";
    return fromTemplate(codeUrl.replaceAll("{commit}", commit));
  }
  if (baseUrl !== null) return fromTemplate(`${baseUrl}{path}#L{start}-L{end}`);
  return fromRemote(folder, source.git?.url ?? (await gitOutput(["remote", "get-url", "origin"], folder)));
}

function fromTemplate(template: string): LineUrl {
  return (file, firstLine, lastLine) =>
    template
      .replaceAll("{path}", file.split("/").map(encodeURIComponent).join("/"))
      .replaceAll("{start}", String(firstLine))
      .replaceAll("{end}", String(lastLine));
}

async function fromRemote(folder: string, remote: string | null): Promise<LineUrl | null> {
  const commit = await cleanCommit(folder);
  const root = await gitOutput(["rev-parse", "--show-toplevel"], folder);
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
    /^(?:https?|ssh|git):\/\/(?:[^/]*@)?([^/:@]+)(?::\d+)?\/(.+?)(?:\.git)?\/*$/.exec(remote) ??
    /^(?:[^/\s]+@)([^:/@\s]+):(.+?)(?:\.git)?\/*$/.exec(remote);
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
  if ((await gitOutput(["status", "--porcelain", "--", "."], folder)) !== "") return null;
  return (await gitOutput(["log", "-1", "--format=%H", "--", "."], folder)) || null;
}
