/** Numbers in prose with their units, in digits and in words of four languages, made comparable. */

/** What a number measures. Values of one dimension are compared in its base unit. */
export type Dimension = "time" | "bytes" | "percent" | "count" | "plain";

export interface NumberFact {
  /** In the base unit of `dimension`: seconds, bytes, per cent, or as it stands. */
  value: number;
  dimension: Dimension;
  /** True for digits; words such as "two" often count what a text lists and are held against it less. */
  digits: boolean;
  /** True where a noun follows in the place of a unit, or what is numbered stands before: "14 files" and "version 14" are no "14" of days. */
  counts: boolean;
  /** As it stands in the text. */
  surface: string;
  /** Half-open range of UTF-16 units. */
  start: number;
  end: number;
}

const DAY = 86_400;

/** Unit words to dimension and factor. Latin ones are compared in lower case except where case decides. */
const UNITS: readonly [Dimension, number, string][] = [
  ["time", 1e-6, "microseconds? mikrosekunden? µs us 微秒 マイクロ秒"],
  ["time", 1e-3, "milliseconds? millis millisekunden? ms msec 毫秒 ミリ秒"],
  ["time", 1, "seconds? secs? sec sekunden? sek s 秒钟 秒間 秒"],
  ["time", 60, "minutes? mins? minuten? 分钟 分間 分"],
  ["time", 3600, "hours? hrs? h stunden? std 小时 個小時 个小时 時間 钟头"],
  ["time", DAY, "days? d tage?n? 天 日間 日"],
  ["time", 7 * DAY, "weeks? wochen? 周 个星期 星期 週間"],
  ["time", 30 * DAY, "months? monate?n? 个月 か月 ヶ月"],
  ["time", 365 * DAY, "years? jahre?n? 年間"],
  ["bytes", 1, "[Bb]ytes? B 字节 バイト"],
  ["bytes", 1e3, "kB KB kilobytes?"],
  ["bytes", 1e6, "MB megabytes?"],
  ["bytes", 1e9, "GB gigabytes?"],
  ["bytes", 1024, "KiB kibibytes?"],
  ["bytes", 1024 ** 2, "MiB mebibytes?"],
  ["bytes", 1024 ** 3, "GiB gibibytes?"],
  ["count", 1, "times mal 次 回"],
  ["percent", 1, "% percent per\\s?cent prozent"],
];

