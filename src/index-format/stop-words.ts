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

const WORDS: Record<string, string> = { en: ENGLISH, zh: IDEOGRAPHIC, ja: IDEOGRAPHIC };

/**
 * Stop words for text in `language`: the language's own, and English, which every technical text contains.
 * @param language BCP 47; only its primary subtag counts
 */
export function stopWordsFor(language: string): ReadonlySet<string> {
  const own = WORDS[language.split("-")[0]!.toLowerCase()];
  return new Set([ENGLISH, IDEOGRAPHIC, own ?? ""].join(" ").split(" ").filter(Boolean));
}
