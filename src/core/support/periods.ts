/** Periods that a text names, in four languages: how often something is done. */
import type { NumberFact } from "./numbers.ts";

const DAY = 86_400;

const PERIOD_WORDS: readonly [string, RegExp][] = [
  ["second", /\b(?:(?:every|each|per|a|pro|jede) (?:second|sekunde))\b|每秒|毎秒|\/s\b/iu],
  ["minute", /\b(?:(?:every|each|per|a|pro|jede) minute)\b|每分钟|毎分|\/min\b/iu],
  ["hour", /\b(?:(?:every|each|per|an|pro|jede) (?:hour|stunde)|hourly|stündlich)\b|每小时|毎時/iu],
  [
    "day",
    /\b(?:(?:every|each|per|a|pro|jeden?|am) (?:day|night|morning|tag|nacht)|daily|nightly|täglich|nächtlich)\b|每天|每日|每晚|毎日|毎晩/iu,
  ],
  ["week", /\b(?:(?:every|each|per|a|pro|jede) (?:week|woche)|weekly|wöchentlich)\b|每周|毎週/iu],
  ["month", /\b(?:(?:every|each|per|a|pro|jeden) (?:month|monat)|monthly|monatlich)\b|每月|毎月/iu],
];

/** "After a minute", "wait an hour": a stretch of time, not how often. */
const STRETCH =
  /\b(?:after|in|within|for|about|than|over|under|of|to|until|takes?|lasts?|waits?) an? (?:second|minute|hour|day|night|week|month)\b/giu;

/** "A second factor" counts factors. */
const ORDINAL =
  /\ba second\s(?!(?:and|or|at|on|in|per|for|by|is|are|as|with|when|if|to|from|until)\b)(?=\p{L})/giu;

/** Without one of these no period is named: texts are searched for them far quicker. */
const MAYBE_PERIOD =
  /second|sekunde|minute|hour|st[uü]nd|day|daily|night|morning|t[aä]g|n[aä]cht|week|w[oö]ch|month|monat|每|毎|\/s|\/min/i;

/** Periods that a text names: "every night", "per minute", "每小时". */
export function findPeriods(text: string): string[] {
  if (!MAYBE_PERIOD.test(text)) return [];
  const rates = text.replace(STRETCH, " ").replace(ORDINAL, " ");
  return PERIOD_WORDS.filter(([, pattern]) => pattern.test(rates)).map(([period]) => period);
}

const PERIOD_SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
};

/** Whether a number is one of a period that is named: "twice in 1 second" against "twice per second". */
export function isOnePeriod({ dimension, value }: NumberFact, periods: ReadonlySet<string>): boolean {
  return dimension === "time" && [...periods].some((period) => PERIOD_SECONDS[period] === value);
}
