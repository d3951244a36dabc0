/** Services that quote a request in their errors would write readers' words into the log. */

/** A run of so many characters that was sent is a quotation; fewer are any text's. */
const RUN_CHARS = 12;
/** The same in scripts that say more in a character. */
const DENSE_RUN_CHARS = 4;
/** A short line that was sent, such as a short question, is one as a whole. */
const MIN_LINE_CHARS = 4;

/** @param words a service's own, short @param sent the texts of the request @returns the words with `[…]` for what they quote */
export function withoutQuoted(words: string, sent: readonly string[]): string {
  const isQuoted = new Uint8Array(words.length);
  const mark = (at: number, length: number) => isQuoted.fill(1, at, at + length);
  const runs = new Set(sent.flatMap((text) => [...runsOf(text, RUN_CHARS), ...denseRunsOf(text)]));
  for (const length of [RUN_CHARS, DENSE_RUN_CHARS]) {
    for (let at = 0; at + length <= words.length; at++) {
      if (runs.has(words.slice(at, at + length))) mark(at, length);
    }
  }
  for (const line of new Set(sent.flatMap((text) => text.split("\n")).map((line) => line.trim()))) {
    if (line.length < MIN_LINE_CHARS || line.length >= RUN_CHARS) continue;
    for (let at = words.indexOf(line); at !== -1; at = words.indexOf(line, at + 1)) mark(at, line.length);
  }
  return [...isQuoted.entries()]
    .map(([at, quoted]) => (quoted === 0 ? words[at] : isQuoted[at - 1] === 1 ? "" : "[…]"))
    .join("");
}

function runsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length),
  );
}

function denseRunsOf(text: string): string[] {
  return (text.match(/[^\p{ASCII}\p{Script=Latin}\s]{4,}/gu) ?? []).flatMap((run) =>
    runsOf(run, DENSE_RUN_CHARS),
  );
}
