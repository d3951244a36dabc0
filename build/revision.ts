import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The commit that last changed a docs folder, so that an answer can say of which docs it speaks and equal docs give equal builds;
 * `""` outside a repository, or where the folder has changes that no commit holds.
 */
export async function docsRevision(folder: string): Promise<string> {
  try {
    const changes = await run("git", ["status", "--porcelain", "--", "."], { cwd: folder });
    if (changes.stdout.trim() !== "") return "";
    const { stdout } = await run("git", ["log", "-1", "--format=%h", "--abbrev=12", "--", "."], {
      cwd: folder,
    });
    return stdout.trim();
  } catch {
    return "";
  }
}
