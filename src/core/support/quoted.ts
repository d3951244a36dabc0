/** Sentences that stand in a passage word for word: whole, or as whole sentences that are joined. */
import type { PassageView } from "./evidence.ts";
import type { Window } from "./windows.ts";

/** Where a quotation stands. */
export interface Quotation {
  n: number;
  quote: string;
}

/** Letters below which a sentence may stand in a passage by chance. */
const MIN_QUOTED = 24;
/** The same of a whole sentence of the passage that is joined with another. */
const MIN_JOINED = 12;
/** What may join two quoted sentences: it adds nothing to what they say, as "because" would. */
const JOINT =
  /^(?:and|but|while|whereas|also|und|aber|während|sowie|而|但|且|并且|而且|同时|また|そして|一方)?$/u;

/** Says whose words follow, and nothing else. */
const ATTRIBUTION =
  /^\s*(?:(?:according to|as stated in|per) (?:the |this )?(?:docs|documentation|manual|guide|passages?|page)|note that|(?:laut|gemäß) (?:der |den )?(?:doku|dokumentation|docs|anleitung)|(?:根据|按照)(?:官方)?(?:文档|文件|手册)|(?:ドキュメント|文書|マニュアル)によると)(?![\p{Script=Latin}])\s*[,:，：、]?\s*/iu;

/** A passage's letters and figures alone, and those of its sentences, longest first. */
interface Letters {
  all: string;
  /** Made when first asked for. */
  readonly sentences: readonly { window: Window; letters: string }[];
}

/** Where a sentence stands in the passages word for word, apart from marks and white space, or `null`. */
export function quotedIn(sentence: string, views: readonly PassageView[]): Quotation | null {
  const letters = lettersOf(sentence.replace(ATTRIBUTION, ""));
  // A lead-in states nothing but where what follows it is from.
  const isLeadIn = /[:：][*_]*$/.test(sentence);
  if (letters.length < (isLeadIn ? 2 : MIN_QUOTED)) return wholeSentenceIn(sentence, views);
  for (const view of views) {
    if (!lettersIn(view).all.includes(letters)) continue;
    const holds = ({ text }: Window) => lettersOf(text).includes(letters);
    // Alone before together with the sentence before it.
    const place =
      view.windows.find((window) => window.size === "sentence" && holds(window)) ??
      view.windows.find((window) => window.size === "wide" && holds(window));
    return { n: view.source.n, quote: place?.quote ?? sentence };
  }
  return joinedFrom(letters, views);
}

/** Whole sentences of the passages that are joined by nothing but a mark or an "and". */
function joinedFrom(letters: string, views: readonly PassageView[]): Quotation | null {
  // Most sentences join nothing, and to find out is to look for every sentence of the passages.
  const end = letters.slice(-MIN_JOINED);
  if (!views.some((view) => lettersIn(view).all.includes(end))) return null;
  let rest = letters;
  let first: Quotation | null = null;
  for (const view of views) {
    for (const { window, letters: whole } of lettersIn(view).sentences) {
      if (whole.length > rest.length || !rest.includes(whole)) continue;
      rest = rest.replace(whole, " ");
      first ??= { n: view.source.n, quote: window.quote };
    }
  }
  return rest.split(" ").every((part) => JOINT.test(part)) ? first : null;
}

/** A short sentence that is one of a passage as well, to the last mark: "Default `undefined`." */
function wholeSentenceIn(sentence: string, views: readonly PassageView[]): Quotation | null {
  for (const { source, windows } of views) {
    const place = windows.find(({ size, text }) => size === "sentence" && text === sentence);
    if (place !== undefined) return { n: source.n, quote: place.quote };
  }
  return null;
}

const known = new WeakMap<PassageView, Letters>();

function lettersIn(view: PassageView): Letters {
  let letters = known.get(view);
  if (letters === undefined) {
    const { source, windows } = view;
    let sentences: Letters["sentences"] | null = null;
    letters = {
      all: lettersOf([source.text, source.title, ...source.headingPath].join("\n")),
      get sentences() {
        sentences ??= windows
          .filter(({ size }) => size === "sentence")
          .map((window) => ({ window, letters: lettersOf(window.text) }))
          .filter((one) => one.letters.length >= MIN_JOINED)
          .sort((a, b) => b.letters.length - a.letters.length);
        return sentences;
      },
    };
    known.set(view, letters);
  }
  return letters;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
