/**
 * An answer on its way to the reader. What a model writes is untrusted: this stage decides, while the text streams, what
 * of it a reader gets.
 *
 * - Citations come out as `[1][3]`, however they were spelled, and only with numbers of passages.
 * - The link guarantee: the only addresses that the text carries as links are those allowed. Other links, images, tags,
 *   autolinks, definitions and bare addresses lose their address and keep their text.
 * - Fenced code and code spans are left as they are, and always closed.
 * - Long verbatim runs of the forbidden text are replaced by an ellipsis.
 *
 * Brackets with numbers in prose are read as citations, also after a word (`arr[1]`): code belongs into code marks.
 */
import { OpenFence } from "./fence.ts";
import { ForbiddenFilter } from "./forbidden.ts";
import { ProseReader } from "./prose.ts";
import type { ProseCounts } from "./prose-cursor.ts";

export interface AnswerStreamOptions {
  /** Passages given to the model: citations are 1 to this. */
  passageCount: number;
  /** The passages' addresses, exactly as they may appear. */
  allowedUrls: ReadonlySet<string>;
  /** Text that must not be repeated at length, e.g. the system prompt. */
  forbiddenText?: readonly string[];
  /** Addresses in the passages' own text: kept as code, never as links. */
  quotableUrls?: ReadonlySet<string>;
}

/** Read piecewise, so that the unread text stays short also when a whole answer comes at once. */
const PIECE_CHARS = 2_048;

/** Incremental; linear in the text; holds back at most some 2,000 characters, usually one word. */
export class AnswerStream {
  readonly #prose: ProseReader;
  readonly #filter: ForbiddenFilter;
  readonly #counts: ProseCounts = { invalidCitations: [], removedLinks: 0 };
  #unread = "";
  #fence: OpenFence | null = null;
  #ended = false;

  constructor(options: AnswerStreamOptions) {
    this.#prose = new ProseReader(
      {
        passageCount: options.passageCount,
        allowedUrls: options.allowedUrls,
        quotableUrls: options.quotableUrls ?? new Set(),
      },
      this.#counts,
    );
    this.#filter = new ForbiddenFilter(options.forbiddenText ?? []);
  }

  /** Numbers outside 1 to n that were written, in order, repetitions included. */
  get invalidCitations(): number[] {
    return this.#counts.invalidCitations;
  }

  /** Links, images, tags and addresses that were taken out. */
  get removedLinks(): number {
    return this.#counts.removedLinks;
  }

  /** Takes what the model wrote next and returns what the reader gets next, possibly nothing yet. */
  push(delta: string): string {
    if (this.#ended) return "";
    let out = "";
    for (let start = 0; start < delta.length; start += PIECE_CHARS) {
      this.#unread += delta.slice(start, start + PIECE_CHARS).replace(/[\r\0]/g, "");
      out += this.#read(false);
    }
    return this.#filter.push(out);
  }

  /** The rest. An open code block is closed. Further calls return nothing. */
  end(): string {
    if (this.#ended) return "";
    this.#ended = true;
    let out = this.#read(true);
    if (this.#fence !== null) {
      out += `${this.#fence.atLineStart ? "" : "\n"}${this.#fence.closingLine}\n`;
      this.#fence = null;
    }
    return this.#filter.push(out) + this.#filter.end();
  }

  #read(final: boolean): string {
    let out = "";
    for (;;) {
      if (this.#fence === null) {
        const step = this.#prose.read(this.#unread, final);
        out += step.out;
        this.#unread = step.rest;
        if (step.fence === null) return out;
        this.#fence = new OpenFence(step.fence.opening, step.fence.prefix);
        continue;
      }
      if (this.#unread === "") return out;
      const { atLineStart } = this.#fence;
      const { out: lines, end } = this.#fence.read(this.#unread, 0, final);
      // At the start of a line it may take nothing yet and go on all the same.
      if (end === 0 && lines === "" && this.#fence.atLineStart === atLineStart) return out;
      out += lines;
      this.#unread = this.#unread.slice(end);
      if (this.#fence.closed) {
        this.#fence = null;
        this.#prose.resumeAfterFence();
      }
    }
  }
}

/** A whole text through the same stages, for answers that do not stream. */
export function cleanAnswer(text: string, options: AnswerStreamOptions): string {
  const stream = new AnswerStream(options);
  return stream.push(text) + stream.end();
}
