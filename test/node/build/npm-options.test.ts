import { describe, expect, it } from "vitest";
import { requireNoneTakenByNpm } from "../../../build/npm-options.ts";

const OPTIONS = { docs: { type: "string" }, port: { type: "string" }, json: { type: "boolean" } } as const;

/** What npm 10 and 11 set beside what they hand on. */
function check(args: string[], taken: Record<string, string>, script: string | undefined = "start") {
  requireNoneTakenByNpm(args, OPTIONS, { npm_lifecycle_event: script, ...taken });
}

describe("options that npm took for itself", () => {
  it.each([
    [["../docs"], { npm_config_docs: "true" }, "start", "npm start -- --docs ../docs"],
    [[], { npm_config_docs: "../docs" }, "build", "npm run build -- --docs ../docs"],
    [["A", "80"], { npm_config_docs: "true", npm_config_port: "true" }, "start", "--docs VALUE --port VALUE"],
    [["A"], { npm_config_docs: "true", npm_config_json: "true" }, "diff", "npm run diff -- --docs A --json"],
  ])("are named with the line to write: %j %j", (args, taken, script, line) => {
    expect(() => check(args, taken, script)).toThrow(
      expect.objectContaining({
        code: "bad_request",
        field: "--docs",
        message: expect.stringContaining(line),
      }),
    );
  });

  it("are none where the script was given them, npm has them of its own, or npm does not run", () => {
    check(["--docs", "A"], { npm_config_docs: "true" });
    check(["--docs=A"], { npm_config_docs: "true" });
    check([], { npm_config_json: "true" });
    check([], { npm_config_docs: "" });
    requireNoneTakenByNpm([], OPTIONS, { npm_config_docs: "A" });
  });
});
