/**
 * A sentence says of more cases than its passage does: of all where the passage has most, some or an exception, of both where
 * one of them is enough, always where it is so only under a condition or only when it is turned on.
 */
import type { PassageView } from "./evidence.ts";
import type { Facts } from "./facts.ts";
import { comparableTerms, type WindowMatch } from "./match.ts";
import { placesOf } from "./places.ts";

/** Part of the sentence that the place with the exception must hold. */
const SAME_MATTER = 0.5;

const EVERY =
  /\b(?:every(?:one|body)?|all|any(?:one|body)?|always|whatever|each|whole|entire|jede[rsnm]?|alle[rsnm]?|sämtliche[rsnm]?|immer|jederzeit|tou(?:s|tes)|chaque|todos|todas|cada|tutti|alle)\b|所有|任何|每个|每次|一律|总是|全部|都(?!市)|すべて|全て|どの|いつでも|常に|毎回|誰でも|あらゆる/iu;
/** Says that nothing makes a difference. */
const REGARDLESS =
  /\b(?:regardless|no matter|whether or not|however they|without exception|in any case|even if|in every (?:case|format|mode)|unabhängig|egal|ganz gleich|ausnahmslos|in jedem fall|peu importe|sin importar)\b|无论|不管|不论|即使|一律|例外なく|かかわらず|関係なく|問わず|であっても|でも必ず/iu;
const EXCEPTION =
  /\b(?:except|apart from|other than|only|unless|elsewhere|everywhere else|other \p{L}+ (?:are|do|is|does) not|others (?:are|do) not|not all|older \p{L}+ do(?:es)? not|außer|nur|sofern nicht|es sei denn|ausgenommen|ältere \p{L}+ jedoch nicht|sauf|excepto|salvo)\b|除了|除非|以外|例外|其他.{0,8}不|只有|仅|のみ|だけ|に限り|ほかの?.{0,8}(?:ません|ない)/iu;
/** Says something of a part. */
const PARTIAL =
  /\b(?:most|some|many|several|a few|certain|usually|typically|often|sometimes|not (?:all|every)|at most|up to|the last|die meisten|einige|manche|viele|mehrere|bestimmte|meist(?:ens)?|manchmal|nicht alle|höchstens|bis zu|die letzten|la plupart|certains|algunos|la mayoría|alguns)\b|大部分|大多数|多数|部分|有些|某些|一些|通常|最多|一部の?|多くの|ほとんど|いくつか|場合がある|最大/iu;

/** @returns what decided, or `null` */
export function everyCase(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  const isRegardless = REGARDLESS.test(sentence);
  if (!isRegardless && !EVERY.test(sentence)) return null;
  if (EXCEPTION.test(sentence) || PARTIAL.test(sentence)) return null;
  if (facts.terms.some(({ sign, polar }) => sign === -1 && !polar)) return null;
  const places = placesOf(facts, views, foreign, { numbers: false });
  if ((places[0]?.share ?? 0) < SAME_MATTER) return null;
  const isNarrower = places.every(({ window: { text } }) => {
    const rest = text.replace(/\bnot (?:all|every)\b|everywhere else|nicht alle/giu, "");
    if (namesException(facts, text)) return false;
    if (isRegardless) return EXCEPTION.test(text) || PARTIAL.test(text);
    return (EXCEPTION.test(text) || PARTIAL.test(text)) && !EVERY.test(rest);
  });
  return isNarrower ? `not in every case: ${places[0]!.window.text}` : null;
}

/** "It drops all; add `keep` if you want to keep it" where all are dropped unless `keep` is given. */
function namesException({ identifiers }: Facts, text: string): boolean {
  const at = text.search(EXCEPTION);
  const excepted = at < 0 ? "" : text.slice(at);
  return identifiers.some(({ name }) => excepted.includes(name));
}

const BOTH =
  /\b(?:both|beide[nrs]?|sowohl|les deux|ambos|ambas|entrambi)\b|两者都|二者都|同时(?:指定|传入|设置|提供)|都要|両方|どちらも/iu;
