import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { patientSettings, readCommandSettings, wranglerWarnings } from "../../../build/settings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repobot-settings-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("settings of a command", () => {
  it("names variables of wrangler.toml that are no settings, with the ones that are likely meant", async () => {
    await writeFile(
      join(folder, "wrangler.toml"),
      '[vars]\nCHAT_MODELL = "x"\nCHAT_MODEL = "y"\nZEBRA = 1\n\n[env.staging.vars]\nRERNK = "on"\n\n[env.bare]\nname = "z"\n',
    );
    const expected = [
      "warning: wrangler.toml [vars]: CHAT_MODELL is not a setting; did you mean CHAT_MODEL?",
      "warning: wrangler.toml [vars]: ZEBRA is not a setting; it is ignored",
      "warning: wrangler.toml [env.staging.vars]: RERNK is not a setting; did you mean RERANK?",
    ];
    expect(await wranglerWarnings(folder)).toEqual(expected);
    expect((await readCommandSettings(folder, {})).warnings).toEqual(expected);
  });

  it("names what is nearly a setting in the environment, and no other program's variables, and no values", async () => {
    const { warnings } = await readCommandSettings(folder, {
      BUDGET_USD_PER_DY: "hush",
      CHAT_API_KY: "hush",
      BUDGET_USD_DAY: "hush",
      CHAT_MODEL: "mine",
      PATH: "/bin",
      HOME: "/home/me",
      RERANKS: "x",
      API_KEY: "hush",
      OPENAI_API_KEY: "hush",
      npm_config_yes: "",
    });
    expect(warnings).toEqual([
      "warning: environment: BUDGET_USD_PER_DY is not a setting; did you mean BUDGET_USD_PER_DAY?",
      "warning: environment: CHAT_API_KY is not a setting; did you mean CHAT_API_KEY?",
      "warning: environment: BUDGET_USD_DAY is not a setting; did you mean BUDGET_USD_PER_DAY?",
    ]);
  });

  it("names the setting of which words are missing in .dev.vars", async () => {
    await writeFile(join(folder, ".dev.vars"), "BUDGET_USD_DAY=hush\n");
    expect((await readCommandSettings(folder, {})).warnings).toEqual([
      "warning: .dev.vars: BUDGET_USD_DAY is not a setting; did you mean BUDGET_USD_PER_DAY?",
    ]);
  });

  it("names the lines of .dev.vars that set nothing, and nothing that stands there", async () => {
    const lines = [
      "# mine",
      "",
      "CHAT_MODEL",
      "CHAT_API_KEY='a",
      "b'",
      "sk-hush",
      "export HF_TOKEN=c",
      'PRICES="{',
    ];
    await writeFile(join(folder, ".dev.vars"), lines.join("\n"));
    const { warnings } = await readCommandSettings(folder, { PRICES: "" });
    expect(warnings).toEqual([
      "warning: .dev.vars: line 3 is not NAME=value; it is ignored",
      "warning: .dev.vars: line 6 is not NAME=value; it is ignored",
      "warning: .dev.vars: line 8 has a quotation mark that is not closed",
    ]);
  });

  it("refuses a .dev.vars that cannot be read", async () => {
    await mkdir(join(folder, ".dev.vars"));
    await expect(readCommandSettings(folder, {})).rejects.toMatchObject({ code: "config_invalid" });
  });

  it("names the line of a broken wrangler.toml and nothing that stands in it, before a build", async () => {
    await writeFile(join(folder, "wrangler.toml"), '[vars]\nCHAT_MODEL = "mine"\nbroken = [');
    const error: unknown = await readCommandSettings(folder, {}).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "config_invalid", message: expect.stringContaining("line 3: ") });
    expect(String(error)).not.toContain("mine");
  });

  it("says nothing of a wrangler.toml that is missing, empty or of another form", async () => {
    expect(await wranglerWarnings(folder)).toEqual([]);
    for (const toml of ["", 'vars = "text"\nenv = 3\n']) {
      await writeFile(join(folder, "wrangler.toml"), toml);
      expect(await wranglerWarnings(folder)).toEqual([]);
    }
  });

  it("come from the environment and, below it, from .dev.vars", async () => {
    await writeFile(join(folder, ".dev.vars"), 'CHAT_API_KEY="from file"\nCHAT_MODEL=file-model\nOTHER=1\n');
    const { settings, vars } = await readCommandSettings(folder, { CHAT_MODEL: "env-model", HOME: "/root" });
    expect(settings.chat).toMatchObject({ apiKey: "from file", model: "env-model" });
    expect(vars).toEqual({ CHAT_API_KEY: "from file", CHAT_MODEL: "env-model" });
  });

  it("need no .dev.vars", async () => {
    expect((await readCommandSettings(folder, {})).settings.chat).toBeNull();
  });

  it("have the patience of a build for embeddings", async () => {
    const environment = { EMBEDDING_PROVIDER: "tei", EMBEDDING_URL: "http://127.0.0.1:1" };
    const { settings } = await readCommandSettings(folder, environment);
    expect(settings.embedding?.timeoutMs).toBe(4_000);
    expect(patientSettings(settings).embedding?.timeoutMs).toBe(120_000);
  });
});
