import { PassThrough, Readable, type Writable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { questionLines } from "../../../build/chat/lines.ts";
import { formatUsd, TurnRenderer } from "../../../build/chat/render-turn.ts";
import type { ShownEvent } from "../../../build/chat/shown-event.ts";
import { askWorker } from "../../../build/chat/turn-client.ts";
import { type RecordingServer, sendJson, startServer } from "../../servers/http-server.ts";

const PLACE = { url: "/docs/timeouts#default", title: "Timeouts", headingPath: ["Timeouts", "Default"] };
const NO_TOKENS = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
const DONE: ShownEvent = {
  type: "done",
  usage: { inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 56, rewrite: NO_TOKENS },
  costUsd: 0.000654321,
  conversationCostUsd: 0.0012,
  unpricedModels: [],
  historySaved: true,
};
const TURN: ShownEvent[] = [
  { type: "start", conversationId: "c1", model: null },
  { type: "search", attempt: 1, query: "default timeout", rewrittenBy: "model", cached: true },
  { type: "passages", passages: [{ n: 1, file: "timeouts.md", ...PLACE }] },
  { type: "delta", text: "Five seconds " },
  { type: "delta", text: "[1]." },
  {
    type: "answer",
    mode: "llm",
    text: "Five seconds [1].",
    complete: true,
    sources: [{ n: 1, ...PLACE }],
    near: [],
    check: { sentences: [] },
  },
  DONE,
];

let server: RecordingServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function workerSending(text: string): Promise<string> {
  server = await startServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(text);
  });
  return server.url;
}

const sse = (events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

async function askAll(url: string): Promise<ShownEvent[]> {
  const events: ShownEvent[] = [];
  for await (const event of askWorker(url, { question: "How long?" })) events.push(event);
  return events;
}

function shown(events: readonly ShownEvent[], showQuery: boolean): string {
  const renderer = new TurnRenderer({ showQuery, baseUrl: "http://127.0.0.1:8787" });
  return events.map((event) => renderer.render(event)).join("");
}

describe("asking a Worker", () => {
  it("posts the question with its conversation and yields the turn's events", async () => {
    const url = await workerSending(`: keep-alive\n\n${sse(TURN)}`);
    expect(await askAll(url)).toEqual(TURN);
    expect(server!.requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/ask",
      body: { question: "How long?", stream: true },
    });
  });

  it("passes over events that it does not know", async () => {
    const url = await workerSending(sse([{ type: "weather", degrees: 21 }, DONE]));
    expect(await askAll(url)).toEqual([DONE]);
  });

  it("passes over lines that are no field of an event", async () => {
    const url = await workerSending(`between the lines\n\n${sse([DONE])}`);
    expect(await askAll(url)).toEqual([DONE]);
  });

  it.each([
    ["that is cut off", sse(TURN.slice(0, 4))],
    ["with an event that is no JSON", "data: {\n\n"],
    ["with an event that does not end", `data: ${"x".repeat(5_000_000)}`],
    ["with a known event of another form", sse([{ type: "delta", text: 7 }])],
  ])("fails as malformed on a turn %s", async (_, text) => {
    await expect(askAll(await workerSending(text))).rejects.toMatchObject({ code: "upstream_malformed" });
  });

  it("says what the Worker says when it refuses the question", async () => {
    server = await startServer((_, response) => {
      sendJson(response, 400, { detail: "question must not be empty" });
    });
    await expect(askAll(server.url)).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: "question must not be empty",
    });
  });

  it("says so when nothing listens", async () => {
    const url = await workerSending("");
    await server!.close();
    await expect(askAll(url)).rejects.toMatchObject({ code: "upstream_unavailable" });
  });
});

