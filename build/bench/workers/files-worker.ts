/** Fetches the files that RepoBot's index is opened from, and looks at none of their bytes: the least that a first request can cost. */
interface Env {
  FILES: { fetch(url: string): Promise<Response> };
}

interface Part {
  name: string;
  lazy: boolean;
}

let files: ArrayBuffer[] | null = null;

async function load(env: Env): Promise<ArrayBuffer[]> {
  const fetchFile = (name: string) => env.FILES.fetch(`http://files/${encodeURIComponent(name)}`);
  // The bench's own manifest.
  const { parts } = (await (await fetchFile("manifest.json")).json()) as { parts: Part[] };
  const resident = parts.filter(({ lazy }) => !lazy);
  return Promise.all(resident.map(async ({ name }) => (await fetchFile(name)).arrayBuffer()));
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    // The bench's own request.
    const { text } = (await request.json()) as { text: string };
    files ??= await load(env);
    return Response.json(files.map(({ byteLength }) => [byteLength, text.length]));
  },
};
