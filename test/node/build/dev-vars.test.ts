import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDevVars } from "../../../build/dev-vars.ts";
import { docsFolder } from "../../support/docs-folder.ts";

const docs = docsFolder();

it("are read with the mark that some editors begin a file with", async () => {
  await writeFile(join(docs.path, ".dev.vars"), "\uFEFFCHAT_MODEL=a\n");
  expect(await readDevVars(docs.path)).toEqual({ vars: { CHAT_MODEL: "a" }, warnings: [] });
});

it("are refused in UTF-16, without a word of what stands there", async () => {
  await writeFile(join(docs.path, ".dev.vars"), Buffer.from("\uFEFFCHAT_API_KEY=hidden\n", "utf16le"));
  await expect(readDevVars(docs.path)).rejects.toMatchObject({
    code: "config_invalid",
    message: expect.stringMatching(/^\.dev\.vars cannot be read \(it is no UTF-8, perhaps UTF-16\)/),
  });
});
