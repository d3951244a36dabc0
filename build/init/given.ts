/** What `npm run init` needs to know: from flags, else asked in a terminal, else missing. */
import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { confirm, isCancel, text } from "@clack/prompts";
import { RepoBotError } from "../../src/core/errors.ts";
import { corpusConfigForDocs } from "../config.ts";
import { UNNAMED } from "../sources/docs-name.ts";
import { isGitUrl } from "./docs-place.ts";
import { cancelled } from "./interrupt.ts";

/** Somebody to ask; `null` where there is no terminal. */
export type Asker = {
  text(options: {
    message: string;
    suggestion?: string | undefined;
    placeholder?: string;
    problem: (value: string) => string | undefined;
  }): Promise<string>;
  confirm(message: string, suggestion: boolean): Promise<boolean>;
} | null;

/** Asks at the terminal. Ctrl+C there ends the command. */
export const terminalAsker: NonNullable<Asker> = {
  async text({ message, suggestion, placeholder, problem }) {
    const answer = await text({
      message,
      ...(placeholder !== undefined && { placeholder }),
      ...(suggestion !== undefined && { initialValue: suggestion }),
      validate: (value) => problem((value ?? "").trim()),
    });
    if (isCancel(answer)) throw cancelled();
    return answer.trim();
  },
  async confirm(message, suggestion) {
    const answer = await confirm({ message, initialValue: suggestion });
    if (isCancel(answer)) throw cancelled();
    return answer;
  },
};

/** One thing to be known. */
export interface Wanted {
  flag: string;
  /** For the error, e.g. `the folder or the git URL of your docs`. */
  what: string;
  given: string | undefined;
  question: string;
  suggestion?: string | undefined;
  placeholder?: string;
  /** What is wrong with a value; `undefined` when nothing is. */
  problem: (value: string) => string | undefined;
}

/**
 * The flag's value, else what the terminal answers, else, with `yes`, the suggestion.
 * @throws RepoBotError `bad_request` naming the flag, for a wrong value or a missing one; `aborted`
 */
export async function know(wanted: Wanted, asker: Asker, yes: boolean): Promise<string> {
  const { flag, given, suggestion, problem } = wanted;
  const value = given?.trim() ?? (yes ? suggestion : undefined);
  if (value !== undefined) {
    const wrong = problem(value);
    if (wrong === undefined) return value;
    throw new RepoBotError("bad_request", `${flag}: ${wrong}`, { field: flag });
  }
  if (asker === null) {
    throw new RepoBotError(
      "bad_request",
      `${flag} is missing: give ${wanted.what}. Without a terminal to ask in, every answer must be a flag; \`npm run init -- --help\` lists them.`,
      { field: flag },
    );
  }
  return asker.text({
    message: wanted.question,
    suggestion,
    ...(wanted.placeholder !== undefined && { placeholder: wanted.placeholder }),
    problem,
  });
}

/** Value of `--url` for pages that the Worker is to serve itself. */
export const NO_URL = "none";

export function docsProblem(value: string): string | undefined {
  if (value === "") return "Give a folder or a git URL.";
  if (isGitUrl(value)) return undefined;
  if (!existsSync(value)) return `There is no folder ${value}.`;
  return statSync(value).isDirectory() ? undefined : `${value} is not a folder.`;
}

export function urlProblem(value: string): string | undefined {
  if (value.toLowerCase() === NO_URL) return undefined;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    return `Give an address such as https://docs.example.com/, or ${NO_URL}.`;
  }
  return /[?#]/.test(value) ? "Leave out what follows ? or #." : undefined;
}

export function nameProblem(value: string): string | undefined {
  if (value === "") return "Give a name.";
  return value.includes("\n") ? "Give one line." : undefined;
}

/** What the docs of a folder say they are about, as `npm start -- --docs` reads it; else the name of their place. */
export async function suggestedName(docs: string): Promise<string> {
  if (isGitUrl(docs)) return placeName(docs);
  const { name } = await corpusConfigForDocs(docs);
  return name === UNNAMED ? placeName(docs) : name;
}

/** A folder called `docs` says nothing: the one that holds it does. */
function placeName(docs: string): string {
  const parts = docs
    .replace(/[\\/]+$/, "")
    .replace(/\.git$/, "")
    .split(/[\\/:]/)
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const telling = parts.findLast(
    (part) => !/^(?:docs?|documentation|content|pages|src|www|site)$/i.test(part),
  );
  return telling ?? basename(process.cwd());
}
