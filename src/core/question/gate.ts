/**
 * The keyless gate: whether a message has nothing to do with the docs. Conservative, since a question that it stops is
 * never searched: it fires only where the docs have no word of the message but everyday ones, or on cues that are certain.
 */

import type { HistoryMessage, PassageIndex, QueryTerm } from "../ports.ts";
import { isEverydayWord } from "./everyday-words.ts";
import { detectLanguage, isFunctionWord } from "./language.ts";
import { primaryLanguage } from "./language-name.ts";
import { isExact } from "./question-terms.ts";
import { lexicalQuery, translatedShare } from "./translation.ts";

/** Orders to the assistant itself, in the languages that attacks are usually written in. */
const INJECTION_CUES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|these|the)\b[^.!?\n]{0,30}\b(?:instructions?|rules?|prompts?|directions?|guidelines?)\b/i,
  /\b(?:print|show|reveal|repeat|output|tell me|give me|display|leak|expose)\b[^.!?\n]{0,40}\b(?:system prompt|initial prompt|your (?:prompt|instructions|rules)|hidden prompt|api key)\b/i,
  /\b(?:you are|act as|pretend to be|become) (?:now )?(?:DAN|an? unrestricted|jailbroken)\b/i,
  /\bfrom now on,? you\b/i,
  /<\/?(?:context|system|docs?|documents?|instructions?)>\s*(?:system|assistant|user)?\s*:/i,
  /(?:忽略|无视|忘记|忘掉|不要理会)[^。！？\n]{0,12}(?:规则|指令|指示|提示|要求|设定)/,
  /(?:提示词|系统提示|系统指令|system prompt)[^。！？\n]{0,12}(?:发给我|告诉我|输出|打印|给我|完整|原文)/i,
  /(?:指示|命令|ルール|プロンプト)[^。！？\n]{0,10}(?:無視|忘れ)/,
  /(?:システムプロンプト|プロンプト)[^。！？\n]{0,12}(?:表示|教え|出力|見せ)/,
  /\b(?:ignorier\w*|vergiss|missachte)\b[^.!?\n]{0,40}\b(?:anweisung\w*|regeln?|vorgaben?|instruktion\w*)\b/i,
];

/** Share of a message that must be translated before the words it gives are taken for what it asks. */
const MIN_TRANSLATED_SHARE = 0.25;

/**
 * True when a message is certainly off topic. Never true for a follow-up, nor where any informative term of the message
 * occurs in the docs, nor for a question in a language that no page is in unless hardly a word of it is known, nor in
 * another language than theirs where the index has vectors, unless it is nothing but an order to the assistant itself.
 */
export function isOffTopic(
  question: string,
  index: PassageIndex,
  history: readonly HistoryMessage[] = [],
): boolean {
  const terms = index.analyzeQuery(lexicalQuery(question, index.corpus));
  if (isOrderAlone(question, index)) return true;
  // Nothing to judge by: "What can you do?" is searched and then refused with what is near.
  if (history.length > 0 || terms.length === 0) return false;
  const docsLanguage = primaryLanguage(index.corpus.language);
  const language = detectLanguage(question, docsLanguage);
  if (language !== docsLanguage) {
    if (index.embedding !== null) return false;
    if (!hasDocsIn(index, language) && !isHardlyTranslated(question, language)) return false;
  }
  // At least one word must say what it is about instead: "How do I start?" is all everyday words.
  return terms.every((term) => !saysTopic(term, language)) && terms.some((term) => isForeign(term));
}

/** Words of a language that no page is in are in no index: that a glossary lacks them says nothing about what they mean. */
function hasDocsIn(index: PassageIndex, language: string): boolean {
  return index.corpus.languages.some((docs) => primaryLanguage(docs) === language);
}

/**
 * Whether one word of many is all that would be searched for: "write" of a request to write a poem. Where no word is known, nothing is
 * found, which is said as such.
 */
function isHardlyTranslated(question: string, language: string): boolean {
  const share = translatedShare(question, language);
  return share > 0 && share < MIN_TRANSLATED_SHARE;
}

/** A word that the docs have and that can name what they are about. */
function saysTopic(term: QueryTerm, language: string): boolean {
  const word = term.surface.toLowerCase();
  return (
    isExact(term) && !isFunctionWord(word, language) && (term.isIdentifier || !isEverydayWord(term.surface))
  );
}

/** A word of content that the docs lack. */
function isForeign(term: QueryTerm): boolean {
  return !isExact(term) && !isEverydayWord(term.surface);
}

/** Words of such orders that say nothing about what the docs are asked for. */
const ORDER_WORDS =
  /\b(?:answer|every|question|documentation|docs|text|word|prompt|system|instructions?|rules?|message|response|reply|reveal|print|replaced?|confirm|yes|now|complete|full|exactly|assistant|user|mode)s?\b/gi;

/** An order to the assistant that asks the docs for nothing: beyond the order's own words the index knows none of the message. */
function isOrderAlone(question: string, index: PassageIndex): boolean {
  const cues = INJECTION_CUES.filter((cue) => cue.test(question));
  if (cues.length === 0) return false;
  const rest = cues.reduce((text, cue) => text.replace(cue, " "), question).replace(ORDER_WORDS, " ");
  return index.analyzeQuery(lexicalQuery(rest, index.corpus)).every((term) => term.docFreq === 0);
}
