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
  /** Link to the docs themselves. */
  docs: string;
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
  docs: "Read the docs",
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
  docs: "阅读文档",
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
  docs: "ドキュメントを読む",
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
  docs: "Doku lesen",
  embed: "In die eigene Website einbauen",
  embedHint: "Eine Zeile vor </body>. Eine andere Website als diese muss in ALLOWED_ORIGINS stehen.",
  needsScript: "Diese Seite braucht JavaScript. Ohne geht es mit POST /v1/ask.",
  noIndex: "Noch keine Antworten",
  notFound: "Diese Seite gibt es nicht",
  notFoundHint: "Stell stattdessen deine Frage",
};

const es: PageTexts = {
  heading: "Pregunta a {name}",
  placeholder: "Pregunta sobre {name}…",
  details: "Cómo se hizo esta respuesta",
  query: "Se buscó",
  passages: "Fragmentos",
  timings: "Tiempo",
  tokens: "Tokens",
  tokenCounts: "{input} de entrada ({cached} en caché), {output} de salida",
  cost: "Coste",
  costOfConversation: "conversación {usd}",
  unpriced: "Sin contar en el coste",
  unknown: "desconocido",
  footer: "Las respuestas salen de {pages} páginas de documentación. Índice {index}",
  docs: "Leer la documentación",
  embed: "Ponlo en tu sitio",
  embedHint: "Una línea antes de </body>. Si tu sitio no es este, añádelo a ALLOWED_ORIGINS.",
  needsScript: "Esta página necesita JavaScript. Sin él, usa POST /v1/ask.",
  noIndex: "Todavía no hay respuestas",
  notFound: "Esta página no existe",
  notFoundHint: "Haz tu pregunta",
};

const fr: PageTexts = {
  heading: "Demandez à {name}",
  placeholder: "Une question sur {name} ?",
  details: "Comment cette réponse a été faite",
  query: "Recherche",
  passages: "Passages",
  timings: "Durée",
  tokens: "Jetons",
  tokenCounts: "{input} en entrée ({cached} en cache), {output} en sortie",
  cost: "Coût",
  costOfConversation: "conversation {usd}",
  unpriced: "Hors du coût",
  unknown: "inconnu",
  footer: "Les réponses viennent de {pages} pages de documentation. Index {index}",
  docs: "Lire la documentation",
  embed: "L'ajouter à votre site",
  embedHint: "Une ligne avant </body>. Un autre site que celui-ci doit figurer dans ALLOWED_ORIGINS.",
  needsScript: "Cette page a besoin de JavaScript. Sans lui, utilisez POST /v1/ask.",
  noIndex: "Pas encore de réponses",
  notFound: "Cette page n'existe pas",
  notFoundHint: "Posez plutôt votre question",
};

const pt: PageTexts = {
  heading: "Pergunte a {name}",
  placeholder: "Pergunte sobre {name}…",
  details: "Como esta resposta foi feita",
  query: "Pesquisa",
  passages: "Trechos",
  timings: "Tempo",
  tokens: "Tokens",
  tokenCounts: "{input} de entrada ({cached} em cache), {output} de saída",
  cost: "Custo",
  costOfConversation: "conversa {usd}",
  unpriced: "Fora do custo",
  unknown: "desconhecido",
  footer: "As respostas vêm de {pages} páginas de documentação. Índice {index}",
  docs: "Ler a documentação",
  embed: "Coloque no seu site",
  embedHint: "Uma linha antes de </body>. Um site diferente deste precisa estar em ALLOWED_ORIGINS.",
  needsScript: "Esta página precisa de JavaScript. Sem ele, use POST /v1/ask.",
  noIndex: "Ainda sem respostas",
  notFound: "Esta página não existe",
  notFoundHint: "Faça a sua pergunta",
};

const ko: PageTexts = {
  heading: "{name}에 질문하기",
  placeholder: "{name}에 대해 질문하세요…",
  details: "이 답변이 만들어진 과정",
  query: "검색한 내용",
  passages: "참고한 부분",
  timings: "시간",
  tokens: "토큰",
  tokenCounts: "입력 {input}(캐시 {cached}), 출력 {output}",
  cost: "비용",
  costOfConversation: "대화 전체 {usd}",
  unpriced: "비용에 포함되지 않음",
  unknown: "알 수 없음",
  footer: "문서 {pages}쪽에서 답변합니다. 색인 {index}",
  docs: "문서 읽기",
  embed: "사이트에 넣기",
  embedHint: "</body> 앞에 한 줄을 추가하세요. 다른 사이트라면 ALLOWED_ORIGINS에 추가하세요.",
  needsScript: "이 페이지에는 JavaScript가 필요합니다. 없으면 POST /v1/ask를 사용하세요.",
  noIndex: "아직 답변할 수 없습니다",
  notFound: "이 페이지는 없습니다",
  notFoundHint: "대신 질문하기",
};

const TEXTS: Readonly<Record<string, PageTexts>> = { en, zh, ja, de, es, fr, pt, ko };

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
