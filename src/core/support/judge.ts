/**
 * Whether passages support a sentence. A program cannot understand: it looks for what is missing or contradicts, in the
 * order of how certain that is, and says `weak` where it cannot tell.
 */
import type { SentenceSupport } from "../events.ts";
import { contradictionOf } from "./contradiction.ts";
import { isDenying } from "./denying.ts";
import { identifierIn, numberIn, type PassageView } from "./evidence.ts";
import { type Facts, findFacts } from "./facts.ts";
import { isInference } from "./inference.ts";
import { withoutInstances } from "./instance.ts";
import { comparableTerms, EVERYDAY_SHARE, matchWindows, WEIGHTS } from "./match.ts";
import { nearVerbatim } from "./near-verbatim.ts";
import { isOnePeriod } from "./periods.ts";
import { quotedIn } from "./quoted.ts";
import { isInNamedUnit, isOneUnit } from "./units-in-words.ts";

/** The verdict on one sentence. */
export interface Verdict {
  support: Exclude<SentenceSupport, "uncited">;
  /** The best window, where there is one. */
  evidence?: { n: number; quote: string };
  /** What decided, for evaluation. */
  reason: string;
}

/** Share of a sentence's weight that the best window must hold. Set on the development half of the labelled set. */
const SUPPORTED_SHARE = 0.5;
/** Share that all cited passages together must hold. A free paraphrase holds no more than many an invention. */
const KNOWN_SHARE = 0.61;
/** Below this share a sentence is not even weakly supported. */
const UNKNOWN_SHARE = 0.525;

/**
 * @param sentence without citation markers
 * @param language of the sentence, BCP 47
 * @param views the cited passages
 */
export function judgeSentence(sentence: string, language: string, views: readonly PassageView[]): Verdict {
  const evidence = quotedIn(sentence, views);
  if (evidence !== null) return { support: "supported", evidence, reason: "verbatim" };
  const facts = withoutInstances(findFacts(sentence, language), sentence, views);
  const foreign = views.every((view) => view.source.language !== language);
  // What is marked as inferred claims no more than that it follows: a name that is in no passage does not.
  const against: Verdict["support"] = isInference(sentence) ? "weak" : "unsupported";
  const invented = missingName(facts, sentence, views, foreign);
  if (invented !== null) return { support: "unsupported", reason: invented };
  const missing = missingNumber(facts, views);
  if (missing !== null) return { support: against, reason: missing };
  const near = nearVerbatimIn(sentence, language, facts, views, foreign);
  if (near !== null) return near;

  const best = matchWindows(facts, views, foreign)[0];
  if (best === undefined) {
    const support = sizeOf(facts) < MIN_TOLD_WORDS ? "weak" : against;
    return { support, reason: "nothing in common" };
  }
  const contradiction = contradictionOf(facts, { sentence, language }, views, foreign);
  if (contradiction !== null) return { support: against, reason: contradiction };
  const known = knownShare(facts, views, foreign);
  if (known < UNKNOWN_SHARE) {
    const support = isReserved(facts, sentence) ? "weak" : against;
    return { support, reason: `known ${known.toFixed(2)}` };
  }
  const support = best.share >= SUPPORTED_SHARE && known >= KNOWN_SHARE ? "supported" : "weak";
  const { view, window } = best;
  const place = { n: view.source.n, quote: window.quote };
  return { support, evidence: place, reason: `share ${best.share.toFixed(2)}, known ${known.toFixed(2)}` };
}

/** What denies or makes a condition is more often a paraphrase than an invention, which affirms. */
function isReserved({ terms }: Facts, sentence: string): boolean {
  return (
    isDenying(sentence) ||
    terms.some(({ sign, polar, isCondition }) => isCondition || (sign === -1 && !polar))
  );
}

/** Fewer words than this may all be paraphrased. */
const MIN_TOLD_WORDS = 4;

function sizeOf({ terms, identifiers, numbers }: Facts): number {
  return terms.filter(({ weight }) => weight >= 0.5).length + identifiers.length + numbers.length;
}

/** A quotation needs no weighing, nor does what differs from one by words that change nothing, or by a negation alone. */
function nearVerbatimIn(
  sentence: string,
  language: string,
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
): Verdict | null {
  if (foreign) return null;
  const places = matchWindows(facts, views, foreign, { sizes: ["sentence"] });
  if ((places[0]?.share ?? 0) < MIN_NEAR_SHARE) return null;
  const near = nearVerbatim(sentence, language, places);
  if (near === null) return null;
  const { view, window } = near.window;
  if (near.isDenied) return { support: "unsupported", reason: `denied word for word: ${window.text}` };
  const evidence = { n: view.source.n, quote: window.quote };
  return { support: "supported", evidence, reason: "nearly verbatim" };
}

