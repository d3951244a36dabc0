import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

const BUILD = fileURLToPath(new URL("../../../build/", import.meta.url));

let top: ChildProcess | undefined;
afterEach(() => {
  top?.kill("SIGKILL");
  top = undefined;
});

/** Says "loading", waits for the end of its input, then runs as a command does until a signal or, at last, a second of waiting ends it. */
const SCRIPT = `
  console.log("loading " + process.ppid);
  for await (const _ of process.stdin);
  const { runCommand } = await import(${JSON.stringify(`${BUILD}args.ts`)});
  process.once("SIGTERM", () => { console.log("stopped"); process.exit(0); });
  await runCommand({ help: "", options: {} }, () => new Promise((done) => setTimeout(done, Number(process.env.STAY_MS))));
  console.log("done");
`;

/** Runs it below a shell; with `npm`, below a shell below another process. */
function start(npm: boolean, env: Record<string, string>) {
  const inShell = `"$NODE" -r ${BUILD}check-node.cjs --input-type=module -e "$SCRIPT" <&3 & wait`;
  const command = npm ? `sh -c '${inShell}' & wait` : inShell;
  const { npm_lifecycle_event: _, ...outer } = process.env;
  top = spawn("sh", ["-c", command], {
    env: { ...outer, SCRIPT, NODE: process.execPath, STAY_MS: "10000", ...env },
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  const started = top;
  const { stdout } = started;
  let output = "";
  stdout?.on("data", (data) => {
    output += String(data);
  });
  const closed = stdout === null ? Promise.resolve() : once(stdout, "close");
  const letGoOn = () => {
    const input = started.stdio[3];
    if (input !== null && input !== undefined && "end" in input) input.end();
  };
  return { started, closed, letGoOn, output: () => output };
}

async function killedWhileLoading(npm: boolean, env: Record<string, string>): Promise<string> {
  const { started, closed, letGoOn, output } = start(npm, env);
  await expect.poll(output, { timeout: 20_000 }).toContain("loading");
  started.kill("SIGKILL");
  await once(started, "exit");
  letGoOn();
  await closed;
  return output();
}

describe("a command", () => {
  it("ends when npm's shell ended while it was still loading", async () => {
    expect(await killedWhileLoading(false, { npm_lifecycle_event: "load" })).toContain("stopped");
  }, 30_000);

  it.runIf(process.platform === "linux")(
    "ends when npm was killed and its shell lives on",
    async () => {
      expect(await killedWhileLoading(true, { npm_lifecycle_event: "load" })).toContain("stopped");
    },
    30_000,
  );

  it("goes on without its parent when npm did not start it", async () => {
    const output = await killedWhileLoading(false, { STAY_MS: "1200" });
    expect(output).toContain("done");
    expect(output).not.toContain("stopped");
  }, 30_000);
});
