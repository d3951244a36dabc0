import type { PassageIndex } from "../core/ports.ts";
import { reciprocalRankFusion } from "../core/retrieval/fusion.ts";
import type { BinaryPassageIndex } from "./passage-index.ts";
import { openIndex } from "./reader.ts";
import { WARM_MANIFEST, WARM_PARTS } from "./warm-index.ts";
import { warmKernel } from "./warm-kernel.ts";

/** Words that are there, words that are not, and one of each script. */
const QUESTIONS = [
  "How do I set the connect_timeout of httpx.AsyncClient?",
  "why does deleteing a configuraton file stop everything",
  "HTTP/2 --verbose 接続 超时 연결",
];
const ROUNDS = 2;
/** All of the small index, and few enough of it that the rest are found to be worse. */
const LIMITS = [20, 2];
/** Texts are small here: inflating them so often makes the engine optimize what inflates. */
const TEXT_ROUNDS = 60;

/**
 * Opens a small index and asks it, so that what the first reader needs has been compiled before there is one: a Worker has a second to
 * start, and a reader waits for every millisecond after.
 * @param kernel as `openIndex` takes it
 * @param behind what the index is asked through. @defaultValue the index itself
 */
export async function warmUp(
  kernel?: WebAssembly.Module | null,
  behind: (index: BinaryPassageIndex) => PassageIndex = (index) => index,
): Promise<void> {
  if (kernel) warmKernel(kernel);
  const opened = await openIndex(JSON.parse(WARM_MANIFEST), warmPart, { kernel });
  const index = behind(opened);
  const vector = new Float32Array(index.embedding?.dimensions ?? 0).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of QUESTIONS) {
      for (const limit of LIMITS) {
        index.analyzeQuery(`${question} ${round}`);
        const rankings = [
          index.lexicalRanking(`${question} ${round}`, limit),
          index.vectorRanking(vector, limit),
        ];
        const fused = reciprocalRankFusion(rankings.map((ranking) => ({ ranking, weight: 1 })));
        await index.passages(fused.map(({ chunk }) => chunk));
      }
    }
  }
  for (let round = 0; round < TEXT_ROUNDS; round++) opened.loadedFields(round % opened.chunkCount);
}

async function warmPart(name: string): Promise<ArrayBuffer> {
  return Uint8Array.from(atob(WARM_PARTS[name] ?? ""), (char) => char.charCodeAt(0)).buffer;
}
