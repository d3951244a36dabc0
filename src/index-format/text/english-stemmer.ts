/**
 * The Porter2 ("English") stemmer of the Snowball project, written for plain lower-case ASCII words.
 * @see https://snowballstem.org/algorithms/english/stemmer.html
 */

/** Words whose stem the rules would get wrong. */
const EXCEPTIONS = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ["sky", "sky"],
  ["news", "news"],
  ["howe", "howe"],
  ["atlas", "atlas"],
  ["cosmos", "cosmos"],
  ["bias", "bias"],
  ["andes", "andes"],
]);

/** Words that are left alone once step 1a has run. */
const STOPPED_AFTER_1A = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

/** Endings of steps 2, 3 and 4 with their replacements, longest first within each last letter that they share. */
const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ization", "ize"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["tional", "tion"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ation", "ate"],
  ["entli", "ent"],
  ["fulli", "ful"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["abli", "able"],
  ["alli", "al"],
  ["anci", "ance"],
  ["ator", "ate"],
  ["enci", "ence"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["ative", ""],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = [
  "ement",
  "able",
  "ance",
  "ence",
  "ible",
  "ment",
  "ant",
  "ate",
  "ent",
  "ion",
  "ism",
  "iti",
  "ive",
  "ize",
  "ous",
  "al",
  "er",
  "ic",
] as const;

/** `Y` stands for a `y` that sounds as a consonant. */
function isVowel(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  return code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121;
}

function hasVowelBefore(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowel(word, at)) return true;
  return false;
}

/** Position after the first consonant that follows a vowel, searching from `start`; the length when there is none. */
function regionAfter(word: string, start: number): number {
  for (let at = start + 1; at < word.length; at++) {
    if (!isVowel(word, at) && isVowel(word, at - 1)) return at + 1;
  }
  return word.length;
}

/** A short syllable ends at `end`: vowel and consonant other than w, x, Y after a consonant, or vowel and consonant at the start. */
function endsShortSyllable(word: string, end: number): boolean {
  if (end < 2 || isVowel(word, end - 1) || !isVowel(word, end - 2)) return false;
  if (end === 2) return true;
  const last = word[end - 1];
  return !isVowel(word, end - 3) && last !== "w" && last !== "x" && last !== "Y";
}

/** Marks the y that begins a word or follows a vowel as a consonant. */
function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  for (let at = 0; at < word.length; at++) {
    const isConsonant = word[at] === "y" && (at === 0 || isVowel(marked, at - 1));
    marked += isConsonant ? "Y" : word[at];
  }
  return marked;
}

function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith("us") || word.endsWith("ss") || !word.endsWith("s")) return word;
  return hasVowelBefore(word, word.length - 2) ? word.slice(0, -1) : word;
}

function step1b(word: string, r1: number): string {
  for (const ending of ["eedly", "eed"]) {
    if (word.endsWith(ending)) {
      const start = word.length - ending.length;
      return start >= r1 ? `${word.slice(0, start)}ee` : word;
    }
  }
  for (const ending of ["ingly", "edly", "ing", "ed"]) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    if (!hasVowelBefore(word, start)) return word;
    const stem = word.slice(0, start);
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) return `${stem}e`;
    const last = stem[stem.length - 1]!;
    if (last === stem[stem.length - 2] && "bdfgmnprt".includes(last)) return stem.slice(0, -1);
    // A short word: it ends in a short syllable and R1 is empty.
    return stem.length <= r1 && endsShortSyllable(stem, stem.length) ? `${stem}e` : stem;
  }
  return word;
}

function step2(word: string, r1: number): string {
  for (const [ending, replacement] of STEP_2) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    if (start < r1) return word;
    if (ending === "ogi" && word[start - 1] !== "l") return word;
    if (ending === "li" && !"cdeghkmnrt".includes(word[start - 1] ?? " ")) return word;
    return word.slice(0, start) + replacement;
  }
  return word;
}

function step3(word: string, r1: number, r2: number): string {
  for (const [ending, replacement] of STEP_3) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    if (start < r1 || (ending === "ative" && start < r2)) return word;
    return word.slice(0, start) + replacement;
  }
  return word;
}

function step4(word: string, r2: number): string {
  for (const ending of STEP_4) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    if (start < r2) return word;
    if (ending === "ion" && word[start - 1] !== "s" && word[start - 1] !== "t") return word;
    return word.slice(0, start);
  }
  return word;
}

function step5(word: string, r1: number, r2: number): string {
  const start = word.length - 1;
  if (word.endsWith("e") && (start >= r2 || (start >= r1 && !endsShortSyllable(word, start)))) {
    return word.slice(0, start);
  }
  return word.endsWith("ll") && start >= r2 ? word.slice(0, start) : word;
}

/**
 * Stem of one English word.
 * @param word lower-case ASCII letters only
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  let stem = markConsonantY(word);
  const prefix = ["gener", "commun", "arsen"].find((start) => stem.startsWith(start));
  const r1 = prefix === undefined ? regionAfter(stem, 0) : prefix.length;
  const r2 = regionAfter(stem, r1);
  stem = step1a(stem);
  if (STOPPED_AFTER_1A.has(stem)) return stem;
  stem = step1b(stem, r1);
  const last = stem.length - 1;
  if (last >= 2 && (stem[last] === "y" || stem[last] === "Y") && !isVowel(stem, last - 1)) {
    stem = `${stem.slice(0, last)}i`;
  }
  stem = step5(step4(step3(step2(stem, r1), r1, r2), r2), r1, r2);
  return stem.includes("Y") ? stem.toLowerCase() : stem;
}
