import { describe, expect, it } from "vitest";
import type { CorpusInfo } from "../../../src/core/ports.ts";
import { COMPUTING_TERMS } from "../../../src/core/question/computing-terms.ts";
import { lexicalQuery } from "../../../src/core/question/translation.ts";

const ENGLISH: Pick<CorpusInfo, "language" | "languages"> = { language: "en", languages: ["en"] };

/** What is searched for beside the text itself. */
function added(text: string, corpus = ENGLISH): string[] {
  const query = lexicalQuery(text, corpus);
  expect(query.startsWith(text)).toBe(true);
  return query.slice(text.length).trim().split(" ").filter(Boolean);
}

describe("a question in another language than the docs", () => {
  it.each([
    ["zh", "怎么设置代理和超时？", ["proxy", "timeout"]],
    ["ja", "プロキシとタイムアウトを設定するには？", ["proxy", "timeout"]],
    ["de", "Wie stelle ich Proxy und Zeitlimit ein?", ["proxy", "timeout"]],
    ["zh", "内存泄漏怎么排查？", ["memory", "leak"]],
    ["ja", "スタックトレースを見たい", ["stack", "trace"]],
    ["de", "Wo sehe ich den Statuscode?", ["status", "code"]],
    ["de", "Brauche ich einen API-Schlüssel?", ["key", "need"]],
    ["de", "Was kostet ein Tagesbudget?", ["cost", "daily", "budget"]],
    ["zh", "对话保存多长时间？", ["conversation", "keep"]],
    ["ja", "会話は保存されますか？", ["conversation", "keep"]],
  ])("is searched for with English words too (%s: %s)", (_language, text, words) => {
    expect(added(text)).toEqual(expect.arrayContaining(words));
  });

  it("takes the Japanese word for a way of doing something for no function", () => {
    expect(added("Cloudflare にデプロイする方法は？")).toEqual(["deploy"]);
    expect(added("このメソッドの引数は？")).toContain("function");
  });

  it("keeps its own words, names first of all", () => {
    expect(lexicalQuery("follow_redirects 是什么？重定向吗？", ENGLISH)).toMatch(/^follow_redirects 是什么/);
  });

  it("reads a German compound part by part", () => {
    expect(added("Der Statuscode der Zertifizierungsstellenfingerabdrücke fehlt")).toEqual(
      expect.arrayContaining(["certificate", "fingerprint"]),
    );
  });

  it("adds each word once", () => {
    const words = added("代理，代理，还是代理？");
    expect(words).toEqual([...new Set(words)]);
  });

  it("stays as it is where no word is known", () => {
    expect(lexicalQuery("你好吗", ENGLISH)).toBe("你好吗");
  });
});

describe("a question that the docs' own words answer", () => {
  it("stays as it is in the docs' language", () => {
    const text = "How do I set a proxy and a timeout?";
    expect(lexicalQuery(text, ENGLISH)).toBe(text);
  });

  it("stays as it is where the docs are written in its language too", () => {
    const text = "怎么设置代理和超时？";
    expect(lexicalQuery(text, { language: "en", languages: ["en", "zh-CN"] })).toBe(text);
    expect(lexicalQuery(text, { language: "zh", languages: ["zh"] })).toBe(text);
  });

  it("has no German term that could not be found, since a question is read word by word", () => {
    const german = COMPUTING_TERMS.trim()
      .split("\n")
      .flatMap((line) => line.split("|")[1]?.split(" ") ?? []);
    expect(german.filter((word) => /[^\p{L}*]/u.test(word))).toEqual([]);
  });
});
