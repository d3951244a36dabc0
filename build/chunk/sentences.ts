const segmenters = new Map<string, Intl.Segmenter>();

/** Abbreviations after which a sentence goes on. */
const GOES_ON =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|al|incl|z\.B|d\.h|bzw|usw|ca|p\.ex)\.|\b[A-Z]\.)\s*$/i;

/**
 * Cuts text into sentences by the rules of its language, in scripts without spaces too. Concatenated, the sentences give the text again.
 * No cut falls inside a code span or after a common abbreviation.
 * @param language BCP 47
 */
export function splitSentences(text: string, language: string): string[] {
  const sentences: string[] = [];
  let pending = "";
  for (const { segment } of segmenterOf(language).segment(text)) {
    pending += segment;
    if (hasOpenSpan(pending) || GOES_ON.test(pending)) continue;
    sentences.push(pending);
    pending = "";
  }
  if (pending !== "") sentences.push(pending);
  return sentences;
}

function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    try {
      segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
    } catch {
      segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
    }
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/** True when a backtick opens a code span that the text does not close. */
function hasOpenSpan(text: string): boolean {
  return (text.match(/`/g)?.length ?? 0) % 2 === 1;
}
