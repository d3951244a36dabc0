/**
 * A timer that is moved on often and seldom fires, such as the patience with a stream that sends many pieces: moving it on costs a
 * subtraction where a timer of its own for each piece would cost two calls of the runtime.
 */
export class LazyTimer {
  readonly #onDue: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When `#timer` fires, which may be before it is due. */
  #firesAtMs = 0;
  /** `null` while nothing is waited for. */
  #dueAtMs: number | null = null;

  /** @param onDue called once for each time that is set and reached */
  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  /** Due in so many milliseconds, whatever was set before. */
  set(ms: number): void {
    const dueAtMs = performance.now() + ms;
    this.#dueAtMs = dueAtMs;
    if (this.#timer !== undefined && this.#firesAtMs <= dueAtMs) return;
    clearTimeout(this.#timer);
    this.#arm(ms, dueAtMs);
  }

  /** Not due any more; it may be set again. */
  pause(): void {
    this.#dueAtMs = null;
  }

  /** To be called at the end: leaves no timer of the runtime behind. */
  close(): void {
    this.#dueAtMs = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(ms: number, firesAtMs: number): void {
    this.#firesAtMs = firesAtMs;
    this.#timer = setTimeout(this.#fire, Math.max(0, ms));
  }

  readonly #fire = (): void => {
    this.#timer = undefined;
    const dueAtMs = this.#dueAtMs;
    if (dueAtMs === null) return;
    const leftMs = dueAtMs - performance.now();
    // Timers may fire a fraction of a millisecond early.
    if (leftMs >= 1) {
      this.#arm(leftMs, dueAtMs);
      return;
    }
    this.#dueAtMs = null;
    this.#onDue();
  };
}
