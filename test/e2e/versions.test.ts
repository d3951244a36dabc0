/** Several versions of one docs tree behind the built Worker: every door answers from the version that is asked for, by any of its names. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { buildAssets } from "../../build/build-assets.ts";
import { parseCorpusConfig } from "../../build/config.ts";
import type { LocalWorker } from "../../build/local-worker.ts";
import { buildPage } from "../../build/page.ts";
import { parseSettings } from "../../src/settings.ts";
import { noBrowser } from "../support/chromium.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";
import { answered, ask, widgetSite } from "./widget-site.ts";

if (noBrowser !== null) console.warn(`The widget is not tested in a browser: ${noBrowser}`);

const PAGES = {
  "gates.md": `# Gates

A Quillmarsh gate opens at dawn and closes at dusk, and the warden may hold it open for a barge that is late.

## Colour of a gate

The colour of a gate is green on the upper canal and brown on the lower canal, so that pilots know where they are.
`,
  "pumps.md": (litres: number) => `# Pumps

## Litres of a pump

A Quillmarsh pump lifts ${litres} litres a stroke, and is greased every morning before the gates are opened.
`,
};

let folder: string;
/** Two versions that share a page and differ in another. */
async function build(): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), "repobot-two-versions-"));
  for (const [version, litres] of [
    ["v2", 9],
    ["v1", 7],
  ] as const) {
    await mkdir(path.join(folder, version));
    await writeFile(path.join(folder, version, "gates.md"), PAGES["gates.md"]);
    await writeFile(path.join(folder, version, "pumps.md"), PAGES["pumps.md"](litres));
  }
  const config = parseCorpusConfig(
    {
      name: "Quillmarsh",
      description: "Gates and pumps of a canal",
      versionAliases: { lts: "1.9" },
      sources: [
        { folder: "v2", version: "2.4", baseUrl: "https://quillmarsh.example/v2/" },
        { folder: "v1", version: "1.9", baseUrl: "https://quillmarsh.example/v1/" },
      ],
    },
    folder,
  );
  const outDir = path.join(folder, "assets");
  const report = await buildAssets({ config, settings: parseSettings({}), outDir });
  expect(report.rows).toBeLessThan(report.chunks);
  await buildPage(outDir);
  return outDir;
}

const LITRES = "How many litres does a pump lift?";
/** What both versions say in the same words. */
const COLOUR = "Which colour is a gate?";

const passageSchema = z.looseObject({ url: z.string(), version: z.string(), text: z.string() });
const answerSchema = z.looseObject({
  answer: z.string(),
  notice: z.string().optional(),
  sources: z.array(z.looseObject({ url: z.string(), version: z.string() })),
  corpus: z.looseObject({ version: z.string() }),
});

const site = widgetSite(build);
let worker: LocalWorker;
beforeAll(async () => {
  worker = site.worker ?? (await startWatchedWorker({ assetsDir: await build(), vars: {} }));
});
afterAll(async () => {
  if (site.worker === undefined) await worker?.close();
  await rm(folder, { recursive: true, force: true });
});

