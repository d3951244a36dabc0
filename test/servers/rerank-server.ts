/**
 * Rerank over loopback in three protocols: Text Embeddings Inference (`/rerank`), Workers AI's REST API (`/accounts/<id>/ai/run/<model>`)
 * and Hugging Face text classification of pairs (any other path). Relevance is the likeness of two bags of words.
 */
import { bagOfWordsVector, cosine } from "./bag-of-words.ts";
import { type Fault, showFault } from "./faults.ts";
import { type RecordingServer, sendJson, startServer } from "./http-server.ts";

export interface RerankServer extends RecordingServer {
  /** Shown one a request, first first, before the server works; may be added to at any time. */
  faults: Fault[];
}

export async function startRerankServer(options: { faults?: Fault[] } = {}): Promise<RerankServer> {
  const faults: Fault[] = [...(options.faults ?? [])];
  const server = await startServer((request, response) => {
    const fault = faults.shift();
    if (fault !== undefined) return showFault(fault, response);
    const pairs = pairsOf(request.body);
    const relevances = pairs.map(([query, text]) => cosine(bagOfWordsVector(query), bagOfWordsVector(text)));
    const bestFirst = relevances.map((score, index) => ({ index, score })).sort((a, b) => b.score - a.score);
    if (request.path.endsWith("/rerank")) return sendJson(response, 200, bestFirst);
    if (request.path.includes("/ai/run/")) {
      const ranked = bestFirst.map(({ index, score }) => ({ id: index, score }));
      return sendJson(response, 200, { success: true, errors: [], result: { response: ranked } });
    }
    sendJson(
      response,
      200,
      relevances.map((score) => [{ label: "LABEL_0", score }]),
    );
  });
  return Object.assign(server, { faults });
}

type Pair = readonly [query: string, text: string];

interface RerankBody {
  query: string;
  texts?: string[];
  contexts?: { text: string }[];
  inputs?: { text: string; text_pair: string }[];
}

function pairsOf(body: unknown): Pair[] {
  // The tests assert the recorded body; a body of another form fails here and so fails its test.
  const { query, texts, contexts, inputs } = body as RerankBody;
  if (inputs !== undefined) return inputs.map((pair) => [pair.text, pair.text_pair]);
  return (texts ?? contexts?.map((context) => context.text) ?? []).map((text) => [query, text]);
}
