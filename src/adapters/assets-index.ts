/**
 * The index as the Worker gets it: manifest and parts from the static assets, read once an isolate.
 */
import { withinBudget } from "../core/deadline.ts";
import { isRepoBotError, RepoBotError } from "../core/errors.ts";
import type { PassageIndex } from "../core/ports.ts";
import { readBounded, readExactly } from "./bounded-body.ts";
import type { ReservedMemory } from "./reserved-memory.ts";

/** The part of a static assets binding that is used; the real one satisfies it. */
export interface AssetFetcher {
  fetch(input: Request | string): Promise<Response>;
}

/** Parses a manifest and opens its parts. @throws RepoBotError `index_corrupt`, `index_incompatible` */
export type OpenIndex = (
  manifest: unknown,
  fetchPart: (name: string, byteLength: number) => Promise<ArrayBuffer>,
) => Promise<PassageIndex>;

export interface IndexSource {
  /**
   * The index, loaded when first asked for and shared by all later requests. A request keeps the object it got.
   * @param keepAlive the request's `waitUntil`: others wait for the same loading, so it must outlive the request that began it
   * @throws RepoBotError `index_missing`, `index_corrupt`, `index_incompatible`, `upstream_unavailable`, `upstream_timeout`; the message says what to run
   */
  get(keepAlive: (promise: Promise<unknown>) => void): Promise<PassageIndex>;
}

export interface AssetsIndexOptions {
  assets: AssetFetcher;
  openIndex: OpenIndex;
  /** For the index's parts; what is left is released once the index is loaded, or could not be. */
  reserved?: ReservedMemory;
  /** For loading the index, and later for each part with texts. @defaultValue {@link ASSETS_TIMEOUT_MS} */
  timeoutMs?: number;
  /** @defaultValue `Date.now` */
  now?(): number;
}

/** Folder of the index among the assets. The Worker never serves it to the outside. */
export const INDEX_FOLDER = "index";
/** After a failed load, requests get the same error for this long: reading a broken index for every one of them would cost more. */
export const RETRY_AFTER_MS = 2_000;
/** A manifest and its parts are read from a neighbouring machine: this is for one that hangs. */
export const ASSETS_TIMEOUT_MS = 10_000;
/** Far above that of the largest index. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** A request waits this long for a loading that another began, then loads for itself: the other may have been cut off. */
const SHARED_LOAD_PATIENCE_MS = 5_000;

/** An assets binding has no host of its own: any will do. */
const ORIGIN = "https://assets.local";

type LoadState =
  | { kind: "loading"; promise: Promise<PassageIndex> }
  | { kind: "ready"; index: PassageIndex }
  | { kind: "failed"; error: unknown; atMs: number };

/** Reads the index from the assets binding. */
export function createAssetsIndex(options: AssetsIndexOptions): IndexSource {
  const now = options.now ?? Date.now;
  const timeoutMs = options.timeoutMs ?? ASSETS_TIMEOUT_MS;
  let state: LoadState | null = null;

  async function load(): Promise<PassageIndex> {
    const promise = withinBudget("docs index", timeoutMs, undefined, () => readIndex(options, timeoutMs));
    const loading: LoadState = { kind: "loading", promise };
    state = loading;
    try {
      const index = await promise;
      state = { kind: "ready", index };
      return index;
    } catch (error) {
      // A later loading may have succeeded where this one was cut off.
      if (state === loading) state = { kind: "failed", error, atMs: now() };
      throw error;
    } finally {
      options.reserved?.release();
    }
  }

  return {
    async get(keepAlive) {
      if (state?.kind === "ready") return state.index;
      if (state?.kind === "failed" && now() - state.atMs < RETRY_AFTER_MS) throw state.error;
      if (state?.kind === "loading") {
        const shared = await withPatience(state.promise, SHARED_LOAD_PATIENCE_MS);
        if (shared !== null) return shared;
      }
      const promise = load();
      keepAlive(promise.catch(() => undefined));
      return promise;
    },
  };
}

async function readIndex(
  { assets, openIndex, reserved }: AssetsIndexOptions,
  timeoutMs: number,
): Promise<PassageIndex> {
  const read = (name: string, body: ReadBody) => assetBytes(assets, name, timeoutMs, body);
  const manifest = await read("manifest.json", (response) =>
    readBounded(response, MAX_MANIFEST_BYTES, () => corrupt("its manifest is too large")),
  );
  if (manifest === null) {
    throw new RepoBotError(
      "index_missing",
      "There is no index yet. Run `npm run build`, then start or deploy again.",
    );
  }
  try {
    return await openIndex(parseManifest(new TextDecoder().decode(manifest)), async (name, byteLength) => {
      const part = await read(name, (response) =>
        readExactly(
          response,
          byteLength,
          () => corrupt(`asset ${name} is longer than ${byteLength} bytes`),
          reserved?.take,
        ),
      );
      if (part === null) throw corrupt(`asset ${name} is missing`);
      return part.buffer;
    });
  } catch (error) {
    if (isRepoBotError(error)) throw error;
    throw corrupt("it could not be opened", error);
  }
}

type ReadBody = (response: Response) => Promise<Uint8Array<ArrayBuffer>>;

/** `null` when there is no such asset. */
async function assetBytes(
  assets: AssetFetcher,
  name: string,
  timeoutMs: number,
  readBody: ReadBody,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await withinBudget("docs index", timeoutMs, undefined, async (signal) => {
      const url = `${ORIGIN}/${INDEX_FOLDER}/${encodeURIComponent(name)}`;
      const response = await assets.fetch(new Request(url, { signal }));
      if (response.status === 404) return null;
      if (!response.ok) throw unreadable(name, `HTTP ${response.status}`);
      return await readBody(response);
    });
  } catch (error) {
    if (isRepoBotError(error)) throw error;
    throw unreadable(name, "the connection failed", error);
  }
}

function unreadable(name: string, why: string, cause?: unknown): RepoBotError {
  return new RepoBotError(
    "upstream_unavailable",
    "The index cannot be read just now. Try again in a minute.",
    { internalMessage: `asset ${name}: ${why}`, cause },
  );
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw corrupt("its manifest is not JSON", error);
  }
}

function corrupt(what: string, cause?: unknown): RepoBotError {
  return new RepoBotError(
    "index_corrupt",
    "The index is damaged. Run `npm run build` again, then start or deploy again.",
    { internalMessage: `index corrupt: ${what}`, cause },
  );
}

/** The promise's value, or `null` when it takes longer. Its rejection is passed on. */
async function withPatience<T>(promise: Promise<T>, patienceMs: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outOfPatience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([promise, outOfPatience]);
  } finally {
    clearTimeout(timer);
  }
}
