/**
 * Messages that are nothing but a greeting, thanks, a farewell or a question about the one who answers, and the friendly line that answers them: one fixed sentence a
 * language that says what can be asked.
 */

import { primaryLanguage } from "./language-name.ts";

/** Whole messages, beside the language that they tell; `""` where readers of every language write them. */
const MESSAGES: readonly [language: string, wording: string][] = [
  ["", "hi|hello|hey|ok|okay"],
  [
    "en",
    "thanks|thank you|thx|cheers|bye|goodbye|good (?:morning|afternoon|evening|night|day)|how are you|nice to meet you|help(?: me)?|who are you|got it|great|perfect",
  ],
  [
    "de",
    "hallo|moin|servus|guten (?:morgen|tag|abend)|gute nacht|danke|vielen dank|tschüss|hilfe|wer bist du|alles klar",
  ],
  ["fr", "bonjour|bonsoir|salut|merci|au revoir|aide|qui es-tu"],
  ["es", "hola|buenos días|buenas (?:tardes|noches)|gracias|muchas gracias|adiós|ayuda|quién eres"],
  ["pt", "olá|bom dia|boa (?:tarde|noite)|obrigad[oa]"],
  ["it", "ciao|buongiorno|buonasera|grazie|grazie mille|arrivederci"],
  ["nl", "hoi|goedemorgen|goedemiddag|goedenavond|dank je(?: wel)?|dank u(?: wel)?|bedankt"],
  ["zh", "你好|您好|谢谢|謝謝|再见|再見|帮助|你是谁|好的"],
  [
    "ja",
    "こんにちは|おはよう(?:ございます)?|こんばんは|ありがとう(?:ございます)?|さようなら|あなたは誰ですか|わかりました",
  ],
  ["ko", "안녕(?:하세요)?|감사합니다|고마워요?"],
  ["ru", "привет|здравствуйте|добрый (?:день|вечер)|доброе утро|спасибо|до свидания"],
];

/** What may follow without asking anything. */
const REST =
  "(?:[\\s,!.，。！、]+(?:there|all|everyone|bot|a lot|so much|very much|you(?:['’]re| are) \\p{L}+|schön|vielmals|beaucoup))*[\\s!.,?，。！？、]*";

const PATTERNS = MESSAGES.map(
  ([language, wording]) => [language, new RegExp(`^[¡¿\\s]*(?:${wording})${REST}$`, "iu")] as const,
);

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

/**
 * The language of a message that is nothing but small talk, BCP 47 primary tag; `""` for one that is usual in every language ("hi"),
 * null for a message that asks or says anything else.
 */
export function smallTalkLanguage(message: string): string | null {
  const text = message.trim();
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** The reply to small talk in a language; English where RepoBot has none. `name` is what the docs are called. */
export function smallTalkReply(language: string, name: string): string {
  const reply = REPLIES[primaryLanguage(language)] ?? REPLIES.en!;
  return reply.replace("{name}", () => name);
}
