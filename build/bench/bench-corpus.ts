/**
 * Chunks to measure with: the docs that the `fastify` and `undici` packages ship, cut by RepoBot's own chunker, and beyond their
 * size copies of them with other words, so that the vocabulary grows as it does in real docs and no block of text occurs twice.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Chunk } from "../../src/core/passage.ts";
import { corpusConfigForDocs } from "../config.ts";
import { readCorpus } from "../corpus.ts";
import { hashText, randomNumbers } from "./random.ts";

const DOCS = ["node_modules/fastify/docs", "node_modules/undici/docs"];
/** Share of a copy's rarer words that are replaced by another word of the docs. */
const REPLACED_SHARE = 0.35;
/** Share that become a word the docs do not have: about what Heaps' law asks for at these sizes. */
const COINED_SHARE = 0.04;
/** Words this frequent stay: they are the language's, not the topic's. */
const COMMON_WORDS = 150;

/** The real docs. @throws Error when the packages are not installed */
async function realChunks(): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const folder of DOCS) {
    if (!existsSync(folder)) throw new Error(`${folder} is missing: run \`npm ci\` first.`);
    const source = folder.split("/")[1]!;
    const { chunks: read } = await readCorpus(await corpusConfigForDocs(resolve(folder)));
    for (const chunk of read) chunks.push({ ...chunk, source, file: `${source}/${chunk.file}` });
  }
  return chunks;
}

/** `count` chunks, the same ones for the same count. */
export async function benchChunks(count: number): Promise<Chunk[]> {
  const real = await realChunks();
  const vocabulary = rarerWords(real);
  const chunks = real.slice(0, count);
  for (let copy = 1; chunks.length < count; copy++) {
    const vary = wordVariation(vocabulary, copy);
    for (const chunk of real.slice(0, count - chunks.length)) {
      const file = `v${copy}/${chunk.file}`;
      chunks.push({
        ...chunk,
        file,
        id: hexId(`v${copy}/${chunk.id}`),
        url: chunk.url.replace(/^\/docs\//, `/docs/v${copy}/`),
        title: vary(chunk.title),
        headingPath: chunk.headingPath.map(vary),
        headings: chunk.headings.map((heading) => ({ ...heading, text: vary(heading.text) })),
        text: vary(chunk.text),
        version: `${1 + (copy % 4)}.0`,
      });
    }
  }
  return chunks;
}

/** As long and as random as a real id. */
function hexId(text: string): string {
  const hex = (number: number) => number.toString(16).padStart(8, "0");
  return hex(hashText(text)) + hex(hashText(`${text} again`));
}

const WORD = /[A-Za-z][a-z]{2,}/g;

/** Distinct words of the docs by descending frequency, without the commonest. */
function rarerWords(chunks: readonly Chunk[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of chunks) {
    for (const [word] of text.matchAll(WORD)) {
      const lower = word.toLowerCase();
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(COMMON_WORDS)
    .map(([word]) => word);
}

/** Replaces words the same way throughout one copy; capitals stay where they were. */
function wordVariation(vocabulary: readonly string[], copy: number): (text: string) => string {
  const rank = new Map(vocabulary.map((word, at) => [word, at]));
  const replacements = new Map<string, string>();
  const replacement = (lower: string): string => {
    const at = rank.get(lower);
    if (at === undefined) return lower;
    const random = randomNumbers(hashText(`${copy} ${lower}`));
    const choice = random();
    // A word about as frequent: term frequencies keep their distribution.
    const near = Math.min(vocabulary.length - 1, Math.floor(at * (0.7 + 0.6 * random())));
    if (choice < COINED_SHARE) return coin(lower, vocabulary[near]!);
    return choice < COINED_SHARE + REPLACED_SHARE ? vocabulary[near]! : lower;
  };
  return (text) =>
    text.replace(WORD, (word) => {
      const lower = word.toLowerCase();
      let other = replacements.get(lower);
      if (other === undefined) {
        other = replacement(lower);
        replacements.set(lower, other);
      }
      return word[0] === lower[0] ? other : other[0]!.toUpperCase() + other.slice(1);
    });
}

/** A new word from the beginning of one and the end of another. */
function coin(first: string, second: string): string {
  return first.slice(0, Math.ceil(first.length / 2)) + second.slice(Math.floor(second.length / 2));
}
