/** Bodies of bounded size: a service that sends without end must not fill the isolate's memory. */

/** Of an answer that is one JSON value: a build's largest batch of vectors takes a third of it. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;
const STREAM_BYTES_PER_TOKEN = 2_048;

/** Of a streamed answer: an event a token, and as much again for what a model thinks beside it. */
export function maxStreamBytes(maxTokens: number): number {
  return MIB + maxTokens * STREAM_BYTES_PER_TOKEN;
}

/**
 * A whole body.
 * @param tooLarge makes what is thrown for a body over `maxBytes`; no more than that is read
 */
export async function readBounded(
  response: Response,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let byteLength = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    byteLength += next.value.byteLength;
    if (byteLength > maxBytes) {
      // Not awaited: a connection that hangs would hang its reader with it.
      reader?.cancel().catch(() => undefined);
      throw tooLarge();
    }
    pieces.push(next.value);
  }
  const whole = new Uint8Array(byteLength);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** workerd's own: it fills a buffer in one native call, several times as fast as piece by piece. */
interface FillingReader {
  readAtLeast(
    minBytes: number,
    view: Uint8Array<ArrayBuffer>,
  ): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> }>;
}

/**
 * So much is read at a time. The runtime copies what it reads twice; of so much, both copies stay in memory that is used again, and
 * only the whole body takes memory that nobody has touched, which costs more than the copying.
 */
const FILLED_BYTES = 128 * 1024;

/**
 * A body whose length is known.
 * @param tooLarge makes what is thrown for a longer one
 * @param reserve memory of that length to read into, when there is any
 * @returns the body; a shorter one as far as it went
 */
export async function readExactly(
  response: Response,
  byteLength: number,
  tooLarge: () => Error,
  reserve?: (byteLength: number) => ArrayBuffer | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = byteLength > 0 ? byobReader(response.body) : null;
  // Whether it is there says which runtime this is: the types known to the compiler are one or the other's.
  const filling = reader as unknown as Partial<FillingReader> | null;
  if (reader === null || filling?.readAtLeast === undefined) {
    reader?.releaseLock();
    return readBounded(response, byteLength, tooLarge);
  }
  const whole = new Uint8Array(reserve?.(byteLength) ?? new ArrayBuffer(byteLength));
  let buffer = new ArrayBuffer(Math.min(FILLED_BYTES, byteLength));
  for (let at = 0; at < byteLength; ) {
    const wanted = Math.min(buffer.byteLength, byteLength - at);
    const { value } = await filling.readAtLeast(wanted, new Uint8Array(buffer, 0, wanted));
    if (value !== undefined) whole.set(value, at);
    at += value?.byteLength ?? 0;
    if (value === undefined || value.byteLength < wanted) return whole.slice(0, at);
    buffer = value.buffer;
  }
  const { done } = await reader.read(new Uint8Array(1));
  if (done) return whole;
  reader.cancel().catch(() => undefined);
  throw tooLarge();
}

/** `null` for a stream that is none of bytes. */
function byobReader(body: Response["body"]): ReadableStreamBYOBReader | null {
  try {
    return body?.getReader({ mode: "byob" }) ?? null;
  } catch {
    return null;
  }
}

/**
 * `fetch` for a client library: a body is read before the client sees it, but for event streams, whose reader counts for itself.
 * @param tooLarge makes the error of a body over `maxBytes`
 */
export function boundedFetch(maxBytes: number, tooLarge: () => Error): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText } = response;
    if (body === null) return response;
    if (response.ok && response.headers.get("content-type")?.includes("text/event-stream")) return response;
    const headers = new Headers(response.headers);
    // What `fetch` gives has been unpacked already.
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(await readBounded(response, maxBytes, tooLarge), { status, statusText, headers });
  };
}
