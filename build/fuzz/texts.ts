/** Hostile texts: markup in pieces, characters of all kinds, and documents with changes. */
import fc from "fast-check";

/** What parsers and patterns look at, and what they do not expect. */
export const ATOMS: readonly string[] = [
  ..."_a A1-./:()[]{}`\"'<>*#|!?.,;。字あ한~&=+$%^@\\é😀",
  "\n",
  "\n\n",
  "\t",
  "    ",
  "\r\n",
  "\u0000",
  "\ufeff",
  "\u200b",
  "\u202e",
  "\ud800",
  "\udc00",
  "\u0301",
  "\u2028",
  ..."[1] [1, 2] [^1] 【1】 \\[1\\] [a]( [a]: ![ http://a https://a.example/x <a <!-- --> </p> <div> a_ --a a. 1, 1.5 &# &amp; ** __ ~~ ``` ```js ~~~ <script> <![CDATA[ <pre> <think> </think>".split(
    " ",
  ),
  "data: ",
  "\n- ",
  "\n1. ",
  "\n# ",
  "\n## a\n",
  "\n> ",
  "\n| a | b |\n|---|---|\n",
  "\n---\n",
  "\n:::tip a\n",
  "\n:::\n",
  "\n!!! note\n    ",
  "\n=== a\n",
  "{{ a }}",
  "{% if a %}",
  "{#a}",
  "<A b={c}>",
  "</A>",
  "<A>",
  "<A></A>",
  "</a\n>",
  "<b></b>",
  "<span> </span>",
  "<span> ",
  "<span hidden>a</span>",
  "<x-a> </x-a>",
  "<meta>",
  "\nimport A from './a.md'\n",
  "\nexport const a = 1\n",
  "--8<-- 'a'",
  "[[toc]]",
  "$$",
  "include::a[]",
  "\n====\n",
  "\n----\n",
  "\n|===\n",
  ":a: b\n",
  "{a}",
  // Marks of the generators.
  "{{< a >}}",
  "{{% a %}}",
  "{{< /a >}}",
  "{% a %}",
  "{% enda %}",
  "{% codeblock a %}",
  "{% raw %}",
  "\n<!-- tab a -->\n",
  "\n<!-- endtab -->\n",
  "\n::: tabs\n@tab a\n",
  "\n@tab a\n",
  "[[a|b]]",
  "![[a]]",
  "[[a]",
  "%%",
  "==",
  "\n(a)=\n",
  "{ref}`a <b>`",
  "\n+++\n",
  "\n:::{note}\n",
  "\n```{code-cell} a\n",
  "::a[b]{c}",
  "\n> [!note] a\n> ",
  "\n/// a\n",
  "\n@@@\n",
  "?> a",
  "[block:a]\n{}\n[/block]",
  "<Tab title='a'>",
  "<table><tr><td>",
  "<dl><dt>a<dd>",
  "<h2 id=a>a</h2>",
  "<main><nav>",
  "<a href=#a>a</a>",
  "<li><a href=a>",
  "<code>a</code>",
];

const CHARACTERS = fc.string({ unit: "binary", maxLength: 6 });

const PIECE = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ATOMS) },
  { weight: 2, arbitrary: CHARACTERS },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom("\ud800", "\udc00", "a"), maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...ATOMS), fc.integer({ min: 2, max: 120 }))
      .map(([atom, times]) => atom.repeat(times)),
  },
);

const EDIT = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(40), insert: PIECE });

/** Texts of pieces, and the given documents with some places cut and others put in. */
export function hostileText(documents: readonly string[], maxPieces = 30): fc.Arbitrary<string> {
  const pieces = fc.array(PIECE, { maxLength: maxPieces, size: "max" }).map((all) => all.join(""));
  if (documents.length === 0) return pieces;
  const changed = fc
    .tuple(fc.constantFrom(...documents), fc.array(EDIT, { maxLength: 6, size: "max" }))
    .map(([document, edits]) =>
      edits.reduce((text, { at, cut, insert }) => {
        const start = Math.floor(at * text.length);
        return text.slice(0, start) + insert + text.slice(start + cut);
      }, document),
    );
  return fc.oneof(pieces, changed);
}

/** A text, in UTF-8 with some bytes changed, cut into pieces anywhere. */
export function byteChunks(text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array<ArrayBuffer>[]> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 });
  const cuts = fc.array(fc.nat(), { maxLength: 8 });
  return fc.tuple(text, changes, cuts).map(([value, changed, at]) => {
    const bytes = new TextEncoder().encode(value);
    for (const [place, byte] of changed) if (bytes.length > 0) bytes[place % bytes.length] = byte;
    const ends = [...at.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    return ends.map((end, n) => bytes.slice(n === 0 ? 0 : ends[n - 1], end));
  });
}

/** What stands in JSON where a schema expects something else. */
const HOSTILE_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e21, 1.5, "", " ", [], {}, [[]], "__proto__", "\ud800"),
  fc.constantFrom<unknown>(
    "a".repeat(2_001),
    "é".repeat(300),
    Array.from({ length: 60 }, () => "a"),
  ),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"a":1}}'), { constructor: 1, toString: "a" }),
  fc.constantFrom<unknown>({ $ref: "#" }, { $ref: "#/paths" }, { $ref: "#/components/schemas/Pet" }),
  fc.jsonValue({ maxDepth: 2 }),
  PIECE,
);

/** JSON values like the given ones, with some of their parts replaced or taken out, or others put in. */
export function hostileJson(values: readonly unknown[]): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    value: HOSTILE_VALUE,
    how: fc.constantFrom("replace", "replace", "remove", "add"),
  });
  return fc
    .tuple(fc.constantFrom(...values), fc.array(change, { maxLength: 4 }), PIECE)
    .map(([value, changes, name]) =>
      changes.reduce<unknown>((changed, { at, value: put, how }) => {
        const places = placesOf(changed);
        // A copy: the next change would else grow the value that every later case draws from.
        if (places.length === 0) return how === "remove" ? changed : structuredClone(put);
        const { parent, key } = places[at % places.length]!;
        if (how === "remove") delete parent[key];
        else defineIn(parent, how === "add" ? name : key, structuredClone(put));
        return changed;
      }, structuredClone(value)),
    );
}

interface Place {
  parent: Record<string, unknown>;
  key: string;
}

/** Every member and every entry inside a value. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  // Entries of arrays are members by their numbers.
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesOf(parent[key])]);
}

/** As JSON.parse does it: `__proto__` is a name like any other. */
function defineIn(parent: Record<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(parent) && !/^\d+$/.test(key)) parent.push(value);
  else Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}

/** The texts of such values, sometimes damaged. */
export function hostileJsonText(values: readonly unknown[]): fc.Arbitrary<string> {
  const texts = values.map((value) => JSON.stringify(value));
  return fc.oneof(
    {
      weight: 4,
      arbitrary: hostileJson(values).map((value) => JSON.stringify(value) ?? "null"),
    },
    { weight: 1, arbitrary: hostileText(texts) },
  );
}
