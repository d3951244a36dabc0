/** The comparison as Markdown that fits a comment on a pull request. */
import { diffLines } from "diff";
import { CHANGES, type Change, type QuestionDiff, type SectionName, withoutMarkers } from "./compare.ts";
import { codeBlock, codeSpan, htmlCode } from "./quote.ts";

/** Below the 65,536 characters that GitHub takes for a comment. */
const MAX_COMMENT_CHARS = 60_000;

/** First line of the report, by which a workflow finds its own comment again. */
const COMMENT_MARKER = "<!-- repobot-diff -->";

const MAX_ANSWER_LINES = 40;
/** Unchanged lines shown before and after a change: an answer may be long, and what changed is what a reviewer looks for. */
const CONTEXT_LINES = 2;
const MAX_ANSWER_LINE_CHARS = 400;
const MAX_SECTIONS = 8;
/** Kept free for the last line. */
const CLOSING_CHARS = 300;

const HEADINGS: Readonly<Record<Change, string>> = {
  unanswerable: "Can no longer be answered",
  lost: "Lost their source",
  answer: "Answered differently",
  passages: "Other passages, the same answer",
  answerable: "Can be answered now",
  found: "Found their source",
};

export interface DiffedDocs {
  documents: number;
  chunks: number;
  indexHash: string;
}

export interface DiffReport {
  base: DiffedDocs;
  head: DiffedDocs;
  /** Chat model that wrote the answers; `null` for the docs' own sentences. */
  model: string | null;
  /** Questions by gravest change, and those without one. */
  counts: Record<Change | "unchanged", number>;
  /** All that were asked, in order. */
  questions: QuestionDiff[];
}

export function diffReport(parts: Omit<DiffReport, "counts">): DiffReport {
  const gravest = parts.questions.map(({ changes }) => changes[0] ?? "unchanged");
  const count = (name: Change | "unchanged") => gravest.filter((one) => one === name).length;
  return {
    ...parts,
    counts: {
      unanswerable: count("unanswerable"),
      lost: count("lost"),
      answer: count("answer"),
      passages: count("passages"),
      answerable: count("answerable"),
      found: count("found"),
      unchanged: count("unchanged"),
    },
  };
}

/** At most {@link MAX_COMMENT_CHARS} long; what does not fit is counted in the last line. Each question stands under its gravest change. */
export function formatDiff(report: DiffReport): string {
  const { base, head, counts, questions, model } = report;
  const named = CHANGES.filter((change) => counts[change] > 0);
  const rows = [
    ...named.map((change) => [HEADINGS[change], counts[change]]),
    ["Unchanged", counts.unchanged],
  ];
  const opening = [
    COMMENT_MARKER,
    `## ${questions.length} golden questions, asked before and after this change`,
    "",
    "| | questions |",
    "| --- | ---: |",
    ...rows.map(([name, n]) => `| ${name} | ${n} |`),
    "",
    `Pages: ${base.documents} before, ${head.documents} now; chunks: ${base.chunks} before, ${head.chunks} now. ` +
      (model === null
        ? "Answers are the docs' own sentences."
        : `Answers are by ${codeSpan(model)}; from the same passages, other words are not counted as a change.`),
  ].join("\n");
  const sections = named.flatMap((change) =>
    questions
      .filter(({ changes }) => changes[0] === change)
      .map((question, i) => (i === 0 ? `### ${HEADINGS[change]}\n\n` : "") + formatQuestion(question)),
  );
  return fitted(opening, sections);
}

function fitted(opening: string, sections: readonly string[]): string {
  let text = opening;
  for (const [i, section] of sections.entries()) {
    if (text.length + section.length + 2 > MAX_COMMENT_CHARS - CLOSING_CHARS) {
      const left = sections.length - i;
      const questions = left === 1 ? "1 further question is" : `${left} further questions are`;
      return `${text}\n\n${questions} not shown: this comment is as long as it may be. \`npm run diff\` with \`--json\` prints them all.\n`;
    }
    text += `\n\n${section}`;
  }
  return `${text}\n`;
}

function formatQuestion({ id, question, changes, base, head, passages }: QuestionDiff): string {
  const lines = [`<details><summary>${htmlCode(question)}</summary>`, ""];
  const also = changes
    .slice(1)
    .map((change) => (change === "passages" ? "other passages" : HEADINGS[change].toLowerCase()));
  lines.push(`Question ${codeSpan(id)}${also.length === 0 ? "" : `; also: ${also.join("; ")}`}.`, "");
  if (base.answered !== head.answered || changes.includes("answer"))
    lines.push(answerDiff(base.text, head.text), "");
  const lists: [string, readonly SectionName[]][] = [
    ["Sources before", base.sources],
    ["Sources now", head.sources],
    ["Passages gone", passages.removed],
    ["Passages new", passages.added],
    ["Passages with another text", passages.reworded],
  ];
  for (const [name, sections] of lists)
    if (sections.length > 0) lines.push(`- ${name}: ${sectionList(sections)}`);
  lines.push("", "</details>");
  return lines.join("\n");
}

function sectionList(sections: readonly SectionName[]): string {
  const names = [...new Set(sections.map(({ file, place }) => `${file}: ${place}`))];
  const more = names.length - MAX_SECTIONS;
  const shown = names.slice(0, MAX_SECTIONS).map((name) => codeSpan(name, 160));
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Changed lines of both answers and a little around them, without the numbers of passages: those depend on their order alone. */
function answerDiff(before: string, now: string): string {
  const parts = diffLines(`${withoutMarkers(before)}\n`, `${withoutMarkers(now)}\n`);
  const lines = parts.flatMap(({ value, added, removed }) => {
    const sign = added ? "+" : removed ? "-" : " ";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `${sign} ${line.slice(0, MAX_ANSWER_LINE_CHARS)}`.trimEnd());
  });
  const shown = aroundChanges(lines);
  const more = shown.length - MAX_ANSWER_LINES;
  if (more > 0) shown.splice(MAX_ANSWER_LINES, more, `  … ${more} more lines`);
  return codeBlock(shown.join("\n"), "diff");
}

/** Lines of a diff with each long stretch of unchanged ones counted instead. */
function aroundChanges(lines: readonly string[]): string[] {
  const isChanged = lines.map((line) => /^[+-]/.test(line));
  const isShown = lines.map((_, at) =>
    isChanged.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).includes(true),
  );
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && isShown[end] === isShown[at]) end++;
    // A count takes a line itself.
    if (isShown[at] || end - at === 1) shown.push(...lines.slice(at, end));
    else shown.push(`  … ${end - at} unchanged lines`);
    at = end;
  }
  return shown;
}
