/** What a list item or a table row is about: the name that it begins with, as in "`timeout` (number): how long to wait". */

import type { QuestionTerm } from "../question/question-terms.ts";
import type { AnswerUnit } from "./answer-units.ts";

/** A first cell that is longer is no name. */
const MAX_CELL_CHARS = 60;
/** A name in code marks, or one that a colon, a bracket, a dash or its type in code marks sets off from what is said of it. */
const FIRST_NAME =
  /^[*_]{0,3}(?:`([^`]+)`|([A-Za-z_$@-][\w.$@/-]*)(?=[*_]{0,3}(?:\s*[:(\u2013\u2014]|\s+-\s|\s+`)))/;
/** Arguments of a call, and dashes of an option. */
const ORNAMENTS = /^-+|\(.*$|[`*_]+$/g;

/** For each term, 1 when a unit says what that name is. */
export function definedShares(unit: AnswerUnit, terms: readonly QuestionTerm[]): number[] {
  const name = plainName(firstName(unit));
  return terms.map(({ surface }) => (name !== "" && plainName(surface) === name ? 1 : 0));
}

/** The name that a unit begins with; `""` for one that begins otherwise. */
function firstName({ kind, sentences: [first = ""] }: AnswerUnit): string {
  if (kind === "row") {
    const cell = first.split(" | ", 1)[0]!.replace(/^[`*_]+|[`*_]+$/g, "");
    return cell.length <= MAX_CELL_CHARS ? cell : "";
  }
  // "Use: …" begins a sentence; a name at the beginning of a paragraph is in code marks.
  if (kind !== "item" && !/^[*_]*`/.test(first)) return "";
  const found = FIRST_NAME.exec(first);
  return found?.[1] ?? found?.[2] ?? "";
}

function plainName(name: string): string {
  return name.trim().toLowerCase().replace(ORNAMENTS, "");
}
