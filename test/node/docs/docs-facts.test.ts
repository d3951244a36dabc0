/** Settings, error codes and figures in the documentation, as the code has them. */
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import * as z from "zod";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { refusalSentence } from "../../../src/core/model/refusal.ts";
import { BUILT_IN_PRICES, PRICES_AS_OF } from "../../../src/core/spend/prices.ts";
import { DEFAULT_PIPELINE_SETTINGS } from "../../../src/core/turn/pipeline-settings.ts";
import { MAX_QUESTION_CHARS } from "../../../src/doors/ask-request.ts";
import { MAX_BODY_BYTES, MAX_CHAT_BODY_BYTES } from "../../../src/doors/read-request.ts";
import { DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT } from "../../../src/doors/search-request.ts";
import { DEFAULT_BM25F } from "../../../src/index-format/bm25f.ts";
import { FORMAT_VERSION, SECTION } from "../../../src/index-format/layout.ts";
import { TOKENIZER_VERSION } from "../../../src/index-format/text/tokenizer.ts";
import { DEFAULT_CHAT_MODEL, parseSettings, SECRET_NAMES, SETTING_NAMES } from "../../../src/settings.ts";
import { codeOf, contentOf, pages } from "../../support/docs-pages.ts";

/** Names in the first column of the tables headed `Setting`, with their default column. */
const settingRows = new Map(
  [...contentOf("corpus/providers.md").matchAll(/^\| `([A-Z][A-Z0-9_]+)`[^|]*\|([^|]+)\|([^|]+)\|/gm)].map(
    ([, name, meaning, standard]) => [name!, { meaning: meaning!.trim(), standard: standard!.trim() }],
  ),
);

test("every setting is documented, and every documented setting exists", () => {
  expect([...settingRows.keys()].sort()).toEqual([...SETTING_NAMES].sort());
});

test("exactly the secret settings are called secret", () => {
  const secrets = [...settingRows]
    .filter(([, { meaning }]) => meaning.includes("A secret."))
    .map(([name]) => name);
  expect(secrets.sort()).toEqual([...SECRET_NAMES].sort());
});

test("documented defaults that are numbers are the ones in force", () => {
  // The providers are switched on so that their settings are read at all.
  const base = { CHAT_API_KEY: "k", EMBEDDING_PROVIDER: "huggingface", RERANK_PROVIDER: "huggingface" };
  const numeric = [...settingRows].filter(([, { standard }]) => /^`\d+`$/.test(standard));
  expect(numeric.length).toBeGreaterThan(8);
  for (const [name, { standard }] of numeric) {
    const stated = parseSettings({ ...base, [name]: standard.replaceAll("`", "") });
    expect(stated, name).toEqual(parseSettings(base));
  }
});

test("every setting-like name in the docs is a setting", () => {
  const names = pages.flatMap((file) =>
    codeOf(file).flatMap(
      (code) =>
        code.match(
          /\b(?:CHAT|EMBEDDING|RERANK|REWRITE|HISTORY|ANSWER|BUDGET|TURNSTILE)_(?!LIMITER)[A-Z_]+\b/g,
        ) ?? [],
    ),
  );
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});

test("the rate limits that are announced are those of wrangler.toml, and the docs give them", () => {
  const limits = z
    .object({
      ratelimits: z.array(
        z.object({
          name: z.string(),
          namespace_id: z.string(),
          simple: z.object({ limit: z.number(), period: z.number() }),
        }),
      ),
    })
    .parse(parse(contentOf("wrangler.toml"))).ratelimits;
  const { answers, reads, site } = parseSettings({}).rates;
  const announced = { ANSWER_LIMITER: answers, READ_LIMITER: reads, SITE_LIMITER: site };
  expect(Object.fromEntries(limits.map(({ name, simple }) => [name, simple]))).toEqual(
    Object.fromEntries(
      Object.entries(announced).map(([name, { limit, periodSeconds }]) => [
        name,
        { limit, period: periodSeconds },
      ]),
    ),
  );
  expect(new Set(limits.map(({ namespace_id }) => namespace_id)).size).toBe(limits.length);
  const text = contentOf("corpus/limits.md").replace(/\s+/g, " ");
  expect(text).toContain(`may ask ${answers.limit} questions a minute`);
  expect(text).toContain(`send feedback ${reads.limit} times a minute`);
  expect(text).toContain(`make ${site.limit.toLocaleString("en")} such requests a minute`);
});

