/**
 * Every service that RepoBot calls, over one loopback server that works or misbehaves as the address says:
 *
 *     /<cell>/<fault>/<upstream>/…
 *
 * A cell is one test's own: its calls are counted apart (`GET /calls/<cell>`), and its KV holds nothing of another's.
 */
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Fault, Upstream } from "../faults/faults.ts";
import { bagOfWordsVector } from "./bag-of-words.ts";
import { closedPort } from "./closed-port.ts";

export interface FaultServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** The same of a port on which nobody listens. */
  refusedUrl: string;
  close(): Promise<void>;
}

/** What the chat service answers when it works; the first piece is there before it fails on the way. */
const ANSWER = [
  "Set `brew_timeout` to the seconds after which a brew is cancelled [1]. The default is 90 seconds [1]. A brew of 30 seconds is",
  " set with `machine.brew(brew_timeout=30)` [1].",
];
const REWRITTEN = "How do I set the brew timeout? brew_timeout";

/** Longer than any budget of the tests, so that nothing that waits for it can pass. */
const SLOW_MS = 4_000;
const HUGE_BYTES = 24 * 1024 * 1024;
const DIMENSIONS = 64;

interface Call {
  fault: Fault | "none";
  upstream: Upstream;
  /** After the upstream, with its slash. */
  route: string;
  body: string;
  /** The secret that came with it: careless services quote it in their errors. */
  authorization: string;
  cell: string;
  /** Calls of this cell to this upstream under this fault before it. */
  earlier: number;
}

/** What a working service answers. */
interface Good {
  contentType: string;
  /** In the pieces in which it is sent. */
  pieces: string[] | Uint8Array[];
  status?: number;
}

