import { beforeAll, describe, expect, it } from "vitest";
import { measureCoverage } from "../../../src/core/extractive/coverage.ts";
import { extractiveAnswer, type RankedPassageLike } from "../../../src/core/extractive/extractive.ts";
import type { Passage } from "../../../src/core/passage.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { lexicalQuery } from "../../../src/core/question/translation.ts";
import { headingHasAdded, secondQuery } from "../../../src/core/retrieval/second-query.ts";
import { checkAnswer } from "../../../src/core/support/check.ts";
import { openTestIndex } from "../core/support/test-index.ts";
import { PASSAGES } from "./support/crate.ts";

let index: PassageIndex;
beforeAll(async () => {
  index = await openTestIndex({ passages: PASSAGES, corpus: { name: "Crate" } });
});

function found(query: string): RankedPassageLike[] {
  return index
    .lexicalRanking(lexicalQuery(query, index.corpus), 5)
    .map(({ chunk }, position) => ({ chunk, passage: PASSAGES[chunk]!, n: position + 1 }));
}

/** An index of the sections above and one more, with that one found. */
async function madeOf(heading: string, text: string) {
  const passage: Passage = {
    ...PASSAGES[0]!,
    id: "more.md",
    file: "more.md",
    title: heading,
    headingPath: [heading],
    text,
  };
  const more = await openTestIndex({ passages: [...PASSAGES, passage], corpus: { name: "Crate" } });
  return { index: more, passages: [{ chunk: PASSAGES.length, passage, n: 1 }] };
}

function answer(question: string, language = "en"): string | null {
  const passages = found(question);
  return extractiveAnswer({ question, query: question, language, passages, index })?.text ?? null;
}

