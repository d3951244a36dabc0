/**
 * Where a newcomer begins: the page or section that is headed "Getting started", and the one that says how the product is installed. The
 * questions for them are made of everyday words and the product's name, which find any section.
 */

import { answerUnits } from "../extractive/answer-units.ts";
import { headingOf, isAskedHeading } from "../extractive/asked-heading.ts";
import { measureCoverage } from "../extractive/coverage.ts";
import type { Passage } from "../passage.ts";
import type { PassageFilter, PassageIndex } from "../ports.ts";
import { type FirstSteps, firstStepsAsked } from "../question/first-steps.ts";
import {
  bearsName,
  isCorpusName,
  isGeneralPage,
  isProductName,
  withoutNames,
} from "../question/product-name.ts";
import { foundByWords } from "./found-by-words.ts";
import type { RankedPassage } from "./retrieve.ts";

/** Passages that are looked at, for each search. */
const CANDIDATES = 20;
/** Passages that answer, in the order of their page. */
const MAX_PASSAGES = 3;

/** One search for each, as in one for all the rarest word would decide. */
const QUERIES: Readonly<Record<FirstSteps["wants"], readonly string[]>> = {
  start: [
    "getting started",
    "getting started introduction guide",
    "quickstart quick start first steps usage",
  ],
  install: ["install installation installing", "setup npm pip install"],
};

/** Headings that say so, the surest first. The product's name is taken out of a heading before. */
const HEADINGS: Readonly<Record<FirstSteps["wants"], readonly RegExp[]>> = {
  start: [
    /^(?:get(?:ting)? started|quick ?start|first steps|erste schritte|schnellstart)(?: guide)?$/i,
    /^(?:basic )?usage$|^(?:how to use|using)$/i,
  ],
  install: [/^(?:how to )?install(?:ation|ing)?(?: guide| instructions)?$|^set ?up$/i],
};
/** Where the product introduces itself. */
const FRONT_PAGES = [
  "README.md",
  "readme.md",
  "README.mdx",
  "index.md",
  "index.mdx",
  "docs/index.md",
  "docs/README.md",
];
const INSTALLING =
  /^\s*(?:[$>%] ?)?(?:sudo )?(?:(?:npm|pnpm|yarn|bun) (?:i|install|add)|(?:python3? -m )?(?:pip3?|uv pip) install|uv add|poetry add|cargo (?:add|install)|gem install|go (?:get|install)|brew install|composer require|deno add|(?:apt|apt-get|dnf|apk) (?:install|add))((?: \S+)+)\s*$/gim;

/**
 * Sections for a newcomer; none for any other question, where the name is that of something else, where the docs have no such section, and
 * where one is headed by the question itself.
 * @param filter which passages may answer
 */
export async function findFirstSteps(
  question: string,
  filter: PassageFilter,
  index: PassageIndex,
): Promise<RankedPassage[]> {
  const asked = firstStepsAsked(question);
  if (asked === null) return [];
  const isSure = asked.name === null || isCorpusName(asked.name, index);
  if (!isSure && !(await isFrontPage(asked.name!, index))) return [];
  const names = [asked.name, index.corpus.name].filter((name) => name !== null);
  const ranking = [
    ...new Map(
      QUERIES[asked.wants]
        .flatMap((query) => index.lexicalRanking(query, CANDIDATES, { ...filter, kind: ["docs"] }))
        .map((ranked) => [ranked.chunk, ranked]),
    ).values(),
  ];
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  if (passages.some((passage) => headingsOf(passage).some((own) => isAskedHeading(own, question)))) return [];
  if (asked.name !== null && (await hasOwnSection(asked.name, filter, index))) return [];
  const found = ranking.flatMap(({ chunk, value }, at) => {
    const passage = passages[at]!;
    const level = levelOf(passage, asked.wants, names);
    return level === null ? [] : [{ passage, chunk, value, rank: at + 1, level }];
  });
  const inOrder = found.sort(
    (a, b) =>
      a.level - b.level || a.passage.headingPath.length - b.passage.headingPath.length || a.chunk - b.chunk,
  );
  const first = inOrder[0];
  if (first === undefined) return [];
  // What follows on its page goes on about the same; with one line of installing there is no more to say.
  const wanted = asked.wants === "install" ? 1 : MAX_PASSAGES;
  const page = index.chunksOfFile(first.passage.file);
  const chunks = page.slice(page.indexOf(first.chunk)).slice(0, wanted);
  const texts = await index.passages(chunks);
  const steps = texts
    .map((passage, at) => ({ passage, chunk: chunks[at]!, value: first.value, rank: first.rank }))
    .filter(({ passage }) => isUnder(passage, first.passage))
    .map((one, at) => foundByWords(one, at + 1));
  return isSure || measureCoverage(question, steps, index).covered ? steps : [];
}

/** Whether the page at the docs' root bears a name that much of the docs hold: docs need not be called by their product. */
async function isFrontPage(name: string, index: PassageIndex): Promise<boolean> {
  if (!isProductName(name, index)) return false;
  const chunks = FRONT_PAGES.flatMap((file) => index.chunksOfFile(file).slice(0, 1));
  return (await index.passages(chunks)).some(({ title }) => bearsName(title, name));
}

/** Whether a section inside a page is called by just this name: it is a matter of its own there. */
async function hasOwnSection(name: string, filter: PassageFilter, index: PassageIndex): Promise<boolean> {
  const ranking = index.lexicalRanking(name, CANDIDATES, { ...filter, kind: ["docs"] });
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  return passages.some(({ title, headingPath, ...rest }) =>
    headingsOf({ title, headingPath, ...rest }).some(
      (own) => own !== title && headingPath[0] !== own && bearsName(own, name),
    ),
  );
}

/** Position in {@link HEADINGS}; after them, a text that shows the very command; `null` for a passage about anything else. */
function levelOf(passage: Passage, wants: FirstSteps["wants"], names: readonly string[]): number | null {
  const headings = headingsOf(passage).map((heading) => withoutNames(heading, names));
  const level = HEADINGS[wants].findIndex((pattern) => headings.some((heading) => pattern.test(heading)));
  if (level >= 0 && isGeneralPage(passage.title, names) && passage.headingPath.length < 4) return level;
  if (wants === "start") return null;
  const others = othersInstalled(passage.text, names);
  return others === null ? null : HEADINGS[wants].length + others;
}

/** How many packages the command of a text installs beside the product, the fewest; `null` where none installs it. */
function othersInstalled(text: string, names: readonly string[]): number | null {
  const products = names.map((name) => name.toLowerCase());
  const counts = [...text.matchAll(INSTALLING)].flatMap((match) => {
    const packages = match[1]!
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== "" && !word.startsWith("-"));
    return packages.some((word) => products.includes(word)) ? [packages.length - 1] : [];
  });
  return counts.length === 0 ? null : Math.min(...counts);
}

/** A passage's own heading, and those of the smaller sections that were merged into it. */
function headingsOf(passage: Passage): string[] {
  const own = passage.headingPath.at(-1) ?? passage.title;
  return [...new Set([own, ...answerUnits(passage).map((unit) => headingOf(unit, passage))])];
}

/** Whether a passage stands in the section of another. */
function isUnder({ headingPath }: Passage, { headingPath: section }: Passage): boolean {
  return section.every((heading, at) => headingPath[at] === heading);
}
