import { describe, expect, it } from "vitest";
import { MAX_QUESTION_CHARS } from "../../../src/doors/ask-request.ts";
import {
  givenConversation,
  MAX_GIVEN_ANSWER_CHARS,
  MAX_GIVEN_TURNS,
} from "../../../src/doors/given-conversation.ts";
import { sourceList, withoutSourceList } from "../../../src/doors/source-links.ts";

const user = (text: string) => ({ role: "user" as const, text });
const assistant = (text: string) => ({ role: "assistant" as const, text });
const pairs = ({ turns }: ReturnType<typeof givenConversation>) =>
  turns.map(({ question, answer }) => [question, answer]);

describe("a conversation that the request brings along", () => {
  it("is the last question and the turns before it", () => {
    const given = givenConversation([
      user("One?"),
      assistant("1."),
      user("Two?"),
      assistant("2."),
      user("Three?"),
    ]);
    expect(given.question).toBe("Three?");
    expect(pairs(given)).toEqual([
      ["One?", "1."],
      ["Two?", "2."],
    ]);
  });

  it("keeps a question that was not answered, joins an answer in parts, and drops a greeting before any question", () => {
    const messages = [
      assistant("Hello!"),
      user("One?"),
      user("Two?"),
      assistant("2."),
      assistant("And."),
      user("3?"),
    ];
    expect(pairs(givenConversation(messages))).toEqual([
      ["One?", ""],
      ["Two?", "2.\n\nAnd."],
    ]);
  });

  it("is cut to what the owner would pay for in a conversation of the store", () => {
    const long = Array.from({ length: 40 }, (_, i) => [
      user(`${i}${"q".repeat(5_000)}`),
      assistant("a".repeat(50_000)),
    ]);
    const { turns } = givenConversation([...long.flat(), assistant("a".repeat(50_000)), user("Now?")]);
    expect(turns).toHaveLength(MAX_GIVEN_TURNS);
    expect(turns.at(-1)?.question.slice(0, 2)).toBe("39");
    for (const { question, answer } of turns) {
      expect(question).toHaveLength(MAX_QUESTION_CHARS);
      expect(answer).toHaveLength(MAX_GIVEN_ANSWER_CHARS);
    }
  });

  it.each([[[]], [[user("One?"), assistant("1.")]]])(
    "without a question at its end is refused",
    (messages) => {
      expect(() => givenConversation(messages)).toThrow(
        expect.objectContaining({ code: "bad_request", field: "messages" }),
      );
    },
  );

  it("does not hold the list of sources that an answer was sent with", () => {
    const source = {
      n: 2,
      url: "/docs/a#b",
      title: "A [beta]",
      headingPath: ["B"],
      version: "",
      kind: "docs" as const,
    };
    const list = sourceList({ mode: "llm", sources: [source], near: [] }, "https://docs.example/v1");
    expect(list).toBe("\n\n- [2] [A \\[beta\\] › B](https://docs.example/docs/a#b)");
    const { turns } = givenConversation([user("One?"), assistant(`Yes [2].${list}`), user("Two?")]);
    expect(turns[0]?.answer).toBe("Yes [2].");
  });

  it.each(["- [2] [A](https://a.example)", "Text\n- [2] [A](https://a.example)", "- a\n- b"])(
    "keeps a list that is part of the text: %s",
    (text) => {
      expect(withoutSourceList(text)).toBe(text);
    },
  );
});
