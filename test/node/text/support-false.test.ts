/** What nearly has a passage's words and still says something that it does not, and what is true though a word or a number differs. */
import { describe, expect, it } from "vitest";
import { verdictsOver } from "./support/verdicts.ts";

const BAKERY = `The oven keeps the loaves warm for the morning shift. A batch is baked 4 times a day with a pause of 20 minutes. The crust level is 5, from 1 to 8. Trays larger than 60 cm are refused. Visitors see the counter unless a guard closes it. Every order is dropped after the sale unless \`KEEP\` is given.

| Setting | Default | Choices |
| --- | --- | --- |
| \`glaze\` | false | a\\|no |
| \`topping\` | none | any |`;

const judge = verdictsOver("Bakery", BAKERY);

describe("judgeSentence", () => {
  it.each([
    ["a flag that is nowhere", "The oven keeps the loaves warm for the morning shift with `--steam`."],
    ["a function that is nowhere", "The function `heatUp()` keeps the loaves warm for the morning shift."],
    ["a product of two numbers of its own", "A batch is baked 4 times a day with a pause of 80 minutes."],
    ["another number of a range", "The crust level is 6."],
    ["a number below a bound", "A tray of 30 cm is refused."],
  ])("finds %s: %s", (_, sentence) => {
    expect(judge(sentence)).toBe("unsupported");
  });

  it("does not call supported what drops an exception and says always", () => {
    expect(judge("Visitors always see the counter.")).not.toBe("supported");
  });

  it.each([
    ["a default that is false", "`glaze` is `false` by default.", "en"],
    ["a default that is none", "By default, `topping` is `none`.", "en"],
    [
      "an exception that is named",
      "An order is always dropped after the sale; give `KEEP` to keep it.",
      "en",
    ],
    ["what is marked as inferred", "Presumably, a batch takes less than 6 hours.", "en"],
    ["what is marked as inferred", "おそらく 1 回の焼成は 6 時間かかりません。", "ja"],
    ["what is marked as inferred", "由此推断，一次烘焙不会超过 6 小时。", "zh"],
    ["what is marked as inferred", "Vermutlich dauert eine Charge keine 6 Stunden.", "de"],
  ])("does not take for wrong %s: %s", (_, sentence, language) => {
    expect(judge(sentence, language)).not.toBe("unsupported");
  });

  it("finds what speaks of inferring and marks nothing as inferred", () => {
    expect(judge("The crust level is inferred, and is 6.")).toBe("unsupported");
  });

  it("finds a name that is nowhere in what is marked as inferred as well", () => {
    expect(judge("Presumably, `preheatAll()` warms the oven for the morning shift.")).toBe("unsupported");
  });
});
