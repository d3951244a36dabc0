/**
 * Facts about the product itself: who made it, its licence, what it is, how it is installed. Every page has the product's name and many
 * have the other word ("create a plugin", "the licence of your plugin"), so that words alone would call such a question covered.
 */

import type { Passage } from "../passage.ts";
import type { PassageIndex } from "../ports.ts";
import { definedName } from "../question/defined-name.ts";
import { isEverydayWord } from "../question/everyday-words.ts";
import { firstStepsAsked } from "../question/first-steps.ts";
import { isCorpusName, isGeneralPage, isProductName } from "../question/product-name.ts";
import type { QuestionTerm } from "../question/question-terms.ts";
import { answerUnits } from "./answer-units.ts";
import { headingOf } from "./asked-heading.ts";

type FactPassage = Pick<Passage, "title" | "headingPath" | "text" | "language">;

interface ProductFact {
  asked: RegExp;
  /** What a sentence that tells it has, with `§` for the product. */
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

/**
 * "§ was written by …", "§ is a queue made by …", "Made by …, §", "the authors of §", "§ maintainers", "Jane Doe wrote §": the product as
 * what was made. In "made by another version of §" it is the one who makes.
 */
function told(participles: string, makers: string, verbs: string): RegExp {
  const by = `(?:${participles})(?: and \\w+)? by (?!\\w+ing\\b|hand\\b|default\\b|\`)`;
  const being = "(?:is|are|was|were|has been|have been)";
  const whole = "(?<!\\b(?:of|in|for|with|from|by|to|on|at|your|an?|another|each|every|other) )§";
  return new RegExp(
    [
      `${whole}(?:,| \\()?(?: ?${being})?(?: \\w+ly| \\w+ed and)* ?${by}`,
      `${whole} ${being}(?: \\w+ly)? (?:an?|the|one) (?:(?!when|if|where|while|unless)\\S+ ){1,12}?${by}`,
      `^(?:${by})[^,.]{1,80}, §`,
      `\\b(?:${makers})(?: and \\w+)? (?:of|for) (?:the )?§`,
      `§(?:['’]s?)? (?:(?:original|core|lead|main|current|project) )*(?:${makers})\\b`,
      `(?<!\\b(?:you|i|we|they|to|have|had) )\\b(?:${verbs}) (?:the )?§(?= (?:in|at|as|for|to|with|because|while|and|when|since|after)\\b|[.,;]|\\s*$)`,
    ].join("|"),
    "i",
  );
}

const FACTS: readonly ProductFact[] = [
  {
    asked: whoDoes(
      "behind|creat\\w+|mak\\w+|made|wr\\w+te?n?|writing|buil\\w+|develop\\w+|invent\\w+|design\\w+|found\\w+|author\\w*",
    ),
    said: told(
      "created|made|written|built|developed|invented|designed|founded|authored",
      "authors?|creators?|founders?|inventors?",
      "created|made|wrote|built|developed|invented|designed|founded",
    ),
    heading: /^(?:the )?(?:authors?|credits?|creators?|team|contributors|acknowledge?ments?)\b/i,
  },
  {
    asked: whoDoes("maintain\\w+|owns?|owner\\w*"),
    said: told("maintained|owned", "maintainers?|owners?", "maintains?|owns?"),
    heading: /^(?:the )?(?:maintainers?|(?:core |lead )?team)\b/i,
  },
  {
    asked: /\blicen[cs](?:e|es|ed|ing)\b/i,
    said: /§.*\blicen[cs]|\blicen[cs].*§/i,
    heading: /^licen[cs](?:e|ing)\b/i,
  },
];
const INSTALLATION: ProductFact = {
  asked: /\binstall/i,
  said: /§.*\binstall|(?:\binstall|\bnpm i\b|\b(?:yarn|pnpm|bun|cargo|uv|poetry) add\b).*§/i,
  heading: /^install/i,
};
/** A line of prose or of code, and within it a sentence. */
const SENTENCE_END = /\n|(?<=[.!?])\s|(?<=[。！？])/;

/** Whether a question asks for such a fact, and no passage says it of the product, be it in a sentence or under a heading of its own. */
export function lacksProductFact(
  question: string,
  passages: readonly { passage: FactPassage }[],
  terms: readonly QuestionTerm[],
  index: PassageIndex,
): boolean {
  // What it is, one sentence says, which is looked for by itself; sections with its name in their heading tell of parts of it.
  const defined = definedName(question);
  if (defined !== null && isCorpusName(defined, index)) return true;
  const fact = factAsked(question, terms, index);
  if (fact === null) return false;
  const asked = terms.filter((term) => isProduct(term, fact, index)).map(({ surface }) => surface);
  const names = (asked.length > 0 ? asked : [index.corpus.name]).map((name) => name.replace(/\.js$/i, ""));
  const isNamed = (text: string) => withSign(text, names).includes("§");
  return !passages.some(({ passage }) => {
    const { title, headingPath } = passage;
    const isGeneral = isNamed(title) || isGeneralPage(title, names);
    const outer = headingPath.length > 1 ? headingPath.at(-2)! : title;
    const own = headingPath.at(-1) ?? title;
    if (fact.heading.test(own) && (headingPath.length < 2 || isNamed(outer))) return true;
    return [{ heading: own, text: "" }, ...sectionsOf(passage)].some(({ heading, text }) => {
      if (heading !== own && isGeneral && fact.heading.test(heading)) return true;
      const lines = [heading, ...text.split(SENTENCE_END)];
      let wasNamed = isGeneral;
      return lines.some((line) => {
        const signed = withSign(line, names);
        const told = wasNamed ? signed.replace(IT, "§") : signed;
        // "It" goes on about what the sentence before it is about.
        if (line.trim() !== "" && line !== heading) wasNamed = told.includes("§");
        return fact.said.test(isGeneral ? told.replace(THIS, "§") : told);
      });
    });
  });
}

const IT = /^\W*it(?=['’]s| )/i;
const THIS = /\b(?:this|the) (?:project|library|package|software)\b/gi;

/** A text with `§` for each name of the product, without marks of Markdown. */
function withSign(text: string, names: readonly string[]): string {
  const any = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  if (any === "") return text;
  const name = `(?<![\\p{L}\\p{N}])(?:${any})(?:\\.js)?`;
  return text
    .replace(/\*\*|__/g, "")
    .replace(new RegExp(`\`?${name}(?: ${name})*\`?(?![\\p{L}\\p{N}]|-\\p{L})`, "giu"), "§");
}

/** The text of a passage by the headings of the smaller sections in it. */
function sectionsOf(passage: FactPassage): { heading: string; text: string }[] {
  return [...Map.groupBy(answerUnits(passage), (unit) => headingOf(unit, passage))].map(
    ([heading, units]) => ({
      heading,
      text: units
        .flatMap(({ sentences, code }) => [...sentences, ...code.map(({ text }) => text)])
        .join("\n"),
    }),
  );
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
  const pointed = POINTED_AT.exec(question)?.[1] ?? "";
  const others = terms.filter(
    (term) =>
      !pointed.includes(term.surface) &&
      !names.includes(term) &&
      !isEverydayWord(term.surface) &&
      !isWordOf(fact, term.surface),
  );
  // "Who wrote the logger of the server?" asks about a part.
  return (names.length > 0 || pointed !== "") && others.length === 0 ? fact : null;
}

/** In few pages also the word for the fact is a common one. */
function isProduct({ surface }: QuestionTerm, fact: ProductFact, index: PassageIndex): boolean {
  return !isWordOf(fact, surface) && isProductName(surface, index);
}

/** A question of who did something that points at the product without its name: "Who made this?". */
const POINTED_AT =
  /^(?:and |so |but )?who\b.*\b((?:this|the) (?:project|library|package|software|tool)|this|it)[\s?!.]*$/i;

/** "Created" and "licence" name the fact, "released under" goes with it. */
function isWordOf({ asked }: ProductFact, word: string): boolean {
  return asked.test(word) || asked.test(`who ${word}`) || /^releas/i.test(word);
}
