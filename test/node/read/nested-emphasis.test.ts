import { describe, expect, it } from "vitest";
import { readHtml } from "../../../build/html/read-html.ts";
import { blocksToMarkdown, blocksToPageMarkdown } from "../../../build/read/serialize.ts";
import { readText } from "./read-text.ts";

const DEPTH = 22;

function treeOf(html: string) {
  const page = readHtml(
    `<main><h1>Pumps</h1>${html}</main>`,
    { file: "a.html", makeAnchors: true },
    () => {},
  );
  return page!.tree.children;
}

// Each level once doubled the time: none of these came to an end.
describe("emphasis within emphasis", () => {
  it.each([
    ["<b>", "**"],
    ["<i>", "*"],
    ["<del>", "~~"],
  ])("is written once where %s is never closed", (tag, mark) => {
    const blocks = treeOf(`<p>x${`${tag}y `.repeat(DEPTH)}</p>`);
    const words = "y ".repeat(DEPTH).trim();
    expect(blocksToMarkdown(blocks)).toContain(`x${words}`);
    expect(blocksToPageMarkdown(blocks)).toContain(`x${mark}${words}${mark}`);
  });

  it("keeps what differs", () => {
    expect(blocksToPageMarkdown(treeOf("<p><b>a <i>b <b>c</b></i></b> <i>d</i></p>"))).toContain(
      "**a _b c_** *d*",
    );
  });

  it("ends in Markdown as well", () => {
    const { text } = readText(`${"**x *y ".repeat(DEPTH)}${"z*a**".repeat(DEPTH)}\n`);
    expect(text).toContain("x y x y x y");
  });
});
