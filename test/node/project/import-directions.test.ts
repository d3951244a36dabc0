import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");

interface Import {
  /** The importing file, relative to the root. */
  file: string;
  /** A package's name with its path, or the imported file relative to the root. */
  target: string;
  isPackage: boolean;
  /** Gone at run time. */
  isType: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?[^;"']*?from\s*"([^"]+)"/gm;
const SIDE_EFFECT = /^import\s+"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"\s*\)/g;

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name).split(sep).join("/"));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = [
    ...[...text.matchAll(STATEMENT)].map(([, type, target]) => ({
      target: target!,
      isType: type !== undefined,
    })),
    ...[...text.matchAll(SIDE_EFFECT)].map(([, target]) => ({ target: target!, isType: false })),
    ...[...text.matchAll(DYNAMIC)].map(([, target]) => ({ target: target!, isType: false })),
  ];
  return found.map(({ target, isType }) => {
    const isPackage = !target.startsWith(".");
    const inside = relative(ROOT, resolve(ROOT, dirname(file), target))
      .split(sep)
      .join("/");
    return { file, target: isPackage ? target : inside, isPackage, isType };
  });
}

const SOURCES = filesOf("src");
const IMPORTS = SOURCES.flatMap(importsOf);
const within = (folder: string) => IMPORTS.filter(({ file }) => file.startsWith(folder));
const arrow = ({ file, target }: Import) => `${file} -> ${target}`;
const packageName = (target: string) => target.split("/", target.startsWith("@") ? 2 : 1).join("/");

/** Imports of a folder that lead to none of these packages and folders. */
function strays(folder: string, packages: readonly string[], folders: readonly string[]): string[] {
  return within(folder)
    .filter(({ target, isPackage }) =>
      isPackage
        ? !packages.includes(packageName(target))
        : !folders.some((allowed) => target === allowed || target.startsWith(`${allowed}/`)),
    )
    .map(arrow);
}

describe("imports", () => {
  it("are found in every form", () => {
    expect(IMPORTS.length).toBeGreaterThan(500);
    expect(IMPORTS.map(arrow)).toEqual(
      expect.arrayContaining([
        "src/index.ts -> hono",
        "src/index.ts -> src/index-format/kernel.wasm",
        "src/adapters/providers.ts -> src/adapters/openai-chat.ts",
        "src/core/retrieval/retrieve.ts -> src/core/retrieval/fuse-queries.ts",
      ]),
    );
  });

  it("keep the core pure: itself, the index format's words and schemas, no vendor and no runtime", () => {
    expect(strays("src/core/", ["zod"], ["src/core", "src/index-format"])).toEqual([]);
  });

  it("keep the index format pure: the core's types, schemas and decompression", () => {
    expect(strays("src/index-format/", ["zod", "fflate"], ["src/core", "src/index-format"])).toEqual([]);
  });

  it("give each adapter the core and one vendor at most", () => {
    const vendors = ["zod", "@huggingface/inference", "@orama/orama", "openai", "eventsource-parser"];
    const rooms = ["src/adapters", "src/core", "src/index-format", "src/settings.ts"];
    expect(strays("src/adapters/", vendors, rooms)).toEqual([]);
    for (const file of SOURCES.filter((name) => name.startsWith("src/adapters/"))) {
      const names = importsOf(file).flatMap(({ target, isPackage }) =>
        isPackage ? packageName(target) : [],
      );
      const own = new Set(names.filter((name) => name !== "zod"));
      expect([file, own.size <= 1]).toEqual([file, true]);
    }
  });

  it("let nothing but the Worker's entry run an adapter", () => {
    const users = IMPORTS.filter(
      ({ file, target, isType }) =>
        !isType && target.startsWith("src/adapters/") && !file.startsWith("src/adapters/"),
    );
    expect(new Set(users.map(({ file }) => file))).toEqual(new Set(["src/index.ts"]));
  });

  it("keep doors and what a browser runs apart from vendors of models and indexes", () => {
    const vendors = ["@huggingface/inference", "@orama/orama", "openai"];
    const users = IMPORTS.filter(
      ({ file, target }) => !file.startsWith("src/adapters/") && vendors.includes(packageName(target)),
    );
    expect(users.map(arrow)).toEqual([]);
    const browser = [...within("src/widget/"), ...within("src/page/browser/")].filter(
      ({ isType }) => !isType,
    );
    expect(
      browser
        .filter(({ target }) => /^(?:hono|node:|src\/(?:doors|adapters|index\.ts|app\.ts))/.test(target))
        .map(arrow),
    ).toEqual([]);
  });

  it("never lead from the Worker to the build, the tests or Node's own modules", () => {
    const foreign = IMPORTS.filter(
      ({ target, isPackage }) => target.startsWith("node:") || (!isPackage && !target.startsWith("src/")),
    );
    expect(foreign.map(arrow)).toEqual([]);
  });
});

it("the core and the index format reach for no network and no process of their own", () => {
  const pure = SOURCES.filter((file) => /^src\/(?:core|index-format)\//.test(file));
  const reaching = pure.filter((file) =>
    /(?<![\w.])fetch\(|\bprocess\.|\bBuffer\.|\bcaches\./.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(reaching).toEqual([]);
});
