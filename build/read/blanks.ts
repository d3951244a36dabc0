/**
 * What shows nothing, out of a tree of HTML. What collapses white space looks past each run of such nodes from each of its members:
 * of thousands it would take the square of their number.
 */
import type { Comment, Element, ElementContent, Root, Text } from "hast";

type Kept = Exclude<ElementContent, Comment>;

/** Names of elements that give nothing to read, whatever they hold. */
const UNREAD = new Set(
  "area basefont datalist link meta noembed noframes param script source style template title track".split(
    " ",
  ),
);

/** Names of elements that mean something when they hold nothing: those that begin a line, that show a picture, that are filled in. */
const TELLING = new Set(
  (
    "address article aside base blockquote body br caption center col colgroup dd dialog dir div dl dt figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre section " +
    "summary table tbody td tfoot th thead tr ul wbr xmp " +
    "audio canvas embed iframe img math object picture svg video button input select textarea"
  ).split(" "),
);

/** Names of elements in a line that go when they hold nothing, also where one stands alone. */
const INLINE = new Set(
  "a abbr b cite del em font i ins kbd label q s samp small span strong strike sub sup tt u".split(" "),
);

/**
 * Takes out comments and what gives nothing to read, joins each run of white space and of elements that hold nothing else into one text,
 * and lets elements whose words are read count as such. Changes the tree, which is no deeper than the stack.
 */
export function joinBlanks(parent: Element | Root): void {
  const children: Kept[] = [];
  let run: (Element | Text)[] = [];
  const endRun = () => {
    children.push(...joined(run));
    run = [];
  };
  // Of a root these may be a doctype as well, which shows nothing either.
  for (const child of parent.children as ElementContent[]) {
    if (child.type === "element") {
      if (UNREAD.has(child.tagName)) continue;
      readAll(child);
      joinBlanks(child);
    } else if (child.type !== "text") continue;
    if (isBlank(child)) run.push(child);
    else {
      endRun();
      children.push(child);
    }
  }
  endRun();
  parent.children = children;
}

/** These are looked past as if nothing of them were read. */
function readAll(element: Element): void {
  delete element.properties.hidden;
  if (element.tagName === "rp") element.tagName = "span";
}

function isBlank(node: ElementContent): boolean {
  if (node.type === "text") return /^[ \t\n\f\r]*$/.test(node.value);
  return node.type === "element" && !TELLING.has(node.tagName) && node.children.every(isBlank);
}

function joined(run: (Element | Text)[]): (Element | Text)[] {
  const [first] = run;
  const isAlone = run.length === 1;
  if (first === undefined || (isAlone && !isEmptyInline(first))) return run;
  const value = run.map(blankText).join("");
  return value === "" ? [] : [{ type: "text", value }];
}

function isEmptyInline(node: Element | Text): boolean {
  return node.type === "element" && node.children.length === 0 && INLINE.has(node.tagName);
}

function blankText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(blankText).join("") : "";
}
