/** Runs beside the tests that ask a Worker over HTTP: no response that they read, whole or in pieces, may hold a secret. */
import { watchForSecrets } from "./secret-canary.ts";

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

// Streams are read in pieces, which are decoded one by one.
const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const piece = decode.apply(this, given);
  watchForSecrets("a stream", piece);
  return piece;
};

function headersOf(response: Response): string {
  return JSON.stringify([...response.headers]);
}
