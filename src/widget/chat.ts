/** The conversation: its turns, the box to ask in, suggested questions. The same in every mode of the widget, and on the page at `/`. */
import type { TurnEvent } from "../core/events.ts";
import { type AnswerClient, AskError, type Question } from "./answer-client.ts";
import { CitationCard } from "./citation-card.ts";
import { button, element } from "./dom.ts";
import { fill } from "./fill.ts";
import type { Memory } from "./memory.ts";
import { isComposing } from "./shortcut.ts";
import type { WidgetTexts } from "./texts.ts";
import {
  type AnswerFrame,
  earlierTurn,
  failedTurn,
  newTurn,
  stoppedTurn,
  type TurnState,
  withEvent,
} from "./turn-state.ts";
import { TurnView, type TurnViewOptions } from "./turn-view.ts";

const MAX_QUESTION_CHARS = 2_000;

/** Something shown under an answer that follows the turn's events. */
export interface TurnExtra {
  root: Node;
  show(event: TurnEvent): void;
}

export interface ChatOptions {
  client: AnswerClient;
  texts: WidgetTexts;
  memory: Memory;
  placeholder: string;
  /** Suggested first questions; `null` asks the Worker for its own. */
  questions: readonly string[] | null;
  /** Sent with each question. */
  context(): Pick<Question, "page" | "version">;
  /** Told whether there is a conversation. */
  onAsked(asked: boolean): void;
  makeExtra?(): TurnExtra | undefined;
}

