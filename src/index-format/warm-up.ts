import { openIndex } from "./reader.ts";
import { WARM_MANIFEST, WARM_PART_BASE64 } from "./warm-index.ts";
import { warmKernel } from "./warm-kernel.ts";

/** Words that are there, words that are not, and one of each script. */
const QUESTIONS = [
  "How do I set the connect_timeout of httpx.AsyncClient?",
  "why does deleteing a configuraton file stop everything",
  "HTTP/2 --verbose 接続 超时 연결",
];
const ROUNDS = 3;
/** Texts are small here: inflating them so often makes the engine optimize what inflates. */
const TEXT_ROUNDS = 40;

/**
 * Opens a small index and asks it, so that what the first reader needs has been compiled before there is one: a Worker has a second to
 * start, and a reader waits for every millisecond after.
 * @param kernel as `openIndex` takes it
 */
export async function warmUp(kernel?: WebAssembly.Module | null): Promise<void> {
  if (kernel) warmKernel(kernel);
  const part = Uint8Array.from(atob(WARM_PART_BASE64), (char) => char.charCodeAt(0));
  const index = await openIndex(JSON.parse(WARM_MANIFEST), async () => part.buffer, { kernel });
  const vector = new Float32Array(index.embedding?.dimensions ?? 0).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of QUESTIONS) {
      index.analyzeQuery(`${question} ${round}`);
      index.lexicalRanking(`${question} ${round}`, 20);
      index.vectorRanking(vector, 20);
    }
  }
  for (let chunk = 0; chunk < index.chunkCount; chunk++) {
    index.residentFields(chunk);
    for (let round = 0; round < TEXT_ROUNDS; round++) index.loadedFields(chunk);
  }
}
