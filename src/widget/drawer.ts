/** The dialog or side panel around the conversation: opening, closing, focus. */
import type { Chat } from "./chat.ts";
import { button, element, ICONS, icon } from "./dom.ts";
import { isComposing } from "./shortcut.ts";

/** Up to this width a side panel covers the page, and so is a dialog. */
const NARROW = "(max-width: 640px)";
const TITLE_ID = "title";
const FOCUSABLE = "a[href], button, textarea, input, summary, [tabindex='0']";

export interface DrawerOptions {
  title: string;
  closeLabel: string;
  /** Whether the page behind cannot be used meanwhile. */
  modal: boolean;
  makeChat(): Chat;
  changed(isOpen: boolean): void;
}

export class Drawer {
  readonly root: HTMLDialogElement;
  readonly #options: DrawerOptions;
  readonly #closeButton: HTMLButtonElement;
  readonly #header: HTMLElement;
  #chat: Chat | null = null;
  /** What had the focus before. */
  #before: HTMLElement | null = null;

  constructor(options: DrawerOptions) {
    this.#options = options;
    const close = {
      class: "close",
      part: "close",
      "aria-label": options.closeLabel,
      title: options.closeLabel,
    };
    this.#closeButton = button(close, () => this.close(), icon(ICONS.close));
    this.#header = element("header", {}, element("h2", { id: TITLE_ID }, options.title), this.#closeButton);
    const attributes = {
      class: options.modal ? "dialog" : "panel",
      part: "dialog",
      "aria-labelledby": TITLE_ID,
    };
    this.root = element("dialog", attributes, this.#header);
    this.root.addEventListener("close", () => this.#closed());
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
    // The backdrop is the dialog's own: only a press on it has the dialog itself as its target.
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root && this.root.matches(":modal")) this.close();
      else if (leavesForThisPage(event)) this.close();
    });
  }

  toggle(): void {
    if (this.root.open) this.close();
    else this.open();
  }

  open({ takeFocus = true } = {}): void {
    if (this.root.open) return;
    this.#before = focusedElement();
    if (this.#chat === null) {
      this.#chat = this.#options.makeChat();
      this.#closeButton.before(this.#chat.newConversation);
      this.root.append(this.#chat.root);
    }
    const modal = this.#options.modal || (takeFocus && matchMedia(NARROW).matches);
    if (modal) {
      this.root.setAttribute("aria-modal", "true");
      this.root.showModal();
    } else if (takeFocus) this.root.show();
    // `show` would take the focus from a page that has only just been loaded.
    else this.root.setAttribute("open", "");
    if (takeFocus) this.#chat.focus();
    this.#options.changed(true);
  }

  close(): void {
    this.root.close();
  }

  #closed(): void {
    this.root.removeAttribute("aria-modal");
    this.#options.changed(false);
    const back = this.#before;
    this.#before = null;
    if (back?.isConnected) back.focus({ preventScroll: true });
    else (this.root.previousElementSibling as HTMLElement | null)?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    if (event.key === "Escape" && !isComposing(event)) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
    if (event.key === "Tab" && this.root.matches(":modal")) this.#keepFocus(event);
  }

  /** Past the last element comes the first one again, not the browser's own bars. */
  #keepFocus(event: KeyboardEvent): void {
    const reachable = [...this.root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((found) =>
      found.checkVisibility(),
    );
    const [first, last] = [reachable[0], reachable.at(-1)];
    const from = (this.root.getRootNode() as ShadowRoot).activeElement;
    if (from !== (event.shiftKey ? first : last)) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}

/** The innermost one: it may stand in another component. `null` when nothing has the focus. */
function focusedElement(): HTMLElement | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/** Whether a click leads to a heading of the page that lies behind. */
function leavesForThisPage(event: MouseEvent): boolean {
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
  if (link === undefined || event.defaultPrevented || link.target === "_blank") return false;
  return link.href.split("#")[0] === location.href.split("#")[0];
}
