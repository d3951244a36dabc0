import { expect, test } from "vitest";
import { isEverydayWord } from "../../../src/core/question/everyday-words.ts";

test.each(["drive", "drives", "stopped", "making", "tries", "easily", "made", "went", "API"])(
  "%j is an everyday word",
  (word) => expect(isEverydayWord(word)).toBe(true),
);

test.each(["after", "before", "up", "cannot", "afterwards", "longer", "fully", "newest"])(
  "%j binds words together or compares, which docs are never about",
  (word) => expect(isEverydayWord(word)).toBe(true),
);

// Each has the stem of a word that is one: important, customer, product, several, complete, certain, provide.
test.each([
  "import",
  "custom",
  "production",
  "severity",
  "completion",
  "certainty",
  "provider",
  "request",
  "manifest",
  "server",
  "loader",
])("%j is not one for being derived from one", (word) => expect(isEverydayWord(word)).toBe(false));
