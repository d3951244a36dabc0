/** Sentences that announce what comes after them, such as "Use one of these:": they are quoted with some of that, or not at all. */

import { type AnswerUnit, isLeadIn } from "./answer-units.ts";

/** A unit with the passage that it stands in; units of one passage share one object. */
interface PlacedUnit {
  unit: AnswerUnit;
  passage: object;
}

/** The list or the table that a unit announces with its last sentence: what it says is there. */
export function introducedBy<T extends PlacedUnit>(announcing: T, units: readonly T[]): T[] {
  return announces(announcing) ? units.filter((unit) => isIntroducedBy(unit, announcing)) : [];
}

/** Without the units that only announce what is not among them; all of them where nothing else would be left. */
export function withoutDangling<T extends PlacedUnit>(chosen: readonly T[]): T[] {
  const said = chosen.filter(
    (one) =>
      !announces(one) || one.unit.sentences.length > 1 || chosen.some((other) => isIntroducedBy(other, one)),
  );
  return said.length > 0 ? said : [...chosen];
}

/** Whether a unit ends with what introduces others, and has no code of its own. */
function announces({ unit }: PlacedUnit): boolean {
  return unit.kind === "prose" && unit.code.length === 0 && isLeadIn(unit.sentences.at(-1) ?? "");
}

function isIntroducedBy({ passage, unit }: PlacedUnit, announcing: PlacedUnit): boolean {
  return passage === announcing.passage && unit.leadInOrder === announcing.unit.order;
}
