import { describe, expect, it } from "vitest";
import { read, site } from "./html-pages.ts";
import { readText } from "./read-text.ts";

const KINDS: [string, string, number][] = [
  ["tables", "<table><tr><td>", 120],
  ["boxes", "<div>", 450],
  ["lists", "<ul><li>", 500],
  ["quotations", "<blockquote>", 500],
];

function unclosed(tag: string, count: number): string {
  const parts = Array.from({ length: count }, (_, i) => `${tag}\nStep ${i} of <b>all</b> runs.\n`);
  return `<h1>Pumps</h1>\n${parts.join("")}<h2 id="last">The last part</h2><p>It ends here.</p>`;
}

function expectAllInOrder(text: string, count: number): void {
  const steps = [...text.matchAll(/Step (\d+) of all runs\./g)].map(([, step]) => Number(step));
  expect(steps).toEqual(Array.from({ length: count }, (_, i) => i));
  expect(text.indexOf("It ends here.")).toBeGreaterThan(text.indexOf("The last part"));
}

describe("elements nested deep by missing end tags", () => {
  it.each(KINDS)("keep their text in order in a page of HTML: %s", (_, tag, count) => {
    const { text, warnings } = read(site(`<main>${unclosed(tag, count)}</main>`));
    expectAllInOrder(text, count);
    expect(warnings).toEqual([expect.stringMatching(/nested more than 400 deep.*without nesting/)]);
  });

  it.each(KINDS)("keep their text in order within Markdown: %s", (_, tag, count) => {
    const { text, warnings } = readText(unclosed(tag, count));
    expectAllInOrder(text, count);
    expect(warnings).toEqual([expect.stringMatching(/nested more than 400 deep.*without nesting/)]);
  });

  it("keep the headings and code among them", () => {
    const code = "<pre><code>pump --run</code></pre>";
    const { text, headings } = read(site(`<main>${unclosed("<div>", 450)}${code}</main>`));
    expect(headings).toContain("2 The last part #last");
    expect(text).toContain("```\npump --run\n```");
  });
});
