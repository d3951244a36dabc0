import { describe, expect, it } from "vitest";
import { wholeNumberOption } from "../../../build/args.ts";

describe("an option that takes a whole number", () => {
  const read = (text?: string, min?: number) =>
    wholeNumberOption("--runs", text, { fallback: 3, min, max: 9 });

  it("is the number that is given, or the fallback", () => {
    expect([read("1"), read("9"), read()]).toEqual([1, 9, 3]);
    expect(read("-9", -9)).toBe(-9);
  });

  it.each(["0", "10", "-1", "1.5", "1e0", "0x1", " 1", "", "soon"])(
    "refuses %j and says what it takes",
    (text) => {
      expect(() => read(text)).toThrow(
        expect.objectContaining({
          code: "bad_request",
          field: "--runs",
          message: "--runs must be a whole number from 1 to 9.",
        }),
      );
    },
  );
});
