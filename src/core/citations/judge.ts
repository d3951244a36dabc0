/**
 * Whether passages support a sentence. A program cannot understand: it looks for what contradicts or is missing, in the
 * order of how certain that is, and says `weak` where it cannot tell.
 */
import type { SentenceSupport } from "../events.ts";
import { identifierIn, numberIn, type PassageView, type Window } from "./evidence.ts";
import { type Facts, findFacts, type TermFact } from "./facts.ts";

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
/** Share that all cited passages together must hold, in the language of the passages. */
const KNOWN_SHARE = 0.4;
/** Windows within this share of the best are looked at as well before something counts as contradicted. */
const NEARLY_BEST = 0.85;

const WEIGHTS = { number: 1.5, identifier: 2, name: 1.5, quoted: 1.5 };

interface ScoredWindow {
  view: PassageView;
  window: Window;
  share: number;
}

/**
 * @param sentence without citation markers
 * @param language of the sentence, BCP 47
 * @param views the cited passages
 */
export function judgeSentence(sentence: string, language: string, views: readonly PassageView[]): Verdict {
  const facts = findFacts(sentence, language);
  const foreign = views.every((view) => view.source.language !== language);
  const missing = missingFact(facts, views, foreign);
  if (missing !== null) return { support: "unsupported", reason: missing };

  const scored = views
    .flatMap((view) =>
      view.windows.map((window) => ({ view, window, share: shareOf(facts, view, window, foreign) })),
    )
    .sort((a, b) => b.share - a.share || a.window.text.length - b.window.text.length);
  const best = scored[0];
  if (best === undefined) return { support: "unsupported", reason: "no passage" };
  const evidence = { n: best.view.source.n, quote: best.window.quote };
  const contradiction = contradictionOf(facts, views, foreign);
  if (contradiction !== null) return { support: "unsupported", reason: contradiction };

  const known = knownShare(facts, views, foreign);
  if (known < KNOWN_SHARE) return { support: "unsupported", reason: `known ${known.toFixed(2)}` };
  if (best.share >= SUPPORTED_SHARE)
    return { support: "supported", evidence, reason: `share ${best.share.toFixed(2)}` };
  return { support: "weak", evidence, reason: `share ${best.share.toFixed(2)}, known ${known.toFixed(2)}` };
}

/** A number, name or period that no cited passage has. */
function missingFact(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  for (const identifier of facts.identifiers) {
    if (views.some((view) => identifierIn(identifier, view))) continue;
    if (identifier.isCode || foreign || /^[A-Z0-9]+$/.test(identifier.name))
      return `identifier ${identifier.name}`;
  }
  for (const number of facts.numbers) {
    if (number.digits && !views.some((view) => numberIn(number, view.numbers)))
      return `number ${number.surface}`;
  }
  for (const period of facts.periods) {
    if (!views.some((view) => view.periods.has(period)) && views.some((view) => view.periods.size > 0)) {
      return `period ${period}`;
    }
  }
  return null;
}

/** Terms that can be looked for in the passages: of a foreign sentence only concepts and words that carry over. */
function comparable(facts: Facts, view: PassageView, foreign: boolean): TermFact[] {
  return foreign
    ? facts.terms.filter((term) => term.key.startsWith("#") || view.keys.has(term.key))
    : facts.terms;
}

interface ShareOptions {
  /** @defaultValue true */
  numbers?: boolean;
  /** Position of an identifier to leave out. */
  withoutIdentifier?: number;
}

/** Share of the sentence's weight that a window holds, its passage's headings counting for most of a term. */
function shareOf(
  facts: Facts,
  view: PassageView,
  window: Window,
  foreign: boolean,
  options: ShareOptions = {},
): number {
  let total = 0;
  let held = 0;
  const count = (weight: number, match: number) => {
    total += weight;
    held += weight * match;
  };
  for (const term of comparable(facts, view, foreign)) {
    count(term.weight, window.signs.has(term.key) ? 1 : view.topic.has(term.key) ? 0.7 : 0);
  }
  if (options.numbers !== false) {
    for (const number of facts.numbers) count(WEIGHTS.number, numberIn(number, window.numbers) ? 1 : 0);
  }
  for (const [position, identifier] of facts.identifiers.entries()) {
    if (position === options.withoutIdentifier) continue;
    const weight = identifier.isCode ? WEIGHTS.identifier : WEIGHTS.name;
    count(weight, identifierIn(identifier, windowTokens(window)) ? 1 : 0);
  }
  for (const quoted of facts.quoted) count(WEIGHTS.quoted, includesLoosely(window.text, quoted) ? 1 : 0);
  return total === 0 ? 0 : held / total;
}

