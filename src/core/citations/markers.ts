/**
 * What a pair of square (or full-width, or lenticular) brackets holds, when it is a citation in one of the many spellings
 * that models use.
 */

/** Words that models put before a passage number. */
const LABEL =
  /^(?:docs?|documents?|sources?|passages?|refs?|references?|cit(?:e|ation)s?|chunks?|contexts?|ids?|no|nr|quellen?|dokumente?|textstelle|absatz|passus|文档|文檔|文献|文獻|来源|來源|资料|資料|段落|引用|出典|参考|参照|ドキュメント|文書|문서|출처)[\s.:=#_-]*/iu;

const SEPARATOR = /^\s*(?:[,;、，；&+/|]|\band\b|\bund\b|\bet\b|\by\b|和|与|及|と)\s*/iu;
const RANGE = /^\s*(?:-{1,2}|[–—−~〜～至]|\bto\b|\bbis\b|から)\s*/iu;
/** A number below 0 is none of ours, but meant as one. */
const NUMBER = /^[#^]?\s*([-−]?\d{1,6})/u;

/** Numbers beyond this many apart are no range of passages. */
const MAX_RANGE = 50;

/**
 * Numbers cited by a bracket's content, ranges expanded, without repetition; `null` when it is no citation.
 * @param content between the brackets, without them
 */
export function citationNumbers(content: string): number[] | null {
  let rest = plainContent(content);
  // "1†source", "1†L12-L30": what follows the dagger describes the place.
  rest = rest.replace(/[†‡][\s\S]*$/u, "").trim();
  if (rest.startsWith("^")) rest = rest.slice(1);
  if (rest === "" || rest.length > 80) return null;
  const numbers: number[] = [];
  let previous: number | null = null;
  for (;;) {
    // "doc id="1"", as the passages' tags have it, has two labels.
    for (let labelled = ""; labelled !== rest; ) {
      labelled = rest;
      rest = rest.replace(LABEL, "");
    }
    const match = NUMBER.exec(rest);
    if (match === null) return null;
    const number = Number(match[1]!.replace("−", "-"));
    numbers.push(number);
    rest = rest.slice(match[0].length);
    if (previous !== null) expandRange(previous, number, numbers);
    previous = null;
    if (rest.trim() === "") return [...new Set(numbers)];
    // "4:0" names a message and a passage of it in one vendor's format: nothing of ours.
    if (/^\s*:\s*\d+\s*$/.test(rest)) return [0];
    const range = RANGE.exec(rest);
    if (range !== null) {
      previous = number;
      rest = rest.slice(range[0].length);
      continue;
    }
    const separator = SEPARATOR.exec(rest);
    if (separator === null) return null;
    rest = rest.slice(separator[0].length);
    if (rest === "") return [...new Set(numbers)];
  }
}

/** `doc id="2"`: the tag of a passage in the prompt, which some models write in the place of its number. */
const PASSAGE_TAG = /^doc\s+(?:id\s*=\s*)?["']?(\d{1,6})(?!\d)/i;

/** The number of the passage whose tag this is; `null` for any other tag. @param content between `<` and `>` */
export function tagNumber(content: string): number | null {
  const digits = PASSAGE_TAG.exec(content)?.[1];
  return digits === undefined ? null : Number(digits);
}

function expandRange(from: number, to: number, numbers: number[]): void {
  if (to <= from || to - from > MAX_RANGE) return;
  numbers.pop();
  for (let number = from + 1; number <= to; number += 1) numbers.push(number);
}

/**
 * The content as a reader would see it: no tags, references, emphasis, invisible characters or inner brackets; full-width
 * digits made plain. A citation cannot hide behind what is stripped elsewhere.
 */
function plainContent(content: string): string {
  return decodeReferences(content)
    .replace(/<[^<>]*>/g, "")
    .replace(/\]\s*\[/g, ",")
    .replace(/=\s*["'](\d{1,6})["']/g, "=$1")
    .replace(/[\p{Cf}\p{Mn}\p{Me}*_~`[\]\\<>]+/gu, "")
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim();
}

const NAMED: Readonly<Record<string, string>> = {
  colon: ":",
  sol: "/",
  period: ".",
  commat: "@",
  lt: "<",
  gt: ">",
  lpar: "(",
  rpar: ")",
  lsqb: "[",
  lbrack: "[",
  rsqb: "]",
  rbrack: "]",
  tab: "\t",
  newline: "\n",
  nbsp: " ",
  quot: '"',
  apos: "'",
  amp: "&",
  num: "#",
  percnt: "%",
  excl: "!",
  comma: ",",
  semi: ";",
  quest: "?",
  equals: "=",
  plus: "+",
  hyphen: "-",
  dash: "-",
  lowbar: "_",
  ast: "*",
  grave: "`",
  bsol: "\\",
  shy: "",
  zwj: "",
  zwnj: "",
};

/** HTML character references decoded, the numeric ones and those named ones that can spell an address or a bracket. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,9}));?/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
