import { RepoBotError } from "../src/core/errors.ts";

/**
 * The address of a running Worker as somebody typed it: a path that a proxy serves it under is kept, query and fragment are not.
 * @returns without a final slash
 * @throws RepoBotError `bad_request` with field `--url`
 */
export function parseWorkerUrl(text: string | undefined): string {
  if (text === undefined) {
    throw new RepoBotError(
      "bad_request",
      "Give the address of the Worker with --url, such as --url http://localhost:8787 while `npm start` runs.",
      { field: "--url" },
    );
  }
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new RepoBotError("bad_request", "--url must be an http or https address.", { field: "--url" });
  }
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, "");
}

/** @param path rooted at the Worker, such as `/health` */
export function workerAddress(workerUrl: string, path: string): string {
  return workerUrl.replace(/\/+$/, "") + path;
}
