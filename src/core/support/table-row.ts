/** What a row of a table says: its cells, and for each column of yes and no whether its header holds. */
import type { Block } from "../citations/sentences.ts";

const YES = /^(?:yes|true|always|ja|immer|是|有|必须|支持|はい|可|あり|必須|[✓✔✅●○xX]|oui|sí|sim|sì)$/iu;
const NO =
  /^(?:no|none|false|never|not? \p{L}+|nein|nie|kein\p{L}*|否|无|不\p{Script=Han}{0,3}|いいえ|不可|なし|[✗✘❌–—-]|non|não)$/iu;
/** Of those, what may as well be a value: "false" under "Default" denies nothing. */
const VALUE = /^(?:none|false|never|no|[✗✘❌–—-])$/iu;
/** Headers that are answered by yes or no. */
const ASKED =
  /\b(?:required|mandatory|optional|needed|default on|enabled|supported|allowed|kept|encrypted|erforderlich|pflicht|optional|nötig|aktiv|erlaubt|unterstützt)\b|必填|必须|可选|必須|任意|支持|加密|启用|対応|有効|暗号化/iu;

/** A row of a table: its cells between marks, and those of the header above it. */
export type TableRow = Pick<Block, "text" | "header">;

/**
 * The text that a row is compared by, which begins with the row's own. A header above "no" is denied, and one that is answered by neither, such as
 * "only in CI" under "Required", says nothing of the row.
 */
export function rowText({ text, header }: TableRow): string {
  const cells = text.split(/(?<!\\)\|/).map((cell) => cell.replace(/[`*_]/g, "").trim());
  const shift = cells[0] === "" ? 1 : 0;
  const said = header.flatMap((name, column) => {
    const cell = cells[column + shift] ?? "";
    if (NO.test(cell) && (ASKED.test(name) || !VALUE.test(cell)))
      return [`not ${name.replace(/^是否/u, "")}`];
    return ASKED.test(name) && !YES.test(cell) ? [] : [name];
  });
  return said.length === 0 ? text : `${text} (${said.join(", ")})`;
}
