/** Every command explains itself, and tells a mistyped option from one that it has. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../../..");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

const commands = Object.entries(scripts).flatMap(([name, script]): [string, string][] => {
  const program = /^node -r \S+ (\S+\.ts)$/.exec(script)?.[1];
  return program === undefined ? [] : [[name, join(ROOT, program)]];
});

function command(program: string, option: string) {
  return run(process.execPath, [program, option], { cwd: tmpdir(), env: { PATH: process.env.PATH } });
}

describe("every npm command", () => {
  it("is looked at here", () => {
    expect(commands.length).toBeGreaterThan(18);
    const others = Object.keys(scripts).filter((name) => !commands.some(([known]) => known === name));
    expect(others.sort()).toEqual(["lint", "test", "typecheck"]);
  });

  it.each(commands)(
    "%s prints its help, and refuses an option that it does not have",
    async (name, program) => {
      const [help, failure] = await Promise.all([
        command(program, "--help"),
        command(program, "--hlep").catch((error: unknown) => error),
      ]);
      expect(help.stdout).toMatch(new RegExp(`Usage: npm (?:run (?:--silent )?)?${name}\\b`));
      expect(help.stdout).toContain("--help");
      expect(failure).toMatchObject({
        code: 1,
        stdout: "",
        stderr: "error: Unknown option --hlep; did you mean --help?\n",
      });
    },
  );
});
