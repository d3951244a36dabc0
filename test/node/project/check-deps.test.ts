import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { licenceProblems, packageLicences } from "../../../build/deps/licences.ts";
import { type RecordingServer, sendJson, startServer } from "../../servers/http-server.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

describe("licences", () => {
  const problems = (licence: string, isTool = false) =>
    licenceProblems([{ name: "some-package", licence, isTool }]);

  it.each(["MIT", "(MIT OR GPL-3.0-only)", "Apache-2.0 AND MIT", "(AFL-2.1 OR (ISC AND MIT))"])(
    "allow %s",
    (licence) => {
      expect(problems(licence)).toEqual([]);
    },
  );

  it.each([
    "GPL-3.0-only",
    "",
    "UNLICENSED",
    "SEE LICENSE IN x",
    "MIT AND GPL-3.0-only",
    "(MIT",
    "MIT OR",
    "MPL-2.0",
  ])("refuse %j in what runs, by the package's name", (licence) => {
    expect(problems(licence)).toEqual([expect.stringContaining("some-package")]);
  });

  it("allow tools more than what runs, and not everything", () => {
    expect(problems("MPL-2.0", true)).toEqual([]);
    expect(problems("AGPL-3.0-only", true)).toHaveLength(1);
    expect(problems("GPL-3.0-only", true)).toHaveLength(1);
  });

  it("of RepoBot's own packages are all allowed", async () => {
    const packages = await packageLicences(ROOT);
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(({ isTool }) => !isTool).length).toBeGreaterThan(20);
    expect(licenceProblems(packages)).toEqual([]);
  });
});

describe("npm run check:deps", () => {
  let root: string;
  let registry: RecordingServer;
  /** What the registry knows against packages. */
  let advisories: Record<string, unknown[]> | null;
  beforeEach(async () => {
    advisories = {};
    root = await mkdtemp(join(tmpdir(), "repobot-deps-"));
    registry = await startServer(({ method, path }, response) => {
      if (method === "POST" && advisories !== null) return sendJson(response, 200, advisories);
      if (path === "/small") {
        const versions = { "1.0.0": { name: "small", version: "1.0.0" } };
        return sendJson(response, 200, { name: "small", "dist-tags": { latest: "1.0.0" }, versions });
      }
      return sendJson(response, 405, {});
    });
    await project("MIT");
  });
  afterEach(async () => {
    await registry.close();
    await rm(root, { recursive: true, force: true });
  });

  /** A project with one package. */
  async function project(license: string): Promise<void> {
    const dependencies = { small: "1.0.0" };
    const entry = { version: "1.0.0", license };
    const packages = { "": { name: "project", version: "1.0.0", dependencies }, "node_modules/small": entry };
    const lock = { name: "project", version: "1.0.0", lockfileVersion: 3, requires: true, packages };
    await mkdir(join(root, "node_modules/small"), { recursive: true });
    const write = (file: string, value: unknown) => writeFile(join(root, file), JSON.stringify(value));
    await write("package.json", { name: "project", version: "1.0.0", dependencies });
    await write("package-lock.json", lock);
    await write("node_modules/small/package.json", { name: "small", ...entry });
  }

  async function check(...args: string[]): Promise<{ code: number; text: string }> {
    const command = [join(ROOT, "build/check-deps.ts"), "--root", root, ...args];
    const env = {
      PATH: process.env.PATH,
      HOME: root,
      npm_config_registry: registry.url,
      npm_config_fetch_retries: "0",
      npm_config_cache: join(root, "cache"),
    };
    try {
      const { stdout, stderr } = await run(process.execPath, command, { env });
      return { code: 0, text: stdout + stderr };
    } catch (error) {
      const failed = error as { code: number; stdout: string; stderr: string };
      return { code: failed.code, text: failed.stdout + failed.stderr };
    }
  }

  it("passes where nothing is known against the packages", async () => {
    const { code, text } = await check("--list", "--online");
    expect(text).toContain("1 packages, all licences allowed, no serious vulnerability known");
    expect(text).toMatch(/1 {2}MIT/);
    expect(code).toBe(0);
    expect(registry.requests.length).toBeGreaterThan(0);
  });

  it("fails for a package with another licence", async () => {
    await project("AGPL-3.0-only");
    const { code, text } = await check();
    expect(code).toBe(1);
    expect(text).toContain("small: AGPL-3.0-only");
  });

  it("fails for a serious vulnerability", async () => {
    const advisory = { id: 1, url: "https://example.com/1", title: "Bad", vulnerable_versions: "<=1.0.0" };
    advisories = { small: [{ ...advisory, severity: "high" }] };
    const { code, text } = await check();
    expect(text).toContain("vulnerability: small");
    expect(code).toBe(1);
  });

  it("says that the registry could not be asked, and fails for it only where that is wanted", async () => {
    advisories = null;
    const { code, text } = await check();
    expect(text).toContain("could not be asked");
    expect(code).toBe(0);
    expect((await check("--online")).code).toBe(1);
  });
});