const tokenCache = new WeakMap<Window, { compact: string; tokens: Set<string>; lowerTokens: Set<string> }>();

function windowTokens(window: Window): { compact: string; tokens: Set<string>; lowerTokens: Set<string> } {
  let made = tokenCache.get(window);
  if (made === undefined) {
    const tokens = new Set(window.text.match(/[\p{L}\p{N}_$]+/gu) ?? []);
    made = {
      compact: window.compact,
      tokens,
      lowerTokens: new Set([...tokens].map((token) => token.toLowerCase())),
    };
    tokenCache.set(window, made);
  }
  return made;
}

function includesLoosely(text: string, quoted: string): boolean {
  const bare = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return bare(text).includes(bare(quoted));
}

function knownShare(facts: Facts, views: readonly PassageView[], foreign: boolean): number {
  let total = 0;
  let known = 0;
  for (const term of facts.terms) {
    if (foreign && !term.key.startsWith("#") && !views.some((view) => view.keys.has(term.key))) continue;
    total += term.weight;
    if (views.some((view) => view.keys.has(term.key))) known += term.weight;
  }
  for (const identifier of facts.identifiers) {
    const weight = identifier.isCode ? WEIGHTS.identifier : WEIGHTS.name;
    total += weight;
    if (views.some((view) => identifierIn(identifier, view))) known += weight;
  }
  for (const number of facts.numbers) {
    total += WEIGHTS.number;
    if (views.some((view) => numberIn(number, view.numbers))) known += WEIGHTS.number;
  }
  return total === 0 ? 1 : known / total;
}

function contradictionOf(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  return (
    numberContradiction(facts, views, foreign) ??
    identifierContradiction(facts, views, foreign) ??
    signContradiction(facts, views, foreign)
  );
}

/** Windows ranked by what is left of the sentence, the nearly best of them. */
function nearlyBest(
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
  sizes: readonly Window["size"][],
  options: ShareOptions,
): ScoredWindow[] {
  const scored = views.flatMap((view) =>
    view.windows
      .filter((window) => sizes.includes(window.size))
      .map((window) => ({ view, window, share: shareOf(facts, view, window, foreign, options) })),
  );
  const top = Math.max(0, ...scored.map(({ share }) => share));
  return top === 0 ? [] : scored.filter(({ share }) => share >= top * NEARLY_BEST);
}

/** The place that the rest of the sentence speaks of names another number of the same kind. */
function numberContradiction(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  for (const number of facts.numbers) {
    const places = nearlyBest(facts, views, foreign, ["clause", "sentence"], { numbers: false });
    if (places.length === 0 || places.some(({ window }) => numberIn(number, window.numbers))) continue;
    const best = places.reduce((a, b) => (b.share > a.share ? b : a));
    const other = best.window.numbers.find((there) => there.dimension === number.dimension);
    if (other !== undefined && best.share >= 0.5) return `number ${number.surface} against ${other.surface}`;
  }
  return null;
}

/** The place that the rest of the sentence speaks of has another name instead. */
function identifierContradiction(
  facts: Facts,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  for (const [position, identifier] of facts.identifiers.entries()) {
    if (!identifier.isCode) continue;
    const places = nearlyBest(facts, views, foreign, ["sentence", "wide"], { withoutIdentifier: position });
    if (places.length === 0) continue;
    if (places.some(({ window }) => identifierIn(identifier, windowTokens(window)))) continue;
    const best = places.reduce((a, b) => (b.share > a.share ? b : a));
    if (best.share >= 0.6) return `identifier ${identifier.name} not where the rest is`;
  }
  return null;
}

/** The place that speaks of the same says the opposite. */
function signContradiction(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  const places = nearlyBest(facts, views, foreign, ["clause", "sentence"], {});
  let worst: string | null = null;
  for (const { view, window } of places) {
    let against = 0;
    let agreeing = 0;
    const names: string[] = [];
    for (const term of comparable(facts, view, foreign)) {
      const signs = window.signs.get(term.key);
      if (signs === undefined) continue;
      const weight = term.polar ? 2 : term.weight;
      if (signs.has(term.sign)) agreeing += weight;
      else {
        against += weight;
        names.push(term.key);
      }
    }
    if (against / (against + agreeing || 1) < 0.4) return null;
    worst = `opposite ${names.join(" ")}`;
  }
  return worst;
}
