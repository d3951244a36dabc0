import { expect, it } from "vitest";
import { citationMarkers } from "../../../src/doors/citation-markers.ts";

it("finds every marker with its place", () => {
  const text = "Use it [1][3]. 😀 Then [12].";
  const found = citationMarkers(text);
  expect(found.map(({ n }) => n)).toEqual([1, 3, 12]);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(["[1]", "[3]", "[12]"]);
});

it.each([
  ["a fenced block", "Yes [1].\n\n```js\na[2];\n```\n\nAnd [3]."],
  ["a fence within a list", "Yes [1].\n   ~~~~\na[2]\n~~~\na[2]\n   ~~~~\n[3]"],
  [
    "a fence deep within a list, with a blank line",
    "Yes [1].\n\n10. So:\n\n    ```js\n    a[2];\n\n    b[2];\n    ```\n\n[3]",
  ],
  ["a fence behind the mark of an item", "Yes [1].\n- ```js\n  a[2];\n\n  b[2];\n  ```\n- And [3]."],
  ["a fence in a quotation", "Yes [1].\n> ```js\n> a[2];\n>\n> b[2];\n> ```\n\nAnd [3]."],
  ["a block that does not end", "[1] [3]\n```\na[2]"],
  ["a code span", "Read `a[2]` and ``b`[2]`` [1], [3]"],
  ["a span over lines", "Read `a\n[2]` [1] [3]"],
])("passes over %s", (_, text) => {
  expect(citationMarkers(text).map(({ n }) => n)).toEqual([1, 3]);
});

it("takes a backtick that opens nothing for what it is", () => {
  expect(citationMarkers("A ` here [1].\n\nAnd ` there ``[2].").map(({ n }) => n)).toEqual([1, 2]);
});
