/**
 * Two versions named by bare numbers: "what changed between 4 and 5?". Most pairs of numbers are something else ("change the limit from
 * 4 to 5"), so a pair counts only beside a word that speaks of versions, and with no unit or noun behind it.
 */

/** Both names of a pair, without `v`, and where the first stands. */
export interface VersionPair {
  names: [string, string];
  /** UTF-16 offset. */
  at: number;
}

const VERSION = String.raw`(v\.?\s?|versions?\s+v?)?(\d+(?:\.\d+)*(?:\.x)?)(?!\.?\d)`;

/** The word that follows is no noun and no unit: the sentence ends there, or goes on with one of these. */
const GOES_ON =
  /^\s*(?:$|[.,;:?!)\]"'”’。，；：？！）」]|(?:in|on|of|for|with|without|when|while|if|is|are|was|were|do|does|did|can|could|should|will|would|must|and|or|but|to|how|what|which|that|as|by|the|my|our|via|using|because|safely|releases?|versions?|upgrade|migration|im|bei|mit|ohne|für|wenn|ist|sind|wird|werden|und|oder|was|wie|geändert|verändert|migrieren|umsteigen|upgraden|um)(?![\p{L}\p{N}_-])|[有的升迁版之都改怎如需要发へでにのまを])/iu;

/** Words between a cue and the first number. */
const GAP = String.raw`(?:\s+(?!(?:when|if|after|while|wenn|falls|nachdem)\b)[\p{L}\p{N}_'’.-]+)`;
const CUES_BEFORE: readonly RegExp[] = [
  // Of what changed: "what changed in the router …", "was hat sich …".
  new RegExp(
    String.raw`(?:\bwhat(?:['’]s|\s+(?:is|has|have|was))?\s+(?:changed|changes|new|different|broke|breaks)|\b(?:breaking )?changes|\bwas hat sich|\bwas ändert sich|\bwas ist (?:neu|anders))${GAP}{0,5}\s*$`,
    "iu",
  ),
  /\b(?:versions?|releases?|release notes)(?:\s+\p{L}+)?\s*$/iu,
  // What is upgraded is no setting: a name in code ends the gap.
  /\b(?:[Uu]pgrad|[Mm]igrat|[Mm]igrier|[Uu]mstieg|[Uu]msteig|steig)\p{L}*(?:\s+(?!(?:when|if|after|while|wenn)\b)(?!\p{L}*\p{Ll}\p{Lu})[\p{L}'’-]+){0,4}\s*$/u,
  /(?:版本|升级|迁移|バージョン|移行|アップグレード)\s*$/u,
];
const CUES_AFTER =
  /^\s*(?:(?:releases?|versions?|upgrade|migration)\b|(?:migrieren|umsteigen|upgraden)(?!\p{L})|(?:的)?(?:升级|迁移|版本)|(?:之间)?(?:都)?(?:有什么|有哪些|有何)(?:变化|改变|变更|更新)|(?:へ|に|への)(?:移行|アップグレード|バージョンアップ)|(?:まで)?(?:で|の間で)?(?:何が変わ|の変更点)|の変更点)/iu;

/**
 * Pairs of numbers that a question means as versions. Whether the docs have them is for the caller to see.
 * @param product name of what the docs are about: right before a number it makes it a version
 */
export function versionPairs(question: string, product = ""): VersionPair[] {
  const name = product.trim() === "" ? "(?!)" : escaped(product.trim());
  const first = String.raw`(?:(?<![\p{L}\p{N}])(${name})\s+)?${VERSION}`;
  const second = String.raw`(?:${name}\s+)?${VERSION}(?![\p{Script=Latin}\p{N}_%])`;
  const forms = [
    // The first preposition may be missing after the product's name: "Crate 4 to 5".
    String.raw`(?:\b(?:between|from|zwischen|von)\s+|(?=(?<![\p{L}\p{N}])${name}))${first}\s*(?:\b(?:and|to|und|auf|bis|zu)\b)\s*${second}`,
    String.raw`从\s*${first}\s*(升级|迁移|升)?(?:到|至|和)\s*${second}`,
    String.raw`(?<![\p{L}\p{N}./@-])${first}\s*(?:から|と)\s*${second}`,
  ];
  return forms.flatMap((form) =>
    [...question.matchAll(new RegExp(form, "giu"))].flatMap((match): VersionPair[] => {
      const [whole, ofProduct, firstMark, from, ...rest] = match;
      const [secondMark, to] = rest.slice(-2);
      const isUpgrade = rest.length > 2 && rest[0] !== undefined;
      const before = question.slice(0, match.index);
      const after = question.slice(match.index + whole.length);
      const isMarked = [ofProduct, firstMark, secondMark].some((mark) => mark !== undefined);
      const isCued =
        isMarked || isUpgrade || CUES_BEFORE.some((cue) => cue.test(before)) || CUES_AFTER.test(after);
      return isCued && GOES_ON.test(after) ? [{ names: [from!, to!], at: match.index }] : [];
    }),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
