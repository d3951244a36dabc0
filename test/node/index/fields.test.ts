import { describe, expect, it } from "vitest";
import { chunkFields } from "../../../src/index-format/fields.ts";
import { chunkOf, indexOf } from "../../support/index-chunks.ts";

const titleField = (file: string, title: string) => chunkFields(chunkOf("text", { file, title }))[0];

describe("fields of a chunk", () => {
  it("add to the title what the path says beyond it", () => {
    expect(titleField("advanced/event-hooks.md", "Callbacks").split(/\s+/)).toEqual([
      "Callbacks",
      "advanced",
      "event",
      "hooks",
    ]);
    expect(titleField("Reference/Server.md", "Server").trim().split(/\s+/)).toEqual(["Server", "Reference"]);
  });

  it("leave out numbers that order the pages, and the extension", () => {
    expect(titleField("09-troubleshooting/06-gzip.mdx", "Slow streams").split(/\s+/)).toEqual([
      "Slow",
      "streams",
      "troubleshooting",
      "gzip",
    ]);
  });

  it("keep prose and fenced code apart, inline code with the prose", () => {
    const [, , text, code] = chunkFields(chunkOf("Set `limit`:\n\n```js\nset(1)\n```\n\nThen `go`."));
    expect(text).toContain("`limit`");
    expect(text).toContain("`go`");
    expect(text).not.toContain("set(1)");
    expect(code).toBe("set(1)");
  });

  it("name the headings above the text and inside it, not the title again", () => {
    const place = {
      title: "Server",
      headingPath: ["Server", "Options"],
      headings: [
        { text: "Options", anchor: "options" },
        { text: "Limits", anchor: "limits" },
      ],
    };
    expect(chunkFields(chunkOf("text", place))[1].split("\n")).toEqual(["Options", "Limits"]);
  });
});

it("finds a page by a word that only its path holds", async () => {
  const chunks = ["advanced/transports.md", "quickstart.md"].map((file, n) =>
    chunkOf("how bytes travel", { n, file, title: "How it works" }),
  );
  const index = await indexOf(chunks);
  expect(index.lexicalRanking("quickstart", 5).map(({ chunk }) => chunk)).toEqual([1]);
});
