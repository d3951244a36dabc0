/** Comments and docstrings as prose: without their marks, with their tags as a list. */

/** Orders to tools, which tell a reader nothing. */
const DIRECTIVE =
  /^(?:eslint|istanbul|c8|v8|prettier|biome|tslint|jshint|jslint|ts-|@ts-|globals? |noinspection|pylint|noqa|type:|mypy|pragma|nolint|go:|\+build|clippy|rustfmt|spell-?checker|cspell|region|endregion|!)/i;

/** Terms of use, which stand in every file. */
const LICENSE = /\b(?:copyright|licen[cs]ed?|SPDX-License-Identifier|all rights reserved)\b/i;

/** Prose of comments that stand together; `""` when they hold no words for a reader. */
export function commentProse(comments: readonly string[]): string {
  const text = comments.map(bareComment).join("\n");
  return LICENSE.test(text) ? "" : tidy(text);
}

/** Prose of a docstring with its quotes. */
export function docstringProse(literal: string): string {
  const quoted = /^[a-z]*("""|'''|"|')([\s\S]*)\1$/i.exec(literal);
  return tidy(dedent((quoted?.[2] ?? literal).replace(/^\n+/, "")));
}

/** A comment without its marks. */
function bareComment(comment: string): string {
  const block = /^\/\*+!?([\s\S]*?)\**\*\/\s*$/.exec(comment);
  const lines = block === null ? comment.replace(/\s+$/, "").split("\n") : block[1]!.split("\n");
  const bare = lines.map((line) =>
    block === null ? line.replace(/^\s*(?:\/\/[/!]?|#+)[ \t]?/, "") : line.replace(/^\s*\*(?!\*)[ \t]?/, ""),
  );
  return block === null ? bare.join("\n") : dedent(bare.join("\n").replace(/^[ \t]*\n/, ""));
}

function dedent(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const indents = rest.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length);
  const common = Math.min(...indents, Number.POSITIVE_INFINITY);
  return [first.trimStart(), ...rest.map((line) => line.slice(Math.min(common, line.length)))].join("\n");
}

/** Without orders to tools, with tags as list items; an open fence is closed. */
function tidy(text: string): string {
  const kept: string[] = [];
  let inFence = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    if (inFence || line.trim() === "") {
      kept.push(line.trimEnd());
      continue;
    }
    if (DIRECTIVE.test(line.trim())) continue;
    // Rules of dashes, and what would be read as a heading.
    if (/^[\s\-=*#/~_]+$/.test(line)) continue;
    kept.push(
      tagLine(line)
        .replace(/^(\s*)(#{1,6}\s)/, "$1\\$2")
        .trimEnd(),
    );
  }
  if (inFence) kept.push("```");
  return kept
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** `@param {number} [limit=3] How many` as "- `limit` (number, default `3`): How many". */
function tagLine(line: string): string {
  const tag =
    /^\s*[@\\](param|arg|argument|property|prop|returns?|throws?|exception|see|default|defaultvalue|deprecated|type|since|example|remarks)\b\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\})?\s*(.*)$/i.exec(
      line,
    );
  if (tag === null) return line;
  const [, name = "", type, rest = ""] = tag;
  switch (name.toLowerCase()) {
    case "param":
    case "arg":
    case "argument":
    case "property":
    case "prop": {
      const parts = /^\[?([\w$.[\]]+?)(?:\s*=\s*([^\]]*))?\]?(?:\s+-?\s*|$)(.*)$/.exec(rest);
      if (parts === null) return `- ${rest}`;
      const [, parameter, value, description = ""] = parts;
      const facts = [type, value === undefined ? undefined : `default \`${value.trim()}\``].filter(
        (fact) => fact !== undefined && fact !== "",
      );
      const shown = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
      return `- \`${parameter}\`${shown}${description === "" ? "" : `: ${description}`}`;
    }
    case "default":
    case "defaultvalue":
      return `- default: ${rest}`;
    default: {
      const words = [type === undefined ? "" : `\`${type}\``, rest].filter((part) => part !== "").join(" ");
      return `- ${name}${words === "" ? "" : `: ${words}`}`;
    }
  }
}
