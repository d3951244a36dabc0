/**
 * Durations and sizes as docs and code write them: "5 seconds", `5s`, `1 MiB`, `5 * time.Second`. Code often holds a bare number whose unit
 * only its author knows, so such a number is compared with all that may stand for a quantity; two quantities are compared in one unit.
 */

/** A number with a unit. */
export interface Quantity {
  kind: "duration" | "size";
  /** In milliseconds or bytes; a size has two, by 1024 and by thousands, since not all mean the same by `MB`. */
  amounts: readonly number[];
  /** What a bare number may be that means the same: the number as written, and of a duration its milliseconds and seconds. */
  bareNumbers: readonly number[];
}

/** Whether two quantities can mean the same. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  return a.kind === b.kind && a.amounts.some((amount) => b.amounts.includes(amount));
}

const DURATION_MS: Readonly<Record<string, number>> = {
  ms: 1,
  msec: 1,
  millisecond: 1,
  millisekunde: 1,
  毫秒: 1,
  ミリ秒: 1,
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  sekunde: 1_000,
  秒: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  分钟: 60_000,
  分: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  stunde: 3_600_000,
  小时: 3_600_000,
  時間: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  天: 86_400_000,
  日: 86_400_000,
};

/** Exponent of each prefix of bytes. */
const SIZE_PREFIX: Readonly<Record<string, number>> = { "": 0, k: 1, m: 2, g: 3, t: 4 };

/** A unit of {@link DURATION_MS} or of bytes, at the beginning of a text. Units of one letter stand at the number or end there. */
export const UNIT =
  "(?:\\s?(?:milli)?(?:seconds?|sekunden?)|\\s?(?:msecs?|ms|secs?|s|minutes?|minuten?|mins?|m|hours?|hrs?|h|stunden?|days?|d)|\\s?(?:[kmgt]i?b|bytes?|(?:kilo|mega|giga)bytes?)|\\s?(?:毫秒|ミリ秒|秒|分钟|分|小时|時間|天|日))(?![\\p{L}\\p{N}_])";

const AMOUNT = /^(-?\d[\d_,]*(?:\.\d+)?)\s?([\p{L}]+)$/u;
const GO_DURATION = /^(\d+)\s*\*\s*time\.(Millisecond|Second|Minute|Hour)$/;
const RUST_DURATION = /^Duration::from_(millis|secs|mins|hours)\((\d[\d_]*)\)$/;

/** @returns `null` for a text that is no number with a unit */
export function quantityOf(text: string): Quantity | null {
  const go = GO_DURATION.exec(text);
  if (go !== null) return duration(Number(go[1]), go[2]!);
  const rust = RUST_DURATION.exec(text);
  if (rust !== null) return duration(Number(rust[2]!.replaceAll("_", "")), rust[1]!.replace("millis", "ms"));
  const [, digits, unit] = AMOUNT.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return null;
  const amount = Number(digits.replace(/(?<=\d)[_,](?=\d)/g, ""));
  return Number.isFinite(amount) ? (duration(amount, unit) ?? size(amount, unit)) : null;
}

function duration(amount: number, unit: string): Quantity | null {
  const name = unit.toLowerCase();
  const unitMs =
    DURATION_MS[name] ?? DURATION_MS[name.replace(/s$/, "")] ?? DURATION_MS[name.replace(/n$/, "")];
  if (unitMs === undefined) return null;
  const ms = amount * unitMs;
  return { kind: "duration", amounts: [ms], bareNumbers: [amount, ms, ms / 1_000] };
}

function size(amount: number, unit: string): Quantity | null {
  const name = unit.toLowerCase().replace(/^(kilo|mega|giga)bytes?$/, (_, prefix: string) => `${prefix[0]}b`);
  if (/^bytes?$/.test(name)) return { kind: "size", amounts: [amount], bareNumbers: [amount] };
  const prefix = /^([kmgt])i?b$/.exec(name)?.[1];
  const exponent = prefix === undefined ? undefined : SIZE_PREFIX[prefix];
  if (exponent === undefined) return null;
  const amounts = [amount * 1024 ** exponent, amount * 1000 ** exponent];
  return { kind: "size", amounts, bareNumbers: [amount, ...amounts] };
}
