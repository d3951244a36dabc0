/** The commands of a shell block, each by the words that say what is run. */

/** Languages of fences that hold commands. */
const SHELL_INFO = /^(?:sh|bash|zsh|shell|console|shell-?session|terminal|cmd|bat|powershell|ps1?|fish)$/i;
/** Commands of every shell, which no docs need to name. */
const EVERY_SHELL = new Set(
  "cd ls cat echo export set source mkdir rm cp mv touch sudo env exit pwd which chmod sleep test true false alias unset head tail grep if then else fi for do done while".split(
    " ",
  ),
);
/** Programs whose second word runs something by name: `npm run build`, `npx wrangler deploy`. */
const RUNNERS =
  /^(?:npx|bunx|uvx|dlx|(?:npm|pnpm|yarn|bun|uv|poetry|pipx) (?:run|exec|dlx)|docker compose|python3? -m)(?= )/;
const PROMPT = /^\s*(?:[\w.@~:/-]{0,40}[$#>]\s+)/;
const BARE_WORD = /^[A-Za-z][\w:.@/-]*$/;
const MAX_WORDS = 2;

/** Whether a block holds commands, of which only the words that name them and their flags are not the reader's own. */
export function isShell(info: string, code: string): boolean {
  return SHELL_INFO.test(info) || (info === "" && /^\s*\$ /m.test(code));
}

/**
 * Program and subcommand of each command, e.g. `npm install` or `npx wrangler deploy`: arguments, flags and commands of every shell are
 * left out, since those are looked up elsewhere or are the reader's own.
 * @param info of the fence; without one only lines that begin with a prompt are read
 */
export function shellCommands(info: string, code: string): string[] {
  const isMarked = SHELL_INFO.test(info);
  const commands: string[] = [];
  for (const line of code.replace(/\\\n/g, " ").split("\n")) {
    if (!isMarked && !isShell(info, line)) continue;
    const bare = line.replace(PROMPT, "").replace(/(?:^|\s)#.*$/, "");
    for (const part of bare.split(/&&|\|\|?|;/)) {
      const command = commandOf(part.trim());
      if (command !== null && !commands.includes(command)) commands.push(command);
    }
  }
  return commands;
}

function commandOf(part: string): string | null {
  const text = part.replace(/^(?:sudo\s+)?(?:[A-Z_][A-Z0-9_]*=\S*\s+)*/, "").replace(/\s+/g, " ");
  const runner = RUNNERS.exec(text)?.[0];
  const words = (runner === undefined ? text : text.slice(runner.length + 1)).split(" ");
  const kept: string[] = [];
  for (const word of words) {
    if (!BARE_WORD.test(word) || kept.length === MAX_WORDS) break;
    kept.push(word);
  }
  const program = kept[0];
  if (program === undefined || (runner === undefined && EVERY_SHELL.has(program))) return null;
  return runner === undefined ? kept.join(" ") : `${runner} ${kept.join(" ")}`;
}
