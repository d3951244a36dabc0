import { beforeAll, describe, expect, it } from "vitest";
import type { HistoryMessage, PassageIndex } from "../../../src/core/ports.ts";
import { standaloneQuestion } from "../../../src/core/question/followup.ts";
import { BREW_DOCS } from "../core/support/brew-docs.ts";
import { openTestIndex } from "../core/support/test-index.ts";

let index: PassageIndex;
beforeAll(async () => {
  index = await openTestIndex({ passages: BREW_DOCS });
});

function history(question: string, answer: string): HistoryMessage[] {
  return [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ];
}

const TIMEOUT = history("How do I set the brew timeout?", "Set `brew_timeout` [1].");

describe("standaloneQuestion", () => {
  it.each([
    "and for the async client?",
    "what about the steamer?",
    "does it work in seconds too?",
    "那 SOCKS5 呢？",
    "接続だけ長くしたい場合は？",
    "Und mehrere unter demselben Namen?",
  ])("joins an elliptical question with what it refers to: %s", (question) => {
    const { query, usedHistory } = standaloneQuestion(question, TIMEOUT, index);
    expect(usedHistory).toBe(true);
    expect(query).toContain("brew timeout");
    expect(query.startsWith(question)).toBe(true);
  });

  it.each([
    "How do I descale the machine when the water is hard and the lamp blinks red?",
    "Which command prints the serial number and the firmware version of the machine?",
  ])("leaves a question with a topic of its own alone: %s", (question) => {
    expect(standaloneQuestion(question, TIMEOUT, index)).toEqual({ query: question, usedHistory: false });
  });

  it("changes nothing without a conversation", () => {
    expect(standaloneQuestion("and now?", [], index)).toEqual({ query: "and now?", usedHistory: false });
  });

  it("refers to the last question, not to an earlier one", () => {
    const { query } = standaloneQuestion(
      "and by default?",
      [...history("How do I log in?", "Use a key."), ...TIMEOUT],
      index,
    );
    expect(query).toContain("brew timeout");
    expect(query).not.toContain("log in");
  });
});

describe("a chain of follow-ups", () => {
  const ask = (...questions: string[]) => {
    const history = questions.slice(0, -1).map((content) => ({ role: "user" as const, content }));
    return standaloneQuestion(questions.at(-1)!, history, index);
  };
  const FIRST = "How do I set the brew timeout?";

  it.each([
    ["and in 1.0?", "and in version 3?"],
    ["und in 1.0?", "und in Version 3?"],
    ["tell me more", "and by default?"],
  ])("keeps the last question that stands by itself: %s %s", (second, third) => {
    expect(ask(FIRST, second, third).query).toBe(`${third} ${third} ${FIRST}`);
    expect(ask("How do I descale the machine when the lamp blinks?", FIRST, second, third).query).toBe(
      `${third} ${third} ${FIRST}`,
    );
  });

  it("keeps the words that a follow-up adds", () => {
    expect(ask(FIRST, "what about the steamer?", "and in 1.0?").query).toBe(
      `and in 1.0? and in 1.0? what about the steamer? ${FIRST}`,
    );
  });

  it("keeps of what was put in its place one after the other the latest alone", () => {
    const { query } = ask(FIRST, "what about the steamer?", "and the grinder?", "and in 1.0?");
    expect(query).toBe(`and in 1.0? and in 1.0? and the grinder? ${FIRST}`);
  });

  it.each([
    "tell me more",
    "Tell me more about it, please.",
    "more details",
    "Mehr dazu bitte",
    "继续",
    "もっと詳しく教えてください",
  ])("asks for the last topic again on %s", (more) => {
    expect(ask(FIRST, "and in 1.0?", more)).toEqual({ query: FIRST, usedHistory: true });
  });

  it("does not take a question for what the docs cost for one about the last topic", () => {
    const question = "does it cost anything?";
    expect(ask(FIRST, "and in 1.0?", "and in 2.0?", question).query).toBe(question);
  });
});

describe("a topic of its own", () => {
  const page = (file: string, title: string, text: string) => ({
    ...BREW_DOCS[0]!,
    id: file,
    file,
    url: `/docs/${file}`,
    title,
    headingPath: [title],
    text,
  });
  let docs: PassageIndex;
  beforeAll(async () => {
    docs = await openTestIndex({
      passages: [
        page("adding.md", "Adding pages", "Add a folder of pages under `sources` in `pages.json`."),
        page("price.md", "Cost", "An answer costs a tenth of a cent."),
        page("brew.md", "Brewing", "Press the button to brew."),
        ...BREW_DOCS,
      ],
    });
  });

  it.each([
    ["What does it cost?", history("How do I add pages?", "Name the folder in `pages.json` [1].")],
    ["Was kostet das?", history("Wie füge ich Seiten hinzu?", "Trage den Ordner in `pages.json` ein [1].")],
    ["它多少钱？", history("怎么添加页面？", "在 `pages.json` 中添加 [1]。")],
    ["それの費用は？", history("ページはどうやって追加しますか？", "`pages.json` に追加します [1]。")],
  ])("is searched for as it stands, and with the last question beside it: %s", (question, said) => {
    const { query, beside, usedHistory } = standaloneQuestion(question, said, docs);
    expect(query).toBe(question);
    expect(usedHistory).toBe(true);
    expect(beside).toContain(said[0]!.content);
    expect(beside).not.toContain("pages.json");
  });

  it.each([
    "And what does it cost?",
    "But what does an answer cost?",
    "Und was kostet es?",
    "and how do I add a folder?",
  ])('is asked for by a whole question behind an "and": %s', (question) => {
    const { query, beside } = standaloneQuestion(question, TIMEOUT, docs);
    expect(query).toBe(question);
    expect(beside).toContain("brew timeout");
  });

  it.each(["And is it also in seconds too?", "And the steamer?", "and what about the cost?"])(
    'is none where the "and" goes on with the last one: %s',
    (question) => {
      expect(standaloneQuestion(question, TIMEOUT, docs).query).toContain("brew timeout");
    },
  );

  it.each(["and a folder of pages?", "what about the folder?", "and folders?"])(
    'is asked for by an "and" of something that no section about the last topic has: %s',
    (question) => {
      const { query, beside } = standaloneQuestion(question, TIMEOUT, docs);
      expect(query).toBe(question);
      expect(beside).toContain("brew timeout");
    },
  );

  it.each(["and for a folder of pages?", "What about without folders?", "und mit dem folder?"])(
    "is none in what tells where or how: %s",
    (question) => {
      const { query, beside } = standaloneQuestion(question, TIMEOUT, docs);
      expect(query).toContain("brew timeout");
      expect(beside).toBeUndefined();
    },
  );

  it("is none where a section is about both", () => {
    const { query, beside } = standaloneQuestion(
      "and the button?",
      history("How do I brew?", "Press it [1]."),
      docs,
    );
    expect(query).toContain("How do I brew?");
    expect(beside).toBeUndefined();
  });

  it.each(["它呢？", "接続だけ長くしたい場合は？"])("is none in a question that goes on: %s", (question) => {
    expect(standaloneQuestion(question, TIMEOUT, docs).beside).toBeUndefined();
  });
});