describe("extractiveAnswer", () => {
  it("quotes the code together with the sentence that introduces it, whole", () => {
    expect(answer("How do I turn retries off for an upload?")).toContain(
      "Turn retries off for one upload: [1]\n\n```py\nbucket.upload(path, retries=0)\n```",
    );
  });

  it("cites every sentence, and quotes nothing that is not supported", () => {
    for (const question of [
      "How long is the pause before the first retry?",
      "What does E_QUOTA mean?",
      "max_parts default",
    ]) {
      const text = answer(question)!;
      const check = checkAnswer(
        text,
        found(question).map(({ passage }) => passage),
      );
      expect(check.sentences.length).toBeGreaterThan(0);
      expect(check.sentences.filter(({ support }) => support !== "supported")).toEqual([]);
    }
  });

  it("quotes a list item under its lead-in, and a row under its header", () => {
    const limits = answer("What is the default of max_parts?");
    expect(limits).toContain("The following limits apply: [1]\n\n- ");
    expect(limits).toContain("- `max_parts`: number of parts of one upload. [1] Defaults to 100. [1]");
    const errors = answer("upload fails with E_DENIED, what does the error mean?");
    expect(errors).toContain("| Code | Meaning |\n| --- | --- |\n");
    expect(errors).toContain("\n| `E_DENIED` | The key may not write to the bucket [1] |");
  });

  it("takes an everyday word with a capital for the name that it is in the docs", async () => {
    const question = "Does it support Word documents?";
    const make = (heading: string, text: string): Passage => ({
      ...PASSAGES[0]!,
      id: heading,
      file: `${heading}.md`,
      title: heading,
      headingPath: [heading],
      text,
    });
    const made = [
      make("Supported documents", "Each word of the documents that a support plan covers is counted."),
      make("Formats", "Other documents, such as PDF or Word, are not read."),
    ];
    const more = await openTestIndex({ passages: [...PASSAGES, ...made], corpus: { name: "Crate" } });
    const passages = made.map((passage, at) => ({ passage, chunk: PASSAGES.length + at, n: at + 1 }));
    const input = { query: question, question, language: "en", passages, index: more };
    expect(extractiveAnswer(input)?.text).toBe(
      "**Formats**\n\nOther documents, such as PDF or Word, are not read. [2]",
    );
    const small = question.replace("Word", "word");
    expect(extractiveAnswer({ ...input, question: small, query: small })?.text).toContain("support plan");
  });

  it("names the small section that an item stands in", () => {
    const passage = {
      ...PASSAGES[0]!,
      text: "## `max_pause`\n\n- Default: 30\n- Type: number of seconds\n\n## `max_tries`\n\n- Default: 3\n- Type: number of uploads that are tried again",
    };
    const answer = extractiveAnswer({
      question: "What is the default of max_pause for retries?",
      query: "What is the default of max_pause for retries?",
      language: "en",
      passages: [{ passage, chunk: 0, n: 1 }],
      index,
    });
    expect(answer!.text).toContain("max_pause");
    expect(answer!.text.indexOf("max_pause")).toBeLessThan(answer!.text.indexOf("Default: 30"));
  });

  it("asks more of passages that a second search found", () => {
    const question = "How long is the pause before the first retry?";
    const input = { question, query: question, language: "en", passages: found(question), index };
    expect(extractiveAnswer({ ...input, margin: 0.5 })).not.toBeNull();
    expect(extractiveAnswer({ ...input, margin: 20 })).toBeNull();
  });

  it("quotes a paragraph once that two pages repeat", () => {
    const repeated = { ...PASSAGES[0]!, file: "uploads.md", title: "Uploads", headingPath: ["Uploads"] };
    const answer = extractiveAnswer({
      question: "How often is a failed upload tried again?",
      query: "How often is a failed upload tried again?",
      language: "en",
      passages: [
        { passage: PASSAGES[0]!, chunk: 0, n: 1 },
        { passage: repeated, chunk: 0, n: 2 },
      ],
      index,
    });
    expect(answer!.text.split("is tried again three times")).toHaveLength(2);
  });

  it("answers a question in another language with the docs' own sentences", () => {
    expect(answer("Wie lange ist die Pause vor der ersten Wiederholung eines Uploads?", "de")).toContain(
      "30 seconds",
    );
    expect(answer("上传失败会重试几次？", "zh")).toContain("three times");
  });

  it.each([
    "How do I encrypt objects with PGP before they are stored?",
    "Does it support WebDAV and NFS mounts?",
    "How many requests per second are allowed?",
    "Who won the chess championship?",
  ])("refuses what the passages do not say: %s", (question) => {
    expect(answer(question)).toBeNull();
  });

  it("quotes a short section whole, so that a default stands beside what it is the default of", async () => {
    const text =
      "#### keep-days\n\n- Default: 14\n- Type: Number\n\nHow long a dead letter is kept.\n\n#### keep-size\n\n- Default: 64\n- Type: Number\n\nHow large a dead letter may be.";
    const { passages, index } = await madeOf("Settings", text);
    const question = "keep-days of a dead letter";
    const shown = extractiveAnswer({ question, query: question, language: "en", passages, index })!.text;
    expect(shown).toContain("- Default: 14 [1]");
    expect(shown).toContain("How long a dead letter is kept. [1]");
  });

  it("quotes what to do about a fault before what the fault looks like", async () => {
    const text =
      "## Issue\n\nThe console prints `lock is held` when two uploads run.\n\n## Solution\n\nPass a path of its own to each.";
    const { passages, index } = await madeOf("Console prints lock is held", text);
    const question = "console prints lock is held";
    const shown = extractiveAnswer({ question, query: question, language: "en", passages, index })!.text;
    expect(shown).toContain("Pass a path of its own to each. [1]");
  });

  it("shows both figures where two pages disagree", async () => {
    const { passages, index } = await madeOf(
      "Size of objects",
      "The largest object, `max_size`, is 256 MiB.",
    );
    const other = { chunk: 1, passage: PASSAGES[1]!, n: 2 };
    const question = "What is the largest object, max_size?";
    const input = { question, query: question, language: "en", passages: [...passages, other], index };
    const shown = extractiveAnswer(input)!.text;
    expect(shown).toContain("is 256 MiB. [1]");
    expect(shown).toContain("Defaults to 512. [2]");
  });

  it("refuses without passages", () => {
    expect(
      extractiveAnswer({ question: "retries", query: "retries", language: "en", passages: [], index }),
    ).toBeNull();
  });
});

