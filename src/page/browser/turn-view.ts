/** One question and its answer on the page, brought up to date by the turn's events. */
import type { AnswerEvent, AnswerMode, PassageSummary, Source, TurnEvent } from "../../core/events.ts";
import { fill, type PageTexts } from "../texts.ts";
import { DetailsView } from "./details-view.ts";
import { element } from "./dom.ts";
import { newTab, renderMarkdown, safeAddress } from "./markdown.ts";

const MODE_LABEL: Record<AnswerMode, keyof PageTexts> = {
  llm: "modeLlm",
  extractive: "modeExtractive",
  search: "modeSearch",
  refusal: "modeRefusal",
  off_topic: "modeOffTopic",
};

export class TurnView {
  readonly root: HTMLElement;
  readonly #texts: PageTexts;
  readonly #answer = element("div", { class: "answer", "aria-busy": "true" });
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #after = element("div", { class: "after" });
  readonly #details: DetailsView;
  #text = "";
  #passages: PassageSummary[] = [];
  #drawing = 0;

  constructor(question: string, texts: PageTexts) {
    this.#texts = texts;
    this.#details = new DetailsView(texts);
    this.#status.textContent = texts.searching;
    const article = element("article", {}, this.#status, this.#answer, this.#after, this.#details.root);
    this.root = element("li", { class: "turn" }, element("h2", { class: "question" }, question), article);
  }

  /** The answer as plain text, for announcing it once. */
  get plainText(): string {
    return this.#answer.textContent ?? "";
  }

  show(event: TurnEvent): void {
    this.#details.show(event);
    switch (event.type) {
      case "passages":
        this.#passages = event.passages;
        this.#status.textContent = fill(this.#texts.reading, { n: event.passages.length });
        break;
      case "delta":
        this.#text += event.text;
        this.#drawSoon();
        break;
      case "answer":
        this.#showAnswer(event);
        break;
      case "done":
        if (!event.historySaved) this.#note(this.#texts.notSaved);
        this.#finish();
        break;
      case "error":
        this.fail(event.message);
    }
  }

  /** Ends the turn with a message; what has come of the answer stays. */
  fail(message: string, retry?: () => void): void {
    this.#status.textContent = "";
    const alert = element("div", { class: "alert", role: "alert" }, element("p", {}, message));
    if (retry !== undefined) {
      const button = element("button", { type: "button", class: "quiet" }, this.#texts.retry);
      button.addEventListener("click", retry);
      alert.append(button);
    }
    this.#after.append(alert);
    this.#finish();
  }

  stop(): void {
    this.#draw();
    this.#status.textContent = this.#texts.stopped;
    this.#finish();
  }

  /** At most once a frame, however fast the pieces come. */
  #drawSoon(): void {
    this.#drawing ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = 0;
    const urls = new Map(this.#passages.map(({ n, url }) => [n, url]));
    const { copy: copyLabel, copied: copiedLabel } = this.#texts;
    const sourceUrl = (n: number) => urls.get(n) ?? null;
    this.#answer.replaceChildren(renderMarkdown(this.#text, { sourceUrl, copyLabel, copiedLabel }));
  }

  #showAnswer(event: AnswerEvent): void {
    this.#text = event.text;
    this.#draw();
    this.root.dataset.mode = event.mode;
    this.#status.textContent = this.#texts[MODE_LABEL[event.mode]];
    if (event.notice !== undefined) this.#note(event.notice);
    const doubtful = event.check.sentences.filter(({ support }) => support === "unsupported");
    if (doubtful.length > 0) {
      const items = doubtful.map(({ text }) => element("li", {}, text));
      this.#after.append(
        element("div", { class: "note" }, this.#texts.unsupported, element("ul", {}, ...items)),
      );
    }
    if (event.sources.length > 0) this.#after.append(sourceList(this.#texts.sources, event.sources, true));
    if (event.near.length > 0) this.#after.append(sourceList(this.#texts.near, event.near, false));
  }

  #note(text: string): void {
    this.#after.append(element("p", { class: "note" }, text));
  }

  #finish(): void {
    this.#answer.setAttribute("aria-busy", "false");
  }
}

function sourceList(heading: string, sources: readonly Source[], numbered: boolean): HTMLElement {
  const items = sources.map((source) => {
    const path = source.headingPath.filter((heading) => heading !== source.title);
    const href = safeAddress(source.url) ?? "#";
    const link = element("a", { href, title: source.quote, ...newTab });
    if (numbered) link.append(element("span", { class: "citation" }, String(source.n)));
    link.append(element("span", { class: "source-title" }, source.title));
    if (path.length > 0) link.append(element("span", { class: "source-path" }, path.join(" › ")));
    if (source.version !== "") link.append(element("span", { class: "source-version" }, source.version));
    return element("li", {}, link);
  });
  return element("div", { class: "sources" }, element("h3", {}, heading), element("ul", {}, ...items));
}
