import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/core/model/refusal.ts";

describe("isRefusal, on what models write", () => {
  it.each([
    "I'm sorry, but the documentation does not mention this.",
    "Based on the provided passages, there is no information about HTTP/3.",
    "The passages do not contain enough information to answer this question.",
    "I don't have enough information to answer that.",
    "I'm unable to find information on this topic in the provided documentation.",
    "Unfortunately, I couldn't find anything about that in the docs.",
    "Sorry, I can't answer this question based on the given documents.",
    "HTTP/3 is not mentioned in the documentation.",
    "The passages provided do not mention HTTP/3 [1][2].",
    "I could not find this in the documentation. You may want to check the issue tracker.",
    "Es tut mir leid, aber die Dokumentation enthält dazu keine Angaben.",
    "Leider geht das aus den Textstellen nicht hervor.",
    "根据提供的文档，没有找到相关信息。",
    "很抱歉，提供的段落中没有关于 HTTP/3 的信息。",
    "申し訳ありませんが、ドキュメントには HTTP/3 に関する記載がありません。",
    "提供された抜粋には該当する情報がありません。",
  ])("recognizes %s", (text) => {
    expect(isRefusal(text)).toBe(true);
  });

  it.each([
    "The documentation does not mention a limit, but you can set `max` to 5 [1].",
    "Redirects are not followed by default [1].",
    "There is no default timeout in the docs' examples [1].",
    "The client does not document retries; pass `retries=1` [2].",
    "Nicht alle Dokumente werden geladen [1].",
    "文档 中的 `x` 没有默认值 [1]。",
  ])("takes %s for an answer", (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});
