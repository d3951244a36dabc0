import { expect, test } from "vitest";
import { findPeriods } from "../../../src/core/support/periods.ts";

test.each([
  ["ten requests a minute", ["minute"]],
  ["once per hour", ["hour"]],
  ["every night", ["day"]],
])("%j names how often", (text, periods) => expect(findPeriods(text)).toEqual(periods));

test.each(["closed after a minute", "wait a second", "it takes an hour", "kept for a week"])(
  "%j names a stretch of time only",
  (text) => expect(findPeriods(text)).toEqual([]),
);
