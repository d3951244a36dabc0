/** What the page says, by language. The Worker and the browser read the same texts. */
export interface PageTexts {
  /** `{name}` stands for the corpus' name, here and below. */
  heading: string;
  inputLabel: string;
  placeholder: string;
  ask: string;
  stop: string;
  newConversation: string;
  examples: string;
  searching: string;
  /** `{n}` passages. */
  reading: string;
  stopped: string;
  sources: string;
  near: string;
  /** Labels of an answer's mode. */
  modeLlm: string;
  modeExtractive: string;
  modeSearch: string;
  modeRefusal: string;
  modeOffTopic: string;
  /** Heads the sentences that no cited passage supports. */
  unsupported: string;
  copy: string;
  copied: string;
  details: string;
  query: string;
  passages: string;
  timings: string;
  tokens: string;
  tokenCounts: string;
  cost: string;
  costOfConversation: string;
  unpriced: string;
  unknown: string;
  notSaved: string;
  retry: string;
  failed: string;
  /** `{pages}` pages, `{index}` hash. */
  footer: string;
  needsScript: string;
  noIndex: string;
  notFound: string;
  notFoundHint: string;
}

const en: PageTexts = {
  heading: "Ask {name}",
  inputLabel: "Your question",
  placeholder: "Ask about {name}…",
  ask: "Ask",
  stop: "Stop",
  newConversation: "New conversation",
  examples: "Try one of these",
  searching: "Searching the docs…",
  reading: "Reading {n} passages…",
  stopped: "Stopped.",
  sources: "Sources",
  near: "Nearest pages",
  modeLlm: "Written from the docs",
  modeExtractive: "In the docs' own words",
  modeSearch: "Search results",
  modeRefusal: "Not in the docs",
  modeOffTopic: "Off topic",
  unsupported: "The sources do not clearly support this:",
  copy: "Copy",
  copied: "Copied",
  details: "How this answer was made",
  query: "Searched for",
  passages: "Passages",
  timings: "Time",
  tokens: "Tokens",
  tokenCounts: "{input} in ({cached} cached), {output} out",
  cost: "Cost",
  costOfConversation: "conversation {usd}",
  unpriced: "Not in the cost",
  unknown: "unknown",
  notSaved: "This turn could not be stored: a follow-up question will not know of it.",
  retry: "Try again",
  failed: "The answer could not be completed.",
  footer: "Answers come from {pages} pages of documentation. Index {index}",
  needsScript: "This page needs JavaScript. Without it, use POST /v1/ask.",
  noIndex: "No answers yet",
  notFound: "There is no such page",
  notFoundHint: "Ask your question instead",
};

const zh: PageTexts = {
  heading: "向 {name} 提问",
  inputLabel: "你的问题",
  placeholder: "关于 {name}，你想知道什么？",
  ask: "提问",
  stop: "停止",
  newConversation: "新对话",
  examples: "可以这样问",
  searching: "正在检索文档…",
  reading: "正在阅读 {n} 个段落…",
  stopped: "已停止。",
  sources: "来源",
  near: "最接近的页面",
  modeLlm: "根据文档撰写",
  modeExtractive: "文档原文",
  modeSearch: "检索结果",
  modeRefusal: "文档中没有",
  modeOffTopic: "与文档无关",
  unsupported: "来源未能明确支持以下内容：",
  copy: "复制",
  copied: "已复制",
  details: "这个回答是怎样得出的",
  query: "检索内容",
  passages: "段落",
  timings: "用时",
  tokens: "Token",
  tokenCounts: "输入 {input}（缓存 {cached}），输出 {output}",
  cost: "费用",
  costOfConversation: "本次对话 {usd}",
  unpriced: "未计入费用",
  unknown: "未知",
  notSaved: "这一轮未能保存，后续问题将不知道它。",
  retry: "重试",
  failed: "回答未能完成。",
  footer: "回答来自 {pages} 页文档。索引 {index}",
  needsScript: "本页需要 JavaScript。没有它时，请使用 POST /v1/ask。",
  noIndex: "暂时无法回答",
  notFound: "没有这个页面",
  notFoundHint: "直接提问",
};

