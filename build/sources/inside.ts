import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/**
 * The path of a file relative to a folder, with `/`, symbolic links resolved.
 * @returns `null` when the file does not exist or lies outside the folder
 */
export function pathInside(folder: string, path: string): string | null {
  try {
    const inside = relative(realpathSync(folder), realpathSync(path));
    return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)
      ? null
      : inside.split(sep).join("/");
  } catch {
    return null;
  }
}
