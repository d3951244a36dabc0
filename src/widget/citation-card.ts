/** What a citation mark shows when it is pointed at, focused or tapped: the page, its headings and the quote. */
import type { PassageSummary, Source } from "../core/events.ts";
import { element } from "./dom.ts";

/** Time to move the pointer from the mark onto the card. */
const LEAVE_MS = 150;
const GAP_PX = 6;
const CARD_ID = "citation-card";

export interface CardContent {
  source: Source | PassageSummary;
  /** The passage's line that supports the sentence. */
  quote?: string;
  /** Public words of doubt. */
  doubt?: string;
}

export class CitationCard {
  readonly root = element("div", {
    id: CARD_ID,
    class: "card",
    part: "card",
    role: "tooltip",
    popover: "manual",
  });
  #mark: HTMLElement | null = null;
  #leaving = 0;

  constructor() {
    this.root.addEventListener("pointerenter", () => clearTimeout(this.#leaving));
    this.root.addEventListener("pointerleave", () => this.#leave());
  }

  attach(mark: HTMLElement, content: () => CardContent): void {
    const show = () => this.#show(mark, content());
    let shownBefore = false;
    mark.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") show();
    });
    mark.addEventListener("pointerleave", () => this.#leave());
    mark.addEventListener("focus", show);
    mark.addEventListener("blur", () => this.hide());
    mark.addEventListener("pointerdown", () => {
      shownBefore = this.#mark === mark;
    });
    mark.addEventListener("click", (event) => {
      // The first tap shows, the second one follows.
      const tapped = event instanceof PointerEvent && event.pointerType === "touch";
      if (tapped && !shownBefore) {
        event.preventDefault();
        show();
      } else this.hide();
    });
  }

  /** Escape closes what is on top, and nothing else: also where the pointer shows it and the focus is elsewhere. */
  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.hide();
  };

  hide(): void {
    clearTimeout(this.#leaving);
    this.#mark?.removeAttribute("aria-describedby");
    this.#mark = null;
    document.removeEventListener("keydown", this.#onKey, true);
    if (this.root.isConnected) this.root.hidePopover();
  }

  #leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = window.setTimeout(() => this.hide(), LEAVE_MS);
  }

  #show(mark: HTMLElement, { source, quote, doubt }: CardContent): void {
    clearTimeout(this.#leaving);
    if (this.#mark === mark) return;
    this.hide();
    this.#mark = mark;
    const path = source.headingPath.filter((heading) => heading !== source.title);
    this.root.replaceChildren(element("strong", {}, source.title));
    if (path.length > 0) this.root.append(element("div", { class: "source-path" }, path.join(" › ")));
    // A quote is a line of Markdown; its marks of code are only in the way.
    if (quote) this.root.append(element("blockquote", {}, quote.replaceAll("`", "")));
    if (doubt !== undefined) this.root.append(element("div", { class: "doubt" }, doubt));
    mark.setAttribute("aria-describedby", CARD_ID);
    document.addEventListener("keydown", this.#onKey, true);
    this.root.showPopover();
    this.#place(mark.getBoundingClientRect());
  }

  /** Under the mark, or above it where there is no room. */
  #place(mark: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height, style } = this.root;
    const left = Math.min(Math.max(mark.left, GAP_PX), innerWidth - width - GAP_PX);
    const under = mark.bottom + GAP_PX;
    const above = mark.top - height - GAP_PX;
    style.left = `${Math.max(left, GAP_PX)}px`;
    style.top = `${under + height > innerHeight && above > 0 ? above : under}px`;
  }
}
