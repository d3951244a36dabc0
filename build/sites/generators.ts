/** Documentation generators, pinned, and the smallest site of each with the widget on it. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Generator {
  name: string;
  /** Whose packages it is made of. `null`: of none. */
  registry: "npm" | "PyPI" | null;
  /** As npm or pip take them, with exact versions. */
  packages: readonly string[];
  /** Heading of `corpus/widget.md` under which the configuration stands that readers copy. */
  heading: string;
  /**
   * Files of the site by path, beside the pages.
   * @param snippet the configuration as documented, for this Worker
   * @param origin where the site will be served
   */
  files(snippet: string, origin: string): Readonly<Record<string, string>>;
  /** Folder of the pages in the site. */
  pagesFolder: string;
  /** What a page is to the generator. @param markdown of it @param snippet where each page has its own */
  page(title: string, markdown: string, snippet: string): string;
  /** Name of a page's file in its folder. */
  pageFile: string;
  /** How one page links another. @param name of the folder beside this one's */
  link(name: string): string;
  /** Command and arguments that build the site; the command is one that the packages bring along. `null` when there is nothing to build. */
  build: readonly [string, ...string[]] | null;
  /** Folder of the built site. */
  output: string;
  /** Makes the site dark, by its own switch. */
  darkSwitch: string;
  /** Whether a link changes the page without loading another one. */
  clientRouting: boolean;
}

const asItIs = (_title: string, markdown: string) => markdown;
const withTitle = (title: string, markdown: string) =>
  `---\ntitle: ${JSON.stringify(title)}\n---\n\n${markdown}`;
const folderLink = (name: string) => `./${name}/`;
const fileLink = (name: string) => `./${name}/index.md`;

export const GENERATORS: readonly Generator[] = [
  {
    name: "html",
    registry: null,
    packages: [],
    heading: "How do I add the widget to my docs site?",
    files: () => ({
      "dark.js": 'document.querySelector("#dark").onclick = () => document.body.classList.add("dark");',
      "dark.css": "body { background: #fff; } .dark { background: #111; color: #eee; }",
    }),
    pagesFolder: ".",
    page: plainPage,
    pageFile: "index.html",
    link: folderLink,
    build: null,
    output: ".",
    darkSwitch: "#dark",
    clientRouting: false,
  },
  {
    name: "docusaurus",
    registry: "npm",
    packages: [
      "@docusaurus/core@3.10.2",
      "@docusaurus/preset-classic@3.10.2",
      "react@19.3.1",
      "react-dom@19.3.1",
    ],
    heading: "How do I add the widget to Docusaurus?",
    files: (snippet) => ({
      "package.json": '{ "private": true }',
      "documented.js": snippet,
      "docusaurus.config.js": [
        'import documented from "./documented.js";',
        'const docs = { routeBasePath: "/", sidebarPath: undefined };',
        "export default {",
        '  title: "Docs", url: "https://docs.example", baseUrl: "/", markdown: { format: "detect" },',
        '  presets: [["@docusaurus/preset-classic", { docs, blog: false, pages: false, sitemap: false }]],',
        "  ...documented,",
        "};",
      ].join("\n"),
    }),
    pagesFolder: "docs",
    page: (title, markdown) =>
      title === "Docs" ? `---\ntitle: Docs\nslug: /\n---\n\n${markdown}` : withTitle(title, markdown),
    pageFile: "index.md",
    link: fileLink,
    build: ["docusaurus", "build"],
    output: "build",
    darkSwitch: "button[class*='toggleButton'][title*='mode']",
    clientRouting: true,
  },
  {
    name: "vitepress",
    registry: "npm",
    packages: ["vitepress@1.6.4"],
    heading: "How do I add the widget to VitePress?",
    files: (snippet) => ({ ".vitepress/config.js": snippet }),
    pagesFolder: ".",
    page: asItIs,
    pageFile: "index.md",
    link: folderLink,
    build: ["vitepress", "build", "."],
    output: ".vitepress/dist",
    darkSwitch: ".VPSwitchAppearance",
    clientRouting: true,
  },
  {
    name: "starlight",
    registry: "npm",
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
    page: withTitle,
    pageFile: "index.md",
    link: folderLink,
    build: ["astro", "build"],
    output: "dist",
    darkSwitch: "starlight-theme-select select",
    clientRouting: false,
  },
  {
    name: "mkdocs-material",
    registry: "PyPI",
    packages: ["mkdocs==1.6.1", "mkdocs-material==9.8.2"],
    heading: "How do I add the widget to MkDocs Material?",
    files: (snippet, origin) => ({
      "mkdocs.yml": [
        "site_name: Docs",
        // Links that change the page in place are those that its map names.
        `site_url: ${origin}/`,
        "theme:",
        "  name: material",
        "  font: false",
        "  features: [navigation.instant]",
        "  palette:",
        "    - { scheme: default, toggle: { icon: material/weather-sunny, name: Dark } }",
        "    - { scheme: slate, toggle: { icon: material/weather-night, name: Light } }",
        snippet,
      ].join("\n"),
    }),
    pagesFolder: "docs",
    page: asItIs,
    pageFile: "index.md",
    link: fileLink,
    build: ["mkdocs", "build", "--quiet"],
    output: "site",
    darkSwitch: "label[title='Dark']",
    clientRouting: true,
  },
  {
    name: "sphinx",
    registry: "PyPI",
    packages: ["sphinx==9.0.4", "furo==2025.12.19", "myst-parser==5.2.0"],
    heading: "How do I add the widget to Sphinx?",
    files: (snippet) => ({
      "docs/conf.py": [
        'project = "Docs"',
        'extensions = ["myst_parser"]',
        'html_theme = "furo"',
        snippet,
      ].join("\n"),
    }),
    pagesFolder: "docs",
    page: asItIs,
    pageFile: "index.md",
    link: fileLink,
    build: ["sphinx-build", "-q", "docs", "site"],
    output: "site",
    darkSwitch: ".theme-toggle",
    clientRouting: false,
  },
];

/** A page that somebody wrote by hand, with the tag at the end of its body. */
function plainPage(title: string, markdown: string, snippet: string): string {
  const links = [...markdown.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].map(
    ([, text, address]) => `<li><a href="${address}">${text}</a></li>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${title}</title><link rel="stylesheet" href="/dark.css"></head>`,
    `<body><main><h1>${title}</h1><ul>${links.join("")}</ul><button id="dark">Dark</button></main>`,
    '<script src="/dark.js" defer></script>',
    `${snippet}</body></html>`,
  ].join("\n");
}

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
