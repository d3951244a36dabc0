import { describe, expect, it } from "vitest";
import { blocksToMarkdown } from "../../../build/read/serialize.ts";
import { read, site } from "./html-pages.ts";
import { readText } from "./read-text.ts";

/** The rows of a table as a page of HTML and as HTML in Markdown. */
function bothTexts(table: string): string[] {
  return [
    read(site(`<main><h1>Plans</h1>${table}</main>`)).text,
    blocksToMarkdown(readText(`# Plans\n\n${table}\n`).tree.children),
  ];
}

function tableOf(...rows: string[]): string {
  return `# Plans\n\n${rows.join("\n")}`;
}

const HEADER = "<tr><th>Plan<th>Users<th>Space</tr>";
const HEADER_ROWS = ["| Plan | Users | Space |", "| - | - | - |"];

describe("a table cell that spans others", () => {
  it.each([
    [
      "several rows",
      `<table>${HEADER}<tr><td>Free<td rowspan=2>10 users<td>1 GB<tr><td>Team<td>50 GB</table>`,
      ["| Free | 10 users | 1 GB |", "| Team | 10 users | 50 GB |"],
    ],
    [
      "all rows that are left of its group",
      `<table>${HEADER}<tr><td>Free<td>1<td rowspan=0>1 GB<tr><td>Team<td>5<tbody><tr><td>Firm<td>9<td>No limit</table>`,
      ["| Free | 1 | 1 GB |", "| Team | 5 | 1 GB |", "| Firm | 9 | No limit |"],
    ],
    [
      "several columns",
      `<table>${HEADER}<tr><td>Free<td colspan=2>By request</table>`,
      ["| Free | By request | By request |"],
    ],
    [
      "rows and columns at once",
      `<table>${HEADER}<tr><td>Free<td colspan=2 rowspan=2><a id=x href="/ask">Ask</a><tr><td>Team</table>`,
      ["| Free | Ask | Ask |", "| Team | Ask | Ask |"],
    ],
    [
      "a whole row, once, as its title",
      `<table>${HEADER}<tr><td colspan=3>By month<tr><td>Free<td>1<td>1 GB</table>`,
      ["| By month | | |", "| Free | 1 | 1 GB |"],
    ],
    [
      "more rows than there are",
      `<table>${HEADER}<tr><td rowspan=65534>Free<td>1<td>1 GB<tr><td>5<td>2 GB</table>`,
      ["| Free | 1 | 1 GB |", "| Free | 5 | 2 GB |"],
    ],
  ])("is read in each of them: %s", (_, table, rows) => {
    const expected = tableOf(...HEADER_ROWS, ...rows);
    expect(bothTexts(table)).toEqual([expected, expected]);
  });

  it("is read once where it is a text", () => {
    const words = "A plan for all. ".repeat(30).trim();
    for (const text of bothTexts(
      `<table>${HEADER}<tr><td>Free<td rowspan=2>${words}<td>1<tr><td>Team<td>2</table>`,
    )) {
      expect(text.split(words)).toHaveLength(2);
      expect(text).toContain("| Team | | 2 |");
    }
  });

  it.each([
    ["columns", "<tr><td>a<td colspan=100000>b".repeat(300)],
    ["rows", "<tr><td rowspan=65534>a<td rowspan=65534>b".repeat(300)],
    ["the rectangle of its rows", `<tr><td>a<td colspan=900>b${"<tr><td>c".repeat(300)}`],
  ])("is read once where the table would become too large: %s", (_, rows) => {
    for (const text of bothTexts(`<table>${rows}</table>`)) expect(text.length).toBeLessThan(20_000);
  });
});
