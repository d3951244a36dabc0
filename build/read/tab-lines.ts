import { fenceFollower } from "./fences.ts";

/** Begins a tab of VuePress: `@tab npm`, `@tab:active pnpm`, `@tab npm#id`. */
const TAB_LINE = /^[ \t]{0,3}@tab(?::active)?(?:[ \t]+(.*?))?[ \t]*$/;

/** More than an author writes, so that his own containers stand inside. */
const MARKS = ":".repeat(16);

/** Writes each part of a set of tabs as a container named by its label. What stands before the first stays as it is. */
export function tabsOfLines(lines: readonly string[]): string[] {
  const isFenced = fenceFollower();
  const out: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const tab = isFenced(line) ? null : TAB_LINE.exec(line);
    if (tab === null) {
      out.push(line);
      continue;
    }
    if (isOpen) out.push(MARKS);
    out.push(`${MARKS} tab ${labelOf(tab[1] ?? "")}`);
    isOpen = true;
  }
  if (isOpen) out.push(MARKS);
  return out;
}

/** A label alone, or before the name that other sets know the tab by; the name where no label is given. */
function labelOf(words: string): string {
  const name = /#([\w-]+)$/.exec(words);
  return name === null ? words : words.slice(0, name.index).trim() || name[1]!;
}
