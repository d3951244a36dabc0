import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const DOORS = path.resolve(import.meta.dirname, "../../../src/doors");

/** Files of the doors whose code holds a text, however the formatter broke its lines. */
function filesWith(text: string): string[] {
  const files = readdirSync(DOORS, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files
    .filter((file) =>
      readFileSync(path.join(DOORS, file), "utf8").replace(/\(\s+/g, "(").replace(/\s+/g, " ").includes(text),
    )
    .sort();
}

it("every door asks in one place, and searches in one place", () => {
  expect(filesWith("deps.ask(")).toEqual(["start-turn.ts"]);
  expect(filesWith("deps.retrieve(")).toEqual(["search.ts"]);
  expect(filesWith("startTurn(c, deps")).toEqual([
    "ask.ts",
    "mcp/ask-docs.ts",
    "nlweb/parts.ts",
    "openai/chat-completions.ts",
    "ui-message-stream/chat.ts",
  ]);
});

it("no door reaches for the pipeline, the index' files or a model itself", () => {
  for (const module of [
    "core/answer.ts",
    "core/respond.ts",
    "index-format/",
    "adapters/openai",
    "adapters/kv",
  ]) {
    expect(filesWith(`/${module}`), module).toEqual([]);
  }
});