const UNIT_PATTERNS = UNITS.map(([dimension, factor, words]): [Dimension, number, RegExp] => {
  const alternatives = words
    .split(" ")
    .map((word) => (/^[[a-zA-Zµ]/.test(word) ? `${word}(?![\\p{L}\\p{N}_])` : word));
  const exactCase = /\b(?:kB|KiB|B)\b/.test(words) || dimension === "bytes";
  return [
    dimension,
    factor,
    new RegExp(`^(?:[\\s-]|\\u00a0)?(?:${alternatives.join("|")})`, exactCase ? "u" : "iu"),
  ];
});

/** Any of them, in either case: most numbers have no unit, and one look tells. */
const ANY_UNIT = new RegExp(UNIT_PATTERNS.map(([, , { source }]) => source).join("|"), "iu");

/** Digits with grouping and decimals, not part of a word, version, address or identifier. */
const DIGITS =
  /(?<![\p{Script=Latin}\p{N}_.:/@#=\\-]|[\p{N}][,.])[+-]?(\d{1,3}(?:[,\u202f ]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?![\p{N}_/:]|[.,-]\d|[-.][\p{Script=Latin}])/gu;

const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  hundred: 100,
  thousand: 1000,
  half: 0.5,
  double: 2,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  zwanzig: 20,
  dreißig: 30,
  sechzig: 60,
  hundert: 100,
  tausend: 1000,
};

/** Counts in one word. */
const TIMES: Readonly<Record<string, number>> = {
  twice: 2,
  thrice: 3,
  zweimal: 2,
  dreimal: 3,
  viermal: 4,
  fünfmal: 5,
  zehnmal: 10,
};

/** Only before a unit: "one year", not "one of". */
const ONE = new Set(["one", "ein", "eine", "einem", "einen", "einer"]);

/** Any of these words: a text is not cut into all of its words to find the few that count. */
const NUMBER_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${[...Object.keys(WORDS), ...Object.keys(TIMES), ...ONE].join("|")})(?![\\p{L}\\p{N}_])`,
  "gu",
);

const CJK_DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  百: 100,
  千: 1000,
  万: 10_000,
};

/** "Half an hour": the unit follows. */
const HALF =
  /\b(?:half an?|ein(?:e[rnm]?)? halbe[rnms]?|halbe[rnms]?)(?= )|半(?=小时|个小时|分钟|天|年|時間|分|日)/giu;
/** Without one of these there is no half of anything: texts are searched for them far quicker. */
const MAYBE_HALF = /hal[fb]|半/i;

/** One of these after a CJK numeral makes it a count. */
const CJK_COUNTERS =
  /^(?:个|個|次|秒|分|小时|时|天|日|周|月|年|倍|种|種|つ|回|件|条|台|人|字|步|段|行|層|层|階|度)/;

/** Every digit sequence, also inside code and addresses: what a passage may be said to mention. */
const ANY_DIGITS = /\d+(?:\.\d+)?/g;
const DIGIT = /\d/;

export interface NumberOptions {
  /** Also take numbers out of code, addresses and versions. @defaultValue false */
  anywhere?: boolean;
  /** `10.000` is ten thousand in German. @defaultValue `"en"` */
  language?: string;
}

/** Numbers of a text, those in words included, in order. */
export function findNumbers(text: string, { anywhere = false, language }: NumberOptions = {}): NumberFact[] {
  const { quantities, elsewhere } = findAllNumbers(text, language);
  return anywhere ? inOrder([...quantities, ...elsewhere]) : quantities;
}

/**
 * Numbers of a text, apart: those that it states, in words or digits, and those in code, addresses and versions. Each in order.
 * @param language as in {@link NumberOptions}
 */
export function findAllNumbers(
  text: string,
  language?: string,
): { quantities: NumberFact[]; elsewhere: NumberFact[] } {
  const normal = text.normalize("NFKC");
  const plain = normal.length === text.length ? normal : text;
  const quantities: NumberFact[] = [];
  const elsewhere: NumberFact[] = [];
  if (DIGIT.test(plain)) findDigits(plain, language, quantities, elsewhere);
  findWords(plain, quantities);
  return { quantities: inOrder(quantities), elsewhere };
}

function inOrder(facts: NumberFact[]): NumberFact[] {
  return facts.sort((a, b) => a.start - b.start);
}

function findDigits(
  plain: string,
  language: string | undefined,
  quantities: NumberFact[],
  elsewhere: NumberFact[],
): void {
  const grouped = language === "de" ? /(?<=\d)\.(?=\d{3}(?:\D|$))/g : null;
  for (const match of plain.matchAll(DIGITS)) {
    const value = parseDigits(grouped === null ? match[1]! : match[1]!.replace(grouped, ""));
    if (!Number.isFinite(value)) continue;
    const found = fact(plain, match.index, match[0].length, value, true);
    // "4xx" and "2nd" are no quantities.
    if (found.dimension === "plain" && /^[\p{Script=Latin}]/u.test(plain.slice(found.end))) continue;
    quantities.push(found);
  }
  let next = 0;
  for (const match of plain.matchAll(ANY_DIGITS)) {
    // Both are in the order of the text.
    while (next < quantities.length && quantities[next]!.end <= match.index) next += 1;
    if (next < quantities.length && match.index >= quantities[next]!.start) continue;
    elsewhere.push(fact(plain, match.index, match[0].length, Number(match[0]), true));
  }
}

function findWords(plain: string, facts: NumberFact[]): void {
  for (const match of plain.toLowerCase().matchAll(NUMBER_WORDS)) {
    const value = Object.hasOwn(WORDS, match[0]) ? WORDS[match[0]] : undefined;
    if (value !== undefined) facts.push(fact(plain, match.index, match[0].length, value, false));
    else if (Object.hasOwn(TIMES, match[0])) {
      const { index: start } = match;
      const end = start + match[0].length;
      facts.push({
        value: TIMES[match[0]]!,
        dimension: "count",
        digits: match[0] !== "twice",
        counts: false,
        surface: match[0],
        start,
        end,
      });
    } else if (ONE.has(match[0])) {
      const one = fact(plain, match.index, match[0].length, 1, false);
      if (one.dimension === "time") facts.push(one);
    }
  }
  for (const match of MAYBE_HALF.test(plain) ? plain.matchAll(HALF) : []) {
    const unit = fact(plain, match.index + match[0].length, 0, 0.5, false);
    if (unit.dimension === "plain") continue;
    facts.push({ ...unit, start: match.index, surface: plain.slice(match.index, unit.end) });
  }
  for (const match of plain.matchAll(/[零一二两兩三四五六七八九十百千万]+/gu)) {
    const after = plain.slice(match.index + match[0].length);
    const value = parseCjk(match[0]);
    // 一 alone is as vague as an article.
    if (value !== null && match[0] !== "一" && CJK_COUNTERS.test(after)) {
      facts.push(fact(plain, match.index, match[0].length, value, false));
    }
  }
}

/** A word or a counter right after a number, but not one that goes on with the sentence. */
const NOUN =
  /^(?: (?!(?:an?|the|each|every|je|and|or|in|on|at|by|to|of|for|from|per|if|when|is|are|was|were|as|until|with|und|oder|bei|pro|von|für|wenn|ist|sind|wird|als|mit)\b)\p{Script=Latin}{3}| ?[个個件条台名份枚つ])/iu;

/** What a number tells from others of its kind. */
const NUMBERED =
  /(?:\b(?:version|release|port|step|chapter|schritt|kapitel)|版本|端口|步骤|バージョン|ポート|ステップ)\s?$/iu;

function fact(text: string, start: number, length: number, value: number, digits: boolean): NumberFact {
  const rest = text.slice(start + length, start + length + 16);
  for (const [dimension, factor, pattern] of ANY_UNIT.test(rest) ? UNIT_PATTERNS : []) {
    const unit = pattern.exec(rest);
    if (unit === null) continue;
    const end = start + length + unit[0].length;
    // A plain count in words with a unit is as good as digits: "five seconds".
    return {
      value: value * factor,
      dimension,
      digits: true,
      counts: false,
      surface: text.slice(start, end),
      start,
      end,
    };
  }
  const end = start + length;
  return {
    value,
    dimension: "plain",
    digits,
    counts: NOUN.test(rest) || NUMBERED.test(text.slice(Math.max(0, start - 12), start)),
    surface: text.slice(start, end),
    start,
    end,
  };
}

function parseDigits(digits: string): number {
  const grouped = digits.replace(/(?<=\d)[,\u202f ](?=\d{3}(?:\D|$))/g, "");
  return Number(grouped.replace(",", "."));
}

function parseCjk(numeral: string): number | null {
  let total = 0;
  let current: number | null = null;
  for (const char of numeral) {
    const value = CJK_DIGITS[char];
    if (value === undefined) return null;
    if (value >= 10) {
      total += (current ?? 1) * value;
      current = null;
    } else current = (current ?? 0) * 10 + value;
  }
  return total + (current ?? 0);
}

/** Whether two facts state the same quantity. 1 kB and 1 KiB are held equal: docs mix them. */
export function sameQuantity(a: NumberFact, b: NumberFact): boolean {
  if (a.dimension !== b.dimension) return false;
  if (a.value === b.value) return true;
  const ratio = a.value / b.value;
  const tolerance = a.dimension === "bytes" ? 0.075 : 1e-9;
  return Number.isFinite(ratio) && Math.abs(ratio - 1) <= tolerance;
}
