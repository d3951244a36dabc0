import { describe, expect, it } from "vitest";
import { RepoBotError } from "../../../src/core/errors.ts";
import { faultLevel } from "../../../src/doors/error-log.ts";

describe("a fault of a turn", () => {
  it("is a warning where the owner's own ceiling is reached, and an error otherwise", () => {
    expect(faultLevel(new RepoBotError("over_budget", "The budget is used up."))).toBe("warn");
    expect(faultLevel(new RepoBotError("budget_unavailable", "It cannot be checked."))).toBe("error");
    expect(faultLevel(new TypeError("of our own making"))).toBe("error");
  });
});
