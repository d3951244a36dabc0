/**
 * What RepoBot says when the docs do not answer, one fixed sentence a language so that programs recognize it, and how a
 * model's own wording of the same is recognized.
 */

import { withoutTrailing } from "../trailing.ts";

const REFUSALS: Readonly<Record<string, string>> = {
  en: "I could not find this in the documentation.",
  zh: "文档里没有找到相关说明",
  ja: "ドキュメントには該当する説明が見つかりませんでした。",
  de: "Dazu habe ich in der Dokumentation nichts gefunden.",
  fr: "Je n'ai rien trouvé à ce sujet dans la documentation.",
  es: "No he encontrado nada sobre esto en la documentación.",
  pt: "Não encontrei nada sobre isso na documentação.",
  it: "Non ho trovato nulla a riguardo nella documentazione.",
  nl: "Ik heb hierover niets gevonden in de documentatie.",
  ko: "문서에서 관련 설명을 찾지 못했습니다.",
  ru: "В документации об этом ничего не найдено.",
};

const OFF_TOPIC: Readonly<Record<string, string>> = {
  en: "I can only answer questions about this documentation.",
  zh: "我只能回答与本文档相关的问题。",
  ja: "このドキュメントに関する質問にのみお答えできます。",
  de: "Ich kann nur Fragen zu dieser Dokumentation beantworten.",
  fr: "Je ne peux répondre qu'aux questions sur cette documentation.",
  es: "Solo puedo responder preguntas sobre esta documentación.",
  pt: "Só posso responder perguntas sobre esta documentação.",
  it: "Posso rispondere solo a domande su questa documentazione.",
  nl: "Ik kan alleen vragen over deze documentatie beantwoorden.",
  ko: "이 문서에 관한 질문에만 답할 수 있습니다.",
  ru: "Я отвечаю только на вопросы об этой документации.",
};

/** The refusal sentence of a language; English where RepoBot has none. */
export function refusalSentence(language: string): string {
  return REFUSALS[primaryTag(language)] ?? REFUSALS.en!;
}

/** The fixed reply to what has nothing to do with the docs; English where RepoBot has none. */
export function offTopicSentence(language: string): string {
  return OFF_TOPIC[primaryTag(language)] ?? OFF_TOPIC.en!;
}

/** Every refusal sentence RepoBot may say. */
export function refusalSentences(): string[] {
  return Object.values(REFUSALS);
}

/** Every off-topic sentence RepoBot may say. */
export function offTopicSentences(): string[] {
  return Object.values(OFF_TOPIC);
}

function primaryTag(language: string): string {
  return language.toLowerCase().split(/[-_]/, 1)[0] ?? "en";
}

/** Nouns for what was searched. */
const DOCS_EN =
  "(?:documentation|docs?|documents?|passages?|context|sources?|pages?|excerpts?|text|material|guide|manual)";
const DOCS_DE =
  "(?:dokumentation|doku|dokumente?n?|docs|quellen?|textstellen?|passagen?|auszüge?n?|kontext|texte?n?|abschnitte?n?|unterlagen)";
const DOCS_ZH = "(?:文档|文檔|文件|资料|資料|上下文|段落|内容|來源|来源|材料|手册)";
const DOCS_JA = "(?:ドキュメント|文書|資料|文脈|コンテキスト|情報源|パッセージ|マニュアル|抜粋)";

/**
 * What docs do when they answer a question. Without such a verb, "the context does not re-render" is a fact about a context, and
 * "this page does not reload" one about a page.
 */
const SAYING_EN =
  "(?:mention|say|cover|contain|include|specify|describe|provide|explain|address|answer|discuss|document|state|give|list|tell|offer|indicate|clarify|detail|define|go into|seem to|appear to|have (?:any|enough|the|a))";
const SAID_EN =
  "(?:mentioned|covered|documented|described|discussed|explained|addressed|specified|found|given|stated|answered|in|part of)";
