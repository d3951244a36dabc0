/** Names and commands in an answer's code that neither a cited passage nor the index has. */
import { codeIdentifiers } from "./code-identifiers.ts";
import { isShell, shellCommands } from "./shell-commands.ts";

/** A fenced block of an answer. */
export interface CodeBlock {
  info: string;
  text: string;
}

interface NamedText {
  text: string;
  title: string;
  headingPath: readonly string[];
}

/**
 * Functions, options, flags, headers and shell commands that are unknown, in order, without repetition. A flag is looked up whole, a
 * command by its program and subcommand side by side: words that the docs have apart make no command.
 * @param spans code spans with their marks
 * @param knowsIdentifier whether the index has a name that no passage has
 */
export function unknownInCode(
  blocks: readonly CodeBlock[],
  spans: readonly string[],
  passages: readonly NamedText[],
  knowsIdentifier: (name: string) => boolean,
): string[] {
  if (blocks.length + spans.length === 0) return [];
  const text = passages.map((one) => [one.text, one.title, ...one.headingPath].join("\n")).join("\n");
  const known = new Set(text.match(/(?<![\p{L}\p{N}_$])--?[A-Za-z][\w-]*|[\p{L}\p{N}_$]+/gu));
  const spaced = ` ${text.replace(/[\s`"'*()[\]]+/g, " ")} `;
  const unknown: string[] = [];
  for (const { info, text: all } of blocks) {
    for (const command of shellCommands(info, all)) {
      if (!isKnownCommand(command, spaced)) unknown.push(command);
    }
  }
  const code = blocks.map(({ info, text: all }) => (isShell(info, all) ? flagsOf(all) : all));
  for (const name of codeIdentifiers([...code, ...spans])) {
    if (known.has(name) || unknown.includes(name) || knowsIdentifier(name)) continue;
    unknown.push(name);
  }
  return unknown;
}

/** Of a command the rest is named as a whole, or the reader's own. */
function flagsOf(code: string): string {
  return (code.match(/(?<=\s)--[A-Za-z][\w-]*/g) ?? []).join(" ");
}

/** Whether the passages run it. A last word that is a path, a file or a version is the reader's own. */
function isKnownCommand(command: string, text: string): boolean {
  const words = command.split(" ");
  const isOwn = words.length > 1 && /[./@]/.test(words.at(-1)!);
  return text.includes(` ${isOwn ? words.slice(0, -1).join(" ") : command} `);
}

/** Lines of a block that hold one of the names, without a prompt; at most three. */
export function linesWith(code: string, names: readonly string[]): string[] {
  const lines = code.split("\n").map((line) => line.trim());
  return lines.filter((line) => names.some((name) => holds(line, name))).slice(0, 3);
}

function holds(line: string, name: string): boolean {
  const text = line.replace(/\s+/g, " ");
  const at = text.indexOf(name);
  if (at < 0) return false;
  const around = `${text[at - 1] ?? " "}${text[at + name.length] ?? " "}`;
  return !/[\p{L}\p{N}_$]/u.test(around);
}