test("JSON settings in the docs are taken by their readers", () => {
  const settings = pages.flatMap((file) =>
    codeOf(file).flatMap((code) => [...code.matchAll(/^(PRICES|FUSION|CHAT_EXTRA_BODY)=(.+)$/gm)]),
  );
  expect(settings.length).toBeGreaterThan(1);
  for (const [line, name, value] of settings) {
    expect(() => parseSettings({ CHAT_API_KEY: "k", [name!]: value! }), line).not.toThrow();
  }
});

test("every error code is documented with its status", () => {
  const codes: Record<ErrorCode, true> = {
    bad_request: true,
    not_found: true,
    index_missing: true,
    index_corrupt: true,
    index_incompatible: true,
    config_invalid: true,
    source_unreadable: true,
    upstream_unavailable: true,
    upstream_timeout: true,
    upstream_malformed: true,
    over_budget: true,
    budget_unavailable: true,
    rate_limited: true,
    access_denied: true,
    challenge_required: true,
    aborted: true,
    internal: true,
  };
  const api = contentOf("corpus/api.md");
  for (const code of Object.keys(codes))
    expect(api, code).toMatch(new RegExp(`^\\| \`${code}\` +\\| \\d{3}`, "m"));
});

test("the sections of the index are documented by number and name", () => {
  const rows = [...contentOf("corpus/index-format.md").matchAll(/^\| (\d+) +\| `(\w+)`/gm)];
  expect(Object.fromEntries(rows.map(([, id, name]) => [name!, Number(id)]))).toEqual(SECTION);
});

/** Sentences that hold figures of the code, as the code has them now. */
const { retrieval, maxAnswerTokens, maxRewriteTokens } = DEFAULT_PIPELINE_SETTINGS;
const [title, heading, text, code] = DEFAULT_BM25F.weights;
const price = BUILT_IN_PRICES[DEFAULT_CHAT_MODEL]!;
const figures: [file: string, sentence: string][] = [
  ["costs.md", `the price of \`${DEFAULT_CHAT_MODEL}\`, as read on ${PRICES_AS_OF}`],
  [
    "costs.md",
    `${price.input} US dollars per million input tokens, ${price.cachedInput} for cached input and ${price.output.toFixed(2)}`,
  ],
  ["limits.md", `A question may be at most ${MAX_QUESTION_CHARS.toLocaleString("en")} characters long`],
  [
    "limits.md",
    `A request body may be up to ${MAX_BODY_BYTES / 1024} KiB, and up to ${MAX_CHAT_BODY_BYTES / 1024} KiB where a client`,
  ],
  ["limits.md", `may be up to ${maxAnswerTokens.toLocaleString("en")} output tokens long`],
  ["limits.md", `may be up to ${maxRewriteTokens} tokens`],
  ["limits.md", `returns ${DEFAULT_SEARCH_LIMIT} passages, and up to ${MAX_SEARCH_LIMIT} with`],
  ["how-it-works.md", `reciprocal rank fusion with k = ${retrieval.rrfK}`],
  ["how-it-works.md", refusalSentence("en")],
  ["index-format.md", `version ${FORMAT_VERSION} with tokenizer version ${TOKENIZER_VERSION}`],
  [
    "index-format.md",
    `have the weights ${title}, ${heading}, ${text} and ${code}, with \`k1\` = ${DEFAULT_BM25F.k1}`,
  ],
];

test.each(figures)("%s says what the code does: %s", (file, sentence) => {
  expect(contentOf(`corpus/${file}`).replace(/\s+/g, " ")).toContain(sentence);
});
