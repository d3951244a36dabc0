import { describe, expect, it } from "vitest";
import { hasDrifted } from "../../../src/core/rewrite/rewrite-drift.ts";
import { BREW_DOCS } from "./support/brew-docs.ts";
import { openTestIndex } from "./support/test-index.ts";

const INDEX = await openTestIndex({ passages: BREW_DOCS });

describe("hasDrifted", () => {
  it.each([
    [
      "the same words in another form",
      "when is an update tried again",
      "How often are updates retried? max_retries update",
      false,
    ],
    [
      "one telling word of several",
      "how do I clean the grinder after espresso",
      "cleaning machine.clean_grinder()",
      false,
    ],
    [
      "none of several telling words",
      "how do I clean the grinder after espresso",
      "proxy_url update server",
      true,
    ],
    [
      "none, where the question says too little to compare",
      "what about the proxy",
      "grind_size espresso",
      false,
    ],
    [
      "none, where the docs know nothing of the question",
      "zebra quantum entanglement",
      "proxy_url update server",
      false,
    ],
  ])("judges a rewrite with %s", (_, question, rewrite, drifted) => {
    expect(hasDrifted(INDEX, question, rewrite)).toBe(drifted);
  });
});
