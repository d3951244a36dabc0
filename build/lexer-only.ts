import type { Plugin } from "vite";

/**
 * Leaves out of a bundle what only the other half of `marked` needs. It builds its HTML renderer when it is loaded, and rules of syntaxes
 * that answers do not use: its constructors and its rules do nothing but construct, and saying so lets the bundler drop them. The lexer runs
 * with its default options, so the branches of others go as well. A release of `marked` that is written otherwise is bundled whole.
 */
export function lexerOnly(): Plugin {
  return {
    name: "lexer-only",
    transform(code, id) {
      if (!id.includes("/marked/lib/")) return;
      const makesRule = /function (\w+)\(\w+,\w+=""\)\{let \w+=typeof/.exec(code)?.[1];
      const pure = code
        .replace(/=new ([\w$]+)(?=[;,(])/g, "=/* @__PURE__ */new $1")
        .replaceAll(new RegExp(`(?<==|\\w:)${makesRule ?? "(?!)"}(?=\\()`, "g"), "/* @__PURE__ */$&");
      const fixed = pure
        .replace(/this\.options\.(?:pedantic|breaks|silent)\b/g, "false")
        .replace(/this\.options\.gfm\b/g, "true")
        .replace(/this\.options\.(?:extensions|hooks)(?=\?\.)/g, "null")
        .replace(/(=\{normal:[^{}]*?),(?:breaks:[^{},]+,)?pedantic:[^{},]+\}/g, "$1}");
      return { code: shortNames(fixed), map: null };
    },
    renderChunk(code) {
      // Of its table of expressions, those that nothing asks for any more.
      const kept = code.replace(
        /(?<=[,{]\s*)(\w+):\s*\/(?:\[[^\]\n]*\]|\\.|[^/[\\\n])+\/\w*,/g,
        (entry, name: string) => (code.includes(`.${name}`) ? entry : ""),
      );
      return { code: kept, map: null };
    },
  };
}

/** The names of its rules, which only the library's own code says, are a good part of its size. */
function shortNames(code: string): string {
  const names = [...code.matchAll(/[,{](\w*[A-Z]\w*):(?=\/|\w+\(|\w+=>|\w+[,}])/g)].map(([, name]) => name!);
  const long = new Map([...new Set(names)].map((name, at) => [name, `$${at.toString(36)}`]));
  return code.replace(/\b\w{8,}\b/g, (word) => long.get(word) ?? word);
}
