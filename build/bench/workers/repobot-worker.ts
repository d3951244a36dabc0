/** The index alone in a Worker: what a cold isolate pays for a first hybrid query with the five best passages' texts. */
import { readExactly } from "../../../src/adapters/bounded-body.ts";
import { openIndex, oramaPassageIndex } from "../../../src/adapters/orama/open-index.ts";
import { reserveMemory } from "../../../src/adapters/reserved-memory.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { reciprocalRankFusion } from "../../../src/core/retrieval/fusion.ts";
import kernel from "../../../src/index-format/kernel.wasm";
import { warmUp } from "../../../src/index-format/warm-up.ts";

interface Env {
  FILES: { fetch(url: string): Promise<Response> };
}

declare const INDEX_PART_BYTES: readonly number[];

// As the Worker does.
await warmUp(kernel, oramaPassageIndex);
const reserved = reserveMemory(INDEX_PART_BYTES);

let index: PassageIndex | null = null;

async function file(env: Env, name: string): Promise<Response> {
  return env.FILES.fetch(`http://files/${encodeURIComponent(name)}`);
}

async function part(response: Response, byteLength: number): Promise<ArrayBuffer> {
  const tooLong = () => new Error("longer than the manifest says");
  return (await readExactly(response, byteLength, tooLong, reserved.take)).buffer;
}

async function load(env: Env): Promise<PassageIndex> {
  const manifest = await (await file(env, "manifest.json")).json();
  return openIndex(manifest, async (name, byteLength) => part(await file(env, name), byteLength), { kernel });
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    // The bench's own request.
    const { text, vector } = (await request.json()) as { text: string; vector: number[] };
    index ??= await load(env);
    const rankings = [index.lexicalRanking(text, 20), index.vectorRanking(Float32Array.from(vector), 20)];
    const fused = reciprocalRankFusion(rankings.map((ranking) => ({ ranking, weight: 1 })));
    const passages = await index.passages(fused.slice(0, 5).map(({ chunk }) => chunk));
    return Response.json(passages.map(({ id, text }) => [id, text.length]));
  },
};
