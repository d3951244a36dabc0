/** How the time of what reads texts grows with their length: a repeated piece four times as long must not take much more than four times as long. */

/** Something that reads a text of any length. */
export interface TextReader {
  name: string;
  /** The longest text that can reach it, or that is worth the time of measuring. */
  maxChars: number;
  read(text: string): unknown;
  /** Before and after it is measured. */
  before?(): void;
  after?(): void;
}

/** What one repeated piece showed. */
export interface Growth {
  reader: string;
  /** What was repeated. */
  piece: string;
  /** Of the longer text. */
  chars: number;
  /** CPU time of the longer text. */
  cpuMs: number;
  /** Of the power of the length that the time grows with: 1 for linear, 2 for quadratic. */
  exponent: number;
}

/** Between linear, with a logarithm and a garbage collection or two, and quadratic. */
export const MAX_EXPONENT = 1.6;
/** What is faster cannot be told from noise, and harms nobody. */
const MIN_CPU_MS = 60;
/** What looks too slow is given longer texts up to this time: some only looks so, since it looks back for so many characters and no more. */
const SURE_CPU_MS = 1_500;
const FIRST_CHARS = 1_000;
const RATIO = 4;
/** Measurements of what looks too slow; the fastest of each length counts. */
const REPEATS = 3;

/** @returns CPU milliseconds of this process so far */
export type CpuClock = () => number;

export const processCpuMs: CpuClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The growth for one piece, at the shortest length that can be told from noise and is not exceeded; `null` when nothing takes that long. */
export async function growthOf(
  { name, maxChars, read }: TextReader,
  piece: string,
  cpuMs: CpuClock = processCpuMs,
): Promise<Growth | null> {
  const time = async (chars: number): Promise<number> => {
    const text = piece.repeat(Math.ceil(chars / piece.length));
    const began = cpuMs();
    await read(text);
    return cpuMs() - began;
  };
  const fastest = async (chars: number): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < REPEATS; n++) times.push(await time(chars));
    return Math.min(...times);
  };
  let found: Growth | null = null;
  for (let chars = Math.min(FIRST_CHARS, maxChars); ; chars = Math.min(chars * 2, maxChars)) {
    let long = await time(chars);
    // A longer text that is quick again has met a bound.
    found = null;
    if (long >= MIN_CPU_MS) {
      let exponent = exponentOf(await time(chars / RATIO), long);
      if (exponent > MAX_EXPONENT && long < SURE_CPU_MS) {
        long = await fastest(chars);
        exponent = exponentOf(await fastest(chars / RATIO), long);
      }
      if (long >= MIN_CPU_MS) found = { reader: name, piece, chars, cpuMs: long, exponent };
      if (found !== null && (exponent <= MAX_EXPONENT || long >= SURE_CPU_MS)) return found;
    }
    if (chars >= maxChars) return found;
  }
}

function exponentOf(shortMs: number, longMs: number): number {
  // The clock's own step, so that nothing is divided by nothing.
  return Math.log(longMs / Math.max(shortMs, 0.01)) / Math.log(RATIO);
}
