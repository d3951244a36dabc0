/** A section that is headed by the reader's question answers alone. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCorpusConfig } from "../../../build/config.ts";
import { makeIndex, openMadeIndex } from "../../../build/make-index.ts";
import type { PassageIndex } from "../../../src/core/ports.ts";
import { parseSettings } from "../../../src/settings.ts";
import { keylessAnswer } from "../../support/keyless-turn.ts";

const PAGE = `# Kettle FAQ

## How do I show the kettle as a panel?

To show the kettle as a panel, set \`mode\` to \`panel\`. A kettle in a panel is shown on every page.

## How do I hide the kettle on some pages?

To hide the kettle on some pages, leave its tag out of them.

## How do I remove the kettle from my site?

To remove the kettle from your site, take its tag out of the pages.

## How do I remove the kettle, its lid, its spout and its handle on ships?

On ships all parts go overboard.

## Descaling

Descaling the kettle takes an hour. Remove the lid first.
`;

describe("a heading that asks what the reader asks", () => {
  const folder = mkdtempSync(join(tmpdir(), "repobot-asked-"));
  let index: PassageIndex;
  beforeAll(async () => {
    writeFileSync(join(folder, "faq.md"), PAGE);
    const sources = [{ name: "docs", folder: "." }];
    const config = parseCorpusConfig({ name: "Boiler", description: "A boiler", sources }, folder);
    index = await openMadeIndex(await makeIndex({ config, settings: parseSettings({}) }));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["word for word", "How do I hide the kettle on some pages?", "leave its tag out of them"],
    ["with two words more", "How do I remove the kettle?", "take its tag out of the pages"],
    ["in other forms of its words", "Removing the kettle from a site", "take its tag out of the pages"],
  ])("answers alone when it is the question %s", async (_, question, says) => {
    const { text } = await keylessAnswer(index, { question });
    expect(text).toContain(says);
    expect(text.match(/^\*\*.*\*\*$/gm)).toHaveLength(1);
  });

  it("does not answer alone when it asks for much more, or is no question", async () => {
    const { text } = await keylessAnswer(index, { question: "How do I remove the lid of the kettle?" });
    expect(text).toContain("Remove the lid first.");
  });
});
