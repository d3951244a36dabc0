/**
 * Runs beside the tests that ask a Worker over HTTP: no response that they read, whole or in pieces, may hold a secret, nor may two pieces
 * of one stream hold it between them.
 */
import { watchForSecrets, watchPieces } from "./secret-canary.ts";

const { text, json, arrayBuffer } = Response.prototype;
Response.prototype.text = async function (this: Response) {
  const body = await text.call(this);
  watchForSecrets(`the response of ${this.url}`, body + headersOf(this));
  return body;
};
Response.prototype.json = async function (this: Response) {
  const body: unknown = await json.call(this);
  watchForSecrets(`the response of ${this.url}`, JSON.stringify(body) + headersOf(this));
  return body;
};
Response.prototype.arrayBuffer = async function (this: Response) {
  const body = await arrayBuffer.call(this);
  watchForSecrets(`the response of ${this.url}`, Buffer.from(body).toString("latin1") + headersOf(this));
  return body;
};

// Streams are read in pieces, by a reader or a decoder: the pieces of each are looked at as one text.
const watches = new WeakMap<object, (piece: string) => void>();
function watchPieceOf(stream: object, piece: string): void {
  const watch = watches.get(stream) ?? watchPieces("a stream");
  watches.set(stream, watch);
  watch(piece);
}

const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const piece = decode.apply(this, given);
  watchPieceOf(this, piece);
  return piece;
};

const { read } = ReadableStreamDefaultReader.prototype;
ReadableStreamDefaultReader.prototype.read = async function (this: ReadableStreamDefaultReader<unknown>) {
  const result = await read.call(this);
  const { value } = result;
  if (typeof value === "string") watchPieceOf(this, value);
  if (value instanceof Uint8Array) watchPieceOf(this, Buffer.from(value).toString("latin1"));
  return result;
};

// `for await` over a body asks no reader, and its pieces may each be decoded by a decoder of their own. Only over the bodies of responses:
// what a Worker sends to its services passes through this process as well, and holds their keys by right.
const responseBodies = new WeakSet<object>();
const ofResponse = Object.getOwnPropertyDescriptor(Response.prototype, "body")!;
Object.defineProperty(Response.prototype, "body", {
  ...ofResponse,
  get(this: Response) {
    // The getter is the property's own.
    const body = ofResponse.get!.call(this) as ReadableStream<unknown> | null;
    if (body !== null) responseBodies.add(body);
    return body;
  },
});

const { values } = ReadableStream.prototype;
function watchedValues(this: ReadableStream<unknown>, ...given: Parameters<typeof values>) {
  const iterator = values.apply(this, given);
  if (!responseBodies.has(this)) return iterator;
  const next = iterator.next.bind(iterator);
  iterator.next = async () => {
    const result = await next();
    const { value } = result;
    if (value instanceof Uint8Array) watchPieceOf(iterator, Buffer.from(value).toString("latin1"));
    return result;
  };
  return iterator;
}
ReadableStream.prototype.values = watchedValues;
ReadableStream.prototype[Symbol.asyncIterator] = watchedValues;

function headersOf(response: Response): string {
  return JSON.stringify([...response.headers]);
}
