import { describe, expect, it } from "vitest";
import { refusalSentence } from "../../../src/core/model/refusal.ts";
import { checkAnswer } from "../../../src/core/support/check.ts";
import { codeIdentifiers } from "../../../src/core/support/code-identifiers.ts";
import { windowsOf } from "../../../src/core/support/windows.ts";

const PASSAGES = [
  {
    title: "Timeouts",
    headingPath: ["Timeouts"],
    language: "en",
    text: "The default timeout is five seconds. Pass `timeout=None` to disable it.",
  },
  {
    title: "Retries",
    headingPath: ["Retries"],
    language: "en",
    text: "Requests are retried three times when `retries=3` is given to `HTTPTransport`.",
  },
];

function supports(text: string): string[] {
  return checkAnswer(text, PASSAGES).sentences.map(({ support }) => support);
}

describe("checkAnswer", () => {
  it("judges each sentence by the passages it cites", () => {
    const check = checkAnswer(
      "The default timeout is five seconds [1]. Requests are retried four times [2].",
      PASSAGES,
    );
    expect(check.sentences).toMatchObject([
      {
        text: "The default timeout is five seconds.",
        citations: [1],
        support: "supported",
        evidence: { n: 1 },
      },
      { citations: [2], support: "unsupported" },
    ]);
    expect(check.citedNumbers).toEqual([1, 2]);
  });

  it("quotes as evidence the very sentence that is cited word for word, not the one before it", () => {
    const said = [
      "The kiln is heated to its working temperature within two hours.",
      "The door stays locked until the kiln has cooled down to sixty degrees.",
      "Glazed pots are placed on stilts so that they do not stick to the shelf.",
    ];
    const passages = [{ title: "Kiln", headingPath: ["Kiln"], language: "en", text: said.join(" ") }];
    const { sentences } = checkAnswer(said.map((one) => `${one} [1]`).join(" "), passages);
    expect(sentences.map(({ text, evidence }) => [text, evidence?.quote])).toEqual(
      said.map((one) => [one, one]),
    );
  });

  it("quotes both sentences where only the two together support what is said", () => {
    const text =
      "The `kiln_door` setting locks the door. It takes the temperature below which it opens again.";
    const passages = [{ title: "Kiln", headingPath: ["Kiln"], language: "en", text }];
    const { sentences } = checkAnswer(
      "`kiln_door` takes the temperature below which the locked door opens [1].",
      passages,
    );
    expect(sentences).toMatchObject([{ support: "supported", evidence: { n: 1, quote: text } }]);
  });

  it("quotes two Chinese sentences as they stand", () => {
    const text = "`kiln_door` 设置会锁住窑门。它的值是窑门重新打开时的温度。";
    const { windows } = windowsOf({ n: 1, title: "窑", headingPath: ["窑"], language: "zh", text });
    expect(windows.filter(({ size }) => size === "wide").map(({ quote }) => quote)).toEqual([text]);
  });

  it("finds what another passage would have supported unsupported", () => {
    expect(supports("The default timeout is five seconds [2].")).toEqual(["unsupported"]);
  });

  it("calls a sentence without a citation uncited", () => {
    expect(supports("The default timeout is five seconds. Pass `timeout=None` to disable it [1].")).toEqual([
      "uncited",
      "supported",
    ]);
  });

  it.each([
    ["code", "```py\nclient.get(url)\n```"],
    ["headings", "## How timeouts work"],
    ["headings in bold", "**How timeouts work**"],
    ["table headers", "| Option | Default |\n| --- | --- |"],
    ["lead-ins", "To disable the timeout:"],
    ["very short sentences", "Yes."],
    ["the refusal", refusalSentence("en")],
  ])("asks no citation of %s", (_, text) => {
    expect(supports(text)).toEqual([]);
  });

  it("checks list items and table rows like sentences", () => {
    expect(
      supports(
        "- The default timeout is five seconds [1]\n- It can be disabled for ever\n\n| a | b |\n|---|---|\n| the default timeout | five seconds [1] |",
      ),
    ).toEqual(["supported", "uncited", "supported"]);
  });

  it("leaves brackets in code out of the citations", () => {
    expect(
      checkAnswer("Use `x[2]` with the default timeout of five seconds [1].", PASSAGES).citedNumbers,
    ).toEqual([1]);
  });

  it("marks names in code that neither the passages nor the index have", () => {
    const text = "Pass it [2]:\n\n```py\ntransport = HTTPTransport(retries=3, backoff_factor=2)\n```";
    expect(checkAnswer(text, PASSAGES).unknownIdentifiers).toEqual(["backoff_factor"]);
    const knowsIdentifier = (name: string) => name === "backoff_factor";
    expect(checkAnswer(text, PASSAGES, { knowsIdentifier }).unknownIdentifiers).toEqual([]);
  });
});

describe("code in an answer", () => {
  const RUN = {
    title: "Deploying",
    headingPath: ["Deploying"],
    language: "en",
    text: "Build the index with `npm run build`, then run `npx wrangler deploy --env live`.\n\n```sh\ngit clone https://example.org/a\n```",
  };
  const unknown = (text: string) => checkAnswer(text, [RUN]).unknownIdentifiers;
  const fenced = (code: string, info = "sh") => `Run this: [1]\n\n\`\`\`${info}\n${code}\n\`\`\``;

  it.each([
    ["npx magic-deploy", ["npx magic-deploy"]],
    ["npm run deploy", ["npm run deploy"]],
    ["npm run build && npm run publish", ["npm run publish"]],
    ["$ sudo wrangler destroy live", ["wrangler destroy"]],
    ["npx wrangler deploy --env live --force-it", ["--force-it"]],
  ])("names what no passage runs: %s", (code, names) => {
    expect(unknown(fenced(code))).toEqual(names);
  });

  it.each([
    "npm run build",
    "cd my-site\nnpx wrangler deploy --env live",
    "git clone https://example.org/other",
  ])("knows what a passage runs: %s", (code) => {
    expect(unknown(fenced(code))).toEqual([]);
  });

  it("calls a line with something unknown unsupported, as if it were a sentence", () => {
    const { sentences } = checkAnswer(fenced("npm run build\nnpm run deploy"), [RUN]);
    expect(sentences.at(-1)).toEqual({ text: "npm run deploy", citations: [], support: "unsupported" });
    expect(sentences.filter(({ text }) => text === "npm run build")).toEqual([]);
  });

  it("takes a bare name in an instruction for what it is", () => {
    const ini = {
      ...RUN,
      text: "To use vLLM, set the address:\n\n```ini\nCHAT_BASE_URL=http://localhost:8000\n```",
    };
    expect(checkAnswer("Set `CHAT_BASE_URL` [1].", [ini]).sentences[0]!.support).toBe("supported");
    expect(checkAnswer("Set `CHAT_BASE_URI` [1].", [ini]).sentences[0]!.support).toBe("unsupported");
  });
});

describe("codeIdentifiers", () => {
  it("takes names that the code uses, not those it makes, keywords, strings or comments", () => {
    const code =
      'import x from "pkg"\nconst client = new HttpClient({ maxRetries: 3 }) // setup note\nclient.send("hello")';
    expect(codeIdentifiers([code])).toEqual(["HttpClient", "maxRetries", "send"]);
  });

  it("takes flags whole and headers by their words", () => {
    expect(codeIdentifiers(["`--cache-level`", "`X-Request-Id`"])).toEqual(["--cache-level", "Request"]);
  });
});