const SAYING_DE =
  "(?=[^.!?]*(?:find|fand|gefunden|steht|stehen|sag|erwähn|enthalt|enthält|beschr|erklär|hervor|beantwort|dokumentiert|angegeben|information|angabe|hinweis|antwort|auskunft|behandel|thema))";

/** One whole sentence that says "the docs do not say". Matched against a sentence without markers, in lower case. */
const REFUSAL_PATTERNS: readonly RegExp[] = [
  // English
  new RegExp(
    `^(?:(?:i(?:'m| am) )?(?:sorry|unfortunately|apologies)[,.:]? ?(?:but )?)?(?:i'm (?:not able|unable) to|(?:i|we) (?:can't|could ?n[o']?t|can ?n[o']?t|did(?: not|n't)|was(?: not|n't) able to|am (?:not able|unable) to|was unable to|do(?: not|n't)|have(?: not|n't))) (?:find|found|see|locate|have|answer|provide|know|tell|determine)\\b[^.!?]*\\b${DOCS_EN}\\b[^.!?]{0,80}$`,
  ),
  new RegExp(
    `^(?:unfortunately,? |sorry,? (?:but )?)?(?:based on [^,]{0,60}, ?)?(?:the|this|these|any|none of the|provided|given|your|our)(?: [\\w-]+){0,3} ${DOCS_EN}(?: provided| given| above| here)? (?:(?:do(?:es)?|did)(?: not|n't) (?:[\\w-]+ ){0,2}${SAYING_EN}|has no|have no|contains? no|provides? no|sa(?:y|ys) nothing|says nothing|mentions? nothing|offers? no|gives? no)\\b[^.!?]*$`,
  ),
  new RegExp(
    `^(?:unfortunately,? |sorry,? (?:but )?)?(?:there (?:is|are|was|were) (?:nothing|no (?:[\\w-]+ ){0,2}(?:information|mention|answer|details?|documentation|explanation|description|reference|indication|guidance|passages?))|nothing|no (?:information|mention|answer|details?|relevant)|(?:(?:this|that|it) (?:is|was) )?not (?:[\\w-]+ ){0,2}${SAID_EN})\\b[^.!?]*\\b${DOCS_EN}\\b[^.!?]{0,60}$`,
  ),
  /^(?:i(?:'m| am) )?sorry,? (?:but )?i (?:do(?: not|n't) know|can ?not|can't|could(?: not|n't)) ?(?:answer (?:this|that|the question|your question)|help with (?:this|that))?[^.!?]{0,20}$/,
  /^(?:i|we) (?:do not|don't) have (?:enough|sufficient|any|the) (?:[\w-]+ ){0,2}information\b[^.!?]{0,60}$/,
  new RegExp(
    `^[^.!?]{1,80} (?:is|are|was|were)(?: not|n't) (?:[\\w-]+ )?(?:mentioned|covered|documented|described|discussed|explained|addressed|specified|found|given|stated)\\b[^.!?]{0,30}\\b${DOCS_EN}\\b[^.!?]{0,40}$`,
  ),
  /^i (?:do not|don't) know(?: the answer)?(?: to (?:this|that|your question))?$/,
  // German
  new RegExp(
    `^${SAYING_DE}(?:leider )?(?:die|diese|in der|in den|in dieser|laut|den|der|das|dazu|darüber|hierzu|hierüber|zu dieser frage|ich|es|leider|keine)\\b[^.!?]*\\b(?:${DOCS_DE})\\b[^.!?]*\\b(?:nichts|nicht|keine?n?|keinerlei)\\b[^.!?]*$`,
  ),
  new RegExp(
    `^${SAYING_DE}(?:leider )?(?:dazu|darüber|hierzu|hierüber|ich|es|wir|leider|keine|nichts)\\b[^.!?]*\\b(?:nichts|nicht|keine?n?|keinerlei)\\b[^.!?]*\\b(?:${DOCS_DE})\\b[^.!?]*$`,
  ),
  new RegExp(`^(?:keine|nichts)\\b[^.!?]*\\b(?:${DOCS_DE})\\b[^.!?]{0,40}$`),
  // French, Spanish, Portuguese, Italian, Dutch, Russian
  /^(?:désolée?,? |malheureusement,? )?(?:je n['’ ]?(?:ai|e)|la documentation ne|rien|aucune?)\b[^.!?]*(?:documentation|docs?|documents|passages|sources)?[^.!?]*(?:rien|pas|aucune?|trouvé)[^.!?]*(?:documentation|docs?|documents|passages|sources|sujet|cela)[^.!?]*$/,
  /^(?:lo siento,? |lamentablemente,? )?(?:no (?:he |se |pude |puedo )?(?:encontr|hall|encuentr)|la documentación no|nada|ninguna?)[^.!?]*(?:documentación|docs?|documentos|esto|información)[^.!?]*$/,
  /^(?:desculpe,? |infelizmente,? )?(?:não (?:encontrei|foi encontrad|há|achei)|a documentação não|nada|nenhuma?)[^.!?]*(?:documentação|docs?|documentos|isso|informaç)[^.!?]*$/,
  /^(?:mi dispiace,? |purtroppo,? )?(?:non (?:ho trovato|c'è|è stato|sono riuscito)|la documentazione non|nulla|niente|nessuna?)[^.!?]*(?:documentazione|docs?|documenti|riguardo|informazion)[^.!?]*$/,
  /^(?:sorry,? |helaas,? )?(?:ik (?:heb|kan|kon)|de documentatie|niets|geen)[^.!?]*\b(?:niets|niet|geen)\b[^.!?]*(?:documentatie|docs?|documenten|hierover|vinden|gevonden)[^.!?]*$/,
  /^(?:к сожалению,? )?(?:в документации|я не|об этом|документация)[^.!?]*(?:не |нет|ничего)[^.!?]*$/,
];

/** CJK sentences end without spaces and are matched against the whole text without punctuation. */
const CJK_REFUSAL_PATTERNS: readonly RegExp[] = [
  new RegExp(
    `^(?:抱歉|很抱歉|对不起|對不起|不好意思)?(?:我)?(?:在)?(?:这些|這些|所提供的|提供的|给定的|现有的?|当前|目前|本|以上|上述)*${DOCS_ZH}(?:里|中|裡|内|里面|当中)?(?:都|也|并|並)?(?:没有|沒有|未|无法|無法|没|找不到|不包含|不含|并未)[^。！？]{0,40}$`,
  ),
  new RegExp(
    `^(?:抱歉|很抱歉|对不起|對不起)?(?:我)?(?:没有|沒有|未能?|无法|無法|找不到|没能?)(?:在|从|從)?[^。！？]{0,12}${DOCS_ZH}[^。！？]{0,24}$`,
  ),
  new RegExp(
    `^(?:申し訳ありませんが?|申し訳ございませんが?|すみませんが?|残念ながら)?(?:この|その|提供された|ご提供の|与えられた|現在の|上記の|参照した)*${DOCS_JA}(?:の中|内)?(?:に|には|では|から|からは|は)[^。！？]{0,30}(?:見つかりません(?:でした)?|見つけられません(?:でした)?|見当たりません(?:でした)?|ありません(?:でした)?|記載されていません|書かれていません|記載がありません|含まれていません|わかりません|確認できません(?:でした)?|ない|なかった)$`,
  ),
  /^(?:죄송합니다|죄송하지만)?(?:이|제공된)?(?:문서|자료)(?:에서|에는|에)[^.!?]{0,24}(?:찾지못했습니다|찾을수없습니다|없습니다|나와있지않습니다|언급되어있지않습니다)$/,
];

/** Our own sentences as they are compared: every answer is held against them several times. */
const ownRefusals = new Set(Object.values(REFUSALS).map((sentence) => compactText(bareText(sentence))));

/** What may come before or after the sentence without making it an answer. */
const POLITE_REST =
  /^(?:please|bitte|vielleicht|perhaps|maybe|try|versuchen|let me know|if you|you (?:may|might|can|could)|feel free|请|您可以|你可以|建议|如果|他に|別の|ご不明|sorry|i'm sorry|i am sorry|i apologi[sz]e|unfortunately|es tut mir leid|tut mir leid|leider|désolée?|lo siento|抱歉|很抱歉|申し訳|すみません)/;

/**
 * Whether a text refuses: its sentence, in any language, is one of ours or a usual variation of it. A text that goes on
 * to answer is no refusal, even when it begins by saying what the docs lack.
 */
export function isRefusal(text: string): boolean {
  const bare = bareText(text);
  if (bare === "") return false;
  if (ownRefusals.has(compactText(bare))) return true;
  const sentences = bare
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  if (sentences.length > 4) return false;
  let refused = false;
  for (const sentence of sentences) {
    if (isRefusalSentence(sentence)) refused = true;
    else if (!POLITE_REST.test(sentence)) return false;
  }
  return refused;
}

function isRefusalSentence(sentence: string): boolean {
  const plain = withoutOpening(withoutTrailing(sentence, /[\s.!?。！？…]/u));
  // "…, but you can set X": the second half answers.
  if (
    /(?:,|;| -|—|，|；|、)\s*(?:but|however|though|although|aber|jedoch|allerdings|但|不过|然而|mais|pero|mas|ma|maar|но)\b/u.test(
      plain,
    )
  ) {
    const [first = "", second = ""] = splitAtContrast(plain);
    if (!POLITE_PREFIX.test(first.trim()) && second.trim().length > 24 && !isRefusalSentence(second.trim()))
      return false;
  }
  if (/[:：]\s*\S/.test(plain) || /`/.test(plain)) return false;
  if (plain.length > 220) return false;
  if (REFUSAL_PATTERNS.some((pattern) => pattern.test(plain))) return true;
  const compact = compactText(plain);
  return ownRefusals.has(compact) || CJK_REFUSAL_PATTERNS.some((pattern) => pattern.test(compact));
}

const SORRY_BUT = /^(?:i(?:'m| am) )?sorry,? but /;
const ACCORDING_TO_EN = new RegExp(
  `^(?:based on|according to|from) (?:the|these|this|your)[^,]{0,40}\\b${DOCS_EN}[^,]{0,20}, `,
);
const ACCORDING_TO_ZH = new RegExp(`^(?:根据|基于|依据)[^，。]{0,12}${DOCS_ZH}[^，。]{0,6}，`);

/** A refusal without what may stand before it inside its sentence; where that named the docs, they are named after it instead. */
function withoutOpening(sentence: string): string {
  const bare = sentence.replace(SORRY_BUT, "");
  if (ACCORDING_TO_EN.test(bare)) return `${bare.replace(ACCORDING_TO_EN, "")} in the documentation`;
  return bare.replace(ACCORDING_TO_ZH, "文档中");
}

const POLITE_PREFIX =
  /^(?:(?:i(?:'m| am) )?sorry|unfortunately|es tut mir leid|tut mir leid|leider|désolée?|lo siento)$/;

function splitAtContrast(sentence: string): string[] {
  return sentence.split(
    /(?:,|;| -|—|，|；|、)\s*(?:but|however|though|although|aber|jedoch|allerdings|但是?|不过|然而|mais|pero|mas|ma|maar|но)\s*/u,
  );
}

/** Lower case, without citation markers, emphasis, quotes and list marks. */
function bareText(text: string): string {
  return text
    .replace(/\[\^?\d+(?:\s*[,–-]\s*\d+)*\]/g, "")
    .replace(/【\d+】/g, "")
    .replace(/[*_~"“”„«»「」『』#>]+/g, "")
    .replace(/[’]/g, "'")
    .replace(/[ \t\u00a0]+/g, " ")
    .trim()
    .toLowerCase();
}

/** Only letters and digits, for comparisons that punctuation must not spoil. */
function compactText(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}
