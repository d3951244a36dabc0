/** Where the time comes from: the runtime's clock, or a test's. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Stages that a turn is timed by, in order of running. */
export type Stage =
  | "history"
  | "rewrite"
  | "retrieve"
  | "embed"
  | "rerank"
  | "firstToken"
  | "answer"
  | "total";

const STAGE_ORDER: readonly Stage[] = [
  "history",
  "rewrite",
  "retrieve",
  "embed",
  "rerank",
  "firstToken",
  "answer",
  "total",
];

/** Sums milliseconds by stage; a stage that runs twice (the second chance) counts both times. */
export class Stopwatch {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #elapsed = new Map<Stage, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Milliseconds since the turn began. */
  get elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  add(stage: Stage, milliseconds: number): void {
    this.#elapsed.set(stage, (this.#elapsed.get(stage) ?? 0) + milliseconds);
  }

  /** Times work, also when it throws. */
  async time<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    const startedAt = this.#clock.now();
    try {
      return await work();
    } finally {
      this.add(stage, this.#clock.now() - startedAt);
    }
  }

  /** Whole milliseconds by stage, in order of running, of the stages that ran; `total` always. */
  report(): Record<string, number> {
    const timings: Record<string, number> = {};
    for (const stage of STAGE_ORDER) {
      const elapsed = stage === "total" ? this.elapsedMs : this.#elapsed.get(stage);
      if (elapsed !== undefined) timings[stage] = Math.round(elapsed);
    }
    return timings;
  }
}