/** Part of a sentence that a place must hold to be compared word for word. */
const MIN_NEAR_SHARE = 0.6;

/** A name that no cited passage has. */
function missingName(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const samples = sampleNames(sentence);
  for (const identifier of facts.identifiers) {
    if (views.some((view) => identifierIn(identifier, view.words))) continue;
    if (samples.some((sample) => identifier.name.split(/\s+/).includes(sample))) continue;
    if (
      SAMPLE_BEFORE.test(sentence.slice(Math.max(0, identifier.start - 24), identifier.start)) ||
      isOtherwise(identifier.name, views)
    )
      continue;
    if (identifier.isCode || foreign || /^[A-Z0-9]+$/.test(identifier.name)) return `no ${identifier.name}`;
  }
  return null;
}

/** A number, period or unit that no cited passage has. */
function missingNumber(facts: Facts, views: readonly PassageView[]): string | null {
  for (const number of facts.numbers) {
    if (!number.digits || views.some((view) => isOnePeriod(number, view.periods))) continue;
    if (isOneUnit(number, views) || isInNamedUnit(number, views)) continue;
    if (!views.some((view) => numberIn(number, view.numbers))) return `no ${number.surface}`;
  }
  for (const period of facts.periods) {
    if (!views.some((view) => view.periods.has(period)) && views.some((view) => view.periods.size > 0)) {
      return `no period of a ${period}`;
    }
  }
  const units = facts.terms.filter(({ key }) => key.startsWith(UNIT));
  for (const { key } of units) {
    const stated = views.flatMap(({ keys }) => [...keys].filter((other) => other.startsWith(UNIT)));
    if (stated.length > 0 && !stated.includes(key)) return `${key} against ${stated[0]!}`;
  }
  return null;
}

/** The name that follows is made up on purpose: "a misspelt name such as `PROT`". A number that follows is a claim like any other. */
const SAMPLE_BEFORE =
  /(?:\bsuch as|\be\.g\.|\bfor example,?|\bz\.\s?B\.|\bzum Beispiel|例如|比如|たとえば|例えば)\s*`?$/iu;
/** "If a session called `work` exists": a name that stands for any. */
const SUPPOSED =
  /(?:\b(?:if|when|suppose|wenn|falls|angenommen)\b|如果|假设|もし)[^.。]{0,60}?(?:\b(?:called|named|namens)|名为|叫做?|という名前の)\s*`([^`]+)`/giu;

function sampleNames(sentence: string): string[] {
  return [...sentence.matchAll(SUPPOSED)].map((match) => match[1]!);
}

const SWITCHED = /^([\w-]+)\s*[:=]\s*(?:true|false)$/i;
const OTHERWISE = /\b(?:otherwise|without it|sonst|andernfalls)\b|否则|それ以外/iu;

/** `x=False` where the passage has `x=True` and what holds otherwise. */
function isOtherwise(name: string, views: readonly PassageView[]): boolean {
  const option = SWITCHED.exec(name)?.[1];
  if (option === undefined) return false;
  return views.some(({ windows }) =>
    windows.some(
      ({ identifiers, text }) =>
        OTHERWISE.test(text) && identifiers.some((other) => SWITCHED.exec(other.name)?.[1] === option),
    ),
  );
}

/** Concepts that are units of their own: "in milliseconds". */
const UNIT = "#unit_";

function knownShare(facts: Facts, views: readonly PassageView[], foreign: boolean): number {
  let total = 0;
  let known = 0;
  const count = (weight: number, isKnown: boolean) => {
    total += weight;
    if (isKnown) known += weight;
  };
  const terms = comparableTerms(facts, views, foreign);
  for (let at = 0; at < terms.length; ) {
    const { start, weight, isEveryday, isPredicate, polar } = terms[at]!;
    // What is said of a thing is paraphrased more often than the thing.
    const isLight = isEveryday || isPredicate || polar;
    let isKnown = false;
    // A word that may name several concepts is known when one of them is.
    for (; at < terms.length && terms[at]!.start === start; at += 1) {
      const { key } = terms[at]!;
      isKnown ||= views.some((view) => view.keys.has(key));
    }
    count(isLight && !isKnown ? weight * EVERYDAY_SHARE : weight, isKnown);
  }
  for (const identifier of facts.identifiers) {
    const weight = identifier.isCode ? WEIGHTS.identifier : WEIGHTS.name;
    count(
      weight,
      views.some((view) => identifierIn(identifier, view.words)),
    );
  }
  for (const number of facts.numbers) {
    count(
      WEIGHTS.number,
      views.some((view) => numberIn(number, view.numbers)),
    );
  }
  return total === 0 ? 1 : known / total;
}
