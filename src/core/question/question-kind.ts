/** What kind of thing a question asks for, from its words: a hint, used to prefer code or figures. */
export interface QuestionKind {
  /** "How do I …", a command, an example. */
  wantsCode: boolean;
  /** "How many", "how long", "what is the default". */
  wantsNumber: boolean;
  /** Asks what is paid for something: "how much does … cost", "pricing"; not the cost of a hash in rounds or in memory. */
  wantsPrice: boolean;
  /** What "how many" counts, as it stands in the question; `null` when nothing is counted. */
  counted: string | null;
  /** Asks for a person or an organization: "who founded …", "who is the maintainer of …". */
  wantsAgent: boolean;
  /** Asks who or what answers: "who made you", "what is your name"; docs tell of their product, not of that. */
  isAboutAnswerer: boolean;
}

/**
 * "How long" that begins a question or a part of it. In "measure how long a request took" or "limit how many run" it is what is worked on.
 */
const NUMBER =
  /(?:^|[^\p{L}\p{N}\s]\s*|\b(?:and|or|but|so|know|wonder|wondering|tell me|exactly|roughly|about|for|in|after|by|to|within|at|since|until)\s+)how (?:many|much|long|often|big|large|high|fast)\b|\b(?:what|which)(?: is| are|['’]s)?(?: the)? (?:default|max(?:imum)?|min(?:imum)?|limit|size|number)\b|\bwie (?:viele?|lange|oft|groß|hoch)\b|(?:几个|几次|几秒|多少|多久|多长)|(?:何[秒分回個件日時]|いくつ|どのくらい|どれくらい)/iu;

/** A word that means money wherever it stands. */
const MONEY_WORD =
  /\b(?:prices?|priced|pricing|fees?|dollars?|euros?|usd|eur|gbp|(?:paid|monthly|annual|yearly) subscriptions?|preise?|gebühr(?:en)?)\b|[$€£¥]\s?\d|(?:价格|價格|定价|收费|费用|費用|多少钱|多少錢|料金|価格|値段|月額|いくら(?:です|かか|払|必要))/i;

/** Who pays: "how much do I pay", "am I charged", "was bezahle ich". */
const PAYING =
  /\b(?:how much|what) (?:do|does|did|will|would|must|should|can|am|are|is|was) (?:i|we|you|one|they|he|she|it|a \w+) (?:\w+ ){0,2}?(?:pay|paid|paying|charged?|billed)\b|\b(?:was|wie ?viel) (?:be)?zahl(?:e|en|t|st)\b/i;

/** "Cost per month", "monthly cost", "cost anything": an amount of money for a period, a head or a unit that is sold. */
const COST_FOR =
  /\bcosts?\b[^.?!]{0,40}?\b(?:per|an?|each|every) (?:million |thousand |1k |1m )?(?:month|year|day|hour|seat|user|member|developer|team|organi[sz]ation|call|request|tokens?)\b|\b(?:monthly|yearly|annual) costs?\b|\bcosts? (?:anything|extra|money)\b|\bkosten\b[^.?!]{0,40}?\b(?:pro|je|im) (?:Monat|Jahr|Tag|Stunde|Platz|Nutzer|Token|Anfrage|Aufruf)\b/i;

/** "What does it cost", with no "in memory" or "of CPU" behind it. */
const WHAT_COSTS =
  /\b(?:how much|what) (?:do|does|did|will|would|can|could|might|it|this|that|they|a|an|the|each|every|one)\b[^.?!,;]{0,80}?\bcosts?\b(?!\s+(?:in|of)\s)/i;
/** "Was kostet es", with no "an Speicher" behind it: the noun is known by its capital. */
const WAS_KOSTET = /\b(?:[Ww]as|[Ww]ie ?viel) (?:kostet|kosten)\b(?![^?.!]*\san\s\p{Lu})/u;

/** Asks for a way to do something, where a price is what is worked on: "how do I format a price?" */
const HOW_TO =
  /^(?:how (?:do|does|can|could|should|would|to)\b|wie (?!viel|hoch|teuer)|如何|怎么|怎样)|(?:どうやって|どうすれば)/i;

/** What a section calls the cost of something, in money or in anything else. */
const COST_WORD =
  /\b(?:costs?|prices?|priced|pricing|fees?)\b|\b(?:kostet|kosten|preise?)\b|(?:价格|價格|定价|收费|费用|費用|成本|花费|料金|価格|値段|コスト)/i;

/** An amount of money, or the word that there is none to pay. */
const MONEY =
  /[$€£¥]\s?\d|\d\s?[$€£¥]|\b(?:USD|EUR|GBP|CNY|JPY|dollars?|euros?|cents?|free of charge|free plan|free tier|paid plan|for free|kostenlos|kostenfrei)\b|(?:美元|人民币|人民幣|日元|免费|免費|無料)/i;

/** "You" of the one who answers, not of anybody: not "how do you …" or "can you …". */
const ABOUT_ANSWERER =
  /\b(?:who|whom|what|where|when|how old)\b[^.?!]*\b(?:you|your|yours|yourself)\b|^are you\b|\b(?:wer|woher|wann|wie heißt|wie alt)\b[^.?!]*\b(?:du|dich|dir|dein\w*)\b|你(?:是谁|叫什么|多大|来自)|谁[^。？！]*你|(?:あなた|君)は?(?:誰|だれ|何者|の名前)/i;

/** "How many open issues": the words up to the verb or the end. The last of them is what is counted. */
const COUNTED =
  /\bhow many ((?:[\p{L}\p{N}_-]+ ){0,2}?[\p{L}\p{N}_-]+)(?=\s+(?:do|does|did|can|could|will|would|should|may|must|is|are|was|were|has|have|had|per|in|on|of|for|at|to|by|with)\b|\s*[?.!,;]|\s*$)/iu;

/** "Who" in the place of the subject or of the predicate, with nothing before it. */
const WANTS_AGENT = /^(?:and |so |but )?who(?:['’]s)?\s/i;

const FACT =
  /^(?:why|when|who|what (?:is|are|does|happens)|is|are|does|do|which|warum|wann|wer|was (?:ist|sind)|为什么|什么是|なぜ|何が)/i;

/** @param question as the reader asked it */
export function questionKind(question: string): QuestionKind {
  const text = question.trim();
  return {
    wantsCode: !FACT.test(text),
    wantsNumber: NUMBER.test(text),
    wantsPrice:
      PAYING.test(text) ||
      COST_FOR.test(text) ||
      WHAT_COSTS.test(text) ||
      WAS_KOSTET.test(text) ||
      (MONEY_WORD.test(text) && !HOW_TO.test(text)),
    counted: COUNTED.exec(text)?.[1]?.split(" ").at(-1) ?? null,
    wantsAgent: WANTS_AGENT.test(text),
    isAboutAnswerer: ABOUT_ANSWERER.test(text),
  };
}

/** Whether a section says what something costs, in money, or is about that by its heading. */
export function namesPrice({ text, headingPath }: { text: string; headingPath: readonly string[] }): boolean {
  return MONEY.test(text) || COST_WORD.test(headingPath.at(-1) ?? "");
}

/** Whether a text speaks of a cost: what a figure beside it may be. */
export function speaksOfCost(text: string): boolean {
  return COST_WORD.test(text);
}
