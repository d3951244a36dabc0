/** The owner's report as Markdown. */
import type { Report } from "../../src/core/report.ts";

export function reportMarkdown(report: Report): string {
  const { from, to, turns, isWhole, outcomes, incomplete, unanswered, stages, days, feedback } = report;
  const parts = [
    `# Report, ${from.slice(0, 10)} to ${to.slice(0, 10)}`,
    `${turns} questions, ${incomplete} of them incomplete.${isWhole ? "" : " There are more that were not read."}`,
    "## Outcomes",
    table(["Outcome", "Questions"], Object.entries(outcomes)),
    "## Not answered",
    unanswered === null
      ? "Not quoted: REPORT_QUESTIONS is off."
      : table(
          ["Question", "Asked"],
          unanswered.map(({ question, count }) => [question, count]),
        ),
    "## Stages",
    table(
      ["Stage", "Turns", "p50 ms", "p95 ms", "Longest ms"],
      stages.map((stage) => [stage.stage, stage.turns, stage.p50Ms, stage.p95Ms, stage.maxMs]),
    ),
    "## Days",
    table(
      ["Day", "Questions", "Not answered", "USD"],
      days.map(({ day, questions, unanswered: open, costUsd }) => [day, questions, open, costUsd.toFixed(6)]),
    ),
    "## Feedback",
    table(
      ["Said", "Times"],
      [["up", feedback.up], ["down", feedback.down], ...Object.entries(feedback.reasons)],
    ),
    ...feedback.notes.map((note) => `> ${oneLine(note)}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return "None.";
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => oneLine(String(cell))).join(" | ")} |`).join("\n");
}

/** Readers' words must not end a cell or a row. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|");
}
