/** The first questions of a newcomer: "How do I get started?", "How do I install <product>?". Hardly a word of them names a matter. */

/** What a newcomer asks for. */
export interface FirstSteps {
  wants: "start" | "install";
  /** What is to be started with or installed, as the question names it; `null` where it names nothing. */
  name: string | null;
}

/** Up to three words, none of them with a mark of punctuation that ends something. */
const NAME = "[\\p{L}\\p{N}@`][\\p{L}\\p{N}@/._`-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}/._-]*){0,2}?";
const HOW =
  "(?:(?:so |ok |hi,? )?(?:how|where) (?:do|can|should|would|could) (?:i|we|you|one)|how to|where to)";

const ASKING: readonly (readonly [FirstSteps["wants"], RegExp])[] = (
  [
    [
      "start",
      `(?:${HOW} )?(?:get|getting|quickly get) (?:started|going|up and running)(?: (?:with|using|on|in) (?:the )?(${NAME}))?`,
    ],
    ["start", `${HOW} (?:start|begin)(?: (?:with|using) (?:the )?(${NAME}))?`],
    ["start", `${HOW} use (?:the )?(${NAME})`],
    ["start", `wie (?:fange|fängt) (?:ich|man)(?: mit (${NAME}))? an`],
    ["install", `(?:${HOW} )?install(?:ing)?(?: (?:the )?(${NAME}))?`],
    ["install", `wie installier(?:e|t) (?:ich|man)(?: (${NAME}))?`],
  ] as const
).map(([wants, pattern]) => [wants, new RegExp(`^${pattern}\\s*[?？.!。]*$`, "iu")]);

/** Words that stand for the product itself. */
const IT = /^(?:it|this|that|them|these docs|this (?:library|package|tool|project)|es)$/i;

/** @returns `null` for any other question */
export function firstStepsAsked(question: string): FirstSteps | null {
  for (const [wants, asking] of ASKING) {
    const found = asking.exec(question.trim());
    if (found === null) continue;
    const name = found[1]?.replaceAll("`", "");
    return { wants, name: name === undefined || IT.test(name) ? null : name };
  }
  return null;
}