describe("a turn in the terminal", () => {
  it("warns of what the sources do not support, and of a model's sentences without a source", () => {
    const sentences = [
      { text: "Five seconds.", support: "supported" },
      { text: "npm run\u001b[2J faster", support: "unsupported" },
      { text: "It is well known.", support: "uncited" },
    ];
    const turn = (mode: string) =>
      shown(
        TURN.map((event) => (event.type === "answer" ? { ...event, mode, check: { sentences } } : event)),
        false,
      );
    expect(turn("llm")).toContain(
      "not clearly supported by the sources:\n  - npm run faster\n  - It is well known.\nsources:",
    );
    expect(turn("extractive")).not.toContain("well known");
    expect(shown(TURN, false)).not.toContain("not clearly supported");
  });

  it("shows answer, sources, tokens and cost", () => {
    expect(shown(TURN, false)).toBe(
      [
        "Five seconds [1].",
        "sources:",
        "  [1] Timeouts > Default · http://127.0.0.1:8787/docs/timeouts#default",
        "tokens: 1,234 in (1,000 cached), 56 out · cost: $0.0006543 this turn, $0.0012 in all",
        "",
      ].join("\n"),
    );
  });

  it("shows the search query and the numbered passages on request", () => {
    expect(shown(TURN, true)).toContain(
      "search: default timeout (by model, cached)\n  [1] timeouts.md · Timeouts > Default\nFive seconds [1].\n",
    );
  });

  it("shows an answer that came without deltas", () => {
    const withoutDeltas = TURN.filter(({ type }) => type !== "delta");
    expect(shown(withoutDeltas, false)).toMatch(/^Five seconds \[1\]\.\nsources:/);
  });

  it("says when an answer was cut, why a lower rung answered, and what is near", () => {
    const answer: ShownEvent = {
      type: "answer",
      mode: "search",
      text: "Five",
      complete: false,
      sources: [],
      near: [{ n: 2, ...PLACE }],
      check: { sentences: [] },
      notice: "The chat service is not working.",
    };
    const text = shown([answer, { ...DONE, costUsd: null, historySaved: false }], false);
    expect(text).toContain(
      "(The answer was cut off.)\n(The chat service is not working.)\nnear, but no answer:\n",
    );
    expect(text).toContain("cost: unknown this turn");
    expect(text).toContain("this turn was not stored");
    expect(text).not.toContain("sources:");
  });

  it("puts an error on a line of its own", () => {
    const error: ShownEvent = { type: "error", code: "upstream_timeout", message: "Too slow." };
    expect(shown([{ type: "delta", text: "Fi" }, error], false)).toBe("Fi\nerror: Too slow.\n");
  });

  it("does not let a text drive the terminal", () => {
    const text = shown([{ type: "delta", text: "a\u001b[2Jb\u001b]0;title\u0007c\rd\n" }], false);
    expect(text).toBe("abcd\n");
  });

  it("writes costs with four significant digits", () => {
    expect([null, 0, 0.00065432109, 1234.5678].map(formatUsd)).toEqual([
      "unknown",
      "$0",
      "$0.0006543",
      "$1,235",
    ]);
  });
});

describe("questions read from lines", () => {
  it("are trimmed and not blank, and end with the input", async () => {
    const input = Readable.from(["first\n", "\n  sec", "ond \r\nlast"]);
    const questions: string[] = [];
    for await (const question of questionLines({ input, prompt: null })) questions.push(question);
    expect(questions).toEqual(["first", "second", "last"]);
  });

  it.each(["exit", "quit", "/quit", ":q", " EXIT "])(
    "end at a prompt with %j, and are asked it in a pipe",
    async (word) => {
      const asked = async (prompt: { output: Writable; text: string } | null) => {
        const input = Readable.from([`first\n${word}\nlast\n`]);
        const questions: string[] = [];
        for await (const question of questionLines({ input, prompt })) questions.push(question);
        return questions;
      };
      expect(await asked({ output: new PassThrough().resume(), text: "? " })).toEqual(["first"]);
      expect(await asked(null)).toEqual(["first", word.trim(), "last"]);
    },
  );
});
