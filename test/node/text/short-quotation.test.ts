import { expect, test } from "vitest";
import { viewPassage } from "../../../src/core/support/evidence.ts";
import { judgeSentence } from "../../../src/core/support/judge.ts";

const text =
  "- `ttl` - Days until an object expires. If it is absent, objects never expire. Default `undefined`.";
const views = [viewPassage({ n: 1, text, title: "Limits", headingPath: ["Limits"], language: "en" })];

test("a short sentence is supported where it is one of the passage's own", () => {
  expect(judgeSentence("Default `undefined`.", "en", views).support).toBe("supported");
  expect(judgeSentence("Default `unlimited`.", "en", views).support).toBe("unsupported");
});
