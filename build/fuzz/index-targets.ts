/** The index: with one byte changed, cut short, or not an index at all, it is refused or answers as it did. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { isRepoBotError, RepoBotError } from "../../src/core/errors.ts";
import type { PassageIndex } from "../../src/core/ports.ts";
import { compileKernel } from "../../src/index-format/kernel.ts";
import { openIndex } from "../../src/index-format/reader.ts";
import { type WrittenIndex, writeIndex } from "../../src/index-format/writer.ts";
import { countedTarget, type FuzzTarget, randomTarget } from "./target.ts";
import { hostileJson } from "./texts.ts";

const DIMENSIONS = 8;
const TEXTS = [
  "Retries wait 30 seconds.",
  "Set `maxRetries` to 3.\n\n```js\nretry(3)\n```",
  "再試行は30秒です。",
];

function smallIndex(texts: readonly string[]): Promise<WrittenIndex> {
  const chunks = texts.map((text, n) => ({
    id: `${n}`.padStart(16, "0"),
    file: `page-${n % 2}.md`,
    url: `/docs/page-${n % 2}#part-${n}`,
    anchor: `part-${n}`,
    title: "Page",
    headingPath: ["Page", `Part ${n}`],
    headings: [{ text: `Part ${n}`, anchor: `part-${n}` }],
    text,
    tokens: 12,
    kind: n === 1 ? ("code" as const) : ("docs" as const),
    version: n % 2 === 0 ? "2.0" : "1.0",
    language: "en",
    source: "docs",
  }));
  return writeIndex({
    corpus: {
      name: "Docs",
      description: "",
      language: "en",
      versions: ["2.0", "1.0"],
      languages: ["en"],
      documentCount: 2,
      questions: ["How long?"],
      revision: "",
    },
    embedding: { model: "m", dimensions: DIMENSIONS, queryPrefix: "", passagePrefix: "" },
    chunks,
    vectors: Float32Array.from({ length: texts.length * DIMENSIONS }, (_, n) => Math.sin(n + 1)),
  });
}

/** Everything an index is asked. */
async function answersOf(index: PassageIndex): Promise<unknown> {
  const all = Array.from({ length: index.chunkCount }, (_, at) => at);
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, n) => Math.cos(n));
  return {
    corpus: index.corpus,
    lexical: index.lexicalRanking("retries wait seconds maxRetries 30 再試行", 10),
    filtered: index.lexicalRanking("retry", 10, { version: ["1.0"], kind: ["code"] }),
    vector: index.vectorRanking(vector, 10),
    terms: index.analyzeQuery("how long do retrys wait? maxRetries"),
    holds: all.map((chunk) => index.chunkHasTerm(chunk, ["retri"])),
    passages: await index.passages(all),
    files: ["page-0.md", "page-1.md", "other.md"].map((file) => index.chunksOfFile(file)),
  };
}

const KERNEL = compileKernel();
const INDEX = await smallIndex(TEXTS);
const OTHER = await smallIndex([...TEXTS].reverse());
const PART = INDEX.files[0]!.bytes;
const INTACT = await answersOf(await open(INDEX.manifest, PART.slice().buffer));

function open(manifest: unknown, buffer: ArrayBuffer): Promise<PassageIndex> {
  return openIndex(manifest, () => Promise.resolve(buffer), { kernel: KERNEL });
}

/** @throws Error unless it is refused, or answers as the intact index does */
async function refusedOrAlike(manifest: unknown, buffer: ArrayBuffer): Promise<void> {
  let answers: unknown;
  try {
    answers = await answersOf(await open(manifest, buffer));
  } catch (error) {
    if (isRepoBotError(error, "index_corrupt") || isRepoBotError(error, "index_incompatible")) return;
    throw error;
  }
  deepStrictEqual(answers, INTACT);
}

async function refused(buffer: ArrayBuffer): Promise<void> {
  try {
    await answersOf(await open(INDEX.manifest, buffer));
  } catch (error) {
    ok(error instanceof RepoBotError && error.code.startsWith("index_"), String(error));
    return;
  }
  throw new Error("it was taken");
}

/** First each byte with one bit changed, then with every other difference. */
const PATTERNS = Array.from({ length: 255 }, (_, n) => n + 1).sort((a, b) => bitsOf(a) - bitsOf(b) || a - b);

function bitsOf(byte: number): number {
  return byte.toString(2).replaceAll("0", "").length;
}

export const INDEX_TARGETS: readonly FuzzTarget[] = [
  // Of the default number of cases this is a part that holds all of them.
  countedTarget("index-flips", 900, PART.length * PATTERNS.length, (n) => {
    const bytes = PART.slice();
    bytes[n % bytes.length]! ^= PATTERNS[Math.floor(n / bytes.length)]!;
    return refusedOrAlike(INDEX.manifest, bytes.buffer);
  }),
  countedTarget("index-truncations", 10, PART.length, (length) => refused(PART.slice(0, length).buffer)),
  randomTarget({
    name: "index-foreign",
    share: 20,
    input: fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.uint8Array({ minLength: PART.length, maxLength: PART.length }),
      // Another index of the same build, from some byte on.
      fc.nat(Math.min(PART.length, OTHER.files[0]!.bytes.length) - 1).map((at) => {
        const bytes = PART.slice();
        bytes.set(OTHER.files[0]!.bytes.subarray(at, PART.length), at);
        return bytes;
      }),
    ),
    run: (bytes) => refusedOrAlike(INDEX.manifest, Uint8Array.from(bytes).buffer),
  }),
  randomTarget({
    name: "index-manifest",
    share: 60,
    input: hostileJson([INDEX.manifest, OTHER.manifest]),
    run: (manifest) => refusedOrAlike(manifest, PART.slice().buffer),
  }),
];

/** For targets that read questions as the Worker does. */
export const SMALL_INDEX: PassageIndex = await open(INDEX.manifest, PART.slice().buffer);
