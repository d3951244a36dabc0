/** The key that opens the widget. */

export interface Shortcut {
  /** Lower case, as `KeyboardEvent.key`. */
  key: string;
  /** Ctrl, or Cmd on a Mac. */
  mod: boolean;
  shift: boolean;
  alt: boolean;
}

/** @param text e.g. `mod+i`, `alt+shift+a`, `/`; `none` or `""` for no key. @returns `null` for none */
export function parseShortcut(text: string): Shortcut | null {
  const parts = text.trim().toLowerCase().split("+");
  const key = parts.pop() ?? "";
  if (key === "" || key === "none") return null;
  return { key, mod: parts.includes("mod"), shift: parts.includes("shift"), alt: parts.includes("alt") };
}

/** For `aria-keyshortcuts`. */
export function shortcutNames({ key, mod, shift, alt }: Shortcut): string {
  const rest = [
    ...(alt ? ["Alt"] : []),
    ...(shift ? ["Shift"] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ];
  return (mod ? ["Control", "Meta"] : [""])
    .map((first) => [first, ...rest].filter(Boolean).join("+"))
    .join(" ");
}

/**
 * Whether a key press means the shortcut, and not something that the reader types or another script has taken.
 * @param inside whether it comes from the widget itself, whose own fields take keys with a modifier as well
 */
export function meansShortcut(event: KeyboardEvent, shortcut: Shortcut, inside = false): boolean {
  if (event.defaultPrevented || event.repeat || isComposing(event)) return false;
  const mod = event.ctrlKey || event.metaKey;
  // A sign such as `/` may need Shift on some keyboards.
  const sameShift = event.shiftKey === shortcut.shift || !/^[a-z0-9]$/.test(shortcut.key);
  if (!isKey(event, shortcut.key) || mod !== shortcut.mod || event.altKey !== shortcut.alt) return false;
  return sameShift && ((inside && shortcut.mod) || !isTyping(event, shortcut));
}

/**
 * Whether an input method takes the key. Safari sends the one that ends a composition after its end, with a code of its own.
 * @see https://developer.mozilla.org/en-US/docs/Web/API/Element/keydown_event#keydown_events_with_ime
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** A letter that types another sign, with Option on a Mac or in another script, is known by its place. */
function isKey({ key, code }: KeyboardEvent, wanted: string): boolean {
  // What browsers send when they fill in a form has no key.
  const typed = key?.toLowerCase() ?? "";
  if (typed === wanted) return true;
  return /^\P{ASCII}+$/u.test(typed) && /^(?:key|digit)(.)$/i.exec(code)?.[1]?.toLowerCase() === wanted;
}

/** The innermost target counts: a field may stand in another component's shadow root. */
function isTyping(event: KeyboardEvent, { mod, alt }: Shortcut): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  // A component that is a target itself hides what is inside of it, which may be a field.
  if (/^(?:INPUT|SELECT|TEXTAREA)$|-/.test(target.tagName)) return true;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  // A key without a modifier presses buttons.
  return !mod && !alt && target.tagName === "BUTTON";
}
