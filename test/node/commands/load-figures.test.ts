/** What a load run's measurements come to. */
import { describe, expect, it } from "vitest";
import { coveredMs, loadFigures, slopePerMinute } from "../../../build/load/figures.ts";
import { loadReportText } from "../../../build/load/report.ts";

describe("the slope of memory", () => {
  it("is what the line through the samples rises in a minute", () => {
    const samples = [0, 1, 2, 3].map((seconds) => ({
      atMs: 5_000 + seconds * 1_000,
      megabytes: 80 + seconds / 2,
    }));
    expect(slopePerMinute(samples)).toBeCloseTo(30);
  });

  it("is zero where memory goes up and comes back", () => {
    const samples = [100, 110, 110, 100].map((megabytes, at) => ({ atMs: at * 1_000, megabytes }));
    expect(slopePerMinute(samples)).toBeCloseTo(0);
  });

  it.each([
    [[]],
    [[{ atMs: 1, megabytes: 90 }]],
    [
      [
        { atMs: 1, megabytes: 90 },
        { atMs: 1, megabytes: 91 },
      ],
    ],
  ])("is unknown for %j", (samples) => {
    expect(slopePerMinute(samples)).toBeNull();
  });
});

describe("the time that upstreams worked", () => {
  it("is the sum of calls that follow each other", () => {
    expect(
      coveredMs([
        { startMs: 10, endMs: 30 },
        { startMs: 35, endMs: 40 },
      ]),
    ).toBe(25);
  });

  it("counts calls that run side by side once, in whatever order they ended", () => {
    expect(
      coveredMs([
        { startMs: 20, endMs: 50 },
        { startMs: 0, endMs: 30 },
        { startMs: 25, endMs: 28 },
      ]),
    ).toBe(50);
  });

  it("is nothing without a call", () => {
    expect(coveredMs([])).toBe(0);
  });
});

describe("the figures of a run", () => {
  it("are percentiles of what remains without the upstreams", () => {
    const measured = Array.from({ length: 100 }, (_, at) => ({ totalMs: 500 + at, upstreamMs: 500 }));
    const memory = [100, 110, 120, 130, 140, 150, 150, 150].map((megabytes, at) => ({
      atMs: at * 60_000,
      megabytes,
    }));
    const sampled = { cpuMs: 45, requests: 10 };
    const liveHeapMb = { first: 10.001, last: 10.5 };
    const run = { measured, errors: 3, seconds: 20, memory, cpuMs: 660, requests: 110, sampled, liveHeapMb };
    expect(loadFigures(run)).toEqual({
      errors: 3,
      requests: 100,
      rps: 5,
      overheadP50Ms: 50,
      overheadP99Ms: 99,
      percentilesFrom: 100,
      cpuMsPerRequest: 6,
      workerCpuMsPerRequest: 4.5,
      memorySlopeMbPerMin: 7.74,
      memoryLastSlopeMbPerMin: 0,
      memoryFirstMb: 110,
      memoryLastMb: 150,
      liveHeapFirstMb: 10,
      liveHeapLastMb: 10.5,
    });
  });

  it("say nothing of what was not measured", () => {
    const nothing = loadFigures({
      measured: [],
      errors: 0,
      seconds: 20,
      memory: [],
      cpuMs: null,
      requests: 0,
      sampled: { cpuMs: 0, requests: 0 },
      liveHeapMb: { first: 10, last: 10 },
    });
    expect(nothing).toMatchObject({ requests: 0, overheadP50Ms: null, workerCpuMsPerRequest: null });
    const machine = { cores: 2, cpu: "any", loadAverage: 0.5 };
    const shape = { conversations: 5, seconds: 20, thinkMs: 100 };
    const text = loadReportText({
      ...nothing,
      search: nothing,
      bareHono: nothing,
      bareStored: nothing,
      ...shape,
      machine,
    });
    expect(text).toContain("p50 -, p99 -");
    expect(text).toContain("Too few requests for percentiles");
  });

  it.each([
    [1, { overheadP50Ms: 5, overheadP99Ms: 5, percentilesFrom: 1 }],
    [20, { overheadP50Ms: 5, overheadP99Ms: 5, percentilesFrom: 20 }],
  ])("have percentiles of %i requests, and say of how many", (requests, expected) => {
    const figures = loadFigures({
      measured: Array.from({ length: requests }, () => ({ totalMs: 15, upstreamMs: 10 })),
      errors: 0,
      seconds: 20,
      memory: [],
      cpuMs: null,
      requests,
      sampled: { cpuMs: 0, requests: 0 },
      liveHeapMb: { first: 10, last: 10 },
    });
    expect(figures).toMatchObject(expected);
    const machine = { cores: 2, cpu: "any", loadAverage: 0.5 };
    const shape = { conversations: 5, seconds: 20, thinkMs: 100 };
    const others = { search: figures, bareHono: figures, bareStored: figures };
    const text = loadReportText({ ...figures, ...others, ...shape, machine });
    expect(text.includes("Too few")).toBe(requests < 100);
  });
});
