/** The list of what the tests use as secrets: nothing is looked for on the console that is not on it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { SECRET_NAMES } from "../../src/settings.ts";
import { TEST_SECRETS } from "../support/secret-canary.ts";

const TESTS = resolve(import.meta.dirname, "..");
/** A value of one word, given to a setting that is secret or kept in a constant that says so. Shorter ones are no secret that could be told. */
const GIVEN = new RegExp(
  `(?:${SECRET_NAMES.join("|")}|const (?:\\w+_)?(?:SECRET|TOKEN|OWNER|KEY))"?\\s*[:=]\\s*"([^"\\s]{10,})"`,
  "g",
);

it("names every secret that a test configures", () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.d)\.ts$/.test(file),
  );
  const given = files.flatMap((file) =>
    [...readFileSync(join(TESTS, file), "utf8").matchAll(GIVEN)].map(([, secret]) => `${file}: ${secret}`),
  );
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter((place) => !TEST_SECRETS.some((secret) => place.endsWith(`: ${secret}`)))).toEqual([]);
});
