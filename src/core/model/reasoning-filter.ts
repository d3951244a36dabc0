const OPENING = /^\s*<think(?:ing)?>/i;
const CLOSING = /<\/think(?:ing)?>/i;
/** A beginning that may still become the opening tag. */
const MAYBE_OPENING = /^\s*(?:<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/i;
const CLOSING_TAG_CHARS = "</thinking>".length;

/**
 * Drops a leading block of thoughts that some servers leave in a model's text (`<think>…</think>`), however it is cut into deltas.
 * Tags later in the text are the answer's own.
 */
export class ReasoningFilter {
  #state: "start" | "thinking" | "thought" | "passing" = "start";
  #buffer = "";

  push(delta: string): string {
    if (this.#state === "passing") return delta;
    this.#buffer += delta;
    if (this.#state === "start") {
      if (MAYBE_OPENING.test(this.#buffer)) return "";
      if (!OPENING.test(this.#buffer)) return this.#pass();
      this.#state = "thinking";
    }
    if (this.#state === "thinking") {
      const closing = CLOSING.exec(this.#buffer);
      if (closing === null) {
        // Thoughts are long: only what may be the beginning of the closing tag is kept.
        this.#buffer = this.#buffer.slice(-CLOSING_TAG_CHARS);
        return "";
      }
      this.#buffer = this.#buffer.slice(closing.index + closing[0].length);
      this.#state = "thought";
    }
    this.#buffer = this.#buffer.trimStart();
    return this.#buffer === "" ? "" : this.#pass();
  }

  /** What is left when the text has ended; thoughts that never closed are dropped. */
  end(): string {
    return this.#state === "start" ? this.#buffer : "";
  }

  #pass(): string {
    const text = this.#buffer;
    this.#state = "passing";
    this.#buffer = "";
    return text;
  }
}
