/** What the widget remembers in this browser: which conversation it is in, and what stood around its answers. */
import type { AnswerFrame } from "./turn-state.ts";

/** Answers whose sources are kept; the store keeps no more turns by default. */
const MAX_FRAMES = 20;
/** Of what is remembered: another release starts anew. */
const FORMAT = 1;

export interface Remembered {
  conversationId?: string;
  /** By turn id, oldest first. */
  frames: Record<string, AnswerFrame>;
  /** Whether the widget was open. */
  open?: boolean;
}

export interface Memory {
  load(): Remembered;
  save(remembered: Remembered): void;
}

/** Remembers nothing. */
export const NO_MEMORY: Memory = { load: () => ({ frames: {} }), save: () => undefined };

/** In the site's local storage, one entry for each Worker. Where the browser forbids that, nothing is remembered. */
export function browserMemory(endpoint: string): Memory {
  const key = `repobot:${FORMAT}:${endpoint}`;
  return {
    load() {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
        // Written below; links in it are checked wherever they are drawn.
        const { conversationId, frames, open } = value as Partial<Remembered>;
        return { conversationId, frames: frames ?? {}, open };
      } catch {
        return { frames: {} };
      }
    },
    save(remembered) {
      const frames = Object.fromEntries(Object.entries(remembered.frames).slice(-MAX_FRAMES));
      try {
        localStorage.setItem(key, JSON.stringify({ ...remembered, frames }));
      } catch {
        // Full or forbidden: the conversation then ends with the page.
      }
    },
  };
}
