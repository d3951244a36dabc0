import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInvisible } from "../../../src/index-format/text/characters.ts";
import { stemEnglish } from "../../../src/index-format/text/english-stemmer.ts";
import { normalizeText } from "../../../src/index-format/text/normalize.ts";
import { createTokenizer } from "../../../src/index-format/text/tokenizer.ts";

const tokenizer = createTokenizer({ language: "en" });

function termsOf(text: string): string[] {
  const terms: string[] = [];
  tokenizer.tokenize(tokenizer.normalize(text), (term) => terms.push(term));
  return terms;
}

describe("identifiers", () => {
  it.each([
    ["follow_redirects", ["follow_redirects", "follow", "redirect"]],
    ["HTTPTransport", ["httptransport", "http", "transport"]],
    ["httpx.AsyncClient", ["httpx.asyncclient", "httpx", "asynccli", "async", "client"]],
    ["advanced/timeouts.md", ["advanced/timeouts.md", "timeouts.md", "advanc", "timeout", "md"]],
    ["--reload-dir", ["--reload-dir", "reload-dir", "reload", "dir"]],
    ["-v", ["-v"]],
    ["HTTP/2", ["http2", "http"]],
    ["http2=True", ["http2", "http", "true"]],
    ["FST_ERR_CTP_BODY_TOO_LARGE", ["fst_err_ctp_body_too_large", "fst", "err", "ctp", "bodi", "larg"]],
    ["reply.send()", ["reply.send", "repli", "send"]],
    ["0.0.0.0", ["0.0.0.0"]],
    ["C++", ["c++"]],
    ["C# and F#", ["c#", "f#"]],
    [".ip", [".ip", "ip"]],
    ["@fastify/cors", ["@fastify/cors", "fastifi", "cor"]],
    ["std::vector", ["std::vector", "std", "vector"]],
    ["$ref", ["$ref", "ref"]],
    ["UTF-8", ["utf8", "utf"]],
    ["OAuth2", ["oauth2", "oauth"]],
    ["URLs", ["url"]],
    ["IPv4", ["ipv4", "ipv"]],
  ])("keeps %s whole and in parts", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it("gives a method's name the same term alone and after its class", () => {
    expect(termsOf("MyClass.doSomething()")).toEqual(expect.arrayContaining(termsOf("doSomething")));
  });

  it("writes camel case and snake case in the same parts", () => {
    expect(termsOf("followRedirects").slice(1)).toEqual(termsOf("follow_redirects").slice(1));
  });

  it("does not take the punctuation of prose for an identifier's", () => {
    expect(termsOf("First, read this. Second: (maybe) stop!")).toEqual([
      "first",
      "read",
      "second",
      "mayb",
      "stop",
    ]);
    expect(termsOf("left--right")).toEqual(["left", "right"]);
    expect(termsOf("___ --- ... ()")).toEqual([]);
  });
});

describe("words", () => {
  it("drops stop words, contractions of them and possessives", () => {
    expect(termsOf("How don't I set the client's timeouts?")).toEqual(["set", "client", "timeout"]);
    expect(termsOf("l’index d'un client")).toEqual(["index", "un", "client"]);
  });

  it("finds words across case, width, accents and invisible characters", () => {
    expect(termsOf("ＴＩＭＥＯＵＴ naïve ﬁle")).toEqual(termsOf("timeout naive file"));
    expect(termsOf("Hoch\u00adspan\u00adnung zero\u200bwidth")).toEqual(termsOf("Hochspannung zerowidth"));
    expect(termsOf("\u200fשלום\u200e")).toEqual(termsOf("שָׁלוֹם"));
  });

  it("stems as Porter2 does", () => {
    const stems =
      "consign consistency knightly generously agreed hopping skies dying news succeeding troubled";
    expect(stems.split(" ").map(stemEnglish).join(" ")).toBe(
      "consign consist knight generous agre hop sky die news succeed troubl",
    );
  });
});

describe("other languages", () => {
  const termsIn = (language: string, text: string) => {
    const terms: string[] = [];
    const other = createTokenizer({ language });
    other.tokenize(other.normalize(text), (term) => terms.push(term));
    return terms;
  };

  it.each([
    ["de", "Wie kann ich die Verbindungen begrenzen?", "Verbindung begrenzt"],
    ["nl", "Hoe stel ik de instellingen in?", "instelling stel"],
    ["fr", "Comment configurer les délais d'attente ?", "configure délai attente"],
    ["es", "¿Cómo configuro los tiempos de espera?", "configuro tiempo espera"],
    ["pt-BR", "Como posso limitar as conexões?", "conexão"],
    ["it", "Come posso impostare le connessioni?", "connessione imposta"],
  ])("drops question words and takes off endings: %s", (language, question, text) => {
    const asked = termsIn(language, question);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(termsIn(language, text).filter((term) => asked.includes(term)).length).toBeGreaterThanOrEqual(1);
  });

  it("stems the English words of Chinese and Japanese docs", () => {
    expect(termsIn("zh", "timeouts")).toEqual(["timeout"]);
    expect(termsIn("ja", "redirects")).toEqual(["redirect"]);
  });
});

describe("scripts without spaces", () => {
  it("cuts Han and Hiragana into bigrams that a query shares with the text", () => {
    expect(termsOf("设置超时时间")).toEqual(["设置", "置超", "超时", "时时", "时间"]);
    expect(termsOf("设置超时时间")).toEqual(expect.arrayContaining(termsOf("超时")));
  });

  it("keeps a character beyond the basic plane whole", () => {
    expect(termsOf("𠮷野家")).toEqual(["𠮷野", "野家"]);
  });

  it("keeps Katakana words, and finds them inside compounds", () => {
    expect(termsOf("タイムアウト")[0]).toBe("タイムアウト");
    expect(termsOf("サーバー")[0]).toBe(termsOf("サーバ")[0]);
    const compound = termsOf("タイムアウトエラー");
    expect(compound).toEqual(expect.arrayContaining(termsOf("エラ")));
  });

  it("finds a Korean noun behind its particle", () => {
    expect(termsOf("서버를")).toEqual(expect.arrayContaining(termsOf("서버")));
  });

  it("finds a Thai word within a run", () => {
    expect(termsOf("การตั้งค่าหมดเวลา")).toEqual(expect.arrayContaining(termsOf("หมดเวลา")));
  });

  it("separates an identifier from the ideographs around it", () => {
    expect(termsOf("使用follow_redirects参数")).toEqual(
      expect.arrayContaining(["使用", "follow_redirects", "参数"]),
    );
  });
});

describe("hostile input", () => {
  it.each([
    "a",
    "_",
    ".",
    "-",
    "'",
    "a'",
    "a.",
    "A1",
    "é",
    "漢",
    "ア",
    "가",
    "ก",
    "\u0301",
    "\u0315\u0316",
    "\ufdfa",
    "/a",
    "--a",
    "\ud800",
  ])("takes a megabyte of %j in bounded terms", (unit) => {
    const text = unit.repeat(Math.ceil(2 ** 20 / Buffer.byteLength(unit)));
    let longest = 0;
    let count = 0;
    tokenizer.tokenize(tokenizer.normalize(text), (term) => {
      longest = Math.max(longest, term.length);
      count++;
    });
    expect(longest).toBeLessThanOrEqual(64);
    // U+FDFA spells out as 18 characters.
    expect(count).toBeLessThanOrEqual(text.length * 18);
  });

  it("gives only terms that its input accounts for, at surfaces inside it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const normalized = tokenizer.normalize(text);
        let at = 0;
        tokenizer.tokenize(normalized, (term, _role, start, end) => {
          expect(term).not.toBe("");
          expect(end).toBeLessThanOrEqual(normalized.length);
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThanOrEqual(at === 0 ? 0 : at - 1_000);
          at = start;
        });
      }),
    );
  });

  it("normalizes as NFKC wherever the text has spaces", () => {
    const words = fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 60 });
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join(" ");
        const visible = [...text].filter((char) => !isInvisible(char.charCodeAt(0))).join("");
        expect(normalizeText(text)).toBe(visible.normalize("NFKC"));
      }),
    );
  });
});
