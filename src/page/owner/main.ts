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

/** Only the newest request is shown: an older one may answer later. */
let newest = 0;

async function show(): Promise<void> {
  newest += 1;
  const mine = newest;
  problem.textContent = "";
  root.replaceChildren();
  const result = await fetchReport(inputOf("#token"), inputOf("#days"));
  if (mine !== newest) return;
  if (typeof result === "string") problem.textContent = result;
  else draw(result);
}

/** @returns what went wrong, in words, when there is no report */
async function fetchReport(token: string, days: string): Promise<Report | string> {
  let headers: Headers;
  try {
    headers = new Headers({ Authorization: `Bearer ${token}` });
  } catch {
    return "The token holds characters that no token of this Worker has.";
  }
  const response = await fetch(`/v1/report?days=${days}`, { headers }).catch(() => null);
  if (response === null) return "The Worker cannot be reached.";
  // Ours, of the same release as this script; a proxy or Cloudflare itself may answer in its place.
  const body = (await response.json().catch(() => null)) as (Report & { detail?: string }) | null;
  if (!response.ok || body === null)
    return body?.detail ?? `The Worker gave no report (HTTP ${response.status}).`;
  return body;
}

function draw(report: Report): void {
  const { outcomes, counted, days, stages, unanswered, feedback } = report;
  const scope = `${report.turns} questions, ${report.incomplete} of them incomplete${report.isWhole ? "" : ", and more that were not read"}`;
  root.append(
    text("p", scope),
    docsSection(report),
    chart("Outcomes", Object.entries(outcomes), String),
    counted === null
      ? list("Counted and not stored, of all docs", ["Not known: the Worker has no binding BUDGET."])
      : chart(
          "Counted and not stored, of all docs",
          counted.flatMap(({ door, outcomes }) =>
            Object.entries(outcomes).map(([outcome, count]): [string, number] => [
              `${door} ${outcome}`,
              count,
            ]),
          ),
          String,
        ),
    chart(
      "Questions a day",
      days.map(({ day, questions }) => [day, questions]),
      String,
    ),
    chart(
      "Spending a day",
      days.map(({ day, costUsd, unknownCosts }) => [
        unknownCosts > 0 ? `${day}, without ${unknownCosts} of unknown cost` : day,
        costUsd,
      ]),
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
    unanswered === null
      ? list("Not answered", ["Not quoted: REPORT_QUESTIONS is off."])
      : chart(
          "Not answered",
          unanswered.map(({ question, count }) => [question, count]),
          String,
        ),
    list("Notes", feedback.notes),
  );
}

/** Whose questions the figures are of: a store may hold those of docs that were served before. */
function docsSection({ corpus, corpora }: Report): HTMLElement {
  const section = chart(
    "Docs",
    corpora.map(({ name, turns }) => [name ?? "(no name stored)", turns]),
    String,
  );
  if (corpora.length > 1) {
    const whose =
      corpus === null
        ? "The index cannot be read: the figures are of all docs."
        : `The figures are of ${corpus}, and of questions without a name; what is counted and not stored is of all docs.`;
    section.append(text("p", whose));
  }
  return section;
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
