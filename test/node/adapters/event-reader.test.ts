/** Events of a response, however the connection cuts them. */
import { describe, expect, it } from "vitest";
import { EventReader } from "../../../src/adapters/event-reader.ts";

const STREAM = ': here\n\ndata: {"é":1}\n\nevent: error\r\ndata: two\r\ndata: lines\r\n\r\ndata: [DONE]\n\n';
const EVENTS = [{ data: '{"é":1}' }, { event: "error", data: "two\nlines" }, { data: "[DONE]" }];

const tooLarge = () => new Error("too large");

function readerOf(pieces: readonly Uint8Array[], maxBytes = 1_000): EventReader {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new EventReader(body, maxBytes, tooLarge);
}

async function batches(reader: EventReader): Promise<object[][]> {
  const read: object[][] = [];
  for (let batch = await reader.read(); batch !== null; batch = await reader.read()) read.push(batch);
  return read;
}

describe("the reader of server-sent events", () => {
  const bytes = new TextEncoder().encode(STREAM);

  it("gives what came together at once", async () => {
    const [first, ...more] = await batches(readerOf([bytes]));
    expect(first).toMatchObject(EVENTS);
    expect(more.flat()).toEqual([]);
  });

  it("gives the same events wherever the bytes are cut", async () => {
    for (let at = 1; at < bytes.length; at++) {
      const read = await batches(readerOf([bytes.subarray(0, at), bytes.subarray(at)]));
      expect(read.flat()).toMatchObject(EVENTS);
    }
    const apart = await batches(readerOf(Array.from(bytes, (byte) => Uint8Array.of(byte))));
    expect(apart.flat()).toMatchObject(EVENTS);
  });

  it("gives the last event also where its blank line is missing", async () => {
    const read = await batches(readerOf([new TextEncoder().encode("data: last")]));
    expect(read.flat()).toMatchObject([{ data: "last" }]);
  });

  it("gives nothing of no body", async () => {
    expect(await new EventReader(null, 10, tooLarge).read()).toBeNull();
  });

  it("stops past its bound", async () => {
    const reader = readerOf([bytes, bytes], bytes.length + 1);
    await reader.read();
    await expect(reader.read()).rejects.toThrow("too large");
  });
});
