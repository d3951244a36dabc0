/**
 * What a model wrote when asked for one search line: taken, repaired or dropped. Nothing is searched for that was not looked at here,
 * and nothing that would show a reader more than a search line (the prompt, a foreign address).
 */
import { detectLanguage } from "../question/language.ts";
import { primaryLanguage } from "../question/language-name.ts";
import { OFF_TOPIC_TOKEN } from "./rewrite-prompt.ts";

/** Longest line that is still a search line and not an answer, in UTF-16 units. */
const MAX_QUERY_CHARS = 400;
const MAX_LINES = 3;
/** A run of the prompt of this many characters in the output is a leak, not a coincidence. */
const LEAK_CHARS = 40;

export type DropReason =
  | "empty"
  | "multi_line"
  | "chatty"
  | "too_long"
  | "wrong_language"
  | "prompt_leak"
  | "foreign_link"
  | "mixed_gate";

export type RewriteOutcome =
  | { kind: "query"; query: string }
  | { kind: "off_topic" }
  | { kind: "dropped"; reason: DropReason };

/** What the output is judged by. */
export interface RewriteExpectation {
  /** Language that the line must be in, and others that the docs are also written in. */
  docsLanguages: readonly string[];
  /** The reader's question and the messages shown to the model: where links may come from. */
  readerText: string;
  /** Prompts that must not come back. */
  promptTexts: readonly string[];
}