export async function startFaultServer(): Promise<FaultServer & { assetsDir: string | null }> {
  const calls = new Map<string, Record<string, number>>();
  const stores = new Map<string, Map<string, { value: string; metadata: unknown }>>();
  const control: { assetsDir: string | null } = { assetsDir: null };

  const server = createServer((incoming, response) => {
    const pieces: Uint8Array[] = [];
    incoming.on("data", (piece: Uint8Array) => pieces.push(piece));
    incoming.on("end", () => {
      const body = Buffer.concat(pieces).toString("utf8");
      void handle(incoming.url ?? "", body, incoming.headers.authorization ?? "", response).catch(() =>
        response.destroy(),
      );
    });
    // A reader that leaves is what many of these tests are about.
    response.on("error", () => undefined);
  });

  async function handle(
    url: string,
    body: string,
    authorization: string,
    response: ServerResponse,
  ): Promise<void> {
    const [, cell = "", fault = "", upstream = "", ...rest] = url.split("/");
    if (cell === "calls") return end(response, 200, JSON.stringify(calls.get(fault) ?? {}));
    const counted = calls.get(cell) ?? {};
    calls.set(cell, counted);
    const isAnswer = body.includes("<docs>");
    const name = upstream === "chat" || upstream === "rewrite" ? (isAnswer ? "chat" : "rewrite") : upstream;
    counted[name] = (counted[name] ?? 0) + 1;
    const sameFault = `${name}/${fault}`;
    const earlier = counted[sameFault] ?? 0;
    counted[sameFault] = earlier + 1;
    const call: Call = {
      // The chat service has two uses, one of which fails at a time.
      fault: name === upstream ? (fault as Call["fault"]) : "none",
      upstream: name as Upstream,
      route: `/${rest.join("/")}`,
      body,
      authorization,
      cell,
      earlier,
    };
    const good = await goodAnswer(call);
    await behave(call, good, response);
  }

  async function goodAnswer(call: Call): Promise<Good> {
    if (call.upstream === "kv") return json(kvAnswer(call));
    if (call.upstream === "assets") return asset(call.route);
    return modelAnswer(call);
  }

  function kvAnswer(call: Call): unknown {
    const { cell, body, fault } = call;
    const store = stores.get(cell) ?? new Map<string, { value: string; metadata: unknown }>();
    stores.set(cell, store);
    const { operation, keys = [], key = "", value = "", metadata, prefix = "" } = JSON.parse(body);
    switch (operation) {
      case "put":
        if (!doesItsWork(call)) return null;
        store.set(key, { value, metadata });
        return null;
      case "delete":
        store.delete(key);
        return null;
      case "list": {
        const names = [...store.keys()].filter((name) => name.startsWith(prefix)).sort();
        return {
          keys: names.map((name) => ({ name, metadata: store.get(name)?.metadata })),
          list_complete: true,
        };
      }
      default:
        return keys.map((name: string) => damaged(fault, store.get(name)?.value ?? null));
    }
  }

  async function asset(route: string): Promise<Good> {
    const file = path.join(control.assetsDir ?? "", path.normalize(decodeURIComponent(route)));
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) return { contentType: "text/plain", pieces: ["no such asset"], status: 404 };
    const half = Math.ceil(bytes.length / 2);
    return {
      contentType: "application/octet-stream",
      pieces: [bytes.subarray(0, half), bytes.subarray(half)],
    };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return Object.assign(control, {
    url: `http://127.0.0.1:${port}`,
    refusedUrl: `http://127.0.0.1:${await closedPort()}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** Whether a write is made: of one that is not confirmed, nobody knows, so that here it is not. */
function doesItsWork({ fault, earlier }: Call): boolean {
  if (fault === "once-429" || fault === "once-503") return earlier > 0;
  return ["none", "malformed", "wrong", "nan", "huge"].includes(fault);
}

/** KV itself sends whole values: what is wrong with them is inside. */
function damaged(fault: Call["fault"], value: string | null): string | null {
  if (value === null || !value.includes('"question"')) return value;
  switch (fault) {
    case "malformed":
      return value.slice(0, value.length / 2);
    case "wrong":
      return JSON.stringify({ question: 1 });
    case "nan":
      return value.replace(/"costUsd":[^,]+/, '"costUsd":NaN');
    case "huge":
      return value.replace('"answer":"', `"answer":"${"x".repeat(8 * 1024 * 1024)}`);
    default:
      return value;
  }
}

function modelAnswer({ upstream, route, body }: Call): Good {
  if (upstream === "chat" || upstream === "rewrite") {
    const texts = upstream === "chat" ? ANSWER : [REWRITTEN];
    const events = [
      ...texts.map((content) => ({ delta: { content } })),
      { delta: {}, finish_reason: "stop" },
    ];
    const usage = { prompt_tokens: 400, completion_tokens: 20 };
    return {
      contentType: "text/event-stream",
      pieces: [
        ...events.map((choice) => sse({ choices: [{ index: 0, ...choice }] })),
        sse({ choices: [], usage }),
        "data: [DONE]\n\n",
      ],
    };
  }
  const request = JSON.parse(body);
  if (upstream === "embedding") {
    const texts: string[] = [request.inputs ?? request.input].flat();
    const vectors = texts.map((text) => [...bagOfWordsVector(text, DIMENSIONS)]);
    if (!route.endsWith("/embeddings")) return json(vectors);
    return json({ data: vectors.map((embedding, index) => ({ index, embedding })) });
  }
  if (route.endsWith("/rerank")) {
    return json(request.texts.map((_: string, index: number) => ({ index, score: 1 / (index + 1) })));
  }
  return json(request.inputs.map((_: unknown, index: number) => [{ label: "0", score: 1 / (index + 1) }]));
}

async function behave(call: Call, good: Good, response: ServerResponse): Promise<void> {
  const { fault, upstream, authorization } = call;
  const isStream = good.contentType === "text/event-stream";
  switch (fault) {
    case "none":
    case "refused":
      return send(response, good);
    case "down":
      response.socket?.resetAndDestroy();
      return;
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return send(response, good);
    case "status-429":
      return end(response, 429, quoted("too many requests", authorization), { "retry-after": "60" });
    case "once-429":
      if (call.earlier > 0) return send(response, good);
      return end(response, 429, quoted("too many requests", authorization), { "retry-after": "1" });
    case "status-500":
      return end(response, 500, quoted("internal", authorization));
    case "status-503":
      return end(response, 503, quoted("loading", authorization));
    case "once-503":
      if (call.earlier > 0) return send(response, good);
      return end(response, 503, quoted("loading", authorization));
    case "cut":
      begin(response, good);
      await write(response, firstHalf(good));
      response.destroy();
      return;
    case "stall":
      begin(response, good);
      await write(response, firstHalf(good));
      return;
  }
  // What is wrong with a value of KV is inside the value.
  if (upstream === "kv") return send(response, good);
  switch (fault) {
    case "malformed":
      return send(response, { ...good, pieces: [isStream ? "data: {not json\n\n" : '{"data": ['] });
    case "wrong":
      return send(response, { ...good, pieces: [wrongShape(call)] });
    case "nan":
      return send(response, { ...good, pieces: [notNumbers(call)] });
    case "huge": {
      begin(response, good);
      response.write(isStream ? "data: " : "[");
      const piece = " ".repeat(64 * 1024);
      for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += piece.length) {
        await write(response, piece);
      }
      response.end();
    }
  }
}

