/** The variables that settings are read from: form, range and default of each. */
import * as z from "zod/mini";

const text = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim())),
);

function whole(defaultValue: number, minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  const number = z.pipe(
    z.transform((value: string | undefined) => (value === undefined ? defaultValue : Number(value))),
    z.number({ error }).check(z.int({ error }), z.gte(minimum, { error }), z.lte(maximum, { error })),
  );
  return z.pipe(text, number);
}

function choice<const T extends readonly [string, ...string[]]>(values: T, defaultValue: T[number]) {
  return z.pipe(
    z.pipe(
      text,
      z.transform((value) => value?.toLowerCase() ?? defaultValue),
    ),
    z.enum(values, { error: `must be one of ${values.join(", ")}` }),
  );
}

function isPlainHttpUrl(value: string | undefined): boolean {
  if (value === undefined) return true;
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

const address = text.check(
  z.refine(isPlainHttpUrl, { error: "must be an http or https address without a user name or password" }),
);

function json<S extends z.ZodMiniType>(schema: S, error: string) {
  return z.pipe(
    text,
    z.transform((value, context): z.output<S> | undefined => {
      if (value === undefined) return undefined;
      try {
        const parsed = z.safeParse(schema, JSON.parse(value));
        if (parsed.success) return parsed.data;
      } catch {
        // Reported below: the parser's own message would quote the value.
      }
      context.issues.push({ code: "custom", message: error, input: null });
      return z.NEVER;
    }),
  );
}

/** Exact origins: a pattern or a path would allow more, or less, than it seems to. */
const origins = z.pipe(
  z.pipe(
    text,
    z.transform((value) => (value ?? "").split(",").flatMap((part) => part.trim().replace(/\/$/, "") || [])),
  ),
  z.array(
    z.string().check(
      z.refine((value) => URL.canParse(value) && new URL(value).origin === value.toLowerCase(), {
        error: "must be origins such as https://docs.example.com, with commas between them",
      }),
      z.toLowerCase(),
    ),
  ),
);

const siteKeys = z.pipe(
  z.pipe(
    text,
    z.transform((value) => (value ?? "").split(",").flatMap((part) => part.trim() || [])),
  ),
  z.array(
    z.string().check(
      z.regex(/^[\w-]{8,64}$/, {
        error: "must be texts of 8 to 64 letters, digits, _ and -, with commas between them",
      }),
    ),
  ),
);

/** `60/10`: requests in so many seconds, as a rate-limit binding has them. */
function ratePolicy(defaultValue: string) {
  return z.pipe(
    text,
    z.transform((value, context) => {
      const [, limit, period] = /^(\d{1,9})\/(10|60)$/.exec(value ?? defaultValue) ?? [];
      if (limit !== undefined) return { limit: Number(limit), periodSeconds: Number(period) };
      const message = "must be requests and a period of 10 or 60 seconds, such as 60/60";
      context.issues.push({ code: "custom", message, input: null });
      return z.NEVER;
    }),
  );
}

/** A number of at least 0, or none at all. */
function ceiling(error: string, isWhole: boolean) {
  return z.pipe(
    z.pipe(
      text,
      z.transform((value) => (value === undefined ? undefined : Number(value))),
    ),
    z.optional(
      z.number({ error }).check(
        z.gte(0, { error }),
        z.lte(1e6, { error }),
        z.refine((n) => !isWhole || Number.isInteger(n), { error }),
      ),
    ),
  );
}

const usd = () => ceiling("must be a number of US dollars from 0 to 1000000, such as 2.50", false);
const calls = () => ceiling("must be a whole number from 0 to 1000000", true);

const rate = z.number().check(z.nonnegative());
const rates = { input: rate, cachedInput: rate, output: rate };
const hour = z.int().check(z.gte(0), z.lte(24));
const priceTable = z.record(
  z.string(),
  z.object({
    ...rates,
    peak: z.optional(z.object({ ...rates, hoursUtc: z.array(z.tuple([hour, hour])) })),
  }),
);

/** A window over midnight would never hold. */
function hasForwardHours(prices: z.output<typeof priceTable> | undefined): boolean {
  const windows = Object.values(prices ?? {}).flatMap(({ peak }) => peak?.hoursUtc ?? []);
  return windows.every(([from, to]) => from < to);
}

const weight = z.number().check(z.nonnegative());

/** Every variable that is a setting, checked one by one; how they fit together is checked in `settings.ts`. */
export const variables = z.object({
  CHAT_API_KEY: text,
  CHAT_BASE_URL: address,
  CHAT_MODEL: text,
  REWRITE_MODEL: text,
  CHAT_EXTRA_BODY: json(z.record(z.string(), z.unknown()), "must be a JSON object of request fields"),
  CHAT_FIRST_TOKEN_TIMEOUT_MS: whole(20_000, 100, 600_000),
  CHAT_IDLE_TIMEOUT_MS: whole(15_000, 100, 600_000),
  CHAT_MAX_ANSWER_TOKENS: whole(1_200, 16, 32_000),
  REWRITE_TIMEOUT_MS: whole(8_000, 100, 600_000),
  ANSWER_TIMEOUT_MS: whole(90_000, 100, 900_000),
  EMBEDDING_PROVIDER: choice(["none", "huggingface", "openai", "tei", "workers-ai"], "none"),
  EMBEDDING_MODEL: text,
  EMBEDDING_URL: address,
  EMBEDDING_API_KEY: text,
  EMBEDDING_QUERY_PREFIX: z.optional(z.string()),
  EMBEDDING_PASSAGE_PREFIX: z.optional(z.string()),
  EMBEDDING_TIMEOUT_MS: whole(4_000, 100, 600_000),
  HF_TOKEN: text,
  RERANK: choice(["off", "on"], "off"),
  RERANK_PROVIDER: choice(["none", "huggingface", "tei", "workers-ai"], "none"),
  RERANK_MODEL: text,
  RERANK_URL: address,
  RERANK_API_KEY: text,
  RERANK_TIMEOUT_MS: whole(4_000, 100, 600_000),
  FUSION: json(
    z.object({ lexical: weight, vector: weight }),
    'must be JSON such as {"lexical":1,"vector":0.5}, weights of at least 0',
  ),
  PRICES: json(
    priceTable,
    'must be JSON such as {"my-model":{"input":0.1,"cachedInput":0.01,"output":0.4}}, in USD per million tokens',
  ).check(
    z.refine(hasForwardHours, {
      error:
        "has a window in hoursUtc that does not end after it begins: split it at midnight, such as [[22,24],[0,4]] in place of [[22,4]]",
    }),
  ),
  HISTORY_TTL_DAYS: whole(30, 1, 3_650),
  HISTORY_MAX_TURNS: whole(20, 1, 200),
  REWRITE_CACHE_TTL_DAYS: whole(30, 1, 365),
  LOG_REQUESTS: choice(["off", "on"], "on"),
  LOG_QUESTIONS: choice(["off", "on"], "off"),
  REPORT_QUESTIONS: choice(["off", "on"], "on"),
  TURN_TIMEOUT_MS: whole(120_000, 500, 900_000),
  KV_TIMEOUT_MS: whole(5_000, 100, 60_000),
  ASSETS_TIMEOUT_MS: whole(10_000, 100, 60_000),
  BREAKER_FAILURES: whole(3, 0, 1_000),
  BREAKER_PAUSE_MS: whole(30_000, 100, 3_600_000),
  ALLOWED_ORIGINS: origins,
  OWNER_TOKEN: text.check(
    z.refine((value) => value === undefined || value.length >= 16, {
      error: "must be at least 16 characters long",
    }),
  ),
  SITE_KEYS: siteKeys,
  TURNSTILE_SECRET: text,
  TURNSTILE_SITEKEY: text,
  TURNSTILE_VERIFY_URL: address,
  ANSWER_RATE: ratePolicy("60/60"),
  READ_RATE: ratePolicy("600/60"),
  SITE_RATE: ratePolicy("3000/60"),
  BUDGET_USD_PER_DAY: usd(),
  BUDGET_USD_PER_MONTH: usd(),
  BUDGET_CALLS_PER_DAY: calls(),
  BUDGET_CALLS_PER_MONTH: calls(),
  CLOUDFLARE_ACCOUNT_ID: text,
  CLOUDFLARE_API_TOKEN: text,
  CLOUDFLARE_API_BASE_URL: address,
});
export type Variables = z.output<typeof variables>;
