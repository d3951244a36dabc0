/** One question and its answer, drawn from the turn's state. */
import type { AnswerMode, SentenceCheck } from "../core/events.ts";
import type { CitationCard } from "./citation-card.ts";
import { colorCode } from "./code-colors.ts";
import { button, element } from "./dom.ts";
import { sentenceOfMark } from "./evidence.ts";
import { feedbackView, type SendFeedback } from "./feedback-view.ts";
import { fill } from "./fill.ts";
import { linkTo } from "./links.ts";
import { renderMarkdown } from "./markdown.ts";
import { sourceList } from "./source-list.ts";
import type { WidgetTexts } from "./texts.ts";
import { type AnswerFrame, citedSource, doubtfulSentences, isOver, type TurnState } from "./turn-state.ts";

const MODE_LABEL = {
  llm: "modeLlm",
  extractive: "modeExtractive",
  search: "modeSearch",
  refusal: "modeRefusal",
  off_topic: "modeOffTopic",
} as const satisfies Record<AnswerMode, keyof WidgetTexts>;

/** A drawing may take this share of the time until the next one. */
const DRAWING_SHARE = 1 / 4;

export interface TurnViewOptions {
  texts: WidgetTexts;
  endpoint: string;
  card: CitationCard;
  /** Asks the same question again, in this turn's place. */
  retry(): void;
  sendFeedback: SendFeedback;
  /** Shown under the answer, e.g. how it came about. */
  extra?: Node;
}

export class TurnView {
  readonly root: HTMLElement;
  #state: TurnState;
  readonly #options: TurnViewOptions;
  readonly #answer = element("div", { class: "answer", part: "answer", dir: "auto", "aria-busy": "true" });
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #after = element("div", { class: "after" });
  /** Timer of the next drawing; 0 when none is due. */
  #drawing = 0;
  /** What the last drawing took. */
  #lastMs = 0;
  #drawnText: string | null = null;
  #drawnFrame: AnswerFrame | null = null;

