/**
 * Embeddings over loopback in four protocols: OpenAI (`/v1/embeddings`), Text Embeddings Inference (`/embed`), Hugging Face feature
 * extraction (any other path) and Workers AI's REST API (`/accounts/<id>/ai/run/<model>`).
 */
import { bagOfWordsVector, DEFAULT_DIMENSIONS } from "./bag-of-words.ts";
import { type Fault, showFault } from "./faults.ts";
import { type RecordedRequest, type RecordingServer, sendJson, startServer } from "./http-server.ts";

export interface EmbeddingServer extends RecordingServer {
  /** Shown one a request, first first, before the server works; may be added to at any time. */
  faults: Fault[];
  /** Every text embedded so far, prefixes included. */
  texts: string[];
}

export interface EmbeddingServerOptions {
  /** @defaultValue 128 */
  dimensions?: number;
  faults?: Fault[];
  /** Gives the vectors instead of the bag of words, e.g. broken ones. */
  vectors?: (texts: string[]) => unknown[];
  /** Awaited before each answer. */
  beforeAnswer?: (request: RecordedRequest, index: number) => Promise<void>;
}

export async function startEmbeddingServer(options: EmbeddingServerOptions = {}): Promise<EmbeddingServer> {
  const { dimensions = DEFAULT_DIMENSIONS, beforeAnswer } = options;
  const faults: Fault[] = [...(options.faults ?? [])];
  const seen: string[] = [];
  const embed = options.vectors ?? ((texts) => texts.map((text) => bagOfWordsVector(text, dimensions)));
  const server = await startServer(async (request, response, index) => {
    const fault = faults.shift();
    if (fault !== undefined) return showFault(fault, response);
    const texts = textsOf(request.body);
    if (texts.length === 0) return sendJson(response, 422, { error: "no texts" });
    await beforeAnswer?.(request, index);
    seen.push(...texts);
    sendJson(response, 200, answerFor(request.path, embed(texts), texts));
  });
  return Object.assign(server, { faults, texts: seen });
}

function textsOf(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  const found =
    "inputs" in body ? body.inputs : "input" in body ? body.input : "text" in body ? body.text : [];
  return (Array.isArray(found) ? found : [found]).filter((text) => typeof text === "string");
}

function answerFor(path: string, vectors: unknown[], texts: string[]): unknown {
  if (path.endsWith("/embeddings")) {
    const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
    return {
      object: "list",
      // Out of order on purpose: the index says which is which.
      data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse(),
      model: "bag-of-words",
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  }
  if (path.includes("/ai/run/")) return { success: true, errors: [], result: { data: vectors } };
  return vectors;
}
