import { gitOutput } from "./sources/git-command.ts";

/**
 * The commit that last changed a docs folder, so that an answer can say of which docs it speaks and equal docs give equal builds;
 * `""` outside a repository, or where the folder has changes that no commit holds.
 */
export async function docsRevision(folder: string): Promise<string> {
  if ((await gitOutput(["status", "--porcelain", "--", "."], folder)) !== "") return "";
  return (await gitOutput(["log", "-1", "--format=%h", "--abbrev=12", "--", "."], folder)) ?? "";
}