  constructor(state: TurnState, options: TurnViewOptions) {
    this.#state = state;
    this.#options = options;
    const article = element("article", { part: "turn" }, this.#status, this.#answer, this.#after);
    if (options.extra !== undefined) article.append(options.extra);
    const question = element("h2", { class: "question", part: "question", dir: "auto" }, state.question);
    this.root = element("li", { class: "turn" }, question, article);
    this.#draw();
  }

  /** The answer as plain text, for announcing it once. */
  get plainText(): string {
    const copy = this.#answer.cloneNode(true) as HTMLElement;
    for (const label of copy.querySelectorAll("button")) label.remove();
    for (const block of copy.querySelectorAll("p, li, pre, th, td")) block.after("\n");
    return copy.textContent?.trim() ?? "";
  }

  update(state: TurnState): void {
    const { phase } = this.#state;
    this.#state = state;
    // Pieces of text are drawn when there is time; what ends a phase, at once.
    if (state.phase !== "writing") this.#draw();
    else if (this.#drawing === 0) this.#drawSoon(phase === "writing" ? this.#lastMs / DRAWING_SHARE : 0);
  }

  #drawSoon(delayMs: number): void {
    this.#drawing = window.setTimeout(() => requestAnimationFrame(() => this.#draw()), delayMs);
  }

  #draw(): void {
    clearTimeout(this.#drawing);
    this.#drawing = 0;
    const began = performance.now();
    const { phase, frame } = this.#state;
    this.#drawText();
    this.#status.textContent = this.#statusText();
    if (frame !== null) this.root.dataset.mode = frame.mode;
    if (phase === "done" || phase === "failed" || phase === "stopped" || phase === "answered") {
      this.#after.replaceChildren(...this.#afterwards());
    }
    if (isOver(this.#state)) this.#answer.setAttribute("aria-busy", "false");
    this.#lastMs = performance.now() - began;
  }

  #statusText(): string {
    const { texts } = this.#options;
    const { phase, frame, passages } = this.#state;
    if (phase === "failed") return "";
    if (phase === "stopped") return texts.stopped;
    if (frame !== null) return texts[MODE_LABEL[frame.mode]];
    if (phase === "done") return "";
    return phase === "searching" ? texts.searching : fill(texts.reading, { n: passages.length });
  }

  #drawText(): void {
    const { text, frame } = this.#state;
    if (text === this.#drawnText && frame === this.#drawnFrame) return;
    this.#drawnText = text;
    this.#drawnFrame = frame;
    this.#options.card.hide();
    const { texts, endpoint } = this.#options;
    const { copy: copyLabel, copied: copiedLabel } = texts;
    const citation = (n: number) => this.#mark(n);
    this.#answer.replaceChildren(renderMarkdown(text, { citation, endpoint, copyLabel, copiedLabel }));
    for (const mark of this.#answer.querySelectorAll<HTMLElement>("a.citation")) {
      if (this.#sentenceOf(mark)?.support === "unsupported") mark.classList.add("doubtful");
    }
    // Once, when the text is whole.
    if (this.#state.phase !== "writing") void colorCode(this.#answer, endpoint);
  }

  #mark(n: number): HTMLElement | null {
    const source = citedSource(this.#state, n);
    if (source === null) return null;
    const { texts, endpoint, card } = this.#options;
    const attributes = { class: "citation", part: "citation", "aria-label": fill(texts.source, { n }) };
    const mark = linkTo(source.url, endpoint, attributes, String(n));
    if (mark === null) return null;
    card.attach(mark, () => {
      const sentence = this.#sentenceOf(mark);
      const evidence = sentence?.evidence?.n === n ? sentence.evidence.quote : undefined;
      const cited = citedSource(this.#state, n) ?? source;
      const doubt = sentence?.support === "unsupported" ? texts.unsupported : undefined;
      return { source: cited, quote: evidence ?? ("quote" in cited ? cited.quote : undefined), doubt };
    });
    return mark;
  }

  #sentenceOf(mark: HTMLElement): SentenceCheck | null {
    const sentences = this.#state.frame?.sentences ?? [];
    const block = mark.closest("p, li, td, th, blockquote");
    if (sentences.length === 0 || block === null) return null;
    const range = document.createRange();
    range.setStart(block, 0);
    range.setEndBefore(mark);
    const before = range.cloneContents();
    for (const other of before.querySelectorAll("a.citation")) other.remove();
    return sentenceOfMark(Number(mark.textContent), before.textContent ?? "", sentences);
  }

  #afterwards(): Node[] {
    const { texts, endpoint, retry, sendFeedback } = this.#options;
    const { phase, problem, frame, saved } = this.#state;
    const nodes: Node[] = frame === null ? [] : framed(frame, texts, endpoint);
    if (phase === "done" && !saved) nodes.push(element("p", { class: "note" }, texts.notSaved));
    if (phase === "done" && saved) nodes.push(feedbackView(texts, sendFeedback));
    const again = () => button({ class: "quiet" }, retry, texts.retry);
    if (phase === "stopped") nodes.push(again());
    if (phase === "failed") {
      const message = element("p", {}, problem || texts.failed);
      nodes.push(element("div", { class: "alert", part: "alert", role: "alert" }, message, again()));
    }
    return nodes;
  }
}

function framed(frame: AnswerFrame, texts: WidgetTexts, endpoint: string): Node[] {
  const nodes: Node[] = [];
  if (frame.notice !== undefined) nodes.push(element("p", { class: "note" }, frame.notice));
  const doubtful = doubtfulSentences(frame);
  if (doubtful.length > 0) {
    const items = doubtful.map(({ text }) => element("li", {}, text));
    nodes.push(element("div", { class: "note" }, texts.unsupported, element("ul", {}, ...items)));
  }
  if (frame.sources.length > 0) {
    nodes.push(sourceList(texts.sources, frame.sources, { endpoint, numbered: true }));
  }
  if (frame.near.length > 0) {
    const heading = frame.mode === "search" ? texts.modeSearch : texts.near;
    nodes.push(sourceList(heading, frame.near, { endpoint, numbered: false }));
  }
  return nodes;
}
