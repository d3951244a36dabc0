/** Which stretches of a text stand under a negation, in four languages. */
import type { ConceptMatch } from "../question/glossary.ts";

/** Where a clause ends for what a negation covers. */
const CLAUSE_BREAK =
  /[,;:–—(][\s]?|[，；：（]|\s(?:but|while|whereas|unless|if|when|until|once(?=\s(?!an?\s)[\w-]+(?:\s[\w-]+){0,3}\s(?:is|are|has|have)\s)|because|since|which|so that|aber|sondern|während|sofern|wenn|weil|damit|bis)\s|\s(?:and|or|und|oder)\s(?=(?:is|are|was|were|be|cannot|can|must|may|will|does|do|did|has|have|it|they|never|then|wird|werden|kann|können|darf|dürfen|ist|sind|muss|müssen|\p{Ll}{2,}t)\s)|但是?|时(?![间区候长刻段效常])(?<!(?:同|小|定|超|计|延|及|实|暂|临|按|随|何|有)时)|如果|除非|否则|并且|而|ただし|場合|ですが?、|が、|限り、|(?<=[うくすつぬむるぐぶ])と(?=[\p{Script=Han}\p{Script=Katakana}])|と、|ば、|ので、|[てで]、|ても、?|(?:なく|ず|ずに|[しりきみびげべせけれめえ])、|(?<=[たう])(?:後|あと|とき|時|際)(?:は|に|には)?、?|(?<=[うくすつぬむるぐぶ])まで|前(?=需要|必须|应|要|请|不|会)/giu;

const NEGATIONS =
  /(?<![\p{L}])(?:(?:not|no)(?! (?:more|longer|larger|later|greater|fewer|less|earlier) than| matter)|stop(?:s|ped)?(?=\s\p{Ll}+ing(?!\p{L}))|never|none|neither|nor|without|cannot|nothing|nobody|isn't|aren't|doesn't|don't|didn't|won't|can't|couldn't|wasn't|weren't|hasn't|haven't|shouldn't|mustn't|nicht(?! (?:mehr|weniger|länger|größer|später|früher) als)|nichts|nie|niemals|niemand|ohne|weder|kein\w{0,2})(?![\p{L}])|n't\b|不(?!同|仅|过|断|管|论|久|区分|超过|能超过|得超过|满|足)|没|無し|无法|无需|未(?!来)|勿|(?<!しれ)ません|ない(?!限り)|なく(?!ても)|なし|ず(?=に|、|。|$)|できぬ/giu;
/** Turns a negated clause into a limit: "only once". */
const ONLY_WITH_NEGATION = /しか|not only|nicht nur|不仅|不只/i;

/** An auxiliary that begins the main clause after a relative one: "messages that are not read *are* sent again". */
const AUXILIARY =
  /\s(?:is|are|was|were|will|can|cannot|must|may|should|gets?|has|have|does|do|leads?|returns?)\s/iu;

/** What shows that a Chinese main clause goes on after "…的 X". */
const GOES_ON = /[会将则能需就被]|可以|必须|返回|进入|默认/u;

const RELATIVE_BEFORE = /\b(?:that|which|who)\s(?:is|are|was|were|has|have|\w{1,20}s)\s.{0,40}$/i;

interface Stretch {
  start: number;
  end: number;
}

/**
 * Whether a position stands under an odd number of negations. A negation covers its clause, but one that belongs to a noun
 * ("requests without a token", "没有确认的消息") only what belongs to that noun.
 *
 * @param text in which code and names are replaced by spaces
 * @param concepts of the text: the 未 of 未使用 is a part of its word
 */
export function negations(text: string, concepts: readonly ConceptMatch[]): (position: number) => boolean {
  const stretches = negatedStretches(withoutConcepts(text, concepts), text);
  return (position) =>
    stretches.filter(({ start, end }) => position >= start && position < end).length % 2 === 1;
}

const CONDITION_FIRST =
  /^\s*(?:if|when|whenever|unless|until|while|once|before|after|wenn|falls|sofern|solange|sobald|bis|bevor|nachdem|(?:\p{Script=Han}{1,6}\s?)?(?:如果|若|除非)|当)(?![\p{Script=Latin}])/iu;
/** "Fehlt ein Schlüssel, …" */
const VERB_FIRST =
  /^\s*\p{Lu}\p{Ll}+(?:t|en|ird|ind|st)\s(?:ein\p{Ll}*|der|die|das|kein\p{Ll}*|man|es|sie|\p{Lu}\p{Ll}+)\s[^,]*,\s?$/u;
const CONDITION_BREAK = /(?:if|when|\bonce|unless|until|wenn|sofern|bis|如果|除非)\s*$/iu;
const CONDITION_LAST =
  /(?:[时后]，?|場合|限り、?|たら、?|ても、?|でも、|と、?|ば、|(?<=[たう])(?:後|あと|とき|時|際)(?:は|に|には)?、?|[うくすつぬむるぐぶ]まで|前|前，)$/u;

/** Whether a position stands in a condition rather than in what is stated. */
export function conditions(text: string): (position: number) => boolean {
  const found: Stretch[] = [];
  let start = 0;
  let before = "";
  for (const match of [...text.matchAll(CLAUSE_BREAK), null]) {
    const end = match === null ? text.length : match.index + match[0].length;
    const clause = text.slice(start, end);
    if (
      CONDITION_BREAK.test(before) ||
      CONDITION_FIRST.test(clause) ||
      CONDITION_LAST.test(clause.trimEnd()) ||
      VERB_FIRST.test(clause)
    )
      found.push({ start, end });
    before = match?.[0] ?? "";
    start = end;
  }
  return (position) => found.some((one) => position >= one.start && position < one.end);
}

const OWN_NEGATION = /^(?:not|no|nicht)\s|\snot$/i;

function withoutConcepts(text: string, concepts: readonly ConceptMatch[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of concepts) {
    // The "not" of "not required" belongs to its phrase as well.
    if (start < from || (text.charCodeAt(start) < 0x2e80 && !OWN_NEGATION.test(text.slice(start, end))))
      continue;
    parts.push(text.slice(from, start), "〇".repeat(end - start));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

function negatedStretches(bare: string, text: string): Stretch[] {
  const found: Stretch[] = [];
  const all = [...bare.matchAll(NEGATIONS)];
  if (all.length === 0) return found;
  const ends = [...text.matchAll(CLAUSE_BREAK)].map((match) => match.index + match[0].length);
  let start = 0;
  let next = 0;
  for (const end of [...ends, text.length]) {
    let whole = 0;
    const clause = bare.slice(start, end);
    const isLimit = ONLY_WITH_NEGATION.test(text.slice(start, end));
    for (; next < all.length && all[next]!.index < end; next += 1) {
      if (isLimit) continue;
      const at = all[next]!.index - start;
      const own = ofNoun(clause, at, all[next]![0]);
      if (own === null) {
        whole += 1;
        // "A version *that was published* cannot be changed."
        const relative = RELATIVE_BEFORE.exec(clause.slice(0, at));
        if (relative !== null) found.push({ start: start + relative.index, end: start + at });
      } else found.push({ start: start + own.start, end: start + own.end });
    }
    if (whole % 2 === 1) found.push({ start, end });
    start = end;
  }
  return found;
}

/** The stretch of a negation that belongs to a noun, or `null` where it denies its clause. */
function ofNoun(clause: string, at: number, negation: string): Stretch | null {
  const end = at + negation.length;
  const after = clause.slice(end);
  const word = negation.toLowerCase();
  if (word === "without") {
    const noun = /^(?:\s+(?:an?|the|any|its|their|being|having))?(?:\s+[\w-]+){0,2}/.exec(after)![0];
    return { start: end, end: end + (AUXILIARY.exec(noun)?.index ?? noun.length) };
  }
  // "Stops working": the stopping itself is not denied.
  if (word.startsWith("stop")) return { start: end, end: clause.length };
  if (word === "ohne") {
    const noun = /^(?:\s+\p{Ll}[\p{L}-]*){0,3}\s+\p{Lu}[\p{L}-]*/u.exec(after);
    return noun === null ? null : { start: end, end: end + noun[0].length };
  }
  if (word === "なし") {
    const noun = /[\p{Script=Han}\p{Script=Katakana}ー〇]+の?$/u.exec(clause.slice(Math.max(0, at - 16), at));
    return noun === null ? null : { start: at - noun[0].length, end };
  }
  if (word === "ない") {
    return /^[\p{Script=Han}\p{Script=Katakana}〇]/u.test(after) ? { start: 0, end } : null;
  }
  if (/^[a-z']+$/.test(word)) {
    const relative = /\b(?:that|which|who|whose)\s/i.exec(clause.slice(Math.max(0, at - 40), at));
    const main = relative === null ? null : AUXILIARY.exec(after);
    if (relative === null || main === null) return null;
    return { start: Math.max(0, at - 40) + relative.index, end: end + main.index };
  }
  if (/^[不没未]/.test(word)) {
    const own = /^[^的]{1,16}的(?=\p{Script=Han}|〇)/u.exec(after);
    if (own === null) return null;
    const isClear = /^[没未]/.test(word) || GOES_ON.test(after.slice(own[0].length));
    return isClear ? { start: at, end: end + own[0].length } : null;
  }
  return null;
}
