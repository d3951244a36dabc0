import { describe, expect, it } from "vitest";
import { newConversationId, newTurnId } from "../../src/core/turn/conversation-id.ts";
import { scriptedApp } from "./scripted-app.ts";

const OWNER = "owner-canary-token-9d4f0a";
const AUTHORIZED = { headers: { Authorization: `Bearer ${OWNER}` } };

async function appWithTurn(changes: Parameters<typeof scriptedApp>[1] = {}) {
  const app = scriptedApp(undefined, { ownerToken: OWNER, ...changes });
  const nowMs = Date.now();
  await app.history.append(newConversationId(nowMs), {
    id: newTurnId(nowMs),
    question: "Is there Wi-Fi?",
    answer: "The docs do not say.",
    complete: true,
    costUsd: 0.001,
    at: new Date(nowMs).toISOString(),
    mode: "refusal",
    timings: { total: 12 },
  });
  return app;
}

describe("GET /v1/report", () => {
  it("is for the owner alone", async () => {
    const app = await appWithTurn();
    expect((await app.fetch("/v1/report")).status).toBe(401);
    expect((await app.fetch("/v1/report?days=0", AUTHORIZED)).status).toBe(400);
    const response = await app.fetch("/v1/report", AUTHORIZED);
    expect(await response.json()).toMatchObject({
      turns: 1,
      outcomes: { refusal: 1 },
      unanswered: [{ question: "Is there Wi-Fi?", count: 1 }],
    });
  });

  it("quotes no question where its owner does not want that", async () => {
    const app = await appWithTurn({ reportQuestions: false });
    const text = await (await app.fetch("/v1/report", AUTHORIZED)).text();
    expect(JSON.parse(text)).toMatchObject({ turns: 1, unanswered: null });
    expect(text).not.toContain("Wi-Fi");
  });

  it("has a page that holds no word of it, with no script but its own", async () => {
    const response = await (await appWithTurn()).fetch("/owner");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'self'");
    const html = await response.text();
    expect(html).not.toContain("Wi-Fi");
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/_page/owner.js" defer>']);
  });
});
