import { dirname, isAbsolute, join, resolve } from "node:path";
import { Extensions, IncludeProcessor, type PreprocessorReader, type Registry } from "@asciidoctor/core";
import { pathInside } from "../sources/inside.ts";
import type { Warn } from "../warnings.ts";
import { type AntoraPlace, antoraPath } from "./antora.ts";

/**
 * Lets a page include files of its source folder, tags and line ranges too, and nothing else: not by `..`, not by a symbolic link, not
 * from an address. What may be included is given back to Asciidoctor under its real path.
 * @param folder absolute path of the source
 * @param file the page, relative to it
 * @param place in its Antora component; `null` for a page of none
 */
export function boundedIncludes(
  folder: string,
  file: string,
  place: AntoraPlace | null,
  warn: Warn,
): Registry {
  const root = join(folder, pathInside(folder, folder) ?? "");
  class BoundedIncludes extends IncludeProcessor {
    override handles(_: unknown, target: string): boolean {
      return !isAbsolute(target) || pathInside(folder, target) === null;
    }

    override process(
      _: unknown,
      reader: PreprocessorReader,
      target: string,
      attributes: Record<string, string>,
    ): void {
      const isTop = reader.includeStack.length === 0;
      const from = isTop ? join(folder, dirname(file)) : resolve(root, String(reader.cursor.dir));
      const resource = place === null ? null : antoraPath(place, target);
      const path = resource ?? join(from, target);
      if ((resource === null && /^[a-z][a-z0-9+.-]*:/i.test(target)) || pathInside(folder, path) === null) {
        warn(`include not found inside the docs folder: ${target}; its text is missing here`);
        return;
      }
      const list = Object.entries(attributes).filter(([name]) => !/^\d+$/.test(name));
      const options = list.map(([name, value]) => `${name}="${value}"`).join(",");
      // As a text of its own, since only what is included anew is looked through for includes.
      reader.pushInclude(`include::${path}[${options}]`);
    }
  }
  return Extensions.create("repobot", function (this: Registry) {
    this.includeProcessor(new BoundedIncludes());
  });
}
