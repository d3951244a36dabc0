/** A loopback HTTP server that writes down what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text when it is none. */
  body: unknown;
  /** Set when the client went away before the answer was complete. */
  abandoned: boolean;
}

export interface RecordingServer {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** All requests in order of arrival. */
  requests: RecordedRequest[];
  close(): Promise<void>;
}

export type Handler = (
  request: RecordedRequest,
  response: ServerResponse,
  /** 0-based count of requests before this one. */
  index: number,
) => void | Promise<void>;

/** Listens on a free port of 127.0.0.1. */
export async function startServer(handle: Handler): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : undefined);
    });
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: RecordedRequest = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: parseBody(await readBody(incoming)),
      abandoned: false,
    };
    response.on("close", () => {
      request.abandoned = !response.writableFinished;
    });
    requests.push(request);
    await handle(request, response, requests.length - 1);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of incoming) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
