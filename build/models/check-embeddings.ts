/** Whether an embedding server gives the vectors of a multilingual e5 model: shape, length, and meaning across languages. */
import { createProviders } from "../../src/adapters/providers.ts";
import { parseSettings } from "../../src/settings.ts";

const DIMENSIONS = 384;

const PASSAGES = [
  "Timeouts: the client gives up after five seconds without network activity. Pass timeout=None to turn this off.",
  "Proxies: pass the proxy argument to send every request through a proxy server.",
  "Cookies are kept on the client and sent again with its next requests.",
];

/** Each asks for the passage with the same position. */
const QUESTIONS: readonly (readonly string[])[] = [
  [
    "how long until it gives up?",
    "多久会超时？",
    "何秒でタイムアウトしますか？",
    "Nach wie vielen Sekunden bricht es ab?",
  ],
  [
    "go through the company proxy",
    "怎么走公司的代理？",
    "会社のプロキシを経由したい",
    "Wie nutze ich den Firmenproxy?",
  ],
  [
    "does it remember cookies?",
    "会记住 cookie 吗？",
    "クッキーは保存されますか？",
    "Merkt sich der Client Cookies?",
  ],
];

export interface EmbeddingCheck {
  dimensions: number;
  /** Questions, of all, whose nearest passage is the right one. */
  right: number;
  total: number;
  /** Texts a second, measured on the passages. */
  textsPerSecond: number;
}

/**
 * Asks through the ordinary provider.
 * @param variables settings that name the server
 * @throws Error when a vector is not of 384 entries and unit length, or most questions find a wrong passage
 */
export async function checkEmbeddings(variables: Readonly<Record<string, string>>): Promise<EmbeddingCheck> {
  const { embedder } = createProviders(parseSettings(variables));
  if (embedder === null) throw new Error("No embedding provider is configured.");
  const startedAt = performance.now();
  const passages = (await embedder.embed(PASSAGES, "passage")).vectors;
  const seconds = (performance.now() - startedAt) / 1_000;
  const questions = (await embedder.embed(QUESTIONS.flat(), "query")).vectors;
  for (const vector of [...passages, ...questions]) {
    const length = Math.sqrt(dot(vector, vector));
    if (vector.length !== DIMENSIONS || Math.abs(length - 1) > 1e-3) {
      throw new Error(
        `Expected ${DIMENSIONS} entries of unit length, got ${vector.length} of length ${length}.`,
      );
    }
  }
  const expected = QUESTIONS.flatMap((group, i) => group.map(() => i));
  const right = questions.filter((question, i) => nearest(question, passages) === expected[i]).length;
  if (right < expected.length - 1) {
    throw new Error(`Only ${right} of ${expected.length} questions are nearest to their own passage.`);
  }
  return {
    dimensions: DIMENSIONS,
    right,
    total: expected.length,
    textsPerSecond: PASSAGES.length / seconds,
  };
}

function nearest(question: Float32Array, passages: readonly Float32Array[]): number {
  const similarities = passages.map((passage) => dot(question, passage));
  return similarities.indexOf(Math.max(...similarities));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
