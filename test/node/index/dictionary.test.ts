import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareBytes, Dictionary, encodeDictionary } from "../../../src/index-format/dictionary.ts";
import { EDIT_WEIGHTS, expandTerm, MAX_EXPANSIONS } from "../../../src/index-format/text/expansion.ts";

const UTF8 = new TextEncoder();

/** A dictionary of these terms, whose postings take as many bytes as they have letters. */
function dictionaryOf(words: readonly string[]): { dictionary: Dictionary; terms: string[] } {
  const entries = [...new Set(words)]
    .map((term) => ({
      term,
      bytes: UTF8.encode(term),
      docFreq: term.length,
      postingsByteLength: term.length,
    }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes));
  const encoded = encodeDictionary(entries);
  const index = new Uint32Array(encoded.dictionaryIndex.slice().buffer);
  return {
    dictionary: new Dictionary(encoded.dictionary, index, entries.length),
    terms: entries.map(({ term }) => term),
  };
}

/** Few letters, so that many terms share beginnings and lie near each other. */
const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "é"), minLength: 1, maxLength: 11 });
const words = fc.array(word, { minLength: 1, maxLength: 120 });

/** Optimal string alignment where changing a digit is out of the question, worked out in full. */
function edits(from: string, to: string): number {
  const cost = (...letters: (string | undefined)[]) => (letters.some((letter) => letter === "1") ? 9 : 1);
  const table = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(99));
  table[0]![0] = 0;
  for (let i = 0; i <= from.length; i++) {
    for (let j = 0; j <= to.length; j++) {
      const [a, b] = [from[i - 1], to[j - 1]];
      const options = [table[i]![j]!];
      if (i > 0) options.push(table[i - 1]![j]! + cost(a));
      if (j > 0) options.push(table[i]![j - 1]! + cost(b));
      if (i > 0 && j > 0) options.push(table[i - 1]![j - 1]! + (a === b ? 0 : cost(a, b)));
      if (i > 1 && j > 1 && a === to[j - 2] && from[i - 2] === b)
        options.push(table[i - 2]![j - 2]! + cost(a, b));
      table[i]![j] = Math.min(...options);
    }
  }
  return table[from.length]![to.length]!;
}

describe("the dictionary", () => {
  it("finds each of its terms, with what belongs to it, and no other", () => {
    fc.assert(
      fc.property(words, words, (inside, asked) => {
        const { dictionary, terms } = dictionaryOf(inside);
        let postingsStart = 0;
        terms.forEach((term, termId) => {
          const postingsEnd = postingsStart + term.length;
          expect(dictionary.find(term)).toEqual({ termId, docFreq: term.length, postingsStart, postingsEnd });
          postingsStart = postingsEnd;
        });
        for (const term of asked) expect(dictionary.find(term) !== null).toBe(terms.includes(term));
        expect(dictionary.find("")).toBeNull();
        expect(dictionary.find("a".repeat(300))).toBeNull();
      }),
    );
  });

  it("gives in place of an unknown word only what lies near it, nearest first", () => {
    fc.assert(
      fc.property(words, word, (inside, asked) => {
        const { dictionary, terms } = dictionaryOf(inside);
        const found = expandTerm(dictionary, asked);
        const maxEdits = asked.length >= 8 ? 2 : 1;
        for (const { term, queryWeight } of found) {
          const isPrefix = term.startsWith(asked) && term.length <= asked.length + 8;
          const distance = edits(term, asked);
          const weight = distance <= maxEdits ? EDIT_WEIGHTS[distance] : isPrefix ? 0.5 : undefined;
          expect(queryWeight).toBe(weight);
        }
        expect(found.map(({ queryWeight }) => queryWeight)).toEqual(
          found.map(({ queryWeight }) => queryWeight).toSorted((a, b) => b - a),
        );
        if (asked.length < 4 || asked.includes("é")) return;
        // One letter changed, added or dropped leaves every beginning near enough to be followed.
        const near = terms.filter((term) => !term.includes("é") && edits(term, asked) <= 1);
        expect(found.length).toBeGreaterThanOrEqual(Math.min(near.length, MAX_EXPANSIONS));
      }),
      { numRuns: 300 },
    );
  });
});
