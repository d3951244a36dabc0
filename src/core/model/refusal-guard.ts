import { parseBlocks, splitSentences, withoutMarkers } from "../citations/sentences.ts";
import { statingUnits } from "../support/stating-units.ts";
import { isRefusal } from "./refusal.ts";

/** The beginning is looked at anew after this many characters more: finding sentences costs CPU time, which a Worker has little of. */
const LOOK_EVERY_CHARS = 24;
/** Or after this share of what is held, so that a long rambling after a refusal is not cut into sentences hundreds of times. */
const LOOK_EVERY_SHARE = 0.25;

/** The longest marker that a passage has. */
const MARKER_CHARS = 8;
const CITATION = /\[\d+\]/;
/** A denial, as a refusal in words of its own has it. */
const DENIAL =
  /(?<!\p{L})(?:no|not|cannot|nothing|none|neither|unable|nicht|nichts|keine?[nmrs]?|pas|aucune?|rien|nada|ningun[ao]?|não|nenhuma?|non|nulla|niente|nessuna?|niet|niets|geen|не|нет|ничего)(?!\p{L})|n['’]t(?!\p{L})|[不没沒未無]|ません|ない|않|없/iu;
/** A refusal is short: what goes on after so many sentences is an answer from memory. */
const MAX_REFUSAL_SENTENCES = 3;

/** How a held text turned out when it ended. */
export interface GuardEnd {
  /** The rest to show. */
  text: string;
  /**
   * - `answer`: it cites, and is or was shown; also where nothing was written
   * - `refusal`: it says that the docs do not say; nothing of it is shown
   * - `uncited`: it is something else and cites nothing; nothing of it is shown
   */
  kind: "answer" | "refusal" | "uncited";
}

/**
 * Holds a streamed answer back until a cited sentence shows that it is one: no reader sees a refusal followed by the answer of a second
 * attempt, nor an answer that rests on nothing. Costs the reader about a sentence of delay, since every sentence is to be cited.
 *
 * What a model adds from memory after saying that the docs do not say is not shown; nor is a whole answer from memory.
 */
export class RefusalGuard {
  readonly #language: string;
  #held = "";
  #open = false;
  /** Whether what is held has a marker: without one it need not be cut into sentences. */
  #isCited = false;
  /** Length of held text at which it is looked at again. */
  #nextLook = LOOK_EVERY_CHARS;

  /** @param language BCP 47 tag of the answer */
  constructor(language: string) {
    this.#language = language;
  }

  /** @returns what may be shown now, `""` while the text is held */
  push(delta: string): string {
    if (this.#open) return delta;
    // A marker may come in two pieces.
    this.#isCited ||= CITATION.test(this.#held.slice(-MARKER_CHARS) + delta);
    this.#held += delta;
    if (!this.#isCited || this.#held.length < this.#nextLook) return "";
    this.#nextLook = this.#held.length + Math.max(LOOK_EVERY_CHARS, this.#held.length * LOOK_EVERY_SHARE);
    return this.#mayOpen() ? this.#release() : "";
  }

  /** To be called once, when the text has ended. */
  end(): GuardEnd {
    if (this.#open || this.#held.trim() === "") return { text: "", kind: "answer" };
    if (unitsByBlock(this.#held, this.#language).flat().some(isCitedClaim)) {
      return { text: this.#release(), kind: "answer" };
    }
    const sentences = splitSentences(this.#held, this.#language).map(({ text }) => text);
    const refused =
      isRefusal(this.#held) || sentences.some((text) => isRefusal(text)) || isShortDenial(sentences);
    return { text: "", kind: refused ? "refusal" : "uncited" };
  }

  #release(): string {
    const text = this.#held.trimStart();
    this.#open = true;
    this.#held = "";
    return text;
  }

  #mayOpen(): boolean {
    return completeUnits(this.#held, this.#language).some(isCitedClaim);
  }
}

/** Uncited, and denying from the start: "There is no such option in these docs", in whatever words. */
function isShortDenial(sentences: readonly string[]): boolean {
  const [first] = sentences;
  return first !== undefined && sentences.length <= MAX_REFUSAL_SENTENCES && DENIAL.test(first);
}

/** `argv[1]` in code is no citation. */
function isCitedClaim(unit: string): boolean {
  return withoutMarkers(unit).citations.length > 0 && !isRefusal(unit);
}

/** As the support check counts them, so that what it finds no citation in is not shown: a marker in code or in a heading backs nothing. */
function unitsByBlock(text: string, language: string): string[][] {
  return parseBlocks(text).map((block) => statingUnits(block, language));
}

/** Statements whose end has certainly been reached: the last block's last may go on or may still get its markers. */
function completeUnits(text: string, language: string): string[] {
  const units = unitsByBlock(text, language);
  return [...units.slice(0, -1).flat(), ...(units.at(-1) ?? []).slice(0, -1)];
}
