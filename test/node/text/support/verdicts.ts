import { viewPassage } from "../../../../src/core/support/evidence.ts";
import { judgeSentence, type Verdict } from "../../../../src/core/support/judge.ts";

/** Judges sentences against one English passage. @returns a function of a sentence and its language, English by default */
export function verdictsOver(title: string, text: string) {
  const view = viewPassage({ n: 1, text, title, headingPath: [title], language: "en" });
  return (sentence: string, language = "en"): Verdict["support"] =>
    judgeSentence(sentence, language, [view]).support;
}
