import { expect, it } from "vitest";
import { languageOfFile } from "../../../build/code/language.ts";
import { withSyntaxTree } from "../../../build/code/parse.ts";

const language = languageOfFile("a.ts")!;

it("gives up on a text after so many steps of the parser, and reads the next one from its beginning", async () => {
  const prose = "some words that are no code\n".repeat(500);
  expect(await withSyntaxTree(prose, language, (root) => root.type, 20)).toBeNull();
  expect(await withSyntaxTree("const a = 1;\n", language, (root) => root.toString(), 20)).toBe(
    "(program (lexical_declaration (variable_declarator name: (identifier) value: (number))))",
  );
});
