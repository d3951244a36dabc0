import { describe, expect, it } from "vitest";
import { DEFAULT_CHUNK_SIZES } from "../../../build/chunk/chunk-document.ts";
import { chunkHeader } from "../../../build/chunk/header.ts";
import { chunksOf, fences, prose } from "./chunks-of.ts";

describe("sections", () => {
  it("that can stand alone are chunks of their own, with their path", () => {
    const { chunks } = chunksOf(
      `# Guide\n\n${prose(70)}\n\n## Setup\n\n${prose(70, "b")}\n\n### Deep\n\n${prose(70, "c")}\n`,
    );
    expect(chunks.map(({ headingPath, anchor, url }) => [headingPath.join(" > "), anchor, url])).toEqual([
      ["Guide", "guide", "/docs/page#guide"],
      ["Guide > Setup", "setup", "/docs/page#setup"],
      ["Guide > Setup > Deep", "deep", "/docs/page#deep"],
    ]);
  });

  it("before the first heading are addressed by the page itself", () => {
    const [chunk] = chunksOf("Words first.\n\n## Then\n\nMore.\n").chunks;
    expect(chunk).toMatchObject({ anchor: "", url: "/docs/page", headingPath: [] });
  });

  it("that are small join their parent's introduction and the sibling before them, with heading lines", () => {
    const { chunks } = chunksOf("# Api\n\nAll calls.\n\n## get\n\nReads.\n\n## set\n\nWrites.\n");
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({
      anchor: "api",
      headingPath: ["Api"],
      text: "All calls.\n\n## get\n\nReads.\n\n## set\n\nWrites.",
      headings: [
        { text: "Api", anchor: "api" },
        { text: "get", anchor: "get" },
        { text: "set", anchor: "set" },
      ],
    });
  });

  it("that are small keep their order and each heading once where headings without text follow them", () => {
    const { chunks } = chunksOf(
      "# Api\n\n## Calls\n\nAll.\n\n### get\n\nReads.\n\n### set\n\nWrites.\n\n## Later\n\n## End\n\nWords.\n",
    );
    expect(chunks.map(({ text }) => text).join("\n\n")).toBe(
      "All.\n\n### get\n\nReads.\n\n### set\n\nWrites.\n\n## Later\n\n## End\n\nWords.",
    );
  });

  it("that are small never join the section of another parent", () => {
    const { chunks } = chunksOf(
      `# A\n\n${prose(70)}\n\n## B\n\n${prose(70, "b")}\n\n### C\n\n${prose(70, "c")}\n\n## D\n\nShort.\n`,
    );
    expect(chunks.map(({ anchor }) => anchor)).toEqual(["a", "b", "c", "d"]);
  });

  it("are not joined beyond the target size", () => {
    const small = Array.from({ length: 40 }, (_, i) => `## Call ${i}\n\nDoes one thing, the ${i}th.`).join(
      "\n\n",
    );
    const { chunks } = chunksOf(`# Api\n\n${small}\n`);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.targetTokens);
    expect(chunks.flatMap(({ headings }) => headings)).toHaveLength(41);
  });

  it("without text are listed with their first subsection, which is addressed itself", () => {
    const { chunks } = chunksOf(`# Top\n\n## Group\n\n### Leaf\n\n${prose(70)}\n`);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ anchor: "leaf", headingPath: ["Top", "Group", "Leaf"] });
    expect(chunks[0]!.headings.map(({ anchor }) => anchor)).toEqual(["top", "group", "leaf"]);
  });

  it("without text or subsection become a heading line behind the text before them", () => {
    const { chunks } = chunksOf("# A\n\nText.\n\n## Empty\n\n## Last\n");
    expect(chunks.map(({ text }) => text)).toEqual(["Text.\n\n## Empty\n\n## Last"]);
  });

  it("have text of their own where the next heading is too long to join them", () => {
    const long = Array.from({ length: 200 }, (_, i) => `word${i}`).join(" ");
    const texts = chunksOf(`# First\n\n# ${long}\n\n# ${long} again\n`, { title: "Page" }).chunks.map(
      ({ text }) => text,
    );
    expect(texts[0]).toContain("First");
    expect(texts.filter((text) => text.trim() === "")).toEqual([]);
  });

  it("of a page that is headings only are found by them, in bounded chunks", () => {
    expect(chunksOf("# A\n\n## B\n\n## C\n").chunks.map(({ text }) => text)).toEqual(["## B\n\n## C"]);
    const many = chunksOf(
      Array.from({ length: 500 }, (_, i) => `## Heading number ${i}`).join("\n\n"),
    ).chunks;
    expect(many.flatMap(({ headings }) => headings)).toHaveLength(500);
    for (const { tokens, text } of many) {
      expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
      expect(text).not.toBe("");
    }
    expect(chunksOf("# Lonely\n").chunks).toEqual([]);
  });
});

