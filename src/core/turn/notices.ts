import { isRepoBotError } from "../errors.ts";
import { primaryLanguage } from "../question/language-name.ts";

/** What a reader is told about an answer that was not made the usual way. */
export type NoticeCode =
  | "history_unavailable"
  | "rewrite_failed"
  | "embedding_failed"
  | "embedding_mismatch"
  | "rerank_failed"
  | "model_failed"
  | "model_timeout"
  | "model_silent"
  | "uncited"
  | "model_declined"
  | "over_budget"
  | "budget_unavailable"
  | "from_docs"
  | "other_version"
  | "two_versions"
  | "version_missing"
  | "version_searched"
  | "versions_searched"
  | "version_answered"
  | "from_code"
  | "partly_from_code"
  | "cut_off"
  | "repeated"
  | "declined_midway"
  | "too_long";

/** Whole sentences of ours that stand in or beside an answer. */
type Sentence = NoticeCode | "search_results" | "rest_from_docs";

/** Languages that put no space between sentences. */
const NO_SPACE_LANGUAGES = new Set(["zh", "ja"]);

const SENTENCES: Readonly<Record<string, Readonly<Record<Sentence, string>>>> = {
  en: {
    history_unavailable:
      "The earlier conversation could not be loaded; the question was answered on its own.",
    rewrite_failed: "The question could not be rewritten for the search; its own words were searched for.",
    embedding_failed: "Search by meaning is not available at the moment; words were searched for.",
    embedding_mismatch:
      "Search by meaning is off: the index was built with another embedding model or query prefix than configured.",
    rerank_failed: "The passages could not be reranked; they stand in the order of the search.",
    model_failed: "The language model is not available at the moment.",
    model_timeout: "The language model took too long.",
    model_silent: "The language model gave no answer.",
    uncited: "The language model named no passage that its answer rests on, so its answer is not shown.",
    model_declined: "The language model declined to answer this question.",
    over_budget: "The budget for the language model is used up.",
    budget_unavailable:
      "The budget for the language model cannot be checked at the moment, so the model was not asked.",
    from_docs: "This answer quotes the documentation's own sentences.",
    other_version: "This answer is about version {version}, not about {home}.",
    two_versions: "This answer is about the versions {version} and {home}; each source names its own.",
    version_missing: "Version {missing} is not among the indexed versions ({versions}).",
    version_searched: "Version {version} was searched.",
    versions_searched: "The versions {version} and {home} were searched.",
    version_answered: "This answer is about version {version}.",
    from_code: "This answer rests on the source code, not on the documentation.",
    partly_from_code: "Part of this answer rests on the source code, not on the documentation.",
    cut_off: "The answer was cut off by a fault; it is not complete.",
    repeated: "The language model began to repeat itself and was stopped; its answer may not be complete.",
    declined_midway: "The language model declined to go on; the answer is not complete.",
    too_long: "The answer reached its length limit; it is not complete.",
    search_results: "No answer could be written at the moment. These pages come nearest:",
    rest_from_docs: "The answer above was cut off. From the documentation itself:",
  },
  zh: {
    history_unavailable: "无法读取之前的对话，本次只按这一个问题作答。",
    rewrite_failed: "未能改写问题，已直接用原文检索。",
    embedding_failed: "语义检索暂时不可用，已改用关键词检索。",
    embedding_mismatch: "语义检索已关闭：索引所用的向量模型或查询前缀与当前配置不同。",
    rerank_failed: "未能重新排序，段落按检索顺序列出。",
    model_failed: "语言模型暂时不可用。",
    model_timeout: "语言模型响应超时。",
    model_silent: "语言模型没有给出回答。",
    uncited: "语言模型的回答没有标明依据的段落，因此不予显示。",
    model_declined: "语言模型拒绝回答这个问题。",
    over_budget: "语言模型的额度已用完。",
    budget_unavailable: "暂时无法核对语言模型的额度，因此没有调用模型。",
    from_docs: "以下回答摘自文档原文。",
    other_version: "以下回答针对 {version} 版本，而不是 {home}。",
    two_versions: "以下回答涉及 {version} 和 {home} 两个版本，每个来源注明其版本。",
    version_missing: "索引中没有 {missing} 版本，只有 {versions}。",
    version_searched: "已检索 {version} 版本。",
    versions_searched: "已检索 {version} 和 {home} 两个版本。",
    version_answered: "以下回答针对 {version} 版本。",
    from_code: "以下回答依据源代码，而非文档。",
    partly_from_code: "以下回答部分依据源代码，而非文档。",
    cut_off: "回答因故障中断，内容不完整。",
    repeated: "语言模型开始重复自己的话，已被停止，内容可能不完整。",
    declined_midway: "语言模型拒绝继续作答，内容不完整。",
    too_long: "回答达到长度上限，内容不完整。",
    search_results: "暂时无法生成回答，以下页面最为接近：",
    rest_from_docs: "以上回答中断了，以下摘自文档原文：",
  },
  ja: {
    history_unavailable: "これまでの会話を読み込めなかったため、この質問だけに基づいて回答しました。",
    rewrite_failed: "検索用に質問を書き換えられなかったため、元の文で検索しました。",
    embedding_failed: "意味による検索が一時的に利用できないため、語句で検索しました。",
    embedding_mismatch:
      "意味による検索は無効です。索引の作成に使われた埋め込みモデルまたはクエリの接頭辞が現在の設定と異なります。",
    rerank_failed: "並べ替えができなかったため、検索順のまま表示しています。",
    model_failed: "言語モデルが一時的に利用できません。",
    model_timeout: "言語モデルの応答が時間内にありませんでした。",
    model_silent: "言語モデルは回答を返しませんでした。",
    uncited: "言語モデルの回答は根拠となる箇所を示していないため、表示しません。",
    model_declined: "言語モデルがこの質問への回答を拒否しました。",
    over_budget: "言語モデルの予算を使い切りました。",
    budget_unavailable: "言語モデルの予算を確認できないため、モデルは呼び出しませんでした。",
    from_docs: "この回答はドキュメントの文をそのまま引用したものです。",
    other_version: "この回答は {home} ではなく、バージョン {version} についてのものです。",
    two_versions:
      "この回答はバージョン {version} と {home} についてのもので、出典ごとにバージョンを示しています。",
    version_missing: "バージョン {missing} は索引にありません（あるのは {versions}）。",
    version_searched: "バージョン {version} を検索しました。",
    versions_searched: "バージョン {version} と {home} を検索しました。",
    version_answered: "この回答はバージョン {version} についてのものです。",
    from_code: "この回答はドキュメントではなくソースコードに基づいています。",
    partly_from_code: "この回答の一部はドキュメントではなくソースコードに基づいています。",
    cut_off: "障害により回答が途中で切れたため、完全ではありません。",
    repeated: "言語モデルが同じ文を繰り返し始めたため停止しました。回答は完全ではない可能性があります。",
    declined_midway: "言語モデルが回答を途中で拒否したため、完全ではありません。",
    too_long: "回答が長さの上限に達したため、完全ではありません。",
    search_results: "現在、回答を作成できません。最も近いページは次のとおりです：",
    rest_from_docs: "上の回答は途中で切れました。以下はドキュメントからの引用です：",
  },
  de: {
    history_unavailable: "Das bisherige Gespräch war nicht abrufbar; beantwortet wurde nur diese eine Frage.",
    rewrite_failed:
      "Die Frage ließ sich nicht für die Suche umformulieren; gesucht wurde nach ihrem Wortlaut.",
    embedding_failed: "Die Suche nach der Bedeutung ist gerade nicht verfügbar; gesucht wurde nach Wörtern.",
    embedding_mismatch:
      "Die Suche nach der Bedeutung ist aus: Der Index entstand mit einem anderen Embedding-Modell oder Anfragepräfix, als eingestellt ist.",
    rerank_failed: "Die Textstellen ließen sich nicht neu ordnen; sie stehen in der Reihenfolge der Suche.",
    model_failed: "Das Sprachmodell ist gerade nicht verfügbar.",
    model_timeout: "Das Sprachmodell hat zu lange gebraucht.",
    model_silent: "Das Sprachmodell hat keine Antwort gegeben.",
    uncited:
      "Die Antwort des Sprachmodells nennt keine Textstelle, auf der sie beruht; sie wird nicht gezeigt.",
    model_declined: "Das Sprachmodell lehnt es ab, diese Frage zu beantworten.",
    over_budget: "Das Budget für das Sprachmodell ist aufgebraucht.",
    budget_unavailable:
      "Das Budget für das Sprachmodell lässt sich gerade nicht prüfen; das Modell wurde nicht gefragt.",
    from_docs: "Diese Antwort gibt Sätze der Dokumentation wieder.",
    other_version: "Diese Antwort gilt für die Version {version}, nicht für {home}.",
    two_versions: "Diese Antwort gilt für die Versionen {version} und {home}; jede Quelle nennt ihre.",
    version_missing: "Die Version {missing} ist nicht im Index, nur {versions}.",
    version_searched: "Gesucht wurde in der Version {version}.",
    versions_searched: "Gesucht wurde in den Versionen {version} und {home}.",
    version_answered: "Diese Antwort gilt für die Version {version}.",
    from_code: "Diese Antwort stützt sich auf den Quelltext, nicht auf die Dokumentation.",
    partly_from_code: "Ein Teil dieser Antwort stützt sich auf den Quelltext, nicht auf die Dokumentation.",
    cut_off: "Die Antwort wurde durch eine Störung abgebrochen und ist unvollständig.",
    repeated:
      "Das Sprachmodell begann sich zu wiederholen und wurde angehalten; seine Antwort ist vielleicht unvollständig.",
    declined_midway: "Das Sprachmodell lehnt es ab, weiterzuschreiben; die Antwort ist unvollständig.",
    too_long: "Die Antwort hat ihre Höchstlänge erreicht und ist unvollständig.",
    search_results: "Gerade lässt sich keine Antwort formulieren. Diese Seiten kommen der Frage am nächsten:",
    rest_from_docs: "Die Antwort oben wurde abgebrochen. Aus der Dokumentation selbst:",
  },
};

/** The notice for a service that was not asked because of its cost, or else the one for a service that failed. */
export function noticeOf(error: unknown, failed: NoticeCode): NoticeCode {
  if (isRepoBotError(error, "over_budget")) return "over_budget";
  return isRepoBotError(error, "budget_unavailable") ? "budget_unavailable" : failed;
}

/** A sentence of ours in the reader's language; English where there is none. */
export function sentenceOf(code: Sentence, language: string): string {
  return (SENTENCES[primaryLanguage(language)] ?? SENTENCES.en!)[code];
}

/**
 * Several notices as one text; `undefined` when there is nothing to tell.
 * @param values what stands for `{version}` and the like
 */
export function noticeText(
  codes: readonly NoticeCode[],
  language: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  const sentences = [...new Set(codes)].map((code) =>
    sentenceOf(code, language).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
  return sentences.length === 0
    ? undefined
    : sentences.join(NO_SPACE_LANGUAGES.has(primaryLanguage(language)) ? "" : " ");
}
