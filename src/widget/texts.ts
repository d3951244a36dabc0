/** What the widget says, chosen by the page's language. */
import { en } from "./texts/en.ts";

export interface WidgetTexts {
  /** Label of the button, and heading of what it opens. */
  title: string;
  close: string;
  inputLabel: string;
  placeholder: string;
  ask: string;
  stop: string;
  newConversation: string;
  examples: string;
  searching: string;
  /** `{n}` passages. */
  reading: string;
  stopped: string;
  sources: string;
  near: string;
  /** Labels of an answer's mode. */
  modeLlm: string;
  modeExtractive: string;
  modeSearch: string;
  modeRefusal: string;
  modeOffTopic: string;
  /** Name of a citation mark; `{n}` its number. */
  source: string;
  /** Heads the sentences that no cited passage supports. */
  unsupported: string;
  copy: string;
  copied: string;
  retry: string;
  failed: string;
  /** For `{n}` seconds. */
  busy: string;
  notSaved: string;
  helpful: string;
  notHelpful: string;
  /** After feedback was stored. */
  thanks: string;
  /** When it was not. */
  notSent: string;
  /** Heads the reasons of a thumb down. */
  why: string;
  /** Labels of the reasons, in the order of `FEEDBACK_REASONS`. */
  reasons: readonly [string, string, string, string, string, string];
  note: string;
  send: string;
}

/** Languages with texts of their own beside English; each is a file that only its readers load. */
const LANGUAGES: ReadonlySet<string> = new Set(["zh", "ja", "de", "es", "fr", "pt", "ko"]);

/** Path of a language's texts on the Worker. @param language primary tag */
export function textsPath(language: string): string {
  return `/_page/texts-${language}.json`;
}

/**
 * @param language a BCP 47 tag, e.g. `pt-BR`; English for those without texts
 * @param endpoint origin of the Worker; English when it cannot be reached
 */
export async function loadTexts(language: string, endpoint: string): Promise<WidgetTexts> {
  const primary = language.toLowerCase().split(/[-_]/)[0]!;
  if (!LANGUAGES.has(primary)) return en;
  const response = await fetch(new URL(textsPath(primary), endpoint)).catch(() => null);
  // Built with this script, from the same interface.
  return response?.ok ? ((await response.json()) as WidgetTexts) : en;
}
