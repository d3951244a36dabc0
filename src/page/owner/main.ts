/** The owner's page: fetches the report with the token that was typed, which it keeps nowhere, and draws it. */
import type { Report } from "../../core/report.ts";

const form = document.querySelector<HTMLFormElement>("#ask")!;
const root = document.querySelector<HTMLElement>("#report")!;
const problem = document.querySelector<HTMLElement>("#problem")!;
const inputOf = (id: string) => document.querySelector<HTMLInputElement>(id)!.value;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show();
});

async function show(): Promise<void> {
  problem.textContent = "";
  root.replaceChildren();
  const headers = { Authorization: `Bearer ${inputOf("#token")}` };
  const response = await fetch(`/v1/report?days=${inputOf("#days")}`, { headers }).catch(() => null);
  if (response === null) {
    problem.textContent = "The Worker cannot be reached.";
  } else if (!response.ok) {
    // Problem details of our own Worker.
    const { detail } = (await response.json()) as { detail?: string };
    problem.textContent = detail ?? `HTTP ${response.status}`;
  } else {
    // Of the same release as this script.
    draw((await response.json()) as Report);
  }
}

function draw(report: Report): void {
  const { outcomes, days, stages, unanswered, feedback } = report;
  const scope = `${report.turns} questions, ${report.incomplete} of them incomplete${report.isWhole ? "" : ", and more that were not read"}`;
  root.append(
    text("p", scope),
    chart("Outcomes", Object.entries(outcomes), String),
    chart(
      "Questions a day",
      days.map(({ day, questions }) => [day, questions]),
      String,
    ),
    chart(
      "Spending a day",
      days.map(({ day, costUsd }) => [day, costUsd]),
      (usd) => `$${usd.toFixed(4)}`,
    ),
    chart(
      "Stages, 95th percentile",
      stages.map(({ stage, p95Ms }) => [stage, p95Ms]),
      (ms) => `${ms} ms`,
    ),
    chart(
      "Feedback",
      [["up", feedback.up], ["down", feedback.down], ...Object.entries(feedback.reasons)],
      String,
    ),
    chart(
      "Not answered",
      (unanswered ?? []).map(({ question, count }) => [question, count]),
      String,
    ),
    list("Notes", feedback.notes),
  );
}

/** Bars as wide as their share of the largest. */
function chart(
  title: string,
  rows: readonly (readonly [string, number])[],
  label: (value: number) => string,
): HTMLElement {
  const section = document.createElement("section");
  section.append(text("h2", title));
  if (rows.length === 0) section.append(text("p", "None."));
  const most = Math.max(...rows.map(([, value]) => value), Number.MIN_VALUE);
  for (const [name, value] of rows) {
    const meter = document.createElement("progress");
    meter.max = most;
    meter.value = value;
    meter.setAttribute("aria-label", name);
    const row = document.createElement("div");
    row.append(text("span", name), meter, text("span", label(value)));
    section.append(row);
  }
  return section;
}

function list(title: string, items: readonly string[]): HTMLElement {
  const section = document.createElement("section");
  section.append(
    text("h2", title),
    ...(items.length === 0 ? [text("p", "None.")] : items.map((item) => text("p", item))),
  );
  return section;
}

function text(name: "h2" | "p" | "span", content: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = content;
  return element;
}
