import {
  type CpuClock,
  type Growth,
  growthOf,
  MAX_EXPONENT,
  processCpuMs,
  type TextReader,
} from "./growth.ts";
import { knownGrowth } from "./growth-readers.ts";

/** What was found of one reader. */
export interface ReaderGrowth {
  reader: string;
  /** Repeated pieces that took long enough to be measured. */
  measured: number;
  /** The largest exponent of these; `null` where there are none. */
  exponent: number | null;
  /** What grows faster than it may. */
  tooFast: (Growth & { where: string | null })[];
}

/** Measures one reader over repeats of each piece, one after the other. */
export async function measureReader(
  reader: TextReader,
  pieces: readonly string[],
  cpuMs: CpuClock = processCpuMs,
): Promise<ReaderGrowth> {
  const found: Growth[] = [];
  reader.before?.();
  try {
    for (const piece of pieces) {
      const growth = await growthOf(reader, piece, cpuMs);
      if (growth !== null) found.push(growth);
    }
  } finally {
    reader.after?.();
  }
  const tooFast = found.filter(({ exponent }) => exponent > MAX_EXPONENT);
  return {
    reader: reader.name,
    measured: found.length,
    exponent: found.length === 0 ? null : Math.max(...found.map(({ exponent }) => exponent)),
    tooFast: tooFast.map((growth) => ({ ...growth, where: knownGrowth(reader.name, growth.piece) })),
  };
}

/** Whether anything of our own grows too fast. */
export function growsTooFast(readers: readonly ReaderGrowth[]): boolean {
  return readers.some(({ tooFast }) => tooFast.some(({ where }) => where === null));
}

/** A line for each reader, and one for each piece that takes too long. */
export function growthText(readers: readonly ReaderGrowth[]): string {
  const lines = readers.flatMap(({ reader, measured, exponent, tooFast }) => [
    `${reader.padEnd(18)} ${String(measured).padStart(9)} ${(exponent?.toFixed(2) ?? "-").padStart(9)}`,
    ...tooFast.map(({ piece, chars, cpuMs, exponent, where }) => {
      const whose = where === null ? "too fast" : `known, in ${where}`;
      return `    ${JSON.stringify(piece)}: ${exponent.toFixed(2)}, ${Math.round(cpuMs)} ms for ${chars} characters (${whose})`;
    }),
  ]);
  return [`${"reader".padEnd(18)} ${"measured".padStart(9)} ${"exponent".padStart(9)}`, ...lines, ""].join(
    "\n",
  );
}
