/** `npm run load`, run as a person runs it: what it measures depends on the machine, that nothing fails does not. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

const figures = {
  errors: z.literal(0),
  requests: z.int().positive(),
  rps: z.number().positive(),
  overheadP50Ms: z.number(),
  overheadP99Ms: z.number(),
  percentilesFrom: z.int().positive(),
  cpuMsPerRequest: z.number().positive(),
  workerCpuMsPerRequest: z.number(),
  memorySlopeMbPerMin: z.number(),
  memoryLastSlopeMbPerMin: z.number(),
  memoryFirstMb: z.number().positive(),
  memoryLastMb: z.number().positive(),
  liveHeapFirstMb: z.number().positive(),
  liveHeapLastMb: z.number().positive(),
};
const others = { search: z.object(figures), bareHono: z.object(figures), bareStored: z.object(figures) };
const reportSchema = z.object({ ...figures, ...others });

describe("npm run load", () => {
  it("puts conversations and searches on the built Worker, and bare handlers beside it, without an error", async () => {
    const options = ["--seconds", "4", "--conversations", "5", "--think-ms", "300", "--json"];
    const { stdout } = await run(process.execPath, ["build/load.ts", ...options], { cwd: ROOT });
    expect(reportSchema.safeParse(JSON.parse(stdout)).error).toBeUndefined();
  });

  it("refuses a length of time that is none", async () => {
    const failed = run(process.execPath, ["build/load.ts", "--seconds", "soon"], { cwd: ROOT });
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("--seconds") });
  });
});
