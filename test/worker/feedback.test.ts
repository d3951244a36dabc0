import { describe, expect, it } from "vitest";
import type { Turn } from "../../src/core/ports.ts";
import { newConversationId, newTurnId, VISIBILITY_LAG_MS } from "../../src/core/turn/conversation-id.ts";
import { type ScriptedApp, scriptedApp } from "./scripted-app.ts";

const OWNER_TOKEN = "a-token-of-the-owner";
const OLD = Date.UTC(2026, 0, 1);

function ownedApp(): ScriptedApp {
  return scriptedApp(undefined, { ownerToken: OWNER_TOKEN });
}

async function storedTurn(
  app: ScriptedApp,
  createdMs: number,
  corpus?: string,
): Promise<{ conversationId: string; turnId: string }> {
  const conversationId = newConversationId(createdMs);
  const turn: Turn = {
    id: crypto.randomUUID(),
    question: "How?",
    answer: "So. [1]",
    complete: true,
    costUsd: 0,
    at: new Date(createdMs).toISOString(),
    ...(corpus !== undefined && { corpus }),
  };
  await app.history.append(conversationId, turn);
  return { conversationId, turnId: turn.id };
}

async function listed(
  app: ScriptedApp,
  query = "",
): Promise<{ feedback: Record<string, unknown>[]; cursor: string | null }> {
  const response = await app.fetch(`/v1/feedback${query}`, {
    headers: { Authorization: `Bearer ${OWNER_TOKEN}` },
  });
  expect(response.status).toBe(200);
  return response.json();
}

describe("POST /v1/feedback", () => {
  it("keeps a reader's word with the question, the answer and the docs it is about", async () => {
    const app = ownedApp();
    const turn = await storedTurn(app, OLD, "Docs of last month");
    const given = { ...turn, rating: "down", reasons: ["incorrect", "other"], note: " The default is 5. " };
    const response = await app.post("/v1/feedback", given);
    expect(response.status).toBe(204);
    const { feedback } = await listed(app);
    expect(feedback).toEqual([
      {
        ...given,
        note: "The default is 5.",
        question: "How?",
        answer: "So. [1]",
        corpus: "Docs of last month",
        at: expect.any(String),
      },
    ]);
  });

  it("keeps one word a turn, the last one", async () => {
    const app = ownedApp();
    const turn = await storedTurn(app, OLD);
    for (const rating of ["up", "down", "down"]) await app.post("/v1/feedback", { ...turn, rating });
    expect((await listed(app)).feedback).toMatchObject([{ rating: "down", reasons: [], note: "" }]);
  });

  it("takes feedback on a turn that the store does not show yet", async () => {
    const app = ownedApp();
    const conversationId = newConversationId(Date.now());
    const response = await app.post("/v1/feedback", { conversationId, turnId: "turn-1", rating: "up" });
    expect(response.status).toBe(204);
    expect((await listed(app)).feedback).toMatchObject([
      { turnId: "turn-1", question: null, answer: null, corpus: "Acme" },
    ]);
  });

  it("takes feedback on the newest turn of an old conversation that does not show it yet", async () => {
    const app = ownedApp();
    const { conversationId } = await storedTurn(app, OLD);
    const give = (turnId: string) => app.post("/v1/feedback", { conversationId, turnId, rating: "up" });
    expect((await give(newTurnId(Date.now()))).status).toBe(204);
    expect((await give(newTurnId(Date.now() - VISIBILITY_LAG_MS))).status).toBe(404);
    expect((await give(newTurnId(Date.now() + 60_000))).status).toBe(404);
  });

  it.each(["turn-1", crypto.randomUUID()])("knows of no turn %s: 404", async (turnId) => {
    const app = ownedApp();
    const { conversationId } = await storedTurn(app, OLD);
    const response = await app.post("/v1/feedback", { conversationId, turnId, rating: "up" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found", field: "turnId" });
    expect((await listed(app)).feedback).toEqual([]);
  });

  it.each([
    [{ rating: "meh" }, "rating"],
    [{ reasons: ["rude"] }, "reasons.0"],
    [{ reasons: "incorrect" }, "reasons"],
    [{ note: "x".repeat(2_001) }, "note"],
    [{ turnId: "../conversation" }, "turnId"],
    [{ conversationId: "guess" }, "conversationId"],
    [{ stars: 5 }, "stars"],
  ])("refuses %j: 400 naming the field", async (wrong, field) => {
    const app = ownedApp();
    const turn = await storedTurn(app, OLD);
    const response = await app.post("/v1/feedback", { ...turn, rating: "up", ...wrong });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_request", field });
  });

  it("is forgotten with its conversation", async () => {
    const app = ownedApp();
    const [gone, kept] = [await storedTurn(app, OLD), await storedTurn(app, OLD + 1)];
    for (const turn of [gone, kept]) await app.post("/v1/feedback", { ...turn, rating: "up" });
    await app.fetch(`/v1/conversations/${gone.conversationId}`, { method: "DELETE" });
    expect((await listed(app)).feedback).toMatchObject([kept]);
  });
});

describe("GET /v1/feedback", () => {
  it("lists the newest conversations first, a page at a time", async () => {
    const app = ownedApp();
    const turns = [];
    for (let at = 0; at < 3; at++) turns.push(await storedTurn(app, OLD + at));
    for (const turn of turns) await app.post("/v1/feedback", { ...turn, rating: "up" });
    const first = await listed(app, "?limit=2");
    expect(first.feedback).toMatchObject([turns[2], turns[1]]);
    const second = await listed(app, `?limit=2&cursor=${encodeURIComponent(first.cursor!)}`);
    expect(second).toMatchObject({ feedback: [turns[0]], cursor: null });
  });

  it("is not there without a configured token, whatever is sent", async () => {
    for (const authorization of ["", "Bearer null", "Bearer "]) {
      const headers = { Authorization: authorization };
      const response = await scriptedApp().fetch("/v1/feedback", { headers });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        code: "not_found",
        detail: expect.stringContaining("OWNER_TOKEN"),
      });
    }
  });

  it.each([
    undefined,
    OWNER_TOKEN,
    "Bearer",
    `Basic ${OWNER_TOKEN}`,
    `Bearer ${OWNER_TOKEN}x`,
    `Bearer ${OWNER_TOKEN.slice(0, -1)}`,
    `Bearer ${OWNER_TOKEN.toUpperCase()}`,
  ])("does not let %s pass: 401", async (authorization) => {
    const app = ownedApp();
    const headers = new Headers(authorization === undefined ? [] : [["Authorization", authorization]]);
    const response = await app.fetch("/v1/feedback", { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await response.text()).not.toContain(OWNER_TOKEN);
  });

  it.each(["?limit=0", "?limit=101", "?limit=x", "?order=old"])("refuses %s: 400", async (query) => {
    const response = await ownedApp().fetch(`/v1/feedback${query}`, {
      headers: { Authorization: `Bearer ${OWNER_TOKEN}` },
    });
    expect(response.status).toBe(400);
  });
});
