/** The steps of a release, each as the action runs it: real Workers behind one address, the real wrangler, and an API that stands in for Cloudflare's. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildAssets } from "../../build/build-assets.ts";
import { readBuiltManifest } from "../../build/built-index.ts";
import { corpusConfigForDocs } from "../../build/config.ts";
import type { LocalWorker } from "../../build/local-worker.ts";
import { parseSettings } from "../../src/settings.ts";
import { startCloudflareApi, versionId } from "../servers/cloudflare-api.ts";
import { type RecordingServer, startServer } from "../servers/http-server.ts";
import { startWatchedWorker } from "../support/watched-worker.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

const PAGES = {
  old: "# Retries\n\nA failed job is tried again three times, ten seconds apart.\n",
  new: "# Retries\n\nA failed job is tried again five times, with a minute in between.\n",
};
type Build = keyof typeof PAGES | "broken";

let folder: string;
const workers = new Map<Build, LocalWorker>();
const hashes = { old: "", new: "" };
/** What the one address serves. */
let served: Build = "old";
let edge: RecordingServer;
/** What a Worker is made to say that is well otherwise. */
let problemCodes: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "repobot-release-"));
  for (const name of ["old", "new"] as const) {
    const docs = path.join(folder, name, "docs");
    await mkdir(docs, { recursive: true });
    await writeFile(path.join(docs, "retries.md"), PAGES[name]);
    const config = { ...(await corpusConfigForDocs(docs)), name: "Jobs" };
    await buildAssets({ config, settings: parseSettings({}), outDir: assetsOf(name) });
    hashes[name] = (await readBuiltManifest(assetsOf(name))).hash;
  }
  await mkdir(assetsOf("broken"), { recursive: true });
  for (const name of ["old", "new", "broken"] as const) {
    workers.set(name, await startWatchedWorker({ assetsDir: assetsOf(name), vars: {} }));
  }
  edge = await startServer(async (request, response) => {
    const answer = await fetch(new URL(request.path.replace(/^\/ask-docs/, ""), workers.get(served)!.url));
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    const body = await answer.text();
    if (problemCodes.length === 0) return void response.end(body);
    const problems = problemCodes.map((code) => ({ code, detail: `What ${code} says.` }));
    response.end(JSON.stringify({ ...JSON.parse(body), status: "degraded", problems }));
  });
});
afterAll(async () => {
  await edge?.close();
  for (const worker of workers.values()) await worker.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  served = "old";
  problemCodes = [];
});

function assetsOf(name: Build): string {
  return path.join(folder, name, "assets");
}

function command(script: string, args: string[], vars: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: folder, ...vars };
  return run(process.execPath, [path.join(ROOT, "build", script), ...args], { cwd: ROOT, env });
}

const verify = (args: string[]) => command("verify-deploy.ts", ["--url", edge.url, ...args]);

