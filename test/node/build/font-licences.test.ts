import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { listFiles } from "../../../build/sources/list-files.ts";

it("The licence of fonts is no page, and is named in a warning; another text beside them, and another licence, is one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "repobot-fonts-"));
  try {
    for (const name of ["fonts", "terms"]) await mkdir(path.join(folder, name));
    for (const file of [
      "fonts/a.woff2",
      "fonts/OPEN-SANS-LICENSE.txt",
      "fonts/use.txt",
      "terms/FONT-LICENSE.txt",
    ])
      await writeFile(path.join(folder, file), "Words.");
    const { pages, warnings } = await listFiles(folder, [], []);
    expect(pages).toEqual(["fonts/use.txt", "terms/FONT-LICENSE.txt"]);
    expect(warnings.map(({ file }) => file)).toEqual(["fonts/OPEN-SANS-LICENSE.txt"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
