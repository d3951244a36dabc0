/** What kind of thing a name in code names, so that only names of one kind stand in each other's place. */

export type NameKind = "call" | "flag" | "error" | "number" | "name";

/** A call is no option, an option no file: one does not stand in the place of the other. */
function kindOf(name: string): NameKind {
  if (name.endsWith(")")) return "call";
  if (name.startsWith("-")) return "flag";
  if (/^\d+(?:\.\d+)*\s?(?:[a-z]{1,2}|%)?$/i.test(name)) return "number";
  return /(?:Error|Exception)$/.test(name) ? "error" : "name";
}

/** A sentence may name a call without its brackets. @param compact a passage without white space and code marks */
export function kindAs(name: string, compact: string): NameKind {
  return compact.includes(`${name}(`) ? "call" : kindOf(name);
}
