/** The custom element `<repo-bot>`: where the conversation stands on the page, and how it is opened and closed. */
import { AnswerClient } from "./answer-client.ts";
import { Chat, type TurnExtra } from "./chat.ts";
import { button, element, ICONS, icon } from "./dom.ts";
import { Drawer } from "./drawer.ts";
import { browserMemory, type Memory, NO_MEMORY } from "./memory.ts";
import { meansShortcut, parseShortcut, shortcutNames } from "./shortcut.ts";
import { styleSheet } from "./style-sheet.ts";
import { loadTexts, type WidgetTexts } from "./texts.ts";
import { pageTheme, watchPageTheme } from "./theme.ts";

const DEFAULT_SHORTCUT = "mod+i";
/** Longest address that the Worker takes. */
const MAX_PAGE_CHARS = 2_000;

/**
 * Attributes: `mode` (`floating`, `panel` or `inline`; default `floating`), `endpoint` (origin of the Worker; default: of the script),
 * `theme` (`light`, `dark` or `auto`; default `auto`), `shortcut` (default `mod+i`; `none` for no key), `heading`, `placeholder`,
 * `questions` (first questions, with `|` between them; default: those of the corpus), `page` (address of the page the reader is on; default:
 * this one's; `""` sends none), `version` (of the docs), `sitekey` (of this site, where the Worker wants one), `history` (`off` forgets the conversation with the page).
 *
 * Events: `repobot-open`, `repobot-close`. Its state `asked` is an attribute, for style sheets.
 */
export class RepoBot extends HTMLElement {
  static observedAttributes = ["theme"];
  /** Of elements that name none. */
  static defaultEndpoint = location.origin;

  readonly #root = this.attachShadow({ mode: "open" });
  #chat: Chat | null = null;
  #drawer: Drawer | null = null;
  /** Takes back what an attached widget has outside of itself. */
  #ends: (() => void)[] = [];
  #shown: Promise<void> = Promise.resolve();

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#showTheme();
    this.#ends = [watchPageTheme(() => this.#showTheme())];
    this.#shown = this.#show(this.#ends);
  }

  disconnectedCallback(): void {
    this.#chat?.stop();
    for (const end of this.#ends.splice(0)) end();
    this.#ends = [];
    this.#chat = null;
    this.#drawer = null;
    this.#root.replaceChildren();
  }

  /** @param attached what tells this attachment to the page from a later one */
  async #show(attached: (() => void)[]): Promise<void> {
    const language = this.closest<HTMLElement>("[lang]")?.lang ?? document.documentElement.lang;
    const texts = await loadTexts(language, this.#endpoint);
    if (this.#ends !== attached || !this.isConnected) return;
    if (this.#mode === "inline") this.#root.append(this.#madeChat(texts).root);
    else this.#addDrawer(texts);
    if (this.hasAttribute("autofocus")) this.#chat?.focus();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#showTheme();
  }

  /** Opens the dialog or the panel; an inline widget gets the focus. */
  async open(): Promise<void> {
    await this.#shown;
    if (this.#drawer === null) this.#chat?.focus();
    else this.#drawer.open();
  }

  close(): void {
    this.#drawer?.close();
  }

  /** Asks a question as if the reader had; opens the widget for it. */
  async ask(question: string): Promise<void> {
    await this.open();
    await this.#chat?.ask(question);
  }

  /** For a page that shows more under each answer. */
  protected makeExtra(): TurnExtra | undefined {
    return undefined;
  }

  get #mode(): string {
    return this.getAttribute("mode") ?? "floating";
  }

  get #memory(): Memory {
    return this.getAttribute("history") === "off" ? NO_MEMORY : browserMemory(this.#endpoint);
  }

  get #endpoint(): string {
    return new URL(this.getAttribute("endpoint") ?? RepoBot.defaultEndpoint, location.href).origin;
  }

  /** Made when it is first shown: a page whose readers ask nothing loads nothing. */
  #madeChat(texts: WidgetTexts): Chat {
    this.#chat ??= new Chat({
      client: new AnswerClient(this.#endpoint, this.getAttribute("sitekey")),
      texts,
      memory: this.#memory,
      placeholder: this.getAttribute("placeholder") ?? texts.placeholder,
      questions:
        this.getAttribute("questions")
          ?.split("|")
          .map((text) => text.trim())
          .filter(Boolean) ?? null,
      context: () => ({ page: this.#page(), version: this.getAttribute("version") || undefined }),
      onAsked: (asked) => this.toggleAttribute("asked", asked),
      makeExtra: () => this.makeExtra(),
    });
    // A drawer puts it into its header.
    if (this.#mode === "inline") this.#chat.root.prepend(this.#chat.newConversation);
    return this.#chat;
  }

  /** Without query and fragment: they tell of the reader, not of the page. In a frame, the page around it as far as the browser names it. */
  #page(): string | undefined {
    const here = window.top === window ? location.href : document.referrer;
    const page = this.getAttribute("page") ?? here.replace(/[?#].*$/s, "");
    return page === "" || page.length > MAX_PAGE_CHARS ? undefined : page;
  }

  #addDrawer(texts: WidgetTexts): void {
    const title = this.getAttribute("heading") ?? texts.title;
    const shortcut = parseShortcut(this.getAttribute("shortcut") ?? DEFAULT_SHORTCUT);
    const open = button(
      { class: "open", part: "button" },
      () => drawer.toggle(),
      icon(ICONS.ask),
      element("span", {}, title),
    );
    open.setAttribute("aria-haspopup", "dialog");
    if (shortcut !== null) open.setAttribute("aria-keyshortcuts", shortcutNames(shortcut));
    const drawer = new Drawer({
      title,
      closeLabel: texts.close,
      modal: this.#mode !== "panel",
      makeChat: () => this.#madeChat(texts),
      changed: (isOpen) => this.#opened(open, isOpen),
    });
    this.#drawer = drawer;
    this.#root.append(open, drawer.root);
    if (this.#mode === "panel" && this.#memory.load().open) drawer.open({ takeFocus: false });
    if (shortcut === null) return;
    const onKey = (event: KeyboardEvent) => {
      // In the widget's own box the key closes it again.
      const inside = event.composedPath().includes(drawer.root);
      if (!meansShortcut(event, shortcut, inside)) return;
      event.preventDefault();
      drawer.toggle();
    };
    document.addEventListener("keydown", onKey);
    this.#ends.push(() => document.removeEventListener("keydown", onKey));
  }

  #opened(open: HTMLButtonElement, isOpen: boolean): void {
    open.setAttribute("aria-expanded", String(isOpen));
    const memory = this.#memory;
    memory.save({ ...memory.load(), open: isOpen });
    this.dispatchEvent(
      new Event(isOpen ? "repobot-open" : "repobot-close", { bubbles: true, composed: true }),
    );
  }

  #showTheme(): void {
    const wanted = this.getAttribute("theme");
    const theme = wanted === "light" || wanted === "dark" ? wanted : pageTheme();
    this.style.colorScheme = theme ?? "light dark";
  }
}
