/** Documentation generators, pinned, and the smallest site of each with the widget on it. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Generator {
  name: string;
  /** Packages as npm takes them, with exact versions. */
  packages: readonly string[];
  /** Heading of `corpus/widget.md` under which the configuration stands that readers copy. */
  heading: string;
  /** Files of the site by path, beside the pages. @param snippet the configuration as documented, for this Worker */
  files(snippet: string): Readonly<Record<string, string>>;
  /** Folder of the pages in the site. */
  pagesFolder: string;
  /** What each page needs before its text. @param title of the page */
  frontMatter(title: string): string;
  /** Arguments of `npx`, offline, that build the site. */
  build: readonly string[];
  /** Folder of the built site. */
  output: string;
  /** Makes the site dark, by its own switch. */
  darkSwitch: string;
}

export const GENERATORS: readonly Generator[] = [
  {
    name: "vitepress",
    packages: ["vitepress@1.6.4"],
    heading: "How do I add the widget to VitePress?",
    files: (snippet) => ({ ".vitepress/config.js": snippet }),
    pagesFolder: ".",
    frontMatter: () => "",
    build: ["vitepress", "build", "."],
    output: ".vitepress/dist",
    darkSwitch: ".VPSwitchAppearance",
  },
  {
    name: "starlight",
    packages: ["astro@7.3.5", "@astrojs/starlight@0.42.4", "@astrojs/markdown-remark@7.3.1"],
    heading: "How do I add the widget to Starlight?",
    files: (snippet) => ({
      "astro.config.mjs": [
        'import starlight from "@astrojs/starlight";',
        'import { defineConfig } from "astro/config";',
        snippet,
      ].join("\n"),
      "src/content.config.ts": [
        'import { docsLoader } from "@astrojs/starlight/loaders";',
        'import { docsSchema } from "@astrojs/starlight/schema";',
        'import { defineCollection } from "astro:content";',
        "export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };",
      ].join("\n"),
    }),
    pagesFolder: "src/content/docs",
    frontMatter: (title) => `---\ntitle: ${JSON.stringify(title)}\n---\n`,
    build: ["astro", "build"],
    output: "dist",
    darkSwitch: "starlight-theme-select select",
  },
];

const ROOT = path.resolve(import.meta.dirname, "../..");
/** As the documentation writes the address of a Worker. */
const DOCUMENTED_WORKER = "https://repobot.example.com";

/** The first block of code under a heading of `corpus/widget.md`, for this Worker. @throws Error when there is none */
export function documentedSnippet(heading: string, workerOrigin: string): string {
  const page = readFileSync(path.join(ROOT, "corpus/widget.md"), "utf8");
  const section = page.split(`## ${heading}\n`)[1] ?? "";
  const code = /```\w+\n([\s\S]*?)```/.exec(section)?.[1];
  if (code === undefined) throw new Error(`corpus/widget.md has no code under "${heading}".`);
  return code.replaceAll(DOCUMENTED_WORKER, workerOrigin);
}