/** Of a stream its first sentence, of a single value about half of it. */
function firstHalf({ pieces }: Good): string | Uint8Array {
  const [first, ...others] = pieces;
  if (first === undefined) return "";
  return others.length > 0 ? first : first.slice(0, Math.max(1, Math.floor(first.length / 2)));
}

function wrongShape({ upstream, route, body }: Call): string {
  if (upstream === "assets") return "{}";
  if (upstream === "chat" || upstream === "rewrite") return sse({ choices: "none" });
  const request = JSON.parse(body);
  if (upstream === "embedding") {
    const count = [request.inputs ?? request.input].flat().length;
    const vectors = Array.from({ length: count }, () => [1, 2, 3]);
    if (!route.endsWith("/embeddings")) return JSON.stringify(vectors);
    return JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) });
  }
  return JSON.stringify(route.endsWith("/rerank") ? [{ index: 0, score: 1 }] : [[{ label: "0", score: 1 }]]);
}

function notNumbers({ upstream, route, body }: Call): string {
  if (upstream === "assets") return '{"kind":"repobot-index","formatVersion":NaN}';
  if (upstream === "chat" || upstream === "rewrite") {
    return 'data: {"choices":[],"usage":{"prompt_tokens":NaN,"completion_tokens":NaN}}\n\n';
  }
  const request = JSON.parse(body);
  if (upstream === "embedding") {
    const count = [request.inputs ?? request.input].flat().length;
    const row = `[${Array.from({ length: DIMENSIONS }, () => "NaN").join(",")}]`;
    if (!route.endsWith("/embeddings")) return `[${Array.from({ length: count }, () => row).join(",")}]`;
    return `{"data":[${Array.from({ length: count }, (_, index) => `{"index":${index},"embedding":${row}}`).join(",")}]}`;
  }
  const inputs: unknown[] = request.texts ?? request.inputs;
  const scores = inputs.map((_, index) =>
    route.endsWith("/rerank") ? `{"index":${index},"score":NaN}` : '[{"label":"0","score":NaN}]',
  );
  return `[${scores.join(",")}]`;
}

function quoted(message: string, authorization: string): string {
  return JSON.stringify({ error: { message: `${message}: ${authorization}` } });
}

function json(value: unknown): Good {
  return { contentType: "application/json", pieces: [JSON.stringify(value)] };
}

function sse(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function begin(response: ServerResponse, { contentType, status = 200 }: Good): void {
  response.writeHead(status, { "content-type": contentType });
}

function write(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(piece, () => resolve());
  });
}

function send(response: ServerResponse, good: Good): void {
  begin(response, good);
  for (const piece of good.pieces) response.write(piece);
  response.end();
}

function end(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}
