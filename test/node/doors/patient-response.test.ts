import { describe, expect, it } from "vitest";
import { patientResponse } from "../../../src/doors/patient-response.ts";

function setUp() {
  const logged: string[] = [];
  const gone = { count: 0 };
  const deps = { log: (_level: string, event: string) => void logged.push(event) };
  const answer = Promise.withResolvers<Response>();
  const respond = (keepAliveMs: number) =>
    patientResponse(answer.promise, deps, { keepAliveMs, onReaderGone: () => gone.count++ });
  return { logged, gone, answer, respond };
}

describe("a JSON answer whose reader may leave", () => {
  it("is the response itself when it comes soon", async () => {
    const { answer, respond } = setUp();
    const response = respond(60_000);
    const soon = Response.json({ ok: true }, { status: 201 });
    answer.resolve(soon);
    expect(await response).toBe(soon);
  });

  it("fails as it does when it fails soon", async () => {
    const { answer, respond } = setUp();
    const response = respond(60_000);
    answer.reject(new Error("no index"));
    await expect(response).rejects.toThrow("no index");
  });

  it("is begun with white space when it comes late, and is the same JSON", async () => {
    const { answer, respond } = setUp();
    const response = await respond(1);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    answer.resolve(Response.json({ ok: true }));
    const text = await response.text();
    expect(text).toMatch(/^\s+\{/);
    expect(JSON.parse(text)).toEqual({ ok: true });
  });

  it.each([
    ["throws", (answer: PromiseWithResolvers<Response>) => answer.reject(new Error("late"))],
    [
      "is a problem",
      (answer: PromiseWithResolvers<Response>) => answer.resolve(new Response("{}", { status: 502 })),
    ],
  ])("is cut, not passed for an answer, when it comes late and %s", async (_, fail) => {
    const { answer, respond, logged } = setUp();
    const response = await respond(1);
    fail(answer);
    await expect(response.text()).rejects.toThrow();
    expect(logged).toEqual(["late_answer_failed"]);
  });

  it("tells of a reader who leaves, and is then read to its end by nobody", async () => {
    const { answer, respond, gone, logged } = setUp();
    const response = await respond(1);
    await response.body!.cancel();
    expect(gone.count).toBe(1);
    answer.reject(new Error("aborted"));
    await answer.promise.catch(() => undefined);
    expect(logged).toEqual([]);
  });
});