it("leaves the site's own heading out of the path, which names the page instead", () => {
  const { chunks } = chunksOf(`# Site\n\n## Server\n\n${prose(70)}\n\n### port\n\n${prose(70, "b")}`, {
    ...{ title: "Server", siteHeading: "Site" },
  });
  const [chunk, ...rest] = chunks;
  expect(chunk!.headingPath).toEqual(["Server"]);
  expect(rest.map(({ headingPath }) => headingPath)).toEqual([["Server", "port"]]);
  expect(chunkHeader(rest[0]!)).toBe("Server > port");
});

it("makes no chunk of marks without words, and keeps what stands around them", () => {
  expect(chunksOf("> ".repeat(6_000)).chunks).toEqual([]);
  const { chunks } = chunksOf(`# Deep\n\n${"> ".repeat(6_000)}\n\nWords.`);
  expect(chunks.length).toBeGreaterThan(0);
  for (const { text } of chunks) expect(text).toMatch(/[a-z]/i);
});

describe("long sections", () => {
  it("are cut at sentence ends, into parts of about the same size", () => {
    const { chunks } = chunksOf(`# A\n\n${prose(1000)}\n`);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text, tokens } of chunks) {
      expect(text).toMatch(/^Sentence .*\.$/s);
      expect(tokens).toBeGreaterThan(150);
      expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
    }
    expect(chunks.map(({ text }) => text).join(" ")).toBe(prose(1000));
    expect(chunks[1]!.headings).toEqual([]);
    expect(chunks[1]!.anchor).toBe("a");
  });

  it("are cut at sentence ends in scripts without spaces", () => {
    const sentence = "第一号闸门在水位超过一百零三厘米时先降到一半，十分钟后再完全关闭。";
    const { chunks } = chunksOf(`# 闸门\n\n${sentence.repeat(60)}\n`, { language: "zh" });
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) expect(text.replaceAll(sentence, "")).toBe("");
  });

  it("keep code whole, with the sentence that introduces it", () => {
    const code = `\`\`\`js\n${Array.from({ length: 20 }, (_, i) => `call(${i}); // step`).join("\n")}\n\`\`\``;
    const { chunks } = chunksOf(
      `# A\n\n${prose(300)}\n\nRun this to start:\n\n${code}\n\n${prose(200, "b")}\n`,
    );
    const holder = chunks.find(({ text }) => text.includes("call(0)"))!;
    expect(holder.text).toContain(`Run this to start:\n\n${code}`);
  });

  it("keep the last sentence of a long paragraph with the code below it", () => {
    const code = "```sh\nrun the pump --now\n```";
    const { chunks } = chunksOf(`# A\n\n${prose(600)} Then it starts like this.\n\n${code}\n`);
    expect(chunks.at(-1)!.text).toContain(`Then it starts like this.\n\n${code}`);
  });

  it("cut code that is too large alone between lines, and open the fence again", () => {
    const lines = Array.from({ length: 120 }, (_, i) => `const value${i} = compute(${i}); // a step`);
    const { chunks, warnings } = chunksOf(
      `# A\n\nIntro:\n\n\`\`\`js title="a.js"\n${lines.join("\n")}\n\`\`\`\n`,
    );
    expect(chunks.length).toBeGreaterThan(2);
    expect(warnings).toEqual([]);
    const found: string[] = [];
    for (const { text, tokens } of chunks) {
      expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
      expect(fences(text)).toBe(2);
      expect(text).toContain('```js title="a.js"\n');
      found.push(...text.split("\n").filter((line) => line.startsWith("const")));
    }
    expect(found).toEqual(lines);
  });

  it("keep within the limit where code stands in a quotation, whose marks would fill it", () => {
    const lines = Array.from({ length: 130 }, (_, i) => `a${i}`);
    const { chunks, warnings } = chunksOf(
      `# Page\n\n> \`\`\`\n${lines.map((line) => `> ${line}`).join("\n")}\n> \`\`\`\n`,
    );
    expect(warnings).toEqual([]);
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
    for (const line of lines)
      expect(chunks.some(({ text }) => text.split("\n").some((one) => one.endsWith(line)))).toBe(true);
  });

  it("keep a longer fence around shorter ones when they cut it", () => {
    const inner = Array.from(
      { length: 60 },
      (_, i) => `\`\`\`sh\nrun --step ${i} of the runbook\n\`\`\`\n`,
    ).join("\n");
    const { chunks } = chunksOf(`# A\n\n\`\`\`\`md\n${inner}\n\`\`\`\`\n`);
    for (const { text } of chunks) {
      expect(text.startsWith("````md\n")).toBe(true);
      expect(text.endsWith("\n````")).toBe(true);
    }
  });

  it("end for code whose opening line fills a chunk by itself", () => {
    const lines = "line of code\n".repeat(200);
    const { chunks } = chunksOf(`# Page\n\n\`\`\`${"js~".repeat(400)}\n${lines}\`\`\`\n`);
    expect(
      chunks
        .map(({ text }) => text)
        .join("\n")
        .match(/line of code/g),
    ).toHaveLength(200);
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
  });

  it.each([
    ["of the other mark where a fence would be too long", "`", 3],
    ["without one where both marks would be", "`~", 0],
  ])("are fenced %s", (_, marks, fenceChars) => {
    const runs = [...marks].map((mark) => mark.repeat(6_000)).join("\n");
    const source = `    ${runs.replaceAll("\n", "\n    ")}\n${"    a word\n".repeat(400)}`;
    const { chunks, warnings } = chunksOf(source);
    expect(warnings).toEqual([]);
    for (const { text, tokens } of chunks) {
      expect(text.startsWith("~~~\n") && text.endsWith("\n~~~")).toBe(fenceChars === 3);
      expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
    }
    const counted = (part: string) => chunks.reduce((sum, { text }) => sum + text.split(part).length - 1, 0);
    expect(counted("word")).toBe(400);
    expect(counted("`")).toBe(6_000);
    expect(counted("~")).toBe((marks.includes("~") ? 6_000 : 0) + chunks.length * 2 * fenceChars);
  });

  it("end for fences and lists so deep that they leave no room for text", () => {
    const fenced = chunksOf(`~~~\n${"`".repeat(6_000)}\n${"a word\n".repeat(400)}~~~\n`);
    expect(
      fenced.chunks
        .map(({ text }) => text)
        .join(" ")
        .match(/word/g),
    ).toHaveLength(400);
    const deep = `${"- ".repeat(150)}${"word ".repeat(900)}`;
    expect(
      chunksOf(deep)
        .chunks.map(({ text }) => text)
        .join(" ")
        .match(/word/g),
    ).toHaveLength(900);
  });

  it("cut tables between rows and repeat the header", () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `| E-${i} | The pump of lane ${i} does not answer in time |`,
    );
    const { chunks } = chunksOf(`# Codes\n\n| Code | What it means |\n|---|---|\n${rows.join("\n")}\n`);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks)
      expect(text.startsWith("| Code | What it means |\n| - | - |\n| E-")).toBe(true);
    expect(chunks.flatMap(({ text }) => text.split("\n").slice(2))).toEqual(rows);
  });

  it("write a table row that fits no chunk as its cells", () => {
    const { chunks } = chunksOf(
      `# T\n\n| Code | Story |\n|---|---|\n| E-1 | ${prose(900)} |\n| E-2 | short |\n`,
    );
    expect(chunks[0]!.text).toContain("Code: E-1");
    expect(chunks.map(({ text }) => text).join("\n")).toContain("| E-2 | short |");
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
  });

  it("cut lists between items and keep their numbers", () => {
    const items = Array.from(
      { length: 60 },
      (_, i) => `${i + 1}. Item ${i + 1} says what comes next in line.`,
    );
    const { chunks } = chunksOf(`# L\n\n${items.join("\n")}\n`);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flatMap(({ text }) => text.split("\n"))).toEqual(items);
  });

  it("cut a list item that is too large alone into its own blocks", () => {
    const { chunks } = chunksOf(
      `# L\n\n- First.\n\n  ${prose(500)}\n\n  \`\`\`sh\n  run\n  \`\`\`\n- Second.\n`,
    );
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
    const text = chunks.map((chunk) => chunk.text).join("\n");
    expect(text).toContain("- First.");
    expect(text).toContain("```sh\nrun\n```");
    expect(text).toContain("- Second.");
  });

  it("cut what has no sentence, line or space to cut at", () => {
    const { chunks } = chunksOf(
      `# N\n\n${"abcdef0123".repeat(1000)}\n\n\`\`\`js\n${"var a=1;".repeat(900)}\n\`\`\`\n`,
    );
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(DEFAULT_CHUNK_SIZES.maxTokens);
    const text = chunks.map((chunk) => chunk.text.replace(/```(?:js)?|\s/g, "")).join("");
    expect(text).toBe("abcdef0123".repeat(1000) + "vara=1;".repeat(900));
  });

  it("follow other sizes", () => {
    const sizes = { targetTokens: 120, maxTokens: 180, minSectionTokens: 0 };
    const { chunks } = chunksOf(`# A\n\n${prose(600)}\n\n## B\n\nTiny.\n`, { sizes });
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(180);
    expect(chunks.at(-1)).toMatchObject({ anchor: "b", text: "Tiny." });
  });
});
