import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import packageJson from "../../../package.json" with { type: "json" };

const ROOT = path.resolve(import.meta.dirname, "../../..");
const scripts = z.record(z.string(), z.string()).parse(packageJson.scripts);
const onNode = Object.entries(scripts).filter(([, command]) => command.startsWith("node "));

function run(command: string, ...options: string[]) {
  const args = [...options, ...command.split(" ").slice(1), "--help"];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
}

test("a Node that runs no TypeScript is told so in words, without a stack trace", () => {
  const { status, stdout, stderr } = run(scripts.start!, "--no-experimental-strip-types");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^error: RepoBot needs Node\.js 22\.18 or newer; this is v\d/);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("a Node that does is not held up", () => {
  const { status, stdout, stderr } = run(scripts.start!);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Usage: npm start");
});

test.each(onNode)("npm run %s looks at the Node it runs on first", (_, command) => {
  expect(command).toMatch(/^node -r \.\/build\/check-node\.cjs build\/\S+\.ts$/);
});
