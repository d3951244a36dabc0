/** What kind of thing a question asks for, from its words: a hint, used to prefer code or figures. */
export interface QuestionKind {
  /** "How do I …", a command, an example. */
  wantsCode: boolean;
  /** "How many", "how long", "what is the default". */
  wantsNumber: boolean;
  /** "How much does … cost", "pricing". */
  wantsPrice: boolean;
}

const NUMBER =
  /\bhow (?:many|much|long|often|big|large|high|fast)\b|\b(?:what|which)(?: is| are|['’]s)?(?: the)? (?:default|max(?:imum)?|min(?:imum)?|limit|size|number)\b|\bwie (?:viele?|lange|oft|groß|hoch)\b|(?:几个|几次|几秒|多少|多久|多长)|(?:何[秒分回個件日時]|いくつ|どのくらい|どれくらい)/i;

const PRICE =
  /\b(?:costs?|prices?|pricing)\b|\bhow much (?:is|are|do|does|will|would)\b|\b(?:kostet|kosten|preise?)\b|(?:价格|價格|费用|費用|多少钱|多少錢|料金|価格|値段)/i;

/** An amount of money, or the word that there is none to pay. */
const MONEY =
  /[$€£¥]\s?\d|\d\s?[$€£¥]|\b(?:USD|EUR|GBP|CNY|JPY|dollars?|euros?|cents?|free of charge|free plan|free tier|paid plan|for free|kostenlos|kostenfrei)\b|(?:美元|人民币|人民幣|日元|免费|免費|無料)/i;

const FACT =
  /^(?:why|when|who|what (?:is|are|does|happens)|is|are|does|do|which|warum|wann|wer|was (?:ist|sind)|为什么|什么是|なぜ|何が)/i;

/** @param question as the reader asked it */
export function questionKind(question: string): QuestionKind {
  const text = question.trim();
  return { wantsCode: !FACT.test(text), wantsNumber: NUMBER.test(text), wantsPrice: PRICE.test(text) };
}

/** Whether a section says what something costs, in money, or is about that by its heading. */
export function namesPrice({ text, headingPath }: { text: string; headingPath: readonly string[] }): boolean {
  return MONEY.test(text) || PRICE.test(headingPath.at(-1) ?? "");
}
