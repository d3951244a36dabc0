import fc from "fast-check";

/** What was found wrong, with the smallest input that still shows it. */
export interface FuzzFailure {
  error: string;
  /** As JavaScript; shortened where it is long. */
  counterexample: string;
  /** `--seed` of the cases that found it, and its place among them, as fast-check takes them to replay. */
  seed: number;
  path: string;
}

export interface FuzzOutcome {
  cases: number;
  failure: FuzzFailure | null;
}

/** One thing that foreign input reaches. */
export interface FuzzTarget {
  name: string;
  /** Its part of all cases, relative to the others: cheap ones get more. */
  share: number;
  /** Cases of which each is tried once, where they can be counted; `null` where they are drawn at random. */
  size: number | null;
  /**
   * Runs cases until one fails.
   * @param onCase told before each case
   * @param from of a counted target, the first case
   */
  check(cases: number, seed: number, onCase: () => void, from: number): Promise<FuzzOutcome>;
}

interface RandomTarget<T> {
  name: string;
  share: number;
  input: fc.Arbitrary<T>;
  /** Throws when something is wrong. */
  run(input: T): unknown;
  /** Before and after the cases of one call. */
  before?(): void;
  after?(): void;
}

const MAX_SHOWN_CHARS = 2_000;

/** Cases drawn at random, shrunk when one fails. */
export function randomTarget<T>({ name, share, input, run, before, after }: RandomTarget<T>): FuzzTarget {
  return {
    name,
    share,
    size: null,
    async check(cases, seed, onCase) {
      const property = fc.asyncProperty(input, async (value) => {
        onCase();
        await run(value);
      });
      before?.();
      try {
        const details = await fc.check(property, { numRuns: cases, seed, verbose: fc.VerbosityLevel.None });
        if (!details.failed) return { cases: details.numRuns, failure: null };
        return {
          cases: details.numRuns,
          failure: {
            error: describeError(details.errorInstance),
            counterexample: shortened(fc.stringify(details.counterexample)),
            seed,
            path: details.counterexamplePath ?? "",
          },
        };
      } finally {
        after?.();
      }
    },
  };
}

/** Cases that can be counted: `run` gets each number below `size` once. */
export function countedTarget(
  name: string,
  share: number,
  size: number,
  run: (n: number) => unknown,
): FuzzTarget {
  return {
    name,
    share,
    size,
    async check(cases, seed, onCase, from) {
      for (let n = from; n < Math.min(size, from + cases); n++) {
        onCase();
        try {
          await run(n);
        } catch (error) {
          const failure = { error: describeError(error), counterexample: String(n), seed, path: String(n) };
          return { cases: n - from + 1, failure };
        }
      }
      return { cases: Math.min(size, from + cases) - from, failure: null };
    },
  };
}

/** The message, and where in our own files it was thrown. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return shortened(String(error));
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const own = frames.filter((line) => /\/(?:src|build)\//.test(line) && !line.includes("/fuzz/")).slice(0, 3);
  const where = (own.length > 0 ? own : frames.slice(0, 3)).map((line) =>
    line.trim().replace(/\(?(?:file:\/\/)?\/\S*?\/(src|build|node_modules)\//, "($1/"),
  );
  return shortened([`${error.name}: ${error.message}`, ...where].join("\n    "));
}

function shortened(text: string): string {
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS)}… (${text.length})`;
}
