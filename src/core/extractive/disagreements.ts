/** Where docs and source code state different defaults: both are shown, since neither can be trusted blindly. */

import type { Passage } from "../passage.ts";
import { primaryLanguage } from "../question/language-name.ts";
import { isSameKind, isSameValue, nameKey, type StatedDefault, statedDefaults } from "./stated-defaults.ts";

/** One option with two defaults. */
export interface Disagreement {
  /** As the docs write it. */
  name: string;
  /** What each says, and the number of the passage that says it. */
  docs: { n: number; value: string };
  code: { n: number; value: string };
}

/** More than this many are the sign of a misreading. */
const MAX_SHOWN = 2;

/**
 * Defaults on which passages of docs and of code differ, of those names that a text speaks of. A name whose docs value any piece of the code
 * repeats is not in dispute.
 * @param passages in the order of their numbers
 * @param about question and answer
 */
export function findDisagreements(
  passages: readonly Pick<Passage, "kind" | "text" | "headingPath">[],
  about: string,
): Disagreement[] {
  const stated = passages.map((passage, i) => ({
    n: i + 1,
    kind: passage.kind,
    defaults: statedDefaults(passage),
  }));
  const all = (kind: Passage["kind"]) =>
    stated
      .filter((one) => one.kind === kind)
      .flatMap(({ n, defaults }) => defaults.map((one) => ({ ...one, n })));
  const code = all("code");
  const found = new Map<string, Disagreement>();
  for (const docs of all("docs")) {
    if (found.has(docs.key) || !speaksOf(about, docs.name)) continue;
    const others = code.filter((other) => other.key === docs.key && isSameKind(other, docs));
    const [other] = others;
    if (other === undefined || others.some((one) => isSameValue(docs, one))) continue;
    found.set(docs.key, {
      name: docs.name,
      docs: { n: docs.n, value: docs.shown },
      code: { n: other.n, value: other.shown },
    });
  }
  return [...found.values()].slice(0, MAX_SHOWN);
}

/** Defaults of docs passages that a question asks about: what the code should be asked about as well. */
export function defaultsAskedFor(
  passages: readonly Pick<Passage, "kind" | "text" | "headingPath">[],
  question: string,
): StatedDefault[] {
  const seen = new Set<string>();
  return passages
    .filter(({ kind }) => kind === "docs")
    .flatMap(statedDefaults)
    .filter(({ key, name }) => !seen.has(key) && speaksOf(question, name) && seen.add(key) !== undefined)
    .slice(0, MAX_SHOWN);
}

/** Whether a text holds the name, or its words one by one: "the body limit" speaks of `bodyLimit`. */
function speaksOf(text: string, name: string): boolean {
  const key = nameKey(name);
  if (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s]/gu, "")
      .split(/\s+/)
      .some((word) => nameKey(word) === key)
  )
    return true;
  const parts = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((part) => part.toLowerCase());
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const wanted = parts.filter((part) => part !== "default");
  return wanted.length > 1 && wanted.every((part) => words.has(part) || words.has(`${part}s`));
}

const SENTENCES: Readonly<Record<string, (found: Disagreement) => string>> = {
  en: ({ name, docs, code }) =>
    `The documentation gives \`${docs.value}\` for \`${name}\` [${docs.n}], the source code \`${code.value}\` [${code.n}].`,
  zh: ({ name, docs, code }) =>
    `关于 \`${name}\`，文档写的是 \`${docs.value}\` [${docs.n}]，源代码里是 \`${code.value}\` [${code.n}]。`,
  ja: ({ name, docs, code }) =>
    `\`${name}\` は、ドキュメントでは \`${docs.value}\` [${docs.n}]、ソースコードでは \`${code.value}\` [${code.n}] です。`,
  de: ({ name, docs, code }) =>
    `Für \`${name}\` nennt die Dokumentation \`${docs.value}\` [${docs.n}], der Quelltext \`${code.value}\` [${code.n}].`,
};

/** A sentence that says both, cited; English where the language has none. */
export function disagreementSentence(found: Disagreement, language: string): string {
  return (SENTENCES[primaryLanguage(language)] ?? SENTENCES.en!)(found);
}
