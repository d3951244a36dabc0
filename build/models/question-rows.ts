/** Evaluation questions: one JSON object a line, as `test/data/questions/README.md` describes. */
import { readFileSync } from "node:fs";
import * as z from "zod";

const turn = z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string().min(1) });

const row = z.strictObject({
  id: z.string().regex(/^[a-z]+-\d{2}(-(zh|ja|de))?$/),
  lang: z.enum(["en", "zh", "ja", "de"]),
  question: z.string().min(1).max(2_000),
  relevant: z.array(z.strictObject({ file: z.string().min(1), heading: z.string() })),
  must_contain: z.array(z.string().min(1)),
  /** Earlier turns, oldest first; `question` is the new one. */
  history: z.array(turn).min(1).optional(),
  /** Given for messages that no docs are about. */
  expected: z.literal("refuse").optional(),
  /** `dev` may be looked at while tuning; `held-out` only tells whether a change holds. */
  split: z.enum(["dev", "held-out"]),
  note: z.string().min(1),
});
export type QuestionRow = z.output<typeof row>;

/** @throws Error naming the file and the line that is not as described */
export function readQuestionRows(path: string): QuestionRow[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (line.trim() === "") return [];
    const parsed = row.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${path}:${i + 1}: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}
