/** The fault tables of the documentation are those that the tests run. */
import { expect, test } from "vitest";
import { UPSTREAMS } from "../../faults/faults.ts";
import { faultRows, UPSTREAM_HEADINGS } from "../../faults/render.ts";
import { contentOf } from "../../support/docs-pages.ts";

test.each(UPSTREAMS)("the docs say of %s what the tests show", (upstream) => {
  const page = contentOf("corpus/faults.md");
  const [, section = ""] = page.split(`### ${UPSTREAM_HEADINGS[upstream]}\n`);
  const table = section
    .split(/\n#/)[0]!
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const rows = table.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  expect(rows.slice(2)).toEqual(faultRows(upstream));
});