const ja: PageTexts = {
  heading: "{name} に質問する",
  inputLabel: "質問",
  placeholder: "{name} について質問してください…",
  ask: "質問する",
  stop: "停止",
  newConversation: "新しい会話",
  examples: "質問の例",
  searching: "ドキュメントを検索しています…",
  reading: "{n} 件の箇所を読んでいます…",
  stopped: "停止しました。",
  sources: "出典",
  near: "近いページ",
  modeLlm: "ドキュメントに基づく回答",
  modeExtractive: "ドキュメントの原文",
  modeSearch: "検索結果",
  modeRefusal: "ドキュメントにありません",
  modeOffTopic: "対象外の質問",
  unsupported: "次の内容は出典で明確に裏付けられていません：",
  copy: "コピー",
  copied: "コピーしました",
  details: "この回答ができるまで",
  query: "検索した内容",
  passages: "参照箇所",
  timings: "時間",
  tokens: "トークン",
  tokenCounts: "入力 {input}（キャッシュ {cached}）、出力 {output}",
  cost: "費用",
  costOfConversation: "会話全体 {usd}",
  unpriced: "費用に含まれないもの",
  unknown: "不明",
  notSaved: "この質問は保存できませんでした。続きの質問には引き継がれません。",
  retry: "もう一度試す",
  failed: "回答を完了できませんでした。",
  footer: "{pages} ページのドキュメントから回答します。インデックス {index}",
  needsScript: "このページには JavaScript が必要です。ない場合は POST /v1/ask をお使いください。",
  noIndex: "まだ回答できません",
  notFound: "このページはありません",
  notFoundHint: "質問してみる",
};

const de: PageTexts = {
  heading: "{name} fragen",
  inputLabel: "Deine Frage",
  placeholder: "Frage zu {name} …",
  ask: "Fragen",
  stop: "Anhalten",
  newConversation: "Neues Gespräch",
  examples: "Zum Beispiel",
  searching: "Die Dokumentation wird durchsucht …",
  reading: "{n} Abschnitte werden gelesen …",
  stopped: "Angehalten.",
  sources: "Quellen",
  near: "Nächstliegende Seiten",
  modeLlm: "Aus der Dokumentation verfasst",
  modeExtractive: "Im Wortlaut der Dokumentation",
  modeSearch: "Suchergebnisse",
  modeRefusal: "Steht nicht in der Dokumentation",
  modeOffTopic: "Gehört nicht zum Thema",
  unsupported: "Das ist durch die Quellen nicht eindeutig belegt:",
  copy: "Kopieren",
  copied: "Kopiert",
  details: "Wie diese Antwort entstand",
  query: "Gesucht wurde",
  passages: "Abschnitte",
  timings: "Zeit",
  tokens: "Token",
  tokenCounts: "{input} hinein ({cached} aus dem Cache), {output} heraus",
  cost: "Kosten",
  costOfConversation: "Gespräch {usd}",
  unpriced: "Nicht in den Kosten",
  unknown: "unbekannt",
  notSaved: "Diese Frage konnte nicht gespeichert werden: eine Anschlussfrage wird sie nicht kennen.",
  retry: "Noch einmal versuchen",
  failed: "Die Antwort konnte nicht abgeschlossen werden.",
  footer: "Antworten aus {pages} Seiten Dokumentation. Index {index}",
  needsScript: "Diese Seite braucht JavaScript. Ohne geht es mit POST /v1/ask.",
  noIndex: "Noch keine Antworten",
  notFound: "Diese Seite gibt es nicht",
  notFoundHint: "Stell stattdessen deine Frage",
};

const TEXTS: Readonly<Record<string, PageTexts>> = { en, zh, ja, de };

/** @param language a primary tag; English for those without texts */
export function pageTexts(language: string): PageTexts {
  return (Object.hasOwn(TEXTS, language) ? TEXTS[language] : undefined) ?? en;
}

/** The first language of an `Accept-Language` header that the page speaks. @defaultValue `en` */
export function pageLanguage(acceptLanguage: string): string {
  const wanted = acceptLanguage
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split("-")[0] ?? "", quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => Object.hasOwn(TEXTS, language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.language ?? "en";
}

/** Puts values into a text's `{names}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
