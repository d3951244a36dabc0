/** Where the reading of a streamed answer's prose stands, and what any part of it may do. */
import type { FenceOpening, LinePrefix } from "./fence.ts";
import { ProseOutput } from "./prose-output.ts";

export interface ProseOptions {
  /** Citations are 1 to this. */
  passageCount: number;
  /** Addresses that may be links. */
  allowedUrls: ReadonlySet<string>;
  /** Addresses that may be shown as code, not as links, since a passage's text has them. */
  quotableUrls: ReadonlySet<string>;
}

/** What was taken out of an answer. */
export interface ProseCounts {
  /** In order of appearance, repetitions included. */
  invalidCitations: number[];
  removedLinks: number;
}

/** A fence that has opened, with the marks before it. */
export interface Fence {
  opening: FenceOpening;
  prefix: LinePrefix;
}

/** One step of reading: `wait` for more text, or go on, or a fence has opened. */
export type Step = "wait" | "done" | Fence;

export class ProseCursor {
  protected readonly options: ProseOptions;
  protected readonly counts: ProseCounts;
  protected readonly output = new ProseOutput();
  /** What is unread. */
  protected text = "";
  protected position = 0;
  /** True when no more will come. */
  protected final = false;

  constructor(options: ProseOptions, counts: ProseCounts) {
    this.options = options;
    this.counts = counts;
  }

  protected emitAndMove(text: string, position: number): Step {
    this.output.emit(text);
    this.position = position;
    return "done";
  }

  /** Unmatched marks go: a renderer might match them with marks that are not on this line. */
  protected dropTo(position: number): Step {
    this.position = position;
    this.output.drop();
    return "done";
  }

  /** An address is a link where a passage has that address, code where a passage's text has it, and nothing elsewhere. */
  protected giveAddress(address: string): void {
    const { allowedUrls, quotableUrls } = this.options;
    if (allowedUrls.has(address) && /^[a-z][a-z0-9+.-]*:[^\s<>]*$/i.test(address))
      this.output.emit(`<${address}>`);
    else if (quotableUrls.has(address) || quotableUrls.has(address.replace(/\/$/, "")))
      this.output.emitCode(address);
    else {
      this.counts.removedLinks += 1;
      this.output.drop();
    }
  }
}
