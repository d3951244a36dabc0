/** `Server-Timing` of a turn's stages, e.g. `history;dur=3, total;dur=120`. @param timings milliseconds by stage */
export function serverTiming(timings: Readonly<Record<string, number>>): string {
  return Object.entries(timings)
    .map(([stage, ms]) => `${stage};dur=${ms}`)
    .join(", ");
}
