/**
 * Follow-ups without a model: an elliptical question is joined with what it refers to, by rule.
 */

import type { HistoryMessage, PassageIndex } from "../ports.ts";
import { isEverydayWord } from "./everyday-words.ts";
import { questionKind } from "./question-kind.ts";
import { questionTerms } from "./question-terms.ts";
import { lexicalQuery } from "./translation.ts";

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

const CONJUNCTION = /^(?:and|but|so|also|und|aber|auch)\b,?\s+/i;

/** Openings of a question that has a verb of its own. */
const WHOLE_QUESTION =
  /^(?:how (?:do|does|can|should|is|are|to)|where|when|why|who|which|what (?:is|are|does|do|happens)|is|are|can|does|do|should|wie|wo|wann|warum|wer|welche[rns]?|was (?:ist|sind|passiert|macht|kostet|bedeutet|brauche)|ist|sind|kann|gibt)\b|^(?:怎么|怎样|如何|什么是|为什么|哪里)|(?:方法は|とは|ですか|ますか)[？?]?$/i;

/** Openings that a question for an amount has, whether or not it has a verb. */
const ASKS_AMOUNT =
  /^(?:how (?:many|much|long|often|big|large|fast)|wie (?:viele?|lange|oft|groß|schnell))\b/i;

/** "And for X?" tells where or how what was asked is to be, so it goes on with it whatever X is. */
const CIRCUMSTANCE =
  /^(?:(?:and|but|or|so|also|what about|how about|what if|und|aber|oder|auch|was ist mit)\b,? +)(?:for|in|on|with|without|from|at|as|via|over|under|when|if|für|im|auf|mit|ohne|von|bei|beim|als|per|unter|wenn|falls)\b/i;

/** Asks for more of the same and for nothing else. */
const MORE =
  /^(?:please )?(?:(?:can|could) you )?(?:(?:tell|show|give)(?: me)? more(?: details?)?|explain more|more(?: details?| information| info)?|go on|continue|elaborate|(?:erzähl|sag|zeig)e? (?:mir )?mehr|mehr(?: details| informationen)?|(?:und )?weiter)(?: (?:on|about|dazu|darüber|davon))?(?: (?:it|this|that))?(?:,? (?:please|bitte))?[.!? ]*$|^(?:请)?(?:继续(?:说|讲)?|(?:说|讲|再)?(?:详细|具体)(?:一?点|说说|说明)?|更多(?:信息|细节)?|还有(?:更多)?(?:吗|呢)?)[。！？.!? ]*$|^(?:もっと|さらに)(?:詳しく|教えて|知りたい)[\p{Script=Hiragana}教知]*[。！？.!? ]*$|^(?:続けて|続き)[\p{Script=Hiragana}]*[。！？.!? ]*$/iu;

/** Questions of the conversation that are looked through for the topic. */
const MAX_LINKS = 6;

/**
 * The question itself when it stands alone, else the question followed by what it refers to: the last question that stands by
 * itself, the follow-ups to it that say something of their own, and the identifiers of the last answer.
 * @param history oldest first
 * @param index lets words be weighed by how much they say; without it every longer word counts alike
 */
