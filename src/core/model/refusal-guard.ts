import { splitSentences } from "../citations/sentences.ts";
import { isRefusal } from "./refusal.ts";

/** Characters of a beginning after which, once a sentence is complete, no refusal is expected any more. */
const ENOUGH_CHARS = 80;
/** The same where a character says more: text of Chinese, Japanese or Korean. */
const ENOUGH_DENSE_CHARS = 30;
/** No refusal has a first sentence this long. */
const TOO_LONG_FOR_A_REFUSAL = 280;

/** The beginning is looked at anew after this many characters more: finding sentences costs CPU time, which a Worker has little of. */
const LOOK_EVERY_CHARS = 24;
/** Or after this share of what is held, so that a long rambling after a refusal is not cut into sentences hundreds of times. */
const LOOK_EVERY_SHARE = 0.25;

const CITATION = /\[\d+\]/;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Holds the beginning of a streamed answer back until it cannot become a refusal, so that no reader sees a refusal followed by the
 * answer of a second attempt. Costs the reader about a sentence of delay.
 *
 * A text that begins with a refusal stays held to its end unless a cited sentence follows: what a model adds from memory after
 * saying that the docs do not say is not shown.
 */
export class RefusalGuard {
  readonly #language: string;
  #held = "";
  #open = false;
  /** Length of held text at which it is looked at again. */
  #nextLook = LOOK_EVERY_CHARS;

  /** @param language BCP 47 tag of the answer */
  constructor(language: string) {
    this.#language = language;
  }

  /** @returns what may be shown now, `""` while the text is held */
  push(delta: string): string {
    if (this.#open) return delta;
    this.#held += delta;
    if (this.#held.length < this.#nextLook) return "";
    this.#nextLook = this.#held.length + Math.max(LOOK_EVERY_CHARS, this.#held.length * LOOK_EVERY_SHARE);
    return this.#mayOpen() ? this.#release() : "";
  }

  /**
   * To be called once, when the text has ended.
   * @returns the rest to show, and whether the whole text was a refusal (then nothing was or is to be shown of it)
   */
  end(): { text: string; refused: boolean } {
    if (this.#open) return { text: "", refused: false };
    const sentences = splitSentences(this.#held, this.#language).map(({ text }) => text);
    const refused = isRefusal(this.#held) || sentences.some((text) => isRefusal(text));
    if (refused && !sentences.some(isCitedClaim)) return { text: "", refused: true };
    return { text: this.#release(), refused: false };
  }

  #release(): string {
    const text = this.#held.trimStart();
    this.#open = true;
    this.#held = "";
    return text;
  }

  #mayOpen(): boolean {
    const text = this.#held.trimStart();
    if (text === "") return false;
    if (text.startsWith("```")) return true;
    const complete = completeSentences(this.#held, this.#language);
    if (complete.some(isCitedClaim)) return true;
    if (complete.some((sentence) => isRefusal(sentence))) return false;
    if (text.length >= TOO_LONG_FOR_A_REFUSAL) return true;
    const enough = DENSE.test(text) ? ENOUGH_DENSE_CHARS : ENOUGH_CHARS;
    return complete.length > 0 && text.length >= enough;
  }
}

function isCitedClaim(sentence: string): boolean {
  return CITATION.test(sentence) && !isRefusal(sentence);
}

/** Sentences whose end has certainly been reached: all but the last, which may go on or may still get its markers. */
function completeSentences(text: string, language: string): string[] {
  return splitSentences(text, language)
    .slice(0, -1)
    .map((sentence) => sentence.text);
}