export class Chat {
  readonly root: HTMLElement;
  readonly newConversation: HTMLButtonElement;
  readonly #options: ChatOptions;
  readonly #card = new CitationCard();
  readonly #turns = element("ol", { class: "turns", part: "turns" });
  readonly #examples = element("section", { class: "examples", part: "examples", hidden: true });
  readonly #announcement = element("p", {
    id: "announcement",
    class: "visually-hidden",
    "aria-live": "polite",
  });
  readonly #input: HTMLTextAreaElement;
  readonly #submit: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  #conversationId: string | undefined;
  #frames: Record<string, AnswerFrame>;
  #running: AbortController | null = null;

  constructor(options: ChatOptions) {
    this.#options = options;
    const { texts, memory } = options;
    this.#input = element("textarea", {
      id: "question",
      part: "input",
      rows: "1",
      maxlength: String(MAX_QUESTION_CHARS),
      required: true,
      autocomplete: "off",
      placeholder: options.placeholder,
      "aria-label": texts.inputLabel,
      dir: "auto",
    });
    this.#submit = element("button", { type: "submit", class: "submit", part: "submit" }, texts.ask);
    this.#stop = button({ class: "quiet stop", part: "stop", hidden: true }, () => this.stop(), texts.stop);
    this.newConversation = button(
      { class: "quiet", part: "new-conversation", hidden: true },
      () => this.#startAnew(),
      texts.newConversation,
    );
    const form = element("form", { class: "ask", part: "form" }, this.#input, this.#submit, this.#stop);
    const scrolled = element("div", { class: "scrolled" }, this.#turns, this.#examples);
    this.root = element(
      "div",
      { class: "chat", part: "chat" },
      scrolled,
      form,
      this.#announcement,
      this.#card.root,
    );
    this.#listen(form);
    const { conversationId, frames } = memory.load();
    this.#conversationId = conversationId;
    this.#frames = frames;
    void this.#showEarlier();
  }

  focus(): void {
    this.#input.focus({ preventScroll: true });
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Asks, unless an answer is being written. */
  async ask(question: string): Promise<void> {
    if (this.#running !== null) return;
    const request = new AbortController();
    let state = newTurn(question);
    const extra = this.#options.makeExtra?.();
    const view = this.#viewOf(() => state, extra?.root);
    const change = (next: TurnState) => {
      state = next;
      view.update(state);
    };
    this.#begin(view, request);
    try {
      const asked = { question, conversationId: this.#conversationId, ...this.#options.context() };
      for await (const event of this.#options.client.ask(asked, request.signal)) {
        // Of a question that was left behind by "New conversation", what still comes changes nothing.
        if (this.#running !== request) continue;
        if (event.type === "start") this.#conversationId = event.conversationId;
        extra?.show(event);
        change(withEvent(state, event));
      }
      if (this.#running !== request) return;
      this.#keep(state);
      this.#announcement.textContent = view.plainText;
    } catch (error) {
      if (request.signal.aborted) change(stoppedTurn(state));
      else if (this.#running === request) change(this.#failed(state, error));
    } finally {
      if (this.#running === request) this.#end();
    }
  }

  #viewOf(state: () => TurnState, extra?: Node): TurnView {
    const { texts, client } = this.#options;
    const options: TurnViewOptions = {
      texts,
      endpoint: client.endpoint,
      card: this.#card,
      extra,
      retry: () => {
        if (this.#running !== null) return;
        // The button goes, and would take the focus with it.
        this.focus();
        view.root.remove();
        void this.ask(state().question);
      },
      async sendFeedback(feedback) {
        const { conversationId, turnId } = state();
        if (conversationId === null || turnId === null) return;
        await client.giveFeedback({ conversationId, turnId, ...feedback });
      },
    };
    const view = new TurnView(state(), options);
    return view;
  }

  #begin(view: TurnView, request: AbortController): void {
    this.#running = request;
    this.#showAsked(true);
    this.#turns.append(view.root);
    this.#announcement.textContent = "";
    this.#input.value = "";
    this.#fitInput();
    this.#setBusy(true);
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    view.root.scrollIntoView({ block: "start", behavior: reduced ? "auto" : "smooth" });
  }

  #end(): void {
    this.#running = null;
    this.#setBusy(false);
    if (this.root.matches(":focus-within")) this.focus();
  }

  #failed(state: TurnState, error: unknown): TurnState {
    // The store no longer has the conversation: the next question begins another.
    if (error instanceof AskError && error.code === "not_found") this.#conversationId = undefined;
    if (!(error instanceof AskError)) return failedTurn(state, "");
    const { message, retryAfter } = error;
    const { texts } = this.#options;
    return failedTurn(state, retryAfter === undefined ? message : fill(texts.busy, { n: retryAfter }));
  }

  #keep({ phase, turnId, frame }: TurnState): void {
    if (phase !== "done" || turnId === null || frame === null) return;
    this.#frames[turnId] = frame;
    this.#remember();
  }

  #remember(): void {
    const { memory } = this.#options;
    memory.save({ ...memory.load(), conversationId: this.#conversationId, frames: this.#frames });
  }

  /** Turns of an earlier page load, or else the suggested questions. */
  async #showEarlier(): Promise<void> {
    const id = this.#conversationId;
    const turns = id === undefined ? null : await this.#options.client.earlierTurns(id).catch(() => []);
    // A reader who was faster may be in another conversation by now.
    if (this.#conversationId !== id) return;
    if (turns === null) this.#conversationId = undefined;
    if (id !== undefined && turns !== null && turns.length > 0) {
      const views = turns.map((turn) => {
        const state = earlierTurn(turn, id, this.#frames[turn.id] ?? null);
        return this.#viewOf(() => state).root;
      });
      this.#turns.prepend(...views);
      this.#showAsked(true);
      views.at(-1)?.scrollIntoView({ block: "nearest" });
    } else await this.#showExamples();
  }

  async #showExamples(): Promise<void> {
    const { questions, client, texts } = this.#options;
    if (this.#examples.childElementCount === 0) {
      const suggested = questions ?? (await client.questions().catch(() => []));
      if (suggested.length === 0) return;
      const items = suggested.map((text) => {
        const example = button({ class: "example", part: "example" }, () => void this.ask(text), text);
        return element("li", {}, example);
      });
      this.#examples.append(element("h2", {}, texts.examples), element("ul", {}, ...items));
    }
    this.#examples.hidden = this.#turns.childElementCount > 0;
  }

  #startAnew(): void {
    this.stop();
    this.#running = null;
    this.#setBusy(false);
    this.#conversationId = undefined;
    this.#frames = {};
    this.#remember();
    this.#turns.replaceChildren();
    this.#announcement.textContent = "";
    this.#showAsked(false);
    void this.#showExamples();
    this.focus();
  }

  #showAsked(asked: boolean): void {
    this.newConversation.hidden = !asked;
    if (asked) this.#examples.hidden = true;
    this.#options.onAsked(asked);
  }

  #setBusy(busy: boolean): void {
    // The button that had the focus goes: it stays in the box.
    if (this.root.matches(":focus-within")) this.focus();
    this.#submit.hidden = busy;
    this.#stop.hidden = !busy;
  }

  /** As tall as its text, up to what the style sheet allows. */
  #fitInput(): void {
    this.#input.style.height = "auto";
    if (this.#input.scrollHeight > 0) this.#input.style.height = `${this.#input.scrollHeight}px`;
  }

  #listen(form: HTMLFormElement): void {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text !== "") void this.ask(text);
    });
    this.#input.addEventListener("input", () => this.#fitInput());
    this.#input.addEventListener("keydown", (event) => {
      // Enter that confirms a word in an input method is not a question's end.
      if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      form.requestSubmit();
    });
  }
}
