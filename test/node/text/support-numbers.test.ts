/** Numbers that a passage states in another form, and those that only stand in it beside a unit of something else. */
import { describe, expect, it } from "vitest";
import { verdictsOver } from "./support/verdicts.ts";

const DEPOT = `A pool of 30 trams is kept. How long a tram rests between trips is set in minutes with \`rest\`. Version 24 is current. A ticket lasts some hours. The gate listens on port 45. Fares keep the rush down.

| Setting | Wait in milliseconds | Trams |
| --- | --- | --- |
| \`door\` | 1500 | 90 |

| Setting | Value | Meaning |
| --- | --- | --- |
| \`brake\` | 250 | milliseconds of the wait for a brake |
| \`bell\` | 700 | strokes of the bell |`;

const judge = verdictsOver("Depot", DEPOT);

describe("judgeSentence", () => {
  it.each([
    [
      "a count of things beside a unit of another sentence",
      "A tram rests between trips for 30 minutes, set with `rest`.",
    ],
    ["a version beside a unit", "A ticket lasts 24 hours."],
    ["a port's number as a time", "The gate listens for 45 seconds."],
    ["a number of another column than the unit's", "The wait of `door` is 0.09 seconds."],
    ["a number of another row than the unit's", "The wait of `bell` is 0.7 seconds."],
    ["a number given as an example", "Fares keep the rush down, e.g. 60 riders a minute."],
    ["a number given as an example", "Fares keep the rush down, such as 60 riders a minute."],
    ["a number given as an example", "Tarife halten den Andrang klein, z. B. 500 Fahrgäste.", "de"],
  ])("finds %s: %s", (_, sentence, language = "en") => {
    expect(judge(sentence, language)).toBe("unsupported");
  });

  it.each([
    ["a number whose column names the unit", "The wait of `door` is 1.5 seconds."],
    ["a number whose row names the unit", "The wait for `brake` is 0.25 seconds."],
  ])("takes %s: %s", (_, sentence) => {
    expect(judge(sentence)).toBe("supported");
  });
});
