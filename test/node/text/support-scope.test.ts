/** Sentences that say of more, or in another order, than their passage, and those that only seem to. */
import { describe, expect, it } from "vitest";
import { verdictsOver } from "./support/verdicts.ts";

const FERRY = `Most routes take bicycles; route 7 does not. Parcels over 20 kg are sent as freight. Dogs are taken on board before cars are loaded. A ticket may name a second passenger. Either \`card\` or \`cash\` has to be given. Seat choice is off by default and has to be turned on by the operator. Crew can open the gate but cannot move the ramp. Refunds go to the buyer, not to the traveller. Every passenger gets a printed ticket at the counter.

| Field | Required |
| --- | --- |
| \`harbour\` | yes |
| \`nickname\` | no |
| \`licence\` | only for cars |`;

const judge = verdictsOver("Ferry", FERRY);

describe("judgeSentence", () => {
  it.each([
    ["all where the passage has most", "All routes take bicycles.", "en"],
    ["all where the passage has most", "Alle Routen nehmen Fahrräder mit.", "de"],
    ["must where the passage has may", "A ticket must name a second passenger.", "en"],
    ["both where one is enough", "Both `card` and `cash` have to be given.", "en"],
    ["required where a table says no", "`nickname` is required.", "en"],
    ["by default what has to be turned on", "Seat choice is available by default.", "en"],
    ["what a part of a sentence denies", "Crew can move the ramp.", "en"],
    ["the sides of a contrast turned", "Refunds go to the traveller rather than to the buyer.", "en"],
    ["the other order", "Dogs are taken on board after cars are loaded.", "en"],
    ["the same words with a negation", "Every passenger does not get a printed ticket at the counter.", "en"],
  ])("finds %s: %s", (_, sentence, language) => {
    expect(judge(sentence, language)).toBe("unsupported");
  });

  it.each([
    ["a case of a bound", "A 25 kg parcel is sent as freight.", "en"],
    ["not required where a table says no", "`nickname` is not required.", "en"],
    ["what a table asks of some", "You do not need `licence` unless you bring a car.", "en"],
    [
      "nearly the same words",
      "According to the rules, every passenger gets a printed ticket at the counter.",
      "en",
    ],
    ["a contrast the right way round", "Refunds go to the buyer rather than to the traveller.", "en"],
    ["a denial in other words", "Nobody has to carry heavy boxes on board themselves.", "en"],
  ])("does not take for wrong %s: %s", (_, sentence, language) => {
    expect(judge(sentence, language)).not.toBe("unsupported");
  });
});
