/** Evaluation questions: one JSON object a line. */
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { RepoBotError } from "../../src/core/errors.ts";
import { nearestName } from "../nearest-name.ts";

const text = z.string().refine((value) => value.trim() !== "", "must not be empty");

const rowSchema = z.object({
  id: text.optional(),
  /** BCP 47 language of the question. */
  lang: text.optional(),
  question: text,
  /** Files with a passage that answers, each with the nearest heading above it; `""` when none precedes it. */
  relevant: z.array(z.object({ file: text, heading: z.string().optional() })).default([]),
  /** Tokens that a right answer holds, in the case they are written in. */
  must_contain: z.array(z.string()).default([]),
  /** Earlier turns, oldest first. */
  history: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })).default([]),
  expected: z.literal("refuse").optional(),
});

export type EvalRow = Omit<z.output<typeof rowSchema>, "id" | "lang"> & { id: string; lang: string };

export interface QuestionOptions {
  /** Keeps only rows of this language. */
  lang?: string | undefined;
  /** Of rows that name none. @defaultValue `en` */
  defaultLang?: string;
  /** Told of a field that no evaluation reads, once a name. */
  warn?: (line: string) => void;
}

/** Fields for people, which no evaluation reads. */
const NOTES = ["note", "split"];
const KNOWN_FIELDS = [...Object.keys(rowSchema.shape), ...NOTES];

/**
 * Reads a question file. Blank lines, a byte order mark and CRLF are taken as they come.
 * @throws RepoBotError `source_unreadable` when there is no such file; `bad_request`, `field` being `line N: name`, on a wrong row
 */
export async function readQuestions(file: string, options: QuestionOptions = {}): Promise<EvalRow[]> {
  let content: string;
  try {
    content = await readFile(file, "utf8");
  } catch (cause) {
    throw new RepoBotError("source_unreadable", `The question file ${file} cannot be read.`, {
      field: "questions",
      cause,
    });
  }
  return parseQuestions(content, file, options);
}

/** @param name of the file, for messages */
export function parseQuestions(content: string, name: string, options: QuestionOptions = {}): EvalRow[] {
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const unknown = new Set<string>();
  const rows = lines.flatMap((line, i) => {
    if (line.trim() === "") return [];
    const row = parseRow(line, name, i + 1, options);
    for (const field of Object.keys(JSON.parse(line))) {
      if (KNOWN_FIELDS.includes(field) || unknown.has(field)) continue;
      unknown.add(field);
      const meant = nearestName(field, KNOWN_FIELDS);
      const hint = meant === null ? "it is ignored" : `did you mean "${meant}"?`;
      options.warn?.(`warning: ${name}, line ${i + 1}: there is no field "${field}"; ${hint}`);
    }
    return [row];
  });
  return options.lang === undefined ? rows : rows.filter((row) => row.lang === options.lang);
}

function parseRow(line: string, name: string, lineNumber: number, options: QuestionOptions): EvalRow {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw badRow(name, lineNumber, "", "is not JSON", cause);
  }
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw badRow(name, lineNumber, fieldName(issue.path), issue.message, parsed.error);
  }
  const { id = `line ${lineNumber}`, lang = options.defaultLang ?? "en", ...rest } = parsed.data;
  return { id, lang, ...rest };
}

/** `relevant[0].file` */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === "number" ? `${name}[${key}]` : name === "" ? String(key) : `${name}.${String(key)}`,
    "",
  );
}

function badRow(name: string, line: number, field: string, problem: string, cause: unknown): RepoBotError {
  const what = field === "" ? "the row" : field;
  return new RepoBotError("bad_request", `${name}, line ${line}: ${what}: ${problem}.`, {
    field: field === "" ? `line ${line}` : `line ${line}: ${field}`,
    cause,
  });
}
