import { describe, expect, it } from "vitest";
import { refusalSentence } from "../../../src/core/model/refusal.ts";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { answering, isRewrite, ScriptedChat, USAGE } from "./support/scripted-chat.ts";
import { testSettings } from "./support/settings.ts";
import { ask, testDeps } from "./support/turns.ts";

const QUESTION = "How do I set the brew timeout?";
const LINE = "How do I set the brew timeout? brew_timeout seconds";
const ANSWER =
  "Set `brew_timeout` to the seconds after which a brew is cancelled [1]. The default is 90 seconds [1].";

describe("refusals and the second chance", () => {
  /** So few that the passage on grinding is found by the second query only. */
  const threePassages = testSettings({ retrieval: { ...testSettings().retrieval, topK: 3 } });
  const refusing = (second: string, answer: string) =>
    new ScriptedChat((request, call) => {
      if (isRewrite(request)) return call === 1 ? LINE : second;
      return request.messages.at(-1)!.content.includes("grind_size") ? answer : refusalSentence("en");
    });

  it("searches once more with another query, then answers", async () => {
    const answer = "The `grind_size` option takes 1 to 10 [1].";
    const chat = refusing("grind_size espresso ground coffee", answer);
    const told = await ask(testDeps({ chat, settings: threePassages }), QUESTION);
    expect(told.ofType("search")).toMatchObject([
      { attempt: 1, query: LINE },
      { attempt: 2, query: "grind_size espresso ground coffee", rewrittenBy: "model" },
    ]);
    expect(told.shown).toBe(answer);
    expect(told.answer).toMatchObject({ mode: "llm", text: answer });
    expect(told.answer.sources.map(({ headingPath }) => headingPath.at(-1))).toEqual(["Grind size"]);
    expect(told.done.usage.rewrite.inputTokens).toBe(2 * USAGE.inputTokens);
    expect(told.done.usage.inputTokens).toBe(4 * USAGE.inputTokens);
  });

  it("numbers the second attempt's passages anew, new ones first, the best of the first kept", async () => {
    const chat = refusing("grind_size espresso ground coffee", "It takes 1 to 10 [1].");
    const told = await ask(testDeps({ chat, settings: threePassages }), QUESTION);
    const [first, second] = told.ofType("passages").map(({ passages }) => passages);
    expect(second!.map(({ n }) => n)).toEqual(second!.map((_, i) => i + 1));
    expect(second!.at(-2)!.id).toBe(first![0]!.id);
    expect(second!.at(-1)!.id).toBe(first![1]!.id);
    expect(first!.map(({ id }) => id)).not.toContain(second![0]!.id);
  });

  it("lets the refusal stand after the second, without sources, beside near pages", async () => {
    const chat = refusing("proxy update server", "never");
    const deps = testDeps({ chat, settings: threePassages });
    const told = await ask(deps, QUESTION);
    expect(told.ofType("search")).toHaveLength(2);
    expect(told.answer).toMatchObject({
      mode: "refusal",
      text: refusalSentence("en"),
      sources: [],
      complete: true,
    });
    expect(told.answer.near.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(new Set(told.answer.near.map(({ title }) => title)).size).toBe(3);
    expect(told.answer.near[0]!.url).toBe(BREW_DOCS[0]!.url);
    expect(told.shown).toBe(refusalSentence("en"));
    expect(deps.history.turns).toMatchObject([{ answer: refusalSentence("en") }]);
  });

  it("says the fixed sentence for whatever wording the model refuses in", async () => {
    const chat = new ScriptedChat((request) =>
      isRewrite(request) ? LINE : "Unfortunately, the documentation does not mention this. [1][2]",
    );
    const told = await ask(testDeps({ chat, settings: testSettings({ secondChance: false }) }), QUESTION);
    expect(told.ofType("search")).toHaveLength(1);
    expect(told.shown).toBe(refusalSentence("en"));
    expect(told.answer).toMatchObject({ mode: "refusal", sources: [] });
  });

  it("refuses without an answer call when nothing was found", async () => {
    const chat = answering(ANSWER, "zebra quantum entanglement");
    const told = await ask(testDeps({ chat }), "What about zebra entanglement?");
    expect(told.answer).toMatchObject({ mode: "refusal", sources: [], near: [] });
    expect(chat.requests.every(isRewrite)).toBe(true);
  });
});
