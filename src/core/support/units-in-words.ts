/** Quantities that a passage states in words, or as a bare number whose unit stands elsewhere. */
import { tableCells } from "../citations/sentences.ts";
import type { PassageView } from "./evidence.ts";
import type { NumberFact } from "./numbers.ts";
import type { TableRow } from "./table-row.ts";

/** "One hour" where the passage has "another hour", in seconds. */
const ONE_UNIT: ReadonlyMap<number, RegExp> = new Map([
  [1, /\b(?:an?|another|a further|weitere|eine|pro) (?:second|sekunde)\b/iu],
  [60, /\b(?:an?|another|a further|the first|weitere|eine|pro) minute\b|一分/iu],
  [3600, /\b(?:an|another|a further|the first|weitere|eine|pro) (?:hour|stunde)\b|一(?:小时|時間)/iu],
  [
    86_400,
    /\b(?:an?|another|a further|the same|weiteren?|einen?|pro) (?:day|tag)\b|24\s?(?:h|hours|stunden|小时|時間)|一[天日]/iu,
  ],
  [604_800, /\b(?:an?|another|a further|weitere|eine|pro) (?:week|woche)\b|一周|一週間/iu],
]);

/** Whether a passage has one of a unit in words: "another hour". */
export function isOneUnit({ value, dimension, surface }: NumberFact, views: readonly PassageView[]): boolean {
  if (dimension !== "time" || /[\d]/.test(surface.replace(/^1(?!\d)/, ""))) return false;
  return views.some(({ source }) => ONE_UNIT.get(value)?.test(source.text) === true);
}

/** Units that a table names in a header or a row beside bare numbers, in seconds. */
const NAMED_UNITS: readonly (readonly [seconds: number, pattern: RegExp])[] = [
  [1e-3, /\b(?:milliseconds?|millisekunden?|ms)\b|毫秒|ミリ秒/iu],
  [60, /\b(?:minutes?|minuten?)\b|分钟|分間/iu],
  [3600, /\b(?:hours?|stunden?)\b|小时|時間/iu],
];

/**
 * Whether a row of a table has a quantity as a bare number: "0.15 seconds" where it has "150" and its header says
 * milliseconds. Elsewhere a number and a unit word of one passage need have nothing to do with each other.
 */
export function isInNamedUnit({ value, dimension }: NumberFact, views: readonly PassageView[]): boolean {
  if (dimension !== "time") return false;
  return views.some(({ windows }) =>
    windows.some(
      ({ row, numbers }) =>
        row !== null &&
        numbers.some(
          (stated) =>
            stated.dimension === "plain" &&
            stated.end <= row.text.length &&
            unitsOf(stated, row).some((seconds) => Math.abs(stated.value * seconds - value) < 1e-9),
        ),
    ),
  );
}

/** What the header of its column names, or else its row, in seconds. */
function unitsOf({ end }: NumberFact, { text, header }: TableRow): number[] {
  // An empty first cell leaves its mark at the beginning.
  const column = tableCells(text.slice(0, end)).length - (text.startsWith("|") ? 0 : 1);
  const named = namedUnits(header[column] ?? "");
  return named.length > 0 ? named : namedUnits(text);
}

function namedUnits(text: string): number[] {
  return NAMED_UNITS.filter(([, pattern]) => pattern.test(text)).map(([seconds]) => seconds);
}
