/**
 * Where a newcomer begins: the page or section that is headed "Getting started", and the one that says how the product is installed. The
 * questions for them are made of everyday words and the product's name, which find any section.
 */

import { isAskedHeading } from "../extractive/asked-heading.ts";
import type { Passage } from "../passage.ts";
import type { PassageFilter, PassageIndex } from "../ports.ts";
import { type FirstSteps, firstStepsAsked } from "../question/first-steps.ts";
import { bearsName, isProductName } from "../question/product-name.ts";
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
/** Pages about the product as a whole; "Installation" on another page installs something else. */
const GENERAL_PAGE =
  /^(?:introduction|overview|about|read ?me|documentation|docs|guide|home|index|get(?:ting)? started|quick ?start|first steps|install(?:ation|ing)?|usage|set ?up)$/i;
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
  if (asked === null || (asked.name !== null && !isProductName(asked.name, index))) return [];
  const names = [asked.name, index.corpus.name].filter((name) => name !== null);
  const ranking = [
    ...new Map(
      QUERIES[asked.wants]
        .flatMap((query) => index.lexicalRanking(query, CANDIDATES, { ...filter, kind: ["docs"] }))
        .map((ranked) => [ranked.chunk, ranked]),
    ).values(),
  ];
  const passages = await index.passages(ranking.map(({ chunk }) => chunk));
  if (passages.some((passage) => isAskedHeading(ownHeading(passage), question))) return [];
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
  return texts
    .map((passage, at) => ({ passage, chunk: chunks[at]!, value: first.value, rank: first.rank }))
    .filter(({ passage }) => isUnder(passage, first.passage))
    .map((one, at) => foundByWords(one, at + 1));
}

/** Position in {@link HEADINGS}; after them, a text that shows the very command; `null` for a passage about anything else. */
function levelOf(passage: Passage, wants: FirstSteps["wants"], names: readonly string[]): number | null {
  const isGeneral =
    names.some((name) => bearsName(passage.title, name)) ||
    GENERAL_PAGE.test(withoutNames(passage.title, names));
  const heading = withoutNames(ownHeading(passage), names);
  const level = HEADINGS[wants].findIndex((pattern) => pattern.test(heading));
  if (level >= 0 && isGeneral && passage.headingPath.length < 4) return level;
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

/** "Getting started with Pipeliner" without the name and the word before it. */
function withoutNames(heading: string, names: readonly string[]): string {
  let plain = heading.toLowerCase().replace(/[`*_]/g, "");
  for (const name of names) plain = plain.replaceAll(name.toLowerCase(), " ");
  return plain
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/ (?:with|using|the|to|of|for)$/, "");
}

function ownHeading({ title, headingPath }: Passage): string {
  return headingPath.at(-1) ?? title;
}

/** Whether a passage stands in the section of another. */
function isUnder({ headingPath }: Passage, { headingPath: section }: Passage): boolean {
  return section.every((heading, at) => headingPath[at] === heading);
}