/** Reads the model's output. Pure. */
export function readRewrite(output: string, expected: RewriteExpectation): RewriteOutcome {
  const text = withoutReasoning(output).normalize("NFC").trim();
  if (isOffTopicToken(text)) return { kind: "off_topic" };
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .filter((line) => !/^(?:```|~~~)\S*$/.test(line.trim()))
    .map(cleanLine)
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const kept = lines.filter((line) => !isChatty(line) && !isLabel(line));
  if (kept.length === 0) return { kind: "dropped", reason: lines.length === 0 ? "empty" : "chatty" };
  if (kept.length > MAX_LINES) return { kind: "dropped", reason: "multi_line" };
  const query = kept.join(" ");
  const reason = faultOf(query, expected);
  return reason === null ? { kind: "query", query } : { kind: "dropped", reason };
}

function faultOf(query: string, expected: RewriteExpectation): DropReason | null {
  if (query.includes(OFF_TOPIC_TOKEN)) return "mixed_gate";
  if (query.length > MAX_QUERY_CHARS) return "too_long";
  if (expected.promptTexts.some((prompt) => sharesRun(query, prompt, expected.readerText)))
    return "prompt_leak";
  if (hasForeignLink(query, expected.readerText)) return "foreign_link";
  const [wanted = "en"] = expected.docsLanguages;
  const language = detectLanguage(query, wanted);
  return expected.docsLanguages.some((docs) => primaryLanguage(docs) === language) ? null : "wrong_language";
}

/** Drops a leading block of thoughts that some servers leave in the text. */
function withoutReasoning(output: string): string {
  return output.replace(/^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/i, "");
}

function isOffTopicToken(text: string): boolean {
  return (
    text.replace(/^[\s"'`*“”‘’「」『』.。![\]<>]+|[\s"'`*“”‘’「」『』.。![\]<>]+$/g, "") === OFF_TOPIC_TOKEN
  );
}

const LABEL =
  /^(?:(?:here(?: is|'s)|this is)[^:：]{0,60}|(?:the )?(?:(?:rewritten|standalone|search|full|complete|final|one|other|new|english|german|chinese|japanese)[ -]?){0,3}(?:query|question|search|line|output|answer|rewrite|result|keywords?|terms)|(?:suchzeile|suchanfrage|suche|frage|zeile|ausgabe|hier ist[^:：]{0,60})|(?:检索|搜索|查询|改写|重写|问题|输出|以下是|这是)[^:：]{0,20}|(?:検索|質問|クエリ|出力|書き換え|以下)[^:：]{0,20})\s*[:：]\s*/i;

/** A line without list marks, labels, wrapping quotes, emphasis and control characters. */
function cleanLine(line: string): string {
  let text = line
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  for (let previous = ""; previous !== text; ) {
    previous = text;
    text = text.replace(/^(?:[-*•>]|\d{1,2}[.)])\s+/, "");
    text = unwrap(text.replace(/^\*\*([^*]{1,60}[:：])\*\*/, "$1").replace(LABEL, "")).trim();
  }
  return text;
}

const WRAPPERS: readonly (readonly [string, string])[] = [
  ["**", "**"],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
];

function unwrap(text: string): string {
  for (const [open, close] of WRAPPERS) {
    if (text.length <= open.length + close.length || !text.startsWith(open) || !text.endsWith(close))
      continue;
    const inner = text.slice(open.length, -close.length);
    if (!inner.includes(open) && !inner.includes(close)) return inner;
  }
  return text;
}

function isLabel(line: string): boolean {
  return /[:：]$/.test(line) && line.length < 80;
}

const CHATTER =
  /^(?:(?:sure|certainly|of course|okay|ok|alright|absolutely|great question)\b[,!.:]?|here(?: is|'s| are)\b|(?:i'm|i am) (?:sorry|an? |unable|not able|happy)|sorry\b|i (?:can ?not|can't|could not|won't|will not|cannot) (?:help|answer|assist|do|provide|comply|rewrite)|as an? (?:ai|language|assistant)\b|(?:please )?let me know\b|note(?: that)?\b|explanation\b|this (?:query|line|question|rewrite) (?:asks|is|combines|covers|includes|uses)\b|i (?:have |'ve )?(?:rewrote|rewritten|added|translated)\b|(?:gerne|natürlich|klar|selbstverständlich|leider kann|es tut mir leid|tut mir leid|hier ist|hier sind)(?![\p{L}])|(?:好的|当然|當然|抱歉|对不起|以下是|这是|作为(?:一个)?(?:ai|人工智能)|我(?:无法|不能))|(?:はい[、,]|もちろん|申し訳|以下は|承知|わかりました|かしこまりました))/iu;

/** A line that answers in the place of asking. */
const YES_OR_NO =
  /^(?:(?:yes|yeah|yep|nope|ja|nein|doch)\s*[,.!;]|no\s*[,!;]|(?:是的|不是|对|不|否)[，,。]|(?:はい|いいえ)[、，,。])/iu;

function isChatty(line: string): boolean {
  return CHATTER.test(line) || YES_OR_NO.test(line) || /\[\d+\]/.test(line);
}

/** Whether two texts share a run of {@link LEAK_CHARS} letters and digits that the reader did not write. */
function sharesRun(output: string, prompt: string, readerText: string): boolean {
  const [needle, hay, own] = [output, prompt, readerText].map(compact) as [string, string, string];
  for (let start = 0; start + LEAK_CHARS <= needle.length; start++) {
    const run = needle.slice(start, start + LEAK_CHARS);
    if (hay.includes(run) && !own.includes(run)) return true;
  }
  return false;
}

function compact(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Addresses with a scheme, or Markdown images and links, that do not come from the reader. */
function hasForeignLink(query: string, readerText: string): boolean {
  if (/!?\[[^\]]*\]\([^)]*\)/.test(query)) return true;
  return (query.match(/(?:https?:\/\/|www\.)[^\s"'`<>)]+/gi) ?? []).some(
    (address) => !readerText.includes(address),
  );
}

/**
 * A rewrite with the question's own literal names appended where it lost them: what must match literally is not the model's to drop.
 * @param identifiers of the question, as it spells them
 */
export function withIdentifiers(query: string, identifiers: readonly string[]): string {
  const lower = query.toLowerCase();
  const lost = [...new Set(identifiers)].filter((name) => !lower.includes(name.toLowerCase())).slice(0, 6);
  return [query, ...lost].join(" ");
}
