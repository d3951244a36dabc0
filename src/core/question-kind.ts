/** What kind of thing a question asks for, from its words: a hint, used to prefer code or figures. */
export interface QuestionKind {
  /** "How do I …", a command, an example. */
  wantsCode: boolean;
  /** "How many", "how long", "what is the default". */
  wantsNumber: boolean;
}

const NUMBER =
  /\bhow (?:many|much|long|often|big|large|high|fast)\b|\b(?:what|which)(?: is| are|['’]s)?(?: the)? (?:default|max(?:imum)?|min(?:imum)?|limit|size|number)\b|\bwie (?:viele?|lange|oft|groß|hoch)\b|(?:几个|几次|几秒|多少|多久|多长)|(?:何[秒分回個件日時]|いくつ|どのくらい|どれくらい)/i;

const FACT =
  /^(?:why|when|who|what (?:is|are|does|happens)|is|are|does|do|which|warum|wann|wer|was (?:ist|sind)|为什么|什么是|なぜ|何が)/i;

/** @param question as the reader asked it */
export function questionKind(question: string): QuestionKind {
  const text = question.trim();
  return { wantsCode: !FACT.test(text), wantsNumber: NUMBER.test(text) };
}
