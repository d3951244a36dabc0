/**
 * Words that carry no topic in a question or a page, by language. Short on purpose: a word that can name a feature
 * (`before`, `off`, `all`, `only`, `after`) stays searchable.
 */

const ENGLISH =
  "a about also am an and any are as at be been being but by can could did do does doing for from getting " +
  "got had has have having he her here hers him his how however i if in into is it its just let lets like may me " +
  "might mine must my need needs of on or our ours out please shall she should so some somehow such than that the " +
  "their theirs them then there these they thing things this those to too us very want wants was way we were what " +
  "whatever when where whether which while who whom whose why will with would you your yours";

/** Chinese and Japanese bigrams of questions and particles. */
const IDEOGRAPHIC =
  "怎么 怎样 如何 什么 为什 么样 可以 是否 请问 我们 你们 他们 这个 那个 一个 能否 哪些 哪个 是什 么是 " +
  "です ます ください くだ ださ さい ので から まで こと もの よう どう して した する され れる いる ある ない たい とは には では";

/** Other languages, folded as words are: lower case, without diacritics. */
const GERMAN =
  "aber als am an auch auf aus bei beim bin bis bist da das dass dein dem den der des dich die dies diese diesem diesen dieser " +
  "dieses dir doch du ein eine einem einen einer eines er es etwas fur gibt hab habe haben hat hatte ich ihm ihn ihr im in ins " +
  "ist ja kann kannst konnen konnte man mein mich mir mit muss mussen nach noch nur ob oder sein sich sie sind so soll sollte " +
  "sondern uber um und uns unser von vom vor wann war warum was welche welcher welches wenn wer werden wie wird wir wo zu zum zur";
const DUTCH =
  "aan als ben bij dan dat de den deze die dit doe door een en er geen had heb hebben heeft het hij hoe ik in is je kan kunnen " +
  "maar met mij mijn moet na naar niet nog nu of om ons ook op over te tot u uit uw van veel voor waar waarom wanneer was wat we " +
  "welke wie wij worden wordt ze zich zij zijn zo";
const FRENCH =
  "ai as au aux avec ce ces cet cette comment dans de des du elle elles en est et etre faire fait il ils je la le les leur leurs " +
  "lui ma mais me mes moi mon ne nos notre nous on ont ou par pas peut peux pour pourquoi qu quand que quel quelle quelles quels " +
  "qui quoi sa se ses si son sont sur ta tes toi ton tu un une vos votre vous y";
const SPANISH =
  "a al como con cual cuales cuando de del donde el ella ellas ellos en es esta estas este estos esto hace hacer hay la las le les " +
  "lo los mas me mi mis muy no nos o para pero por porque puede puedo que quien se ser si sin sobre son su sus te tu tus un una " +
  "unas uno unos usted y ya yo";
const PORTUGUESE =
  "a ao aos as com como da das de do dos e ela elas ele eles em entre era essa esse esta este eu faco fazer foi ha isso isto ja " +
  "lhe mais mas me meu minha muito na nas nao nem no nos o onde os ou para pela pelo por porque posso pode qual quais quando que " +
  "quem se ser seu sua so sao tem um uma voce";
const ITALIAN =
  "a ad al alla alle ai agli anche c che chi ci come con cosa da dal dalla dei del della delle di dove e ed essere fare gli ha hai " +
  "ho i il in io la le lo lui ma mi mia mio ne nei nel nella non o per perche piu posso puo quale quali quando quello questa " +
  "questo se si sono su sua sue suo sul sulla ti tra tu un una uno vi";

const WORDS: Record<string, string> = {
  de: GERMAN,
  nl: DUTCH,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
  it: ITALIAN,
};

/**
 * Stop words for text in `language`: the language's own, and English, which every technical text contains.
 * @param language BCP 47; only its primary subtag counts
 */
export function stopWordsFor(language: string): ReadonlySet<string> {
  const own = WORDS[language.split("-")[0]!.toLowerCase()];
  return new Set([ENGLISH, IDEOGRAPHIC, own ?? ""].join(" ").split(" ").filter(Boolean));
}
