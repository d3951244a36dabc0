import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";

const BUILD = fileURLToPath(new URL("../../build/", import.meta.url));

let shell: ChildProcess | undefined;
afterEach(() => shell?.kill("SIGKILL"));

it("ends what npm runs also when npm's shell ended while the command was still loading", async () => {
  // Loads for as long as its input is open, then waits to be told to stop.
  const script = `
    console.log("loading");
    for await (const _ of process.stdin);
    const { stopped } = await import(${JSON.stringify(`${BUILD}output/stopped.ts`)});
    const stay = setInterval(() => {}, 1_000);
    await stopped();
    clearInterval(stay);
    console.log("stopped");
  `;
  const env = { ...process.env, npm_lifecycle_event: "start", SCRIPT: script, NODE: process.execPath };
  const command = `"$NODE" -r ${BUILD}check-node.cjs --input-type=module -e "$SCRIPT" <&3 & wait`;
  shell = spawn("sh", ["-c", command], { env, stdio: ["ignore", "pipe", "inherit", "pipe"] });
  let output = "";
  shell.stdout?.on("data", (data) => {
    output += String(data);
  });
  const { stdout } = shell;
  const isClosed = stdout === null ? Promise.resolve() : once(stdout, "close");
  await expect.poll(() => output, { timeout: 20_000 }).toContain("loading");
  shell.kill("SIGKILL");
  await once(shell, "exit");
  const input = shell.stdio[3];
  if (input !== null && input !== undefined && "end" in input) input.end();
  await isClosed;
  expect(output).toContain("stopped");
}, 30_000);
