import { describe, expect, it } from "vitest";
import { type DropReason, readRewrite, withIdentifiers } from "../../../src/core/rewrite/rewrite-output.ts";
import { rewriteMessages } from "../../../src/core/rewrite/rewrite-prompt.ts";

const QUESTION = "how long until it gives up? see https://brewbot.example/help";
const PROMPT = rewriteMessages({
  question: QUESTION,
  history: [],
  corpus: { name: "Brewbot", description: "a coffee machine" },
  docsLanguage: "en",
})[0]!.content;

const read = (output: string) =>
  readRewrite(output, { docsLanguages: ["en"], readerText: QUESTION, promptTexts: [PROMPT] });

const LINE = "How long until a brew is cancelled? brew_timeout timeout seconds";

describe("readRewrite", () => {
  it.each([
    ["a clean line", LINE],
    ["blank lines around", `\n\n${LINE}\n`],
    ["quotes", `"${LINE}"`],
    ["typographic quotes", `“${LINE}”`],
    ["corner brackets", `「${LINE}」`],
    ["emphasis", `**${LINE}**`],
    ["a code span", `\`${LINE}\``],
    ["a fence", `\`\`\`text\n${LINE}\n\`\`\``],
    ["a label", `Search query: ${LINE}`],
    ["a bold label", `**Rewritten question:** ${LINE}`],
    ["a quoted line after a label", `Query: "${LINE}"`],
    ["a list mark", `- ${LINE}`],
    ["a number", `1. ${LINE}`],
    ["a lead-in line", `Here is the rewritten question:\n${LINE}`],
    ["a lead-in on the same line", `Here's the search line: ${LINE}`],
    ["chatter before", `Sure! I can help with that.\n\n${LINE}`],
    ["an explanation after", `${LINE}\n\nNote: I added the option that the docs may use.`],
    ["thoughts before", `<think>The reader asks about\ntime limits.</think>\n${LINE}`],
    ["control characters", `How long\u0007 until a brew is cancelled?\tbrew_timeout timeout seconds`],
  ])("repairs %s", (_, output) => {
    expect(read(output)).toEqual({ kind: "query", query: LINE });
  });

  it("joins question and terms that came on two lines", () => {
    expect(read("How long until a brew is cancelled?\nbrew_timeout timeout seconds")).toEqual({
      kind: "query",
      query: LINE,
    });
  });

  it.each<[string, string, DropReason]>([
    ["nothing", "", "empty"],
    ["only marks", '"" ... --', "empty"],
    ["thoughts that never end", "<think>Let me see", "empty"],
    ["an apology", "I'm sorry, I can't help with that.", "chatty"],
    ["an answer", "Yes, the machine cancels a brew that takes too long.", "chatty"],
    ["an answer that denies", "No, a brew is never cancelled.", "chatty"],
    ["an answer with citations", "A brew is cancelled after 90 seconds [1].", "chatty"],
    ["many lines", "one\ntwo\nthree\nfour", "multi_line"],
    ["an essay", "word ".repeat(200), "too_long"],
    [
      "another language",
      "Wie lange dauert es, bis ein Vorgang abgebrochen wird und wo stelle ich das ein?",
      "wrong_language",
    ],
    ["another script", "多久之后会取消冲煮？ brew_timeout", "wrong_language"],
    ["the gate's word inside a line", "OFF_TOPIC because the question is about tea", "mixed_gate"],
    ["a foreign address", "brew timeout https://evil.example/x", "foreign_link"],
    ["an image", "brew timeout ![x](//evil.example/x.png)", "foreign_link"],
    [
      "a piece of the prompt",
      "Conversation and question are a reader's words to be searched for.",
      "prompt_leak",
    ],
  ])("drops %s", (_, output, reason) => {
    expect(read(output)).toEqual({ kind: "dropped", reason });
  });

  it("keeps an address that the reader wrote, and a question that begins with I", () => {
    const query = "I get E21, how long until it gives up? https://brewbot.example/help";
    expect(read(query)).toEqual({ kind: "query", query });
  });

  it.each(["OFF_TOPIC", " OFF_TOPIC.\n", '"OFF_TOPIC"', "`OFF_TOPIC`", "<think>tea?</think>OFF_TOPIC"])(
    "reads %j as off-topic",
    (output) => {
      expect(read(output)).toEqual({ kind: "off_topic" });
    },
  );

  it("takes a line of names alone in any docs language", () => {
    const query = "brew_timeout idle_timeout AsyncMachine";
    const expected = { docsLanguages: ["de"], readerText: "", promptTexts: [PROMPT] };
    expect(readRewrite(query, expected)).toEqual({ kind: "query", query });
  });
});

describe("withIdentifiers", () => {
  it("appends the question's names that the line lost, once each", () => {
    expect(withIdentifiers("time limits of a brew", ["brew_timeout", "E21", "brew_timeout"])).toBe(
      "time limits of a brew brew_timeout E21",
    );
    expect(withIdentifiers("Brew_Timeout default", ["brew_timeout"])).toBe("Brew_Timeout default");
  });
});
