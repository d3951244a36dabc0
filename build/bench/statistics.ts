/** @param values at least one; not changed. @param share 0.5 for the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Slope of log y over log x by least squares: 1 for what grows in proportion. Null with fewer than two points. */
export function growthExponent(points: readonly { x: number; y: number }[]): number | null {
  const logs = points.filter(({ y }) => y > 0).map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  if (logs.length < 2) return null;
  const mean = (of: (point: { x: number; y: number }) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const covariance = mean(({ x, y }) => (x - meanX) * (y - meanY));
  return covariance / mean(({ x }) => (x - meanX) ** 2);
}

/** Rounded to three significant digits; null stays null. */
export function significant(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(3));
}
