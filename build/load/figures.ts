/** What a run's measurements come to. */
import { percentile } from "../bench/statistics.ts";

/** A stretch of time, in milliseconds of one clock. */
export interface Interval {
  startMs: number;
  endMs: number;
}

/** Memory of a process at one time. */
export interface MemorySample {
  /** Of the same clock for all samples. */
  atMs: number;
  megabytes: number;
}

/** One request that was measured. */
export interface Measured {
  /** From sending the request to the last byte of its response. */
  totalMs: number;
  /** Of these, while a service behind the Worker was working. */
  upstreamMs: number;
}

/** With fewer measured requests a percentile is one request's luck. */
export const MIN_REQUESTS = { p50: 20, p99: 100 } as const;

export interface LoadFigures {
  /** Requests that failed or were answered by less than they ask for, those of the warm-up included. */
  errors: number;
  /** Measured ones, without the warm-up. */
  requests: number;
  /** Measured requests for each second of the run. */
  rps: number;
  /** Time of a request beyond that of its upstreams. Null without a measured request; with less than {@link MIN_REQUESTS} it says little. */
  overheadP50Ms: number | null;
  overheadP99Ms: number | null;
  /** Measured requests that these two are percentiles of. */
  percentilesFrom: number;
  /** Processor time of the runtime's process for each measured request. Null where there is no `/proc`. */
  cpuMsPerRequest: number | null;
  /** Of these, the Worker's own isolate: what a deployment is billed and limited by. Null without a request while it was sampled. */
  workerCpuMsPerRequest: number | null;
  /** Least squares over the resident memory of the runtime's process. Null where there is no `/proc`. */
  memorySlopeMbPerMin: number | null;
  /** The same over the last quarter of the samples: V8 lets its heaps grow for some two thousand requests before it collects all garbage. */
  memoryLastSlopeMbPerMin: number | null;
  /** Medians of the first and the last quarter of the same samples. */
  memoryFirstMb: number | null;
  memoryLastMb: number | null;
  /** What was alive in the Worker's isolate after a collection, before the first measured request and after the last. */
  liveHeapFirstMb: number;
  liveHeapLastMb: number;
}

export interface LoadRun {
  measured: readonly Measured[];
  errors: number;
  /** In which the measured requests were begun. */
  seconds: number;
  memory: readonly MemorySample[];
  /** Of the runtime's process, in those seconds; null where it is not known. */
  cpuMs: number | null;
  /** Begun in those seconds, those that failed included. */
  requests: number;
  /** Of the Worker's isolate after them, while the same load went on. */
  sampled: { cpuMs: number; requests: number };
  liveHeapMb: { first: number; last: number };
}

export function loadFigures(run: LoadRun): LoadFigures {
  const { measured, errors, seconds, memory, cpuMs, requests, sampled, liveHeapMb } = run;
  const overheadsMs = measured.map(({ totalMs, upstreamMs }) => totalMs - upstreamMs);
  const overheadMs = (share: number) =>
    overheadsMs.length === 0 ? null : rounded(percentile(overheadsMs, share));
  const quarter = Math.ceil(memory.length / 4);
  const medianMb = (samples: readonly MemorySample[]) =>
    samples.length === 0
      ? null
      : rounded(
          percentile(
            samples.map(({ megabytes }) => megabytes),
            0.5,
          ),
        );
  const slopeOf = (samples: readonly MemorySample[]) => {
    const slope = slopePerMinute(samples);
    return slope === null ? null : rounded(slope);
  };
  return {
    errors,
    requests: measured.length,
    rps: rounded(measured.length / seconds),
    overheadP50Ms: overheadMs(0.5),
    overheadP99Ms: overheadMs(0.99),
    percentilesFrom: overheadsMs.length,
    cpuMsPerRequest: cpuMs === null || requests === 0 ? null : rounded(cpuMs / requests),
    workerCpuMsPerRequest: sampled.requests === 0 ? null : rounded(sampled.cpuMs / sampled.requests),
    memorySlopeMbPerMin: slopeOf(memory),
    memoryLastSlopeMbPerMin: slopeOf(memory.slice(-quarter)),
    memoryFirstMb: medianMb(memory.slice(0, quarter)),
    memoryLastMb: medianMb(memory.slice(-quarter)),
    liveHeapFirstMb: rounded(liveHeapMb.first),
    liveHeapLastMb: rounded(liveHeapMb.last),
  };
}

/** Megabytes a minute by least squares. Null with fewer than two samples, or all of one time. */
export function slopePerMinute(samples: readonly MemorySample[]): number | null {
  const mean = (of: (sample: MemorySample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [meanMs, meanMb] = [mean(({ atMs }) => atMs), mean(({ megabytes }) => megabytes)];
  const variance = mean(({ atMs }) => (atMs - meanMs) ** 2);
  if (samples.length < 2 || variance === 0) return null;
  const covariance = mean(({ atMs, megabytes }) => (atMs - meanMs) * (megabytes - meanMb));
  return (covariance / variance) * 60_000;
}

/** How long at least one of the intervals lasted: calls that run side by side are waited for once. */
export function coveredMs(intervals: readonly Interval[]): number {
  let covered = 0;
  let reachedMs = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of [...intervals].sort((a, b) => a.startMs - b.startMs)) {
    covered += Math.max(0, endMs - Math.max(startMs, reachedMs));
    reachedMs = Math.max(reachedMs, endMs);
  }
  return covered;
}

/** To hundredths. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
