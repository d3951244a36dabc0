import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../../../build/args.ts";
import { RepoBotError } from "../../../src/core/errors.ts";

/** What a command that fails so writes to standard error. */
async function written(error: RepoBotError): Promise<string> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { exitCode } = process;
  onTestFinished(() => {
    write.mockRestore();
    process.exitCode = exitCode;
  });
  await runCommand({ help: "", options: {}, args: [] }, () => Promise.reject(error));
  expect(process.exitCode).toBe(1);
  return write.mock.calls.map(([text]) => text).join("");
}

describe("a command that fails", () => {
  it("names the service that failed it, and what that said", async () => {
    const error = new RepoBotError("upstream_unavailable", "The service could not be reached.", {
      internalMessage: "embedding service at localhost:9: connection failed",
    });
    expect(await written(error)).toBe(
      "error: The service could not be reached. (embedding service at localhost:9: connection failed)\n",
    );
  });

  it("says one sentence of what its user did", async () => {
    const error = new RepoBotError("bad_request", "--port must be a number.", { internalMessage: "x" });
    expect(await written(error)).toBe("error: --port must be a number.\n");
  });
});
