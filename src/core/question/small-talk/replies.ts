import { primaryLanguage } from "../language-name.ts";

const REPLIES: Readonly<Record<string, string>> = {
  en: "Happy to help! Ask me a question about the documentation of {name}.",
  zh: "很高兴为您服务！请提出与 {name} 文档相关的问题。",
  ja: "お気軽にどうぞ！{name} のドキュメントについて質問してください。",
  de: "Ich helfe gern! Stellen Sie mir eine Frage zur Dokumentation von {name}.",
  fr: "Avec plaisir ! Posez-moi une question sur la documentation de {name}.",
  es: "¡Con mucho gusto! Hágame una pregunta sobre la documentación de {name}.",
  pt: "Com prazer! Faça-me uma pergunta sobre a documentação de {name}.",
  it: "Volentieri! Posso rispondere alle domande sulla documentazione di {name}.",
  nl: "Ik help u graag! Stel me een vraag over de documentatie van {name}.",
  ko: "무엇이든 도와드리겠습니다! {name} 문서에 관해 질문해 주세요.",
  ru: "Всегда к вашим услугам! Задайте мне вопрос о документации {name}.",
};

/** The reply to small talk in a language; English where RepoBot has none. `name` is what the docs are called. */
export function smallTalkReply(language: string, name: string): string {
  const reply = REPLIES[primaryLanguage(language)] ?? REPLIES.en!;
  return reply.replace("{name}", () => name);
}
