import { afterEach, describe, expect, it, vi } from "vitest";
import { createAssetsIndex, type OpenIndex, RETRY_AFTER_MS } from "../../../src/adapters/assets-index.ts";
import { type ErrorCode, RepoBotError } from "../../../src/core/errors.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { emptyIndex } from "../../support/scripted-index.ts";

const MANIFEST = JSON.stringify({ parts: ["one.bin", "two.bin"] });

/** Assets in memory; opens an index whose `hash` tells what it was made of. */
function setUp(files: Record<string, string | number>) {
  const fetched: string[] = [];
  const kept: Promise<unknown>[] = [];
  let nowMs = 0;
  const assets = {
    fetch: async (input: Request | string) => {
      const { pathname } = new URL(typeof input === "string" ? input : input.url);
      fetched.push(pathname);
      const file = files[pathname] ?? 404;
      return typeof file === "number" ? new Response(null, { status: file }) : new Response(file);
    },
  };
  const openIndex: OpenIndex = async (manifest, fetchPart) => {
    const { parts } = manifest as { parts: string[] };
    const texts = await Promise.all(
      parts.map(async (name) => new TextDecoder().decode(await fetchPart(name, 100))),
    );
    return emptyIndex({ hash: texts.join("+") });
  };
  const source = createAssetsIndex({ assets, openIndex, now: () => nowMs });
  return {
    files,
    fetched,
    kept,
    get: (): Promise<PassageIndex> => source.get((promise) => kept.push(promise)),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | "no error"> {
  return promise.then(
    () => "no error",
    (error: unknown) => (error instanceof RepoBotError ? error.code : "internal"),
  );
}

const whole = () => ({ "/index/manifest.json": MANIFEST, "/index/one.bin": "1", "/index/two.bin": "2" });

afterEach(() => {
  vi.useRealTimers();
});

describe("the index among the assets", () => {
  it("is read once, for requests that come together and for those that follow", async () => {
    const { get, fetched } = setUp(whole());
    const together = await Promise.all([get(), get(), get()]);
    expect(new Set([...together, await get()]).size).toBe(1);
    expect(together[0]?.hash).toBe("1+2");
    expect(fetched).toEqual(["/index/manifest.json", "/index/one.bin", "/index/two.bin"]);
  });

  it("keeps the request alive that loads for the others", async () => {
    const { get, kept } = setUp(whole());
    await Promise.all([get(), get()]);
    expect(kept).toHaveLength(1);
    expect(await kept[0]).toMatchObject({ hash: "1+2" });
  });

  it("is loaded anew by a request whose wait for another's loading has no end", async () => {
    vi.useFakeTimers();
    const cutOff = Promise.withResolvers<PassageIndex>();
    const openings = [cutOff.promise, Promise.resolve(emptyIndex({ hash: "second" }))];
    const assets = { fetch: async () => new Response(MANIFEST) };
    const source = createAssetsIndex({ assets, openIndex: () => openings.shift()! });
    const ignore = () => undefined;
    source.get(ignore).catch(ignore);
    const second = source.get(ignore);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await second).hash).toBe("second");
    cutOff.reject(new RepoBotError("index_corrupt", "late"));
    await cutOff.promise.catch(ignore);
    expect((await source.get(ignore)).hash).toBe("second");
  });

  it("is missing when there is no manifest, and found once there is one", async () => {
    const { get, files, wait } = setUp({});
    expect(await codeOf(get())).toBe("index_missing");
    Object.assign(files, whole());
    wait(RETRY_AFTER_MS);
    expect((await get()).hash).toBe("1+2");
  });

  it.each<[string, Record<string, string | number>, ErrorCode]>([
    ["a manifest that is not JSON", { ...whole(), "/index/manifest.json": "{" }, "index_corrupt"],
    ["a manifest of another shape", { ...whole(), "/index/manifest.json": "7" }, "index_corrupt"],
    ["a part that is missing", { ...whole(), "/index/two.bin": 404 }, "index_corrupt"],
    ["assets that fail", { ...whole(), "/index/two.bin": 500 }, "upstream_unavailable"],
  ])("with %s says so, to every request, without reading it for each", async (_, files, code) => {
    const { get, fetched, wait } = setUp(files);
    expect(await codeOf(get())).toBe(code);
    const reads = fetched.length;
    expect(await codeOf(get())).toBe(code);
    expect(fetched).toHaveLength(reads);
    Object.assign(files, whole());
    wait(RETRY_AFTER_MS);
    expect(await codeOf(get())).toBe("no error");
  });

  it("goes on being served whole where it was loaded when a new one takes its place, and where nothing was loaded the new one is", async () => {
    const { get, files, fetched } = setUp(whole());
    const before = await get();
    const replaced = {
      "/index/manifest.json": JSON.stringify({ parts: ["three.bin"] }),
      "/index/three.bin": "3",
    };
    for (const path of Object.keys(files)) delete files[path];
    Object.assign(files, replaced);
    const reads = fetched.length;
    expect(await get()).toBe(before);
    expect(fetched).toHaveLength(reads);
    expect((await setUp(replaced).get()).hash).toBe("3");
  });

  it("goes on being served where it was loaded when a release lost its files", async () => {
    const { get, files } = setUp(whole());
    const before = await get();
    for (const path of Object.keys(files)) delete files[path];
    expect(await get()).toBe(before);
  });

  it("tells what to run when it is missing or damaged", async () => {
    for (const files of [{}, { ...whole(), "/index/two.bin": 404 }]) {
      await expect(setUp(files).get()).rejects.toThrow("npm run build");
    }
  });
});
