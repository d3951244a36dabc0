import { describe, expect, it } from "vitest";
import { checkAnswer } from "../../../src/core/citations/check.ts";
import { codeIdentifiers } from "../../../src/core/citations/code-identifiers.ts";
import { refusalSentence } from "../../../src/core/refusal.ts";

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

describe("codeIdentifiers", () => {
  it("takes names that the code uses, not those it makes, keywords, strings or comments", () => {
    const code =
      'import x from "pkg"\nconst client = new HttpClient({ maxRetries: 3 }) // setup note\nclient.send("hello")';
    expect(codeIdentifiers([code])).toEqual(["HttpClient", "maxRetries", "send"]);
  });

  it("takes flags and headers by their words", () => {
    expect(codeIdentifiers(["`--cache-level`", "`X-Request-Id`"])).toEqual(["cache", "level", "Request"]);
  });
});
