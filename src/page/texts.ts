/** What the page at `/` says beside the widget's own texts, by language. The Worker and the browser read the same ones. */
export interface PageTexts {
  /** `{name}` stands for the corpus' name, here and below. */
  heading: string;
  placeholder: string;
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
  /** `{pages}` pages, `{index}` hash. */
  footer: string;
  /** Heads the line to copy into a site. */
  embed: string;
  embedHint: string;
  needsScript: string;
  noIndex: string;
  notFound: string;
  notFoundHint: string;
}

const en: PageTexts = {
  heading: "Ask {name}",
  placeholder: "Ask about {name}…",
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
  footer: "Answers come from {pages} pages of documentation. Index {index}",
  embed: "Put it on your site",
  embedHint: "One line before </body>. On another site than this one, list that site in ALLOWED_ORIGINS.",
  needsScript: "This page needs JavaScript. Without it, use POST /v1/ask.",
  noIndex: "No answers yet",
  notFound: "There is no such page",
  notFoundHint: "Ask your question instead",
};

const zh: PageTexts = {
  heading: "向 {name} 提问",
  placeholder: "关于 {name}，你想知道什么？",
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
  footer: "回答来自 {pages} 页文档。索引 {index}",
  embed: "放到你的网站上",
  embedHint: "在 </body> 之前加一行。如果网站与此处不同源，请把它列入 ALLOWED_ORIGINS。",
  needsScript: "本页需要 JavaScript。没有它时，请使用 POST /v1/ask。",
  noIndex: "暂时无法回答",
  notFound: "没有这个页面",
  notFoundHint: "直接提问",
};

const ja: PageTexts = {
  heading: "{name} に質問する",
  placeholder: "{name} について質問してください…",
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
  footer: "{pages} ページのドキュメントから回答します。インデックス {index}",
  embed: "サイトに組み込む",
  embedHint: "</body> の前に 1 行追加します。別のサイトで使う場合は ALLOWED_ORIGINS に追加してください。",
  needsScript: "このページには JavaScript が必要です。ない場合は POST /v1/ask をお使いください。",
  noIndex: "まだ回答できません",
  notFound: "このページはありません",
  notFoundHint: "質問してみる",
};

const de: PageTexts = {
  heading: "{name} fragen",
  placeholder: "Frage zu {name} …",
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
  footer: "Antworten aus {pages} Seiten Dokumentation. Index {index}",
  embed: "In die eigene Website einbauen",
  embedHint: "Eine Zeile vor </body>. Eine andere Website als diese muss in ALLOWED_ORIGINS stehen.",
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
