/**
 * Services that quote a request in their errors would write readers' words into the log. A quotation is known by its characters, whatever
 * their case, their white space and the escapes of JSON or HTML; what is encoded or worded in another way is not known.
 */

/** A run of so many characters that was sent is a quotation; fewer are any text's. */
const RUN_CHARS = 12;
/** The same in scripts that say more in a character. */
const DENSE_RUN_CHARS = 4;
const DENSE_RUN = /[^\p{ASCII}\p{Script=Latin}\s]{4,}/gu;
/** A short line that was sent, such as a short question, is one as a whole. */
const MIN_LINE_CHARS = 4;
/** Read beyond what is shown, so that a run is known that ends there: each of its characters may be an escape of six, or of seven. */
const MARGIN_CHARS = RUN_CHARS * 8;

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&#91;": "[" };
const ESCAPE = /\\+(?:u[0-9a-f]{4}|[nrtbf])?|&(?:lt|gt|amp|quot|#39|#91);/gi;
const TOKEN = new RegExp(`${ESCAPE.source}|\\s+|.`, "gisu");

/**
 * @param words a service's own @param sent texts of the request that are not to be shown @param maxChars of the words that are shown
 * @returns the beginning of the words with `[…]` for what they quote; linear in all three
 */
export function withoutQuoted(words: string, sent: readonly string[], maxChars: number): string {
  const read = words.slice(0, maxChars + MARGIN_CHARS).normalize("NFC");
  const shown = read.slice(0, maxChars);
  if (shown === "" || sent.every((text) => text === "")) return shown;
  const { text, starts, ends } = foldedWithPlaces(read);
  const quoted = quotedPieces(text, sent);
  if (quoted.size === 0) return shown;
  const isQuoted = new Uint8Array(read.length);
  for (let length = Math.min(MIN_LINE_CHARS, DENSE_RUN_CHARS); length <= RUN_CHARS; length++) {
    for (let at = 0; at + length <= text.length; at++) {
      if (quoted.has(text.slice(at, at + length))) isQuoted.fill(1, starts[at], ends[at + length - 1]);
    }
  }
  return Array.from(shown.split(""), (char, at) =>
    isQuoted[at] === 0 ? char : isQuoted[at - 1] === 1 ? "" : "[…]",
  ).join("");
}

/** Which runs and short lines of the texts are in the words: looked up in the words' own, of which there are few. */
function quotedPieces(words: string, sent: readonly string[]): Set<string> {
  const found = new Set<string>();
  const runs = new Set(runsOf(words, RUN_CHARS));
  const denseRuns = new Set((words.match(DENSE_RUN) ?? []).flatMap((run) => runsOf(run, DENSE_RUN_CHARS)));
  const lines = new Set<string>();
  for (let length = MIN_LINE_CHARS; length < RUN_CHARS; length++) {
    for (const run of runsOf(words, length)) lines.add(run);
  }
  for (const text of sent) {
    const folded = foldedLines(text);
    for (const line of folded.split("\n")) {
      if (line.length < RUN_CHARS && lines.has(line)) found.add(line);
    }
    addCommon(found, runs, folded.replaceAll("\n", " "), RUN_CHARS);
    addCommon(found, denseRuns, folded.replaceAll("\n", " "), DENSE_RUN_CHARS);
  }
  return found;
}

function addCommon(found: Set<string>, runs: ReadonlySet<string>, text: string, length: number): void {
  if (runs.size === 0) return;
  for (let at = 0; at + length <= text.length; at++) {
    const run = text.slice(at, at + length);
    if (runs.has(run)) found.add(run);
  }
}

function runsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length),
  );
}

/** A text as it is compared, its lines kept apart. */
function foldedLines(text: string): string {
  const plain = text.normalize("NFC").replace(ESCAPE, unescaped);
  return foldCase(plain.replace(/\s\s+|[^\S\n ]/g, (space) => (space.includes("\n") ? "\n" : " ")).trim());
}

/** The same of a service's words on one line, with the place in them that each character is from. */
function foldedWithPlaces(words: string): { text: string; starts: number[]; ends: number[] } {
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: token, index } of words.matchAll(TOKEN)) {
    const end = index + token.length;
    const folded = foldCase(unescaped(token)).replace(/\s+/g, " ");
    if (folded === "" || (folded === " " && text.endsWith(" "))) {
      // It belongs to what it follows: else it would stand between two parts of one quotation.
      if (ends.length > 0) ends[ends.length - 1] = end;
      continue;
    }
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(index);
      ends.push(end);
    }
  }
  return { text, starts, ends };
}

/** A backslash is left out wherever it stands, as its number says only how often a text was put into JSON. */
function unescaped(token: string): string {
  const escaped = token.toLowerCase();
  if (Object.hasOwn(ENTITIES, escaped)) return ENTITIES[escaped as keyof typeof ENTITIES];
  if (!token.startsWith("\\")) return token;
  const name = escaped.replace(/^\\+/, "");
  if (name.startsWith("u")) return String.fromCharCode(Number.parseInt(name.slice(1), 16));
  return name === "" ? "" : name === "n" || name === "r" ? "\n" : " ";
}

/** Capitals first, as some letters have more than one small form, or two capitals for one letter. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
