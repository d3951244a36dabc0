import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RepoBotError } from "../../../src/core/errors.ts";
import { parseSettings, SECRET_NAMES, SETTING_NAMES } from "../../../src/settings.ts";
import { pipelineSettings } from "../../../src/turn-settings.ts";

function failure(vars: Record<string, string | undefined>): RepoBotError {
  try {
    parseSettings(vars);
  } catch (error) {
    if (error instanceof RepoBotError) return error;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("settings", () => {
  it("turn every model off when nothing is set", () => {
    const settings = parseSettings({});
    expect(settings).toMatchObject({ chat: null, embedding: null, rerank: null, rerankByDefault: false });
    expect(settings.fusion).toEqual({ lexical: 1, vector: 1 });
    expect(settings.prices["deepseek-flash"]).toBeDefined();
  });

  it("turn the chat on with a key alone, with DeepSeek's defaults and its thinking off", () => {
    expect(parseSettings({ CHAT_API_KEY: "k" }).chat).toMatchObject({
      baseUrl: "https://api.deepseek.com",
      model: "deepseek-flash",
      rewriteModel: "deepseek-flash",
      extraBody: { thinking: { type: "disabled" } },
    });
  });

  it("turn the chat on with a base URL alone, for a server that wants no key", () => {
    const { chat } = parseSettings({ CHAT_BASE_URL: "http://127.0.0.1:11434/v1/", CHAT_MODEL: "llama3" });
    expect(chat).toMatchObject({
      baseUrl: "http://127.0.0.1:11434/v1",
      apiKey: null,
      model: "llama3",
      extraBody: {},
    });
  });

  it("leave the chat off when only a model is named", () => {
    expect(parseSettings({ CHAT_MODEL: "deepseek-flash" }).chat).toBeNull();
  });

  it("take an endpoint pasted whole for its base", () => {
    const vars = { CHAT_BASE_URL: "https://llm.example/v1/chat/completions" };
    expect(parseSettings(vars).chat?.baseUrl).toBe("https://llm.example/v1");
  });

  it("take an empty variable for an unset one", () => {
    expect(parseSettings({ CHAT_API_KEY: " ", EMBEDDING_PROVIDER: "" })).toMatchObject({
      chat: null,
      embedding: null,
    });
  });

  it("ignore bindings and variables that are not settings", () => {
    expect(parseSettings({ ASSETS: { fetch: () => undefined }, PATH: "/bin" }).chat).toBeNull();
  });

  it("post to the hosted model at Hugging Face, with the prefixes of the e5 family", () => {
    expect(parseSettings({ EMBEDDING_PROVIDER: "huggingface", HF_TOKEN: "t" }).embedding).toMatchObject({
      model: "intfloat/multilingual-e5-small",
      url: "https://router.huggingface.co/hf-inference/models/intfloat/multilingual-e5-small/pipeline/feature-extraction",
      apiKey: "t",
      queryPrefix: "query: ",
      passagePrefix: "passage: ",
    });
  });

  it("give Hugging Face's token to Hugging Face alone", () => {
    const vars = { EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: "http://tei.example", HF_TOKEN: "t" };
    expect(parseSettings(vars).embedding?.apiKey).toBeNull();
  });

  it("keep the spaces of a prefix, and take an empty one for none", () => {
    const vars = {
      EMBEDDING_PROVIDER: "tei",
      EMBEDDING_URL: "http://127.0.0.1:8080/embed",
      EMBEDDING_QUERY_PREFIX: "q: ",
      EMBEDDING_PASSAGE_PREFIX: "",
    };
    expect(parseSettings(vars).embedding).toMatchObject({
      url: "http://127.0.0.1:8080",
      queryPrefix: "q: ",
      passagePrefix: "",
    });
  });

  it("default to bge-m3 without prefixes and to no address on Workers AI", () => {
    const vars = { EMBEDDING_PROVIDER: "workers-ai", RERANK_PROVIDER: "workers-ai" };
    const { embedding, rerank } = parseSettings(vars);
    expect(embedding).toMatchObject({
      model: "@cf/baai/bge-m3",
      url: null,
      queryPrefix: "",
      passagePrefix: "",
    });
    expect(rerank).toMatchObject({ model: "@cf/baai/bge-reranker-base", url: null });
  });

  it("keep rerank off by default, also where a reranker is configured", () => {
    const vars = { RERANK_PROVIDER: "tei", RERANK_URL: "http://127.0.0.1:1" };
    expect(parseSettings(vars).rerankByDefault).toBe(false);
    expect(parseSettings({ ...vars, RERANK: "on" }).rerankByDefault).toBe(true);
  });

  it("add prices to the built-in ones", () => {
    const vars = { PRICES: '{"my-model":{"input":1,"cachedInput":0.1,"output":2}}' };
    const { prices } = parseSettings(vars);
    expect(prices["my-model"]).toEqual({ input: 1, cachedInput: 0.1, output: 2 });
    expect(prices["deepseek-flash"]).toBeDefined();
  });

  it.each(["[[22,4]]", "[[1,4],[5,5]]"])(
    "refuse hours %s that would never hold, and say how to write them",
    (hours) => {
      const rates = '"input":1,"cachedInput":1,"output":1';
      const error = failure({ PRICES: `{"m":{${rates},"peak":{${rates},"hoursUtc":${hours}}}}` });
      expect([error.code, error.field]).toEqual(["config_invalid", "PRICES"]);
      expect(error.message).toContain("split it at midnight");
      const split = `{"m":{${rates},"peak":{${rates},"hoursUtc":[[22,24],[0,4]]}}}`;
      expect(parseSettings({ PRICES: split }).prices.m?.peak?.hoursUtc).toEqual([
        [22, 24],
        [0, 4],
      ]);
    },
  );

  it("carry weights and budgets over to the pipeline", () => {
    const vars = {
      CHAT_API_KEY: "k",
      REWRITE_TIMEOUT_MS: "1234",
      FUSION: '{"lexical":1,"vector":0.25}',
      REWRITE_CACHE_TTL_DAYS: "2",
    };
    const pipeline = pipelineSettings(parseSettings(vars));
    expect(pipeline.budgets.rewriteMs).toBe(1234);
    expect(pipeline.retrieval.vectorWeight).toBe(0.25);
    expect(pipeline.rewriteCacheTtlSeconds).toBe(172_800);
  });

  it.each([
    ["EMBEDDING_PROVIDER", { EMBEDDING_PROVIDER: "cohere" }],
    ["EMBEDDING_URL", { EMBEDDING_PROVIDER: "tei" }],
    ["EMBEDDING_URL", { EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: "ftp://tei.example" }],
    ["EMBEDDING_MODEL", { EMBEDDING_PROVIDER: "openai", EMBEDDING_URL: "http://127.0.0.1:1/v1" }],
    ["CHAT_BASE_URL", { CHAT_BASE_URL: "api.deepseek.com" }],
    ["CHAT_BASE_URL", { CHAT_BASE_URL: "https://user:pass@llm.example" }],
    ["CHAT_IDLE_TIMEOUT_MS", { CHAT_IDLE_TIMEOUT_MS: "soon" }],
    ["HISTORY_TTL_DAYS", { HISTORY_TTL_DAYS: "0" }],
    ["HISTORY_TTL_DAYS", { HISTORY_TTL_DAYS: "1.5" }],
    ["RERANK", { RERANK: "yes" }],
    ["RERANK_PROVIDER", { RERANK: "on" }],
    ["RERANK_URL", { RERANK_PROVIDER: "tei" }],
    ["PRICES", { PRICES: "{" }],
    ["PRICES", { PRICES: '{"m":{"input":-1,"cachedInput":0,"output":0}}' }],
    ["FUSION", { FUSION: '{"lexical":1}' }],
    ["CHAT_EXTRA_BODY", { CHAT_EXTRA_BODY: "[1]" }],
  ])("name %s when it is wrong", (field, vars) => {
    const error = failure(vars);
    expect(error.code).toBe("config_invalid");
    expect(error.field).toBe(field);
    expect(error.message).toContain(field);
  });

  it("never repeat a value in an error", () => {
    const secret = "s3cr3t-do-not-print";
    for (const name of SETTING_NAMES) {
      try {
        parseSettings({ RERANK: "on", [name]: secret });
      } catch (error) {
        expect(String(error)).not.toContain(secret);
        expect(JSON.stringify(error)).not.toContain(secret);
      }
    }
    expect(SECRET_NAMES).toEqual([
      "CHAT_API_KEY",
      "EMBEDDING_API_KEY",
      "HF_TOKEN",
      "RERANK_API_KEY",
      "OWNER_TOKEN",
      "TURNSTILE_SECRET",
      "CLOUDFLARE_API_TOKEN",
    ]);
  });

  it("either parse or fail as config_invalid, whatever the values", () => {
    const vars = fc.dictionary(fc.constantFrom(...SETTING_NAMES), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(vars, (values) => {
        try {
          parseSettings(values);
        } catch (error) {
          expect(error).toBeInstanceOf(RepoBotError);
          expect((error as RepoBotError).code).toBe("config_invalid");
        }
      }),
    );
  });
});

describe("ceilings", () => {
  it("are none unless set, and 0 is one", () => {
    expect(parseSettings({}).budget).toBeNull();
    expect(parseSettings({ BUDGET_USD_PER_DAY: "0" }).budget).toMatchObject({
      usdPerDay: 0,
      callsPerDay: null,
    });
  });

  it.each(["-1", "NaN", "2,50", "1e9", "Infinity"])("are refused where they are no amount: %s", (value) => {
    expect(() => parseSettings({ BUDGET_USD_PER_MONTH: value })).toThrow(
      expect.objectContaining({ code: "config_invalid", field: "BUDGET_USD_PER_MONTH" }),
    );
  });

  it("in model calls are whole", () => {
    expect(() => parseSettings({ BUDGET_CALLS_PER_DAY: "1.5" })).toThrow(
      expect.objectContaining({ code: "config_invalid", field: "BUDGET_CALLS_PER_DAY" }),
    );
  });

  it("in dollars want the price of the chat models; in calls they do not", () => {
    const chat = { CHAT_API_KEY: "k", CHAT_MODEL: "unpriced" };
    expect(() => parseSettings({ ...chat, BUDGET_USD_PER_DAY: "1" })).toThrow(
      expect.objectContaining({ code: "config_invalid", field: "BUDGET_USD_PER_DAY" }),
    );
    expect(parseSettings({ ...chat, BUDGET_CALLS_PER_DAY: "9" }).budget).toMatchObject({ callsPerDay: 9 });
    const PRICES = JSON.stringify({ unpriced: { input: 1, cachedInput: 1, output: 1 } });
    expect(parseSettings({ ...chat, PRICES, BUDGET_USD_PER_DAY: "1" }).budget).toMatchObject({
      usdPerDay: 1,
    });
  });
});
