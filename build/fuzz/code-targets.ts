/** Source files in each language that is read: syntax trees with mistakes in them, into chunks. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_CHUNK_SIZES } from "../chunk/chunk-document.ts";
import { countTokens } from "../chunk/tokens.ts";
import { languageOfFile } from "../code/language.ts";
import { draftText } from "../code/read-code.ts";
import { CODE_DOCUMENTS } from "./code-documents.ts";
import { type FuzzTarget, randomTarget } from "./target.ts";
import { hostileText } from "./texts.ts";

/** What a shortened line, the fences and a joined comment may add to the size that is aimed at. */
const MAX_CHUNK_TOKENS = 4 * DEFAULT_CHUNK_SIZES.maxTokens;

/** Of a language, chunks of lines that the file has. @throws Error for any other */
export async function readCode(file: string, text: string): Promise<void> {
  const lineCount = text.split("\n").length;
  for (const draft of (await draftText(text, languageOfFile(file)!, () => {})) ?? []) {
    const { firstLine, lastLine, text: shown, path, names } = draft;
    ok(firstLine >= 1 && firstLine <= lastLine && lastLine <= lineCount, `lines ${firstLine} to ${lastLine}`);
    ok(shown.trim() !== "", "a chunk holds no text");
    ok(countTokens(shown) <= MAX_CHUNK_TOKENS, "too large a chunk");
    for (const name of [...path, ...names]) ok(name !== "", "a definition without a name");
  }
}

const files = Object.keys(CODE_DOCUMENTS);

export const CODE_TARGETS: readonly FuzzTarget[] = [
  randomTarget({
    name: "code",
    share: 20,
    input: fc
      .constantFrom(...files)
      .chain((file) => fc.tuple(fc.constant(file), hostileText([CODE_DOCUMENTS[file]!], 20))),
    run: ([file, text]) => readCode(file, text),
  }),
];
