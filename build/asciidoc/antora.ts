/** How pages of an Antora component name one another, and what its `antora.yml` says of all of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { pathInside } from "../sources/inside.ts";

/** Where a page stands in its component. */
export interface AntoraPlace {
  /** Absolute folder of `antora.yml`. */
  root: string;
  module: string;
  /** AsciiDoc attributes of every page of the component. */
  attributes: Readonly<Record<string, string>>;
}

/** As Antora sets them, by which pages tell that they are on a site. */
const SITE_ATTRIBUTES = { "env-site": "", "site-gen-antora": "" };

const descriptor = z.object({
  asciidoc: z
    .object({
      attributes: z
        .record(z.string(), z.unknown())
        .nullish()
        .catch(null)
        .transform((attributes) =>
          Object.fromEntries(
            Object.entries(attributes ?? {}).flatMap(([name, value]) =>
              typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
            ),
          ),
        ),
    })
    .nullish()
    .catch(null),
});

/**
 * @param folder absolute path of the source
 * @param file the page, relative to it
 * @returns `null` for a page of no component
 */
export function antoraPlace(folder: string, file: string): AntoraPlace | null {
  const match = /^(.*?)(?:^|\/)modules\/([^/]+)\/(?:pages|partials)\//.exec(file);
  if (match === null) return null;
  const root = join(folder, match[1]!);
  const parsed = descriptor.safeParse(componentOf(folder, root));
  if (!parsed.success) return null;
  return {
    root,
    module: match[2]!,
    attributes: { ...SITE_ATTRIBUTES, ...parsed.data.asciidoc?.attributes },
  };
}

function componentOf(folder: string, root: string): unknown {
  const path = join(root, "antora.yml");
  try {
    return pathInside(folder, path) === null ? null : parseYaml(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

const FAMILIES = /^(?:([\w.-]*):)?(page|partial|example|attachment|image)\$(.+)$/;

/** The absolute path of `partial$note.adoc` or `module:example$a.rb`; `null` for a target of another form, or of another component. */
export function antoraPath(place: AntoraPlace, target: string): string | null {
  const match = FAMILIES.exec(target);
  if (match === null) return null;
  return join(place.root, "modules", match[1] || place.module, `${match[2]}s`, match[3]!);
}

const BARE_XREF = /\bxref:(?:([\w-]+):)?([\w./-]+)\.adoc(?:#[\w.-]*)?\[\]/g;

/** Gives links without words the title of the page that they lead to, as Antora does, or what its file is called. */
export function nameLinks(text: string, folder: string, { root, module }: AntoraPlace): string {
  return text.replace(BARE_XREF, (link, other: string | undefined, name: string) => {
    const path = join(root, "modules", other ?? module, "pages", `${name}.adoc`);
    const title = titleIn(folder, path) ?? name.replace(/^.*\//, "").replaceAll("-", " ");
    return `${link.slice(0, -1)}${title.replaceAll("]", "\\]")}]`;
  });
}

function titleIn(folder: string, path: string): string | null {
  try {
    return pathInside(folder, path) === null
      ? null
      : (/^= (.+)$/m.exec(readFileSync(path, "utf8"))?.[1]?.trim() ?? null);
  } catch {
    return null;
  }
}
