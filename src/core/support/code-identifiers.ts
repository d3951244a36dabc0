/** The names that an answer's code uses: functions, options, classes, flags and headers, but not what the code itself names. */

/** Keywords and built-in names of the languages that docs are usually about. */
const KEYWORDS = new Set(
  "abstract and any as assert async await bool boolean break case catch char class const continue debugger declare def default del delete do double elif else enum except export extends extern false False final finally float fn for from func function get global go goto if impl implements import in include instanceof int interface internal is lambda let list long map match mod module mut namespace never new nil None nonlocal not null number object of or override package pass private protected public pub raise readonly require return self set short static str string struct super switch symbol then this throw throws trait true True try type typeof undefined union unknown unsigned use using val var void volatile when where while with yield echo cd sudo export print println printf len range console log".split(
    " ",
  ),
);

/** Names as `name=`, `name:`, `name(`, `.name`, `--name`, `Name`, and those bound by the code itself. */
const BINDINGS =
  /\b(?:const|let|var|def|class|function|fn|func|type|interface|enum|struct|for|as|with|import|async def)\s+\*?\s*([A-Za-z_$][\w$]*)|\b([A-Za-z_$][\w$]*)\s*(?::[^=\n]{1,40})?=(?![=>])\s|\(\s*([A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*)\s*\)\s*(?:=>|\{|:)|\bas\s+([A-Za-z_$][\w$]*)/g;

/**
 * Names of code blocks and code spans, in order, without repetition.
 * @param code blocks without fences, and spans with their marks
 */
export function codeIdentifiers(code: readonly string[]): string[] {
  const names: string[] = [];
  const bound = new Set<string>();
  for (const piece of code) {
    for (const match of piece.matchAll(BINDINGS)) {
      for (const group of match.slice(1)) for (const name of group?.split(/\s*,\s*/) ?? []) bound.add(name);
    }
  }
  for (const piece of code) {
    const bare = withoutLiteralsAndComments(piece);
    for (const match of bare.matchAll(/--?[A-Za-z][\w-]*|[A-Za-z_$][\w$]*(?:-[A-Za-z][\w]*)*/g)) {
      if (!piece.startsWith("`") && !namesSomething(bare, match.index, match[0])) continue;
      for (const name of partsOf(match[0])) {
        if (name.length < 3 || KEYWORDS.has(name) || bound.has(name) || names.includes(name)) continue;
        names.push(name);
      }
    }
  }
  return names;
}

/** Functions, members, options and types, but not a word that only stands for a value, as `url` in `get(url)`. */
function namesSomething(code: string, start: number, name: string): boolean {
  if (/[A-Z_$-]/.test(name)) return true;
  return (
    code[start - 1] === "." ||
    /^\s*(?:\(|:(?!:)|=(?!=))/.test(code.slice(start + name.length, start + name.length + 8))
  );
}

/** A flag as it is written; a header or a package by its words, since that is how texts are cut. */
function partsOf(name: string): string[] {
  return name.startsWith("--") ? [name] : name.replace(/^-/, "").split("-");
}

function withoutLiteralsAndComments(code: string): string {
  return code
    .replace(/("""|''')[\s\S]*?\1/g, " ")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, " ")
    .replace(/(^|\s)(?:#(?![!\w-]*\{)|\/\/|--\s|;;).*$/gm, "$1")
    .replace(/\/\*[\s\S]*?\*\//g, " ");
}
