/** The owner's report as Markdown. Readers' words stand in it as text: no picture, tag, cell or link under another name is made of them. */
import type { BlockContent, PhrasingContent, Root, Table } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import type { Report } from "../../src/core/report.ts";

const OPTIONS = { extensions: [gfmToMarkdown({ tablePipeAlign: false })] };

type Cell = PhrasingContent | string | number;

export function reportMarkdown(report: Report): string {
  const {
    from,
    to,
    corpus,
    corpora,
    turns,
    isWhole,
    outcomes,
    incomplete,
    counted,
    unanswered,
    stages,
    days,
    feedback,
  } = report;
  const children: Root["children"] = [
    heading(1, `Report, ${from.slice(0, 10)} to ${to.slice(0, 10)}`),
    paragraph(
      `${turns} questions, ${incomplete} of them incomplete.${isWhole ? "" : " There are more that were not read."}`,
    ),
    heading(2, "Docs"),
    paragraph(
      corpus === null
        ? "The index cannot be read: questions asked of all docs are counted."
        : `The questions and the feedback below are all of ${corpus}, or without a name. Questions asked of other docs are counted here alone; doors that store nothing count those of all docs, also among the days.`,
    ),
    table(
      ["Docs", "Questions"],
      corpora.map(({ name, turns }) => [name ?? "(no name stored)", turns]),
    ),
    heading(2, "Outcomes"),
    table(
      ["Outcome", "Questions"],
      Object.entries(outcomes).map(([outcome, count]) => [code(outcome), count]),
    ),
    heading(2, "Counted and not stored, of all docs"),
    counted === null
      ? paragraph("Not known: without the binding ", code("BUDGET"), " nothing is counted.")
      : table(
          ["Door", "Outcome", "Times"],
          counted.flatMap(({ door, outcomes }) =>
            Object.entries(outcomes).map(([outcome, count]) => [code(door), code(outcome), count]),
          ),
        ),
    heading(2, "Not answered"),
    unanswered === null
      ? paragraph("Not quoted: ", code("REPORT_QUESTIONS"), " is off.")
      : table(
          ["Question", "Asked"],
          unanswered.map(({ question, count }) => [question, count]),
        ),
    heading(2, "Stages"),
    table(
      ["Stage", "Turns", "p50 ms", "p95 ms", "Longest ms"],
      stages.map((stage) => [code(stage.stage), stage.turns, stage.p50Ms, stage.p95Ms, stage.maxMs]),
    ),
    heading(2, "Days"),
    ...(counted === null || corpus === null
      ? []
      : [paragraph(`Of ${corpus}, and of all docs where a door stores nothing.`)]),
    table(
      ["Day", "Questions", "Not answered", "USD", "Cost unknown"],
      days.map(({ day, questions, unanswered: open, costUsd, unknownCosts }) => [
        day,
        questions,
        open,
        costUsd.toFixed(6),
        unknownCosts,
      ]),
    ),
    heading(2, "Feedback"),
    table(
      ["Said", "Times"],
      [["up", feedback.up], ["down", feedback.down], ...Object.entries(feedback.reasons)],
    ),
    ...feedback.notes.map((note) => ({ type: "blockquote" as const, children: [paragraph(oneLine(note))] })),
  ];
  return toMarkdown({ type: "root", children }, OPTIONS);
}

function heading(depth: 1 | 2, text: string): BlockContent {
  return { type: "heading", depth, children: [{ type: "text", value: text }] };
}

function paragraph(...parts: readonly (PhrasingContent | string)[]): BlockContent & { type: "paragraph" } {
  return { type: "paragraph", children: parts.map(phrasing) };
}

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): Table | BlockContent {
  if (rows.length === 0) return paragraph("None.");
  return {
    type: "table",
    children: [head, ...rows].map((cells) => ({
      type: "tableRow",
      children: cells.map((cell) => ({ type: "tableCell", children: [phrasing(cell)] })),
    })),
  };
}

function phrasing(content: Cell): PhrasingContent {
  return typeof content === "object" ? content : { type: "text", value: oneLine(String(content)) };
}

function code(value: string): PhrasingContent {
  return { type: "inlineCode", value };
}

/** A line break would end the row that a table has for it. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
