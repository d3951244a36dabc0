import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AnswerClient, AskError } from "../../../src/widget/answer-client.ts";

/** Writes what the test says and then leaves the stream open, as a Worker does whose model still writes. */
let body = "";
let open: ServerResponse | undefined;
const server = createServer((request, response) => {
  request.resume();
  open = response;
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(body);
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  ["something else than an event", "data: <html>\n\n", "cut"],
  ["an event that never ends", `data: ${"x".repeat(4_100_000)}`, "cut"],
])("hangs up after %s", async (_, sent, code) => {
  body = sent;
  const { port } = server.address() as AddressInfo;
  const client = new AnswerClient(`http://127.0.0.1:${port}`, null);
  const asking = async () => {
    for await (const _ of client.ask({ question: "How?" }, new AbortController().signal));
  };
  const error = await asking().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AskError);
  expect(error).toMatchObject({ code });
  if (!open!.closed) await once(open!, "close", { signal: AbortSignal.timeout(5_000) });
  expect(open!.writableFinished).toBe(false);
});
