/**
 * What people write around a question, or in its place, by language and by what it does. Each entry is a regular expression; none of them
 * repeats anything without a bound.
 */

/**
 * - `greeting`: "hello"
 * - `thanks`: "thanks a lot"
 * - `farewell`: "bye"
 * - `remark`: a word on what was said: "great", "got it". May be the name of a thing as well.
 * - `call`: for help, or about the one who answers: "help", "who are you". May be the name of a thing as well.
 * - `announcement`: of a question: "quick question"
 * - `asking`: the same, with no mark between it and the question: "请问"
 * - `closing`: at the end of a message: "please", "kind regards"
 */
export type SmallTalkRole =
  | "greeting"
  | "thanks"
  | "farewell"
  | "remark"
  | "call"
  | "announcement"
  | "asking"
  | "closing";

/** Phrases of one language, by role; `""` for what is usual in every language. */
export type LanguagePhrases = readonly [
  language: string,
  phrases: Readonly<Partial<Record<SmallTalkRole, readonly string[]>>>,
];

/** Who is spoken to, or what strengthens a phrase. */
export const ADDITIONS: readonly string[] = [
  "there",
  "all",
  "everyone",
  "everybody",
  "folks",
  "guys",
  "friends?",
  "team",
  "bot",
  "chatbot",
  "assistant",
  "again",
  "a lot",
  "a (?:ton|bunch|million)",
  "so much",
  "very much",
  "then",
  "now",
  "for (?:your|the|that|this|all|(?:help|explain|answer|clarify)ing)(?: (?!how |what |where |when |why |can |do )[\\p{L}'’]{1,20}){0,4}",
  "zusammen",
  "alle(?: zusammen)?",
  "leute",
  "mal",
  "für (?:die|deine|ihre|eure|den)(?: schnelle)? \\p{L}{1,20}",
  "à tou(?:s|tes)",
  "a todos",
  "a tutti",
  "pessoal",
  "allemaal",
  "всем",
];

/** Words that begin a question, behind which a greeting needs no mark: "hi how do I …". */
export const QUESTION_OPENERS: readonly string[] = [
  "how|what|where|when|why|who|which|can|could|do|does|did|should|would|i|we|my|please|and|so|is (?:there|it|this)|are there",
  "wie|was|wo|wann|warum|wieso|wer|welche[rsnm]?|kann|können|könnt|gibt|ich|wir|mein|und",
  "comment|où|quand|pourquoi|quelles?|quels?|est-ce|combien|je|peut-on|puis-je|et",
  "cómo|como|qué|que|dónde|donde|cuándo|cuándo|cuánto|cuál|puedo|se puede|hay|y|por qué",
  "onde|quando|quanto|qual|quais|posso|existe|e|come|dove|perché|quale|c['’]è",
  "hoe|waar|wanneer|waarom|welke|wat|kan|heb|ik|en",
  "как|что|где|когда|почему|какой|какие|сколько|можно|есть ли|я|и|а",
];

/** Characters that begin a Chinese or Japanese question right behind a greeting. */
export const UNSPACED_OPENERS = "怎如请請我能可为為什哪有想何多";
