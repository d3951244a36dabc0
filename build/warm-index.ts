/**
 * Makes the small index that the Worker opens and asks while it starts: `src/index-format/warm-index.ts`. Run it after a change of the
 * format or the tokenizer: `node build/warm-index.ts`.
 */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Chunk } from "../src/core/passage.ts";
import { PART_LIMITS, type PartLimits } from "../src/index-format/parts.ts";
import { type WriteIndexInput, writeIndex } from "../src/index-format/writer.ts";

export const WARM_INDEX_FILE = resolve(import.meta.dirname, "../src/index-format/warm-index.ts");

const DIMENSIONS = 32;
/** More than one group of rows, of which the kernel keeps the greatest score. */
const COPIES = 9;
/** Texts and vectors stand in files of their own, as those of a large index do. */
const LIMITS: PartLimits = { ...PART_LIMITS, singleFile: 0 };
/** One of each kind of token that the tokenizer tells apart. */
const TEXTS = [
  "A timeout is 5 seconds unless `connect_timeout` says otherwise.\n\n```js\nnew Client({ connectTimeout: 5_000 })\n```",
  "Use --verbose or HTTP/2 with httpx.AsyncClient; see advanced/timeouts.md, and don't retry errors.",
  "Configuration files are read once. Deleting them stops the server's workers.",
  "接続のタイムアウトを設定します。连接超时设置。연결 시간 초과.",
];

function chunkOf(text: string, at: number): Chunk {
  return {
    id: at.toString(16).padStart(16, "0"),
    file: `page-${at}.md`,
    url: `/page-${at}#part`,
    anchor: "part",
    title: `Timeouts ${at}`,
    headingPath: ["Timeouts", "Default values"],
    headings: [{ text: "Default values", anchor: "part" }],
    text,
    tokens: 20,
    kind: "docs",
    version: at % 2 === 0 ? "2.0" : "1.0",
    language: "en",
    source: "docs",
  };
}

/** The module's text. */
export async function warmIndexModule(): Promise<string> {
  const chunks = Array.from({ length: COPIES }, () => TEXTS)
    .flat()
    .map(chunkOf);
  const vectors = Float32Array.from({ length: chunks.length * DIMENSIONS }, (_, at) => Math.sin(at + 1));
  const input: WriteIndexInput = {
    corpus: {
      name: "",
      description: "",
      language: "en",
      versions: ["2.0", "1.0"],
      languages: ["en"],
      documentCount: chunks.length,
      questions: [],
      revision: "",
    },
    embedding: { model: "none", dimensions: DIMENSIONS, queryPrefix: "", passagePrefix: "" },
    chunks,
    vectors,
  };
  const { manifest, files } = await writeIndex(input, LIMITS);
  const parts = files.map(
    ({ name, bytes }) => `  "${name}":
    "${Buffer.from(bytes).toString("base64")}",
`,
  );
  return `/** A small index, made by \`node build/warm-index.ts\`: see \`warm-up.ts\`. */
export const WARM_MANIFEST =
  '${JSON.stringify(manifest)}';
/** Its files in base64, by name. */
export const WARM_PARTS: Readonly<Record<string, string>> = {
${parts.join("")}};
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const module = await warmIndexModule();
  await writeFile(WARM_INDEX_FILE, module);
  process.stdout.write(`warm-index.ts: ${module.length} characters\n`);
}
