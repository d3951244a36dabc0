/** Questions, line by line: typed at a prompt, or piped in. */
import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

/** What people type to leave a prompt; as a question each would be about nothing. */
const LEAVING = /^[/:]?(?:exit|quit|q)$/i;

export interface LineOptions {
  input: Readable;
  /** Where the prompt goes; `null` reads without one. */
  prompt: { output: Writable; text: string } | null;
}

/** Lines that are not blank, trimmed, until the input ends or, at a prompt, somebody types one of {@link LEAVING}. */
export async function* questionLines({
  input,
  prompt,
}: LineOptions): AsyncGenerator<string, void, undefined> {
  const lines = createInterface(
    prompt === null
      ? { input, crlfDelay: Number.POSITIVE_INFINITY }
      : { input, output: prompt.output, terminal: true },
  );
  try {
    if (prompt !== null) lines.setPrompt(prompt.text);
    if (prompt !== null) lines.prompt();
    for await (const line of lines) {
      const question = line.trim();
      if (prompt !== null && LEAVING.test(question)) return;
      if (question !== "") yield question;
      if (prompt !== null) lines.prompt();
    }
  } finally {
    lines.close();
  }
}
