import { beforeEach, describe, expect, it } from "vitest";
import { guardedProviders, serviceBreakers } from "../../../src/adapters/circuit-breaker.ts";
import { RepoBotError } from "../../../src/core/errors.ts";
import type { ChatModel } from "../../../src/core/ports.ts";
import { type RecentFaults, recentFaults } from "../../../src/doors/recent-faults.ts";

const DOWN = new RepoBotError("upstream_unavailable", "The chat service cannot be reached.");
let nowMs = 0;
let faults: RecentFaults;
beforeEach(() => {
  nowMs = 1_000_000;
  faults = recentFaults({ now: () => nowMs });
});

describe("what is told of a service", () => {
  it("is a fault with nothing after it, and no longer once a call has worked", () => {
    faults.note("chat service", DOWN);
    expect(faults.list()).toEqual([
      {
        code: "upstream_unavailable",
        detail:
          "The chat service failed in its last call within five minutes. The chat service cannot be reached.",
      },
    ]);
    faults.note("chat service", null);
    expect(faults.list()).toEqual([]);
  });

  it("is nothing of one fault among calls that work", () => {
    for (const error of [null, null, DOWN, null]) faults.note("chat service", error);
    expect(faults.list()).toEqual([]);
  });

  it("is that most calls fail, though some work, and nothing of what is long ago", () => {
    for (const error of [DOWN, DOWN, null, DOWN]) faults.note("chat service", error);
    faults.note("rerank service", null);
    expect(faults.list()).toMatchObject([{ detail: expect.stringContaining("in 3 of its last 4 calls") }]);
    nowMs += 5 * 60_000;
    expect(faults.list()).toEqual([]);
  });

  it("leaves out what is no fault of a service", () => {
    faults.note("chat service", new TypeError("ours"));
    faults.note("chat service", new RepoBotError("aborted", "The reader left."));
    faults.note("chat service", undefined);
    expect(faults.list()).toEqual([]);
  });
});

describe("calls of a guarded service", () => {
  async function ask(stream: ChatModel["stream"], signal?: AbortSignal): Promise<void> {
    const breakers = serviceBreakers({ failures: 3, pauseMs: 1_000, onCall: faults.note });
    const chat: ChatModel = { model: "m", stream };
    const { chat: guarded } = guardedProviders(
      { chat, rewriteChat: null, embedder: null, reranker: null },
      breakers,
    );
    for await (const { text } of guarded!.stream({ messages: [], maxOutputTokens: 1, signal })) {
      if (text === "enough") break;
    }
  }
  const answering: ChatModel["stream"] = async function* () {
    yield { text: "enough" };
    yield { text: "more" };
  };
  const failing: ChatModel["stream"] = async function* () {
    yield* [];
    throw DOWN;
  };

  it("are noted when they fail, and when they work, also where nobody reads to the end", async () => {
    await expect(ask(failing)).rejects.toThrow(DOWN);
    expect(faults.list()).toHaveLength(1);
    await ask(answering);
    expect(faults.list()).toEqual([]);
  });

  it("that a time budget ends have failed, and those that a reader ends have not", async () => {
    const leaving = (reason: unknown) => {
      const controller = new AbortController();
      controller.abort(reason);
      const aborted: ChatModel["stream"] = async function* () {
        yield* [];
        throw new RepoBotError("aborted", "Given up.");
      };
      return ask(aborted, controller.signal).catch(() => undefined);
    };
    await leaving(new RepoBotError("aborted", "The reader left."));
    expect(faults.list()).toEqual([]);
    await leaving(new RepoBotError("upstream_timeout", "The chat service took too long."));
    expect(faults.list()).toMatchObject([{ code: "upstream_timeout" }]);
  });
});
