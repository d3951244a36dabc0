/**
 * Facts about the product itself: who made it, its licence, what it is, how it is installed. Every page has the product's name and many
 * have the other word ("create a plugin", "the licence of your plugin"), so that words alone would call such a question covered.
 */

import type { Passage } from "../passage.ts";
import type { PassageIndex } from "../ports.ts";
import { definedName } from "../question/defined-name.ts";
import { isEverydayWord } from "../question/everyday-words.ts";
import { firstStepsAsked } from "../question/first-steps.ts";
import { isCorpusName, isProductName } from "../question/product-name.ts";
import type { QuestionTerm } from "../question/question-terms.ts";

interface ProductFact {
  asked: RegExp;
  /** What a sentence that tells it has. */
  said: RegExp;
  /** What a section that tells it is called. */
  heading: RegExp;
}

/** "Who created …", "who are the people behind …". */
function whoDoes(verbs: string): RegExp {
  const being = "(?:['’]s| is| are| was| were| has| have)?(?: been)?";
  return new RegExp(
    `^(?:and |so |but )?who${being}(?: the)? (?:people |team |company |person )?(?:${verbs})\\b`,
    "i",
  );
}

const FACTS: readonly ProductFact[] = [
  {
    asked: whoDoes(
      "behind|creat\\w+|mak\\w+|made|wr\\w+te?n?|writing|buil\\w+|develop\\w+|invent\\w+|design\\w+|found\\w+|author\\w*",
    ),
    said: /\b(?:created|made|written|built|developed|invented|designed|founded|authored)(?: and \w+)? by\b|\b(?:authors?|creators?|founders?|inventors?)\b/i,
    heading: /^(?:the )?(?:authors?|credits?|creators?|team|contributors|acknowledge?ments?)\b/i,
  },
  {
    asked: whoDoes("maintain\\w+|owns?|owner\\w*"),
    said: /\b(?:maintained|owned)(?: and \w+)? by\b|\b(?:maintainers?|owners?)\b/i,
    heading: /^(?:the )?(?:maintainers?|(?:core |lead )?team)\b/i,
  },
  {
    asked: /\blicen[cs](?:e|es|ed|ing)\b/i,
    said: /\blicen[cs]/i,
    heading: /^licen[cs](?:e|ing)\b/i,
  },
];
const INSTALLATION: ProductFact = {
  asked: /\binstall/i,
  said: /\binstall|\bnpm i\b|\b(?:yarn|pnpm|bun|cargo|uv|poetry) add\b/i,
  heading: /^install/i,
};
/** A line of prose or of code, and within it a sentence. */
const SENTENCE_END = /\n|(?<=[.!?])\s|(?<=[。！？])/;

/** Whether a question asks for such a fact, and no passage says it of the product, be it in a sentence or under a heading of its own. */
export function lacksProductFact(
  question: string,
  passages: readonly { passage: Pick<Passage, "title" | "headingPath" | "text"> }[],
  terms: readonly QuestionTerm[],
  index: PassageIndex,
): boolean {
  // What it is, one sentence says, which is looked for by itself; sections with its name in their heading tell of parts of it.
  const defined = definedName(question);
  if (defined !== null && isCorpusName(defined, index)) return true;
  const fact = factAsked(question, terms, index);
  if (fact === null) return false;
  const names = terms.filter((term) => isProduct(term, fact, index));
  const isNamed = (text: string) => {
    const held = new Set(index.analyzeQuery(text).flatMap((term) => term.terms));
    return names.some((name) => name.terms.some((term) => held.has(term)));
  };
  return !passages.some(({ passage: { title, headingPath, text } }) => {
    const own = headingPath.at(-1) ?? title;
    const outer = headingPath.length > 1 ? headingPath.at(-2)! : title;
    if (fact.heading.test(own) && (headingPath.length < 2 || isNamed(outer))) return true;
    return [own, ...text.split(SENTENCE_END)].some((line) => fact.said.test(line) && isNamed(line));
  });
}

function factAsked(
  question: string,
  terms: readonly QuestionTerm[],
  index: PassageIndex,
): ProductFact | null {
  const steps = firstStepsAsked(question);
  if (steps?.wants === "install" && steps.name !== null && isCorpusName(steps.name, index))
    return INSTALLATION;
  const fact = FACTS.find(({ asked }) => asked.test(question));
  if (fact === undefined) return null;
  const names = terms.filter((term) => isProduct(term, fact, index));
  const others = terms.filter(
    (term) => !names.includes(term) && !isEverydayWord(term.surface) && !isWordOf(fact, term.surface),
  );
  // "Who wrote the logger of the server?" asks about a part.
  return names.length > 0 && others.length === 0 ? fact : null;
}

/** In few pages also the word for the fact is a common one. */
function isProduct({ surface }: QuestionTerm, fact: ProductFact, index: PassageIndex): boolean {
  return !isWordOf(fact, surface) && isProductName(surface, index);
}

/** "Created" and "licence" name the fact, "released under" goes with it. */
function isWordOf({ asked }: ProductFact, word: string): boolean {
  return asked.test(word) || asked.test(`who ${word}`) || /^releas/i.test(word);
}