export function standaloneQuestion(
  question: string,
  history: readonly HistoryMessage[],
  index?: PassageIndex,
): StandaloneQuestion {
  const topic = topicOf(history, index);
  if (topic === null) return { query: question, usedHistory: false };
  if (MORE.test(question.trim())) return { query: topic, usedHistory: true };
  const lastAnswer = history.findLast((message) => message.role === "assistant")?.content ?? "";
  if (!isElliptical(question, index)) return { query: question, usedHistory: false };
  // A question with a topic of its own ("what does it cost?") is asked as it stands: words of the last topic would drag it back.
  if (
    namesOwnTopic(question, topic, lastAnswer, index) &&
    !(carriesOn(question.trim()) && haveMet(question, topic, index))
  ) {
    return { query: question, usedHistory: true, beside: `${question} ${question} ${topic}` };
  }
  const identifiers = [...lastAnswer.matchAll(/`([^`\n]{1,60})`/g)].map((match) => match[1]!).slice(0, 4);
  return { query: [question, question, topic, ...identifiers].join(" "), usedHistory: true };
}

/** Whether a question carries the last one on. Not one that is whole behind an "and": "And what does it cost?" asks for something else. */
function carriesOn(question: string): boolean {
  if (!CONTINUATION.test(question)) return false;
  const rest = question.replace(CONJUNCTION, "");
  return rest === question || !WHOLE_QUESTION.test(rest) || CONTINUATION.test(rest);
}

/**
 * What a conversation is about: its last question that stands by itself, behind the follow-ups to it that add words, the latest first.
 * @returns `null` before the first question
 */
function topicOf(history: readonly HistoryMessage[], index?: PassageIndex): string | null {
  const questions = history.filter(({ role }) => role === "user").map(({ content }) => content);
  const links: string[] = [];
  for (const [back, question] of questions.reverse().slice(0, MAX_LINKS).entries()) {
    const stands = back === questions.length - 1 || standsAlone(question, index);
    // Of what was asked in between only the latest counts: each "and X?" after it has put another thing in its place.
    if (stands || (links.length === 0 && !MORE.test(question.trim()) && addsWords(question, index)))
      links.push(question);
    if (stands) break;
  }
  return links.length > 0 ? links.join(" ") : (questions[0] ?? null);
}

/** Also true for a whole question about something that the docs do not know. */
function standsAlone(question: string, index?: PassageIndex): boolean {
  if (MORE.test(question.trim())) return false;
  if (!isElliptical(question, index)) return true;
  const isWhole = WHOLE_QUESTION.test(question.trim()) || ASKS_AMOUNT.test(question.trim());
  return isWhole && !pointsBack(question) && addsWords(question, index);
}

/** Whether a question says anything besides which version it means. */
function addsWords(question: string, index?: PassageIndex): boolean {
  if (index === undefined) return true;
  return questionTerms(question, index).some(
    ({ surface }) => !isEverydayWord(surface) && !/^(?:v?\d[\d.x]*|versions?|release)$/i.test(surface),
  );
}

/** Whether a question has a word that the docs know, also through the glossary, and that the last exchange does not hold. */
function namesOwnTopic(question: string, asked: string, answered: string, index?: PassageIndex): boolean {
  if (index === undefined) return false;
  // A price is a topic even where the docs have no word for it.
  if (questionKind(question).wantsPrice && !questionKind(asked).wantsPrice) return true;
  const said = new Set(index.analyzeQuery(`${asked} ${answered}`).flatMap((term) => term.terms));
  for (const { terms } of questionTerms(asked, index)) for (const word of terms) said.add(word);
  return questionTerms(question, index).some(
    ({ docFreq, terms }) => docFreq > 0 && !terms.some((word) => said.has(word)),
  );
}

/** Sections that are looked through for both. */
const MEETING_SECTIONS = 10;

/** Whether some section is about both: then "and X?" asks for X where the last question was, else for X. */
function haveMet(question: string, topic: string, index?: PassageIndex): boolean {
  if (index === undefined || CIRCUMSTANCE.test(question) || !addsWords(question, index)) return true;
  const sections = (text: string) =>
    index.lexicalRanking(lexicalQuery(text, index.corpus), MEETING_SECTIONS).map(({ chunk }) => chunk);
  const about = new Set(sections(topic));
  const asked = sections(question);
  return asked.length === 0 || asked.some((chunk) => about.has(chunk));
}

function isElliptical(question: string, index?: PassageIndex): boolean {
  const informative = index?.analyzeQuery(question).filter((term) => term.docFreq > 0).length;
  if (informative === 0) return true;
  // "Default value?" leans on what was said, "How do I deploy?" does not.
  if (informative === 1 && !WHOLE_QUESTION.test(question.trim())) return true;
  return pointsBack(question) && question.split(/\s+/).length <= ENGLISH_SHORT;
}

function pointsBack(question: string): boolean {
  return BACK_REFERENCES.some((pattern) => pattern.test(question.trim()));
}