const ONE_OF =
  /\b(?:at least one|one of|either|any of|not both|mindestens ein\p{L}*|eine[rsnm]? (?:von|der)|entweder|nicht beides?|au moins un|al menos un)\b|至少.{0,3}一个|其中一个|二选一|任意一个|少なくとも.{0,3}(?:一方|1|一つ)|いずれか|どちらか/iu;

/** "Both are required" where one of them is. */
export function bothOfOne(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  if (!BOTH.test(sentence) || ONE_OF.test(sentence)) return null;
  if (facts.terms.some(({ sign, polar }) => sign === -1 && !polar)) return null;
  return firstWhere(
    placesOf(facts, views, foreign, { numbers: false }).slice(0, 1),
    ONE_OF,
    BOTH,
    "one of both",
  );
}

/** Says that nothing has to be done for it. */
const BY_ITSELF =
  /\b(?:by default|automatically|out of the box|from the start|without (?:further |any )?(?:setup|configuration)|standardmäßig|von Haus aus|automatisch|ohne weiteres|von Anfang an|par défaut|por defecto|por padrão)\b|默认|自动|无需(?:任何)?(?:配置|设置)|既定で|デフォルトで|標準で|自動(?:的|で)|設定しなくても/iu;
/** Says that something has to be. */
const OPTED_IN =
  /\b(?:only (?:if|when|with|after)|if .{3,60} is (?:set|given|passed|enabled|specified)|off by default|disabled by default|opt-in|(?:has|have|needs?|must) to? ?be (?:turned on|enabled|switched on|activated)|nur (?:wenn|mit|falls)|standardmäßig (?:aus|deaktiviert)|désactivée? par défaut)\b|默认(?:是)?(?:关闭|禁用|没有启用)|只有.{1,30}(?:才|时)|指定した場合|場合に限り|既定で(?:は)?(?:無効|オフ)/iu;

/** "By default" or "automatically" where the passage asks for a setting first. */
export function notByItself(
  facts: Facts,
  sentence: string,
  views: readonly PassageView[],
  foreign: boolean,
): string | null {
  if (!BY_ITSELF.test(sentence) || OPTED_IN.test(sentence)) return null;
  const terms = comparableTerms(facts, views, foreign);
  if (terms.some(({ sign, polar }) => sign === -1 && !polar)) return null;
  if (
    terms.some(
      ({ key, sign }) => sign === -1 && (key === "#enable" || key === "#allow" || key === "#optional"),
    )
  )
    return null;
  return firstWhere(
    placesOf(facts, views, foreign, { numbers: false }),
    OPTED_IN,
    BY_ITSELF,
    "only on request",
  );
}

/** Whether every place holds the one and not the other. */
function firstWhere(
  places: readonly WindowMatch[],
  narrower: RegExp,
  wider: RegExp,
  reason: string,
): string | null {
  if ((places[0]?.share ?? 0) < SAME_MATTER) return null;
  const isNarrower = places.every(({ window: { text } }) => {
    const rest = text.replace(narrower, "");
    return rest !== text && !wider.test(rest);
  });
  return isNarrower ? `${reason}: ${places[0]!.window.text}` : null;
}

/** Says that a thing may be left. */
const MAY =
  /\b(?:may|can|optional(?:ly)?|recommended|should|not (?:required|necessary|mandatory)|need not|kann|können|darf|dürfen|optional|empfohlen|nicht (?:nötig|erforderlich)|peut|puede|pode)\b|可以|可选|建议|推荐|任意|推奨|できます|省略/iu;
const MUST =
  /\b(?:must|required?|requires|mandatory|has to|have to|needs? to|only|muss|müssen|erforderlich|zwingend|pflicht|doit|debe|deve)\b|必须|必需|必填|务必|必須|なければ|必要|需要/iu;

/** "Must" where the passage has "may". */
export function notObliged(facts: Facts, views: readonly PassageView[], foreign: boolean): string | null {
  const terms = comparableTerms(facts, views, foreign);
  const isObliging = terms.some(
    ({ key, sign, isCondition }) => key === "#optional" && sign === -1 && !isCondition,
  );
  if (!isObliging || terms.some(({ sign, polar }) => sign === -1 && !polar)) return null;
  return firstWhere(
    placesOf(facts, views, foreign, { numbers: false }).slice(0, 1),
    MAY,
    MUST,
    "may, not must",
  );
}