describe("measureCoverage", () => {
  it("counts a name that the docs do not know against them", () => {
    const known = measureCoverage("turn retries off for an upload", found("retries upload"), index);
    const unknown = measureCoverage("turn retries off for a WebDAV upload", found("retries upload"), index);
    expect(known.unknownNames).toBe(0);
    expect(unknown.unknownNames).toBeGreaterThan(0.2);
    expect(unknown.best).toBeLessThan(known.best);
  });

  it("counts a name that passages mention only beside other matters against them", () => {
    const question = (name: string) =>
      measureCoverage(
        `Is the pause before a retry the same in ${name}?`,
        found("retry pause E_QUOTA space"),
        index,
      );
    expect(question("E_QUOTA").loneNames).toBeGreaterThan(0);
    expect(
      measureCoverage("Does E_QUOTA mean that the bucket has no space?", found("E_QUOTA"), index).loneNames,
    ).toBe(0);
  });

  it("wants what a question for a person says of a name, also in everyday words", async () => {
    const text = "Objects are kept on Amazon or on disks of your own.";
    const { passages, index: more } = await madeOf("Stores", text);
    for (const question of ["Who founded Amazon?", "Who is the CEO of Amazon?"])
      expect(measureCoverage(question, passages, more)).toMatchObject({ covered: false });
    expect(measureCoverage("Are objects kept on Amazon?", passages, more).covered).toBe(true);
    const told = await madeOf("Stores", `${text} Amazon was founded by a bookseller.`);
    expect(measureCoverage("Who founded Amazon?", told.passages, told.index)).toMatchObject({
      loneNames: 0,
      covered: true,
    });
  });

  it("wants what is counted beside the figure", async () => {
    const { passages, index: more } = await madeOf(
      "GitHub",
      "The crate on GitHub runs 5 checks of a change.",
    );
    const lacksFigure = (question: string) => measureCoverage(question, passages, more).lacksFigure;
    expect(lacksFigure("How many stars does it have on GitHub?")).toBe(true);
    expect(lacksFigure("How many checks does GitHub run?")).toBe(false);
  });

  it("counts nothing against a name that is all a question asks about", async () => {
    const { passages, index: more } = await madeOf("Formats", "Other formats, such as PDF, are not read.");
    const coverage = measureCoverage("can it read a PDF", passages, more);
    expect(coverage).toMatchObject({ loneNames: 0, covered: true });
  });

  it("takes everyday words for nothing where the one who answers is asked about", async () => {
    const { passages, index: more } = await madeOf("Index", "The index was made by another version.");
    expect(measureCoverage("who made you", passages, more).covered).toBe(false);
    expect(measureCoverage("who made the index", passages, more).covered).toBe(true);
  });

  it("misses the price in docs that name none", async () => {
    const question = "How much does a bucket cost?";
    expect(measureCoverage(question, found(question), index).lacksFigure).toBe(true);
    const { passages, index: priced } = await madeOf("Buckets", "A bucket is 2 USD a month.");
    expect(measureCoverage(question, passages, priced).lacksFigure).toBe(false);
  });

  it("takes the figure of a cost that is no money, and asks for none where nothing is paid", async () => {
    const hashing = await madeOf("Password hashing", "The default cost of bcrypt is 10 rounds.");
    const replica = await madeOf("Replicas", "Each replica uses 512 MB of memory.");
    const asked: [string, typeof hashing][] = [
      ["What is the default cost of bcrypt?", hashing],
      ["What does bcrypt cost?", hashing],
      ["How much does each replica use?", replica],
      ["What does a replica cost in memory?", replica],
    ];
    for (const [question, { passages, index: more }] of asked) {
      const coverage = measureCoverage(question, passages, more);
      expect({ question, ...coverage }).toMatchObject({ question, lacksFigure: false, covered: true });
    }
    // A figure about the matter that is no cost does not say what is paid.
    expect(measureCoverage("What does a replica cost?", replica.passages, replica.index).lacksFigure).toBe(
      true,
    );
  });

  it("does not take a question for how long something is for one about what is long", () => {
    const { terms } = measureCoverage("How long does an object live?", found("object"), index);
    expect(terms.map(({ surface }) => surface)).not.toContain("long");
  });

  it("takes another word for the same as a part of it", () => {
    const same = measureCoverage("deactivate retries", found("retries"), index);
    const other = measureCoverage("celebrate retries", found("retries"), index);
    expect(same.best).toBeGreaterThan(other.best);
  });
});

describe("headingHasAdded", () => {
  it("holds only where a heading has a word that the second query brought", () => {
    const has = (query: string, first: string) => headingHasAdded(query, first, found(query), index);
    expect(has("regions bucket", "place of a bucket")).toBe(true);
    expect(has("regions bucket", "regions of a bucket")).toBe(false);
    // "queue" stands in the text about events, and in no heading.
    expect(has("queue object", "line of an object")).toBe(false);
  });
});

describe("secondQuery", () => {
  it("asks in words that the docs have for those that they lack", () => {
    const question = "How do I deactivate it?";
    expect(secondQuery(question, question, found(question), index)?.split(" ")).toContain("off");
  });

  it("asks nothing that is not new", () => {
    expect(secondQuery("Zanzibar?", "Zanzibar?", [], index)).toBeNull();
  });
});
