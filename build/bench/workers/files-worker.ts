/** Fetches the files that RepoBot's index is opened from, and looks at none of their bytes: the least that a first request can cost. */
import { readExactly } from "../../../src/adapters/bounded-body.ts";
import { reserveMemory } from "../../../src/adapters/reserved-memory.ts";

interface Env {
  FILES: { fetch(url: string): Promise<Response> };
}

interface Part {
  name: string;
  byteLength: number;
  lazy: boolean;
}

declare const INDEX_PART_BYTES: readonly number[];

const reserved = reserveMemory(INDEX_PART_BYTES);
let files: Uint8Array[] | null = null;

async function load(env: Env): Promise<Uint8Array[]> {
  const fetchFile = (name: string) => env.FILES.fetch(`http://files/${encodeURIComponent(name)}`);
  // The bench's own manifest.
  const { parts } = (await (await fetchFile("manifest.json")).json()) as { parts: Part[] };
  const resident = parts.filter(({ lazy }) => !lazy);
  const tooLong = () => new Error("longer than the manifest says");
  return Promise.all(
    resident.map(async ({ name, byteLength }) =>
      readExactly(await fetchFile(name), byteLength, tooLong, reserved.take),
    ),
  );
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    // The bench's own request.
    const { text } = (await request.json()) as { text: string };
    files ??= await load(env);
    return Response.json(files.map(({ byteLength }) => [byteLength, text.length]));
  },
};
