import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReasoningFilter } from "../../../src/core/model/reasoning-filter.ts";
import { refusalSentence } from "../../../src/core/model/refusal.ts";
import { RefusalGuard } from "../../../src/core/model/refusal-guard.ts";

/** Pushes a text in pieces. @returns what was shown by when it was, and the verdict */
function run(text: string, pieceChars = 3, language = "en") {
  const guard = new RefusalGuard(language);
  const early: string[] = [];
  for (let i = 0; i < text.length; i += pieceChars) early.push(guard.push(text.slice(i, i + pieceChars)));
  const { text: late, kind } = guard.end();
  return { shown: early.join("") + late, early: early.join(""), kind };
}

describe("RefusalGuard", () => {
  it.each([
    ["en", refusalSentence("en")],
    ["zh", refusalSentence("zh")],
    ["ja", refusalSentence("ja")],
    ["de", refusalSentence("de")],
    ["en", `${refusalSentence("en")} [1][2]`],
    ["en", "I'm sorry. The documentation does not mention this."],
    [
      "en",
      `${refusalSentence("en")} From what I know, you can set it to 5. It is usually done in the client.`,
    ],
    ["en", "There is no such thing as a second kettle."],
    ["en", "It isn't possible. Ask the vendor."],
    ["de", "Eine zweite Kanne gibt es nicht."],
    ["ru", "Такой настройки нет."],
    ["ja", "そのような設定は存在しません。"],
  ])("shows nothing of a refusal (%s: %s)", (language, text) => {
    expect(run(text, 4, language)).toEqual({ shown: "", early: "", kind: "refusal" });
  });

  it.each([
    ["en", "Set `brew_timeout` to 30 [1]. The default is 90 [1]."],
    ["en", "Yes [1]."],
    ["zh", "把 `brew_timeout` 设为 30 [1]。默认值是 90 [1]。"],
    ["en", "```python\nmachine.brew()\n```\n\nThis brews one cup [1]."],
    ["en", "It is not on by default [1]."],
    [
      "en",
      "The documentation does not say how to do this for tea. For coffee, set `brew_timeout` [1]. That is all.",
    ],
  ])("shows all of an answer (%s: %s)", (language, text) => {
    expect(run(text, 4, language)).toMatchObject({ shown: text, kind: "answer" });
  });

  it.each([
    ["en", "Yes."],
    ["en", "```python\nmachine.brew()\n```"],
    ["en", "Every reader of coffee blogs knows how to set it. ".repeat(40)],
    ["de", "Das wird mit einer Einstellung der Maschine festgelegt."],
    ["zh", "用机器的一个选项来设置。"],
    ["en", "Read `rows[1]` and pass it to the machine. It works everywhere."],
    ["en", "Run this:\n\n```js\nconst first = argv[1];\n```\n\nThat is how it is done. It works everywhere."],
    ["en", "## Brew timeout [1]\n\nTurn the knob on the back. Then wait for an hour."],
    ["en", "**Brew timeout [1]**\n\nTurn the knob on the back. Then wait for an hour."],
    ["en", "| Option [1] | Value |\n|---|---|\n| knob | hard turn |\n"],
    ["en", "Set it to 5. There is no lower value. It helps. Then brew. Then wait."],
  ])("shows nothing of what cites nothing and refuses nothing (%s: %s)", (language, text) => {
    expect(run(text, 7, language)).toEqual({ shown: "", early: "", kind: "uncited" });
  });

  it("takes a cited refusal for one, whatever code follows it", () => {
    const text = `${refusalSentence("en")} [1]\n\n\`\`\`js\nconst first = argv[1];\n\`\`\`\n`;
    expect(run(text)).toEqual({ shown: "", early: "", kind: "refusal" });
  });

  it("lets a list flow once its first cited item is complete", () => {
    expect(run("- Fill the tank with water [1]\n- Set `brew_timeout` to 30", 1).early).toMatch(
      /^- Fill the tank/,
    );
  });

  it("takes nothing for a text that has nothing in it", () => {
    expect(run(" \n ")).toEqual({ shown: "", early: "", kind: "answer" });
  });

  it("lets an answer flow soon after its first cited sentence is complete", () => {
    const guard = new RefusalGuard("en");
    expect(guard.push("Set `brew_timeout` to 30 [1].")).toBe("");
    const rest = " The default is 90 seconds, and 0 turns it off [2].";
    let shown = "";
    for (const char of rest) {
      shown += guard.push(char);
      if (shown !== "") break;
    }
    expect(shown).toMatch(/^Set `brew_timeout` to 30 \[1\]\. The/);
    expect(shown.length).toBeLessThan(60);
    expect(guard.push(" and")).toBe(" and");
  });

  it("gives every character back once, in order, however the text is cut", () => {
    const sentence = fc.constantFrom(
      "Set `x` to 3 [1].",
      "It is so.",
      "Use it [2]!",
      "\n\n- a list item [1]",
      "And more",
    );
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (sentences, size) => {
        const text = sentences.join(" ");
        const isCited = /\[\d\]/.test(text);
        const { shown, kind } = run(text, size);
        expect(kind).toBe(isCited || text === "" ? "answer" : "uncited");
        expect(shown).toBe(isCited ? text.trimStart() : "");
      }),
    );
  });
});

describe("ReasoningFilter", () => {
  function filtered(text: string, size: number): string {
    const filter = new ReasoningFilter();
    let out = "";
    for (let i = 0; i < text.length; i += size) out += filter.push(text.slice(i, i + size));
    return out + filter.end();
  }

  it.each([1, 2, 5, 100])("drops leading thoughts in deltas of %i characters", (size) => {
    expect(filtered("<think>Hm, [1]?</think>\n\nSet it [1].", size)).toBe("Set it [1].");
    expect(filtered("\n<thinking>a</thinking>b", size)).toBe("b");
    expect(filtered("<think>never closed", size)).toBe("");
  });

  it.each([1, 4])("keeps everything else, also what only begins like the tag (deltas of %i)", (size) => {
    for (const text of ["<thin ice>", "<", "<th", "Set <think> in it.", ""])
      expect(filtered(text, size)).toBe(text);
  });
});