describe("npm run verify:deploy", () => {
  it("waits through the old index until the new one is served", async () => {
    const args = ["build/verify-deploy.ts", "--url", edge.url, "--assets", assetsOf("new")];
    const child = spawn(process.execPath, args, { cwd: ROOT });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data) => {
      stdout += String(data);
    });
    child.stderr.on("data", (data) => {
      stderr += String(data);
      if (stderr.includes(`it serves the index ${hashes.old}`)) served = "new";
    });
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(stdout).toBe(`${edge.url} serves the index ${hashes.new}: 1 chunks, ok.\n`);
    expect(stderr.match(/it serves the index/g)).toHaveLength(1);
  });

  it("is content at once under a path that a proxy serves the Worker at", async () => {
    const args = ["--url", `${edge.url}/ask-docs/`, "--hash", hashes.old];
    expect((await command("verify-deploy.ts", args)).stdout).toContain(`serves the index ${hashes.old}`);
  });

  it("passes with a warning when the budget is used up and nothing else is wrong", async () => {
    problemCodes = ["over_budget"];
    const { stdout, stderr } = await verify(["--hash", hashes.old]);
    expect(stdout).toBe(`${edge.url} serves the index ${hashes.old}: 1 chunks, degraded.\n`);
    expect(stderr).toContain("warning: over_budget: What over_budget says.");
  });

  it("fails when the Worker is degraded for another reason as well", async () => {
    problemCodes = ["over_budget", "config_invalid"];
    await expect(verify(["--hash", hashes.old])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("but is degraded: over_budget: What over_budget says. config_invalid:"),
    });
    expect((await verify(["--hash", hashes.old, "--allow-degraded"])).stdout).toContain("degraded.");
  });

  it("fails when the old index stays, and says which is served", async () => {
    await expect(verify(["--assets", assetsOf("new"), "--timeout-seconds", "3"])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `did not serve the index ${hashes.new} within 3 seconds: it serves the index ${hashes.old}.`,
      ),
    });
  });

  it("says why a Worker without an index serves none", async () => {
    served = "broken";
    await expect(verify(["--assets", assetsOf("new"), "--timeout-seconds", "1"])).rejects.toMatchObject({
      stderr: expect.stringContaining("it serves no index (index_missing:"),
    });
  });

  it.each([
    ["nothing answers", "/health cannot be reached (ECONNREFUSED)"],
    ["something else answers", "is no health report of RepoBot"],
  ])("says that %s", async (what, message) => {
    const other = await startServer((_, response) => void response.end("hello"));
    if (what === "nothing answers") await other.close();
    const args = ["--url", other.url, "--hash", "x", "--timeout-seconds", "1"];
    await expect(command("verify-deploy.ts", args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
    await other.close();
  });

  it.each([
    [["--hash", "x"], "Give the address of the Worker with --url"],
    [["--url", "https://x.example", "--hash", "x", "--timeout-seconds", "soon"], "--timeout-seconds must be"],
    [
      ["--url", "https://x.example", "--assets", "nowhere"],
      "There is no index in nowhere. Run `npm run build` first.",
    ],
  ])("refuses %j", async (args, message) => {
    await expect(command("verify-deploy.ts", args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });
});

describe("npm run deploy and npm run rollback", () => {
  it("put the new index in place and the old one back, as seen from outside", async () => {
    const api = await startCloudflareApi({
      onDeploy: (version) => {
        served = version === 1 ? "old" : "new";
      },
    });
    const account = {
      CLOUDFLARE_API_BASE_URL: `${api.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: "token-that-stays-secret",
      CLOUDFLARE_ACCOUNT_ID: "account",
      CHAT_MODEL: "a-model",
      CHAT_API_KEY: "key-that-stays-secret",
    };
    try {
      const output = path.join(folder, "output");
      const shown: string[] = [];
      for (const name of ["old", "new"] as const) {
        const args = ["--assets", assetsOf(name), "--output", output];
        const { stdout, stderr } = await command("deploy.ts", args, account);
        shown.push(stdout, stderr);
        await verify(["--assets", assetsOf(name), "--timeout-seconds", "10"]);
      }
      const lines = (await readFile(output, "utf8")).trim().split("\n");
      expect(lines).toContain(`index-hash=${hashes.new}`);
      expect(lines.filter((line) => line.startsWith("version-id="))).toHaveLength(2);
      expect(lines).toContain("url=https://repobot.example.workers.dev");
      const uploads = api.requests.filter(({ method }) => method === "PUT").map(({ body }) => String(body));
      expect(uploads).toHaveLength(2);
      expect(uploads[1]).toContain(`RepoBot index ${hashes.new}`);
      expect(uploads[1]).toMatch(/"name":"CHAT_MODEL","type":"plain_text","text":"a-model"/);
      for (const text of [...uploads, ...shown]) expect(text).not.toContain("stays-secret");

      const back = await command("rollback.ts", ["--url", edge.url, "--timeout-seconds", "10"], account);
      expect(back.stdout).toContain(`${edge.url} serves the index ${hashes.old} again.`);
      expect(api.deployed).toEqual([versionId(1), versionId(2), versionId(1)]);
      await verify(["--hash", hashes.old, "--timeout-seconds", "5"]);
    } finally {
      await api.close();
    }
  });

  it("say what is wrong without a build, and fail with wrangler", async () => {
    await expect(command("deploy.ts", ["--assets", path.join(folder, "empty")])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Run `npm run build` first."),
    });
    const api = await startServer((_, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      const errors = [{ code: 9109, message: "Unauthorized" }];
      response.end(JSON.stringify({ success: false, errors, messages: [], result: null }));
    });
    const account = {
      CLOUDFLARE_API_BASE_URL: `${api.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: "token",
      CLOUDFLARE_ACCOUNT_ID: "account",
    };
    await expect(command("rollback.ts", [], account)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error: wrangler rollback failed; its message stands above."),
    });
    await api.close();
  });
});
