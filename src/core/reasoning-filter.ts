const OPENING = /^\s*<think(?:ing)?>/i;
const CLOSING = /<\/think(?:ing)?>\s*/i;
/** Longest beginning that may still become the opening tag. */
const MAYBE_OPENING = /^\s*(?:<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/i;

/**
 * Drops a leading block of thoughts that some servers leave in a model's text (`<think>…</think>`), however it is cut into deltas.
 * Tags later in the text are the answer's own.
 */
export class ReasoningFilter {
  #buffer = "";
  #passing = false;

  push(delta: string): string {
    if (this.#passing) return delta;
    this.#buffer += delta;
    if (MAYBE_OPENING.test(this.#buffer)) return "";
    if (!OPENING.test(this.#buffer)) return this.#pass(this.#buffer);
    const closing = CLOSING.exec(this.#buffer);
    return closing === null ? "" : this.#pass(this.#buffer.slice(closing.index + closing[0].length));
  }

  /** What is left when the text has ended; thoughts that never closed are dropped. */
  end(): string {
    return this.#passing || OPENING.test(this.#buffer) ? "" : this.#buffer;
  }

  #pass(text: string): string {
    this.#passing = true;
    this.#buffer = "";
    return text;
  }
}