async function answer(body: Record<string, unknown>) {
  const response = await fetch(new URL("/v1/ask", worker.url), {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return answerSchema.parse(await response.json());
}

/** The versions of an answer: its label, and those its sources name by label and by address. */
function versionsOf({ corpus, sources }: z.infer<typeof answerSchema>) {
  expect(sources.length).toBeGreaterThan(0);
  const lines = sources.map(({ url }) => (url.startsWith("https://quillmarsh.example/v2/") ? "2.4" : "1.9"));
  return [...new Set([corpus.version, ...sources.map(({ version }) => version), ...lines])];
}

/** How a version may be asked for, and the one that is meant. */
const NAMES: [string | undefined, string][] = [
  [undefined, "2.4"],
  ["2.4", "2.4"],
  ["latest", "2.4"],
  ["v2", "2.4"],
  ["1.9", "1.9"],
  ["lts", "1.9"],
  ["LTS", "1.9"],
  ["1.x", "1.9"],
];

describe("a version", () => {
  it.each(NAMES)("asked for as %s is the one that /v1/ask answers from", async (version, meant) => {
    const wanted = version === undefined ? {} : { version };
    const litres = await answer({ question: LITRES, ...wanted });
    expect(litres.answer).toContain(meant === "2.4" ? "9 litres" : "7 litres");
    expect(versionsOf(litres)).toEqual([meant]);
    expect(versionsOf(await answer({ question: COLOUR, ...wanted }))).toEqual([meant]);
  });

  it.each(NAMES)("asked for as %s is the one that /v1/search finds", async (version, meant) => {
    for (const q of [LITRES, COLOUR]) {
      const query = new URLSearchParams({ q, ...(version !== undefined && { version }) });
      const response = await fetch(new URL(`/v1/search?${query}`, worker.url));
      const { passages } = z.object({ passages: z.array(passageSchema) }).parse(await response.json());
      expect(passages.length).toBeGreaterThan(0);
      for (const passage of passages) {
        expect(passage.version).toBe(meant);
        expect(passage.url).toContain(meant === "2.4" ? "/v2/" : "/v1/");
      }
    }
  });

  it("asked for by an alias is the one that agents get, who are told of its names", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", worker.url)));
    expect(client.getInstructions()).toContain("versions 2.4, 1.9; the first is the default");
    expect(client.getInstructions()).toContain("lts (1.9)");
    const call = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })).structuredContent;
    const found = await call("search_docs", { query: COLOUR, version: "lts" });
    const { passages } = z.object({ passages: z.array(passageSchema) }).parse(found);
    expect(passages.map(({ version }) => version)).toEqual(passages.map(() => "1.9"));
    expect(passages[0]!.url).toContain("https://quillmarsh.example/v1/gates");
    const told = answerSchema.parse(await call("ask_docs", { question: COLOUR, version: "v1" }));
    expect(versionsOf(told)).toEqual(["1.9"]);
    await client.close();
  });

  it("is that of the reader's page, also where the passage is the same in both", async () => {
    for (const [page, meant] of [
      ["https://quillmarsh.example/v1/pumps/", "1.9"],
      ["https://quillmarsh.example/lts/pumps/", "1.9"],
      ["https://quillmarsh.example/latest/", "2.4"],
    ]) {
      const told = await answer({ question: COLOUR, page });
      expect(versionsOf(told)).toEqual([meant]);
      expect(told.notice ?? "").not.toContain("version");
    }
  });

  it("that the question names is answered from, and said to be another than the page's", async () => {
    const told = await answer({ question: `${COLOUR} In v1?`, page: "https://quillmarsh.example/v2/" });
    expect(versionsOf(told)).toEqual(["1.9"]);
    expect(told.notice).toContain("This answer is about version 1.9, not about 2.4.");
  });

  it("is listed with its other names", async () => {
    const told = await (await fetch(new URL("/v1/corpus", worker.url))).json();
    expect(told).toMatchObject({
      versions: ["2.4", "1.9"],
      defaultVersion: "2.4",
      versionAliases: { lts: "1.9" },
    });
  });

  it("that nobody has is refused with those that there are", async () => {
    const response = await fetch(new URL("/v1/search?q=gate&version=7", worker.url));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "bad_request",
      field: "version",
      detail: expect.stringContaining("2.4, 1.9"),
    });
  });
});

describe.skipIf(noBrowser !== null)("the widget", () => {
  it.each([
    ["/v1/gates/", "7 litres", "/v1/"],
    ["/v2/gates/", "9 litres", "/v2/"],
    ["/about/", "9 litres", "/v2/"],
  ])("on %s answers from that page's version", async (place, said, address) => {
    const page = await site.open({ path: place, attributes: 'data-mode="inline"' });
    await ask(page, LITRES);
    const turn = await answered(page);
    expect(await turn.textContent()).toContain(said);
    const links = await turn
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const sources = links.filter((href) => href?.startsWith("https://quillmarsh.example"));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.every((href) => href!.includes(address))).toBe(true);
  });
});
