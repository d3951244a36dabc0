/**
 * Follow-ups without a model: an elliptical question is joined with what it refers to, by rule.
 */
import type { HistoryMessage, PassageIndex } from "./ports.ts";
import { questionTerms } from "./question-terms.ts";

/** A question that can be searched on its own. */
export interface StandaloneQuestion {
  query: string;
  /** True when words of the conversation were added, to `query` or as `beside`. */
  usedHistory: boolean;
  /** The question together with what it may refer to, to be searched for as well: set where `query` has a topic of its own. */
  beside?: string;
}

/** Openings and pronouns that point back at what was said before. */
const BACK_REFERENCES: readonly RegExp[] = [
  /^(?:and|but|or|so|then|also|what about|how about|what if|same for|ok(?:ay)?,?|isn't there|is there (?:a|any) (?:other|safer|better|easier|simpler))\b/i,
  /\b(?:it|its|that|this|these|those|they|them|there|one|ones|instead|too|as well|the same|either|otherwise)\b/i,
  /^(?:und|aber|oder|dann|auch|was ist mit|wie ist es|geht das|gilt das)\b/i,
  /\b(?:das|dies(?:er|es|e|em|en)?|es|darin|damit|dafür|dabei|dazu|davon|dort|derselbe[nrms]?|demselben|stattdessen|auch|so)\b/i,
  /^(?:那么?|如果|还有|另外|再|但是?|而|换成|改成|要是)/,
  /(?:它|这个|那个|这样|那样|上面|刚才|呢[？?]?$)/,
  /^(?:では|じゃあ|それ|その|これ|この|また|逆に|他に)/,
  /(?:それ|これ|その場合|この場合|場合は[？?]?$|だけ)/,
];

const ENGLISH_SHORT = 12;

/** Openings, endings and words that carry the last question on. */
const CONTINUATION =
  /^(?:and|but|or|so|also|what about|how about|what if|same for|und|aber|oder|auch|was ist mit)\b|^(?:那么?|如果|还有|另外|而|换成|改成|では|じゃあ|また)|(?:呢|場合は)[？?]?$|\b(?:too|as well|instead|the same|stattdessen)\b|也|だけ/i;

/** Openings of a question that has a verb of its own. */
const WHOLE_QUESTION =
  /^(?:how (?:do|does|can|should|is|are|to)|where|when|why|who|which|what (?:is|are|does|do|happens)|is|are|can|does|do|should|wie|wo|wann|warum|wer|welche[rns]?|was (?:ist|sind|passiert|macht)|ist|sind|kann|gibt)\b|^(?:怎么|怎样|如何|什么是|为什么|哪里)|(?:方法は|とは|ですか|ますか)[？?]?$/i;

/**
 * The question itself when it stands alone, else the question followed by the informative words of the last question and
 * the identifiers of the last answer.
 * @param history oldest first
 * @param index lets words be weighed by how much they say; without it every longer word counts alike
 */
export function standaloneQuestion(
  question: string,
  history: readonly HistoryMessage[],
  index?: PassageIndex,
): StandaloneQuestion {
  const lastUser = history.findLast((message) => message.role === "user");
  if (lastUser === undefined) return { query: question, usedHistory: false };
  const lastAnswer = history.findLast((message) => message.role === "assistant")?.content ?? "";
  if (!isElliptical(question, index)) return { query: question, usedHistory: false };
  // A question with a topic of its own ("what does it cost?") is asked as it stands: words of the last topic would drag it back.
  if (!CONTINUATION.test(question.trim()) && namesOwnTopic(question, lastUser.content, lastAnswer, index)) {
    return { query: question, usedHistory: true, beside: `${question} ${question} ${lastUser.content}` };
  }
  const identifiers = [...lastAnswer.matchAll(/`([^`\n]{1,60})`/g)].map((match) => match[1]!).slice(0, 4);
  return { query: [question, question, lastUser.content, ...identifiers].join(" "), usedHistory: true };
}

/** Whether a question has a word that the docs know, also through the glossary, and that the last exchange does not hold. */
function namesOwnTopic(question: string, asked: string, answered: string, index?: PassageIndex): boolean {
  if (index === undefined) return false;
  const said = new Set(index.analyzeQuery(`${asked} ${answered}`).flatMap((term) => term.terms));
  for (const { terms } of questionTerms(asked, index)) for (const word of terms) said.add(word);
  return questionTerms(question, index).some(
    ({ docFreq, terms }) => docFreq > 0 && !terms.some((word) => said.has(word)),
  );
}

function isElliptical(question: string, index?: PassageIndex): boolean {
  const pointsBack = BACK_REFERENCES.some((pattern) => pattern.test(question.trim()));
  const informative = index?.analyzeQuery(question).filter((term) => term.docFreq > 0).length;
  if (informative === 0) return true;
  // "Default value?" leans on what was said, "How do I deploy?" does not.
  if (informative === 1 && !WHOLE_QUESTION.test(question.trim())) return true;
  return pointsBack && question.split(/\s+/).length <= ENGLISH_SHORT;
}
