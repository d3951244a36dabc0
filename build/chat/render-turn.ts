/** A turn as text for a terminal. */
import { stripVTControlCharacters } from "node:util";
import { workerAddress } from "../worker-url.ts";
import type { ShownEvent, SourceLine } from "./shown-event.ts";

export interface RenderOptions {
  /** Prints what was searched for and the numbered passages. */
  showQuery: boolean;
  /** The Worker that rooted addresses such as `/docs/…` are shown under; `null` shows the page's file instead, for one that ends with the command. */
  baseUrl: string | null;
}

/** Turns events into pieces of text, in order; keeps what one event's text depends on of the earlier ones. */
export class TurnRenderer {
  readonly #options: RenderOptions;
  /** Files of the passages so far, by address. */
  readonly #files = new Map<string, string>();
  /** Whether the answer's text has begun. */
  #inAnswer = false;
  #endsWithNewline = true;

  constructor(options: RenderOptions) {
    this.#options = options;
  }

  /** @returns `""` for an event that shows nothing */
  render(event: ShownEvent): string {
    switch (event.type) {
      case "start":
        return "";
      case "search":
        return this.#options.showQuery ? line(`search: ${event.query}${searchMarks(event)}`) : "";
      case "passages":
        return this.#passages(event);
      case "delta":
        return this.#text(event.text);
      case "answer":
        return this.#answer(event);
      case "done":
        return line(summary(event));
      case "error":
        return this.#newline() + line(`error: ${plain(event.message)}`);
    }
  }

  #passages({ passages, notice }: Extract<ShownEvent, { type: "passages" }>): string {
    for (const { url, file } of passages) this.#files.set(url, file);
    if (!this.#options.showQuery) return "";
    const listed = passages.map((passage) =>
      line(`  [${passage.n}] ${plain(passage.file)} · ${placeOf(passage)}`),
    );
    return listed.join("") + (notice === undefined ? "" : line(`  (${plain(notice)})`));
  }

  #text(text: string): string {
    const shown = plain(text);
    this.#inAnswer ||= shown !== "";
    if (shown !== "") this.#endsWithNewline = shown.endsWith("\n");
    return shown;
  }

  #answer(event: Extract<ShownEvent, { type: "answer" }>): string {
    // Some turns come without deltas.
    let text = this.#inAnswer ? "" : this.#text(event.text);
    text += this.#newline();
    if (!event.complete) text += line("(The answer was cut off.)");
    if (event.notice !== undefined) text += line(`(${plain(event.notice)})`);
    const doubtful = event.check.sentences.filter(
      ({ support }) => support === "unsupported" || (support === "uncited" && event.mode === "llm"),
    );
    if (doubtful.length > 0) {
      text += line("not clearly supported by the sources:");
      text += doubtful.map((one) => line(`  - ${plain(one.text).replace(/\s+/g, " ")}`)).join("");
    }
    if (event.sources.length > 0) text += this.#list("sources:", event.sources);
    if (event.near.length > 0) text += this.#list("near, but no answer:", event.near);
    return text;
  }

  #list(title: string, sources: readonly SourceLine[]): string {
    const lines = sources.map((source) =>
      line(`  [${source.n}] ${placeOf(source)} · ${this.#address(source.url)}`),
    );
    return line(title) + lines.join("");
  }

  #address(url: string): string {
    const { baseUrl } = this.#options;
    if (!url.startsWith("/")) return plain(url);
    return plain(baseUrl === null ? (this.#files.get(url) ?? url) : workerAddress(baseUrl, url));
  }

  #newline(): string {
    if (this.#endsWithNewline) return "";
    this.#endsWithNewline = true;
    return "\n";
  }
}

function line(text: string): string {
  return `${text}\n`;
}

/** Docs and models may hold escape sequences, which a terminal would obey. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed; tab and newline stay
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

function placeOf({ title, headingPath }: { title: string; headingPath: readonly string[] }): string {
  const parts = [title, ...headingPath].filter((part, i, all) => part !== "" && part !== all[i - 1]);
  return plain(parts.join(" > "));
}

function searchMarks(event: Extract<ShownEvent, { type: "search" }>): string {
  const marks = [
    event.rewrittenBy === "none" ? "" : `by ${event.rewrittenBy}`,
    event.cached ? "cached" : "",
    event.attempt > 1 ? "second try" : "",
  ].filter((mark) => mark !== "");
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

function summary({
  usage,
  costUsd,
  conversationCostUsd,
  unpricedModels,
  historySaved,
}: Extract<ShownEvent, { type: "done" }>): string {
  const count = (tokens: number) => tokens.toLocaleString("en-US");
  const tokens = `${count(usage.inputTokens)} in (${count(usage.cachedInputTokens)} cached), ${count(usage.outputTokens)} out`;
  const cost = `${formatUsd(costUsd)} this turn, ${formatUsd(conversationCostUsd)} in all`;
  const without = unpricedModels.length === 0 ? "" : ` (without ${unpricedModels.join(", ")}: no price)`;
  return `tokens: ${tokens} · cost: ${cost}${without}${historySaved ? "" : " · this turn was not stored"}`;
}

/** Four significant digits: a turn costs a fraction of a cent. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return "unknown";
  return usd === 0
    ? "$0"
    : `$${Number(usd.toPrecision(4)).toLocaleString("en-US", { maximumFractionDigits: 10 })}`;
}
