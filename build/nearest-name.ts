/** At most this many typing mistakes make a name the one that was meant. */
const MAX_DISTANCE = 3;

/**
 * The known name that a mistyped one most likely means, letter case aside: by its letters, else by its words (`BUDGET_USD_DAY` for
 * `BUDGET_USD_PER_DAY`).
 * @returns `null` when none is near
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  return nearestByLetters(name, known, MAX_DISTANCE) ?? nearestByWords(name, known, 2);
}

/** @param maxDistance letters to add, drop or change, at most; of a short name half of its length */
export function nearestByLetters(name: string, known: readonly string[], maxDistance: number): string | null {
  let best: string | null = null;
  let bestDistance = Math.min(maxDistance, Math.floor(name.length / 2)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * The known name that holds all words of this one in their order; of several the one with the fewest others.
 * @param minWords that the name has, so that they say something
 */
export function nearestByWords(name: string, known: readonly string[], minWords: number): string | null {
  const words = wordsOf(name);
  if (words.length < minWords) return null;
  const holding = known.filter((candidate) => {
    let next = 0;
    for (const word of wordsOf(candidate)) if (word === words[next]) next += 1;
    return next === words.length;
  });
  return holding.sort((a, b) => wordsOf(a).length - wordsOf(b).length)[0] ?? null;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[_-]+/);
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, substituted));
    }
    previous = row;
  }
  return previous[b.length]!;
}
