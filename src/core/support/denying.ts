/**
 * Words that deny without a negation or narrow a statement, in four languages: where one stands, a negation on the other
 * side may mean the same. One place for all rules that compare what is denied with what is said.
 */

const DENYING =
  /\b(?:without|unless|except|only|until|instead|rather|refus\w*|prevent\w*|avoid\w*|ignor\w*|skip\w*|stop\w*|lack\w*|los[et]\w*|ohne|außer|nur|erst|sofern|statt|fehl\w*|verhinder\w*)\b|除非|只|仅|才|以外|のみ|だけ|しか|限り/iu;

/** Whether a text holds such a word. */
export function isDenying(text: string): boolean {
  return DENYING.test(text);
}

/** "Only X may" says that others may not. */
const NARROWING = /\b(?:only|nur|solely|exclusively|lediglich|ausschließlich)\b|只有|只能|のみ|だけ|しか/iu;

export function isNarrowing(text: string): boolean {
  return NARROWING.test(text);
}

/** "Never unless X" is "only if X". */
const EXCEPTING = /\b(?:unless|until|except|es sei denn|bis|außer)\b|除非|以外|限り/iu;

export function isExcepting(text: string): boolean {
  return EXCEPTING.test(text);
}
