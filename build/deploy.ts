/** `npm run deploy`: uploads the Worker with the index that was built. */
import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SECRET_NAMES, SETTING_NAMES } from "../src/settings.ts";
import { runCommand } from "./args.ts";
import { DEFAULT_OUT_DIR } from "./build-assets.ts";
import { readBuiltManifest } from "./built-index.ts";
import { buildPage } from "./page.ts";
import { indexHint } from "./release/index-hint.ts";
import { deployWithWrangler } from "./release/wrangler.ts";
import { wranglerWarnings } from "./settings.ts";

const HELP = `Deploys the Worker with the index that \`npm run build\` made. Settings in the environment that are not secret go with it;
secrets are put once with \`npx wrangler secret put NAME\`.

Usage: npm run deploy -- [options]

  --assets DIR   the build (default ${DEFAULT_OUT_DIR})
  --name NAME    of the Worker, in the place of the one in wrangler.toml
  --env NAME     environment of wrangler.toml
  --dry-run      bundles and checks without uploading; needs no account
  --output FILE  appends index-hash, version-id and url as name=value lines
  -h, --help     print this help
`;

/** Of the account that deploys, not of the Worker. */
const ACCOUNT_SETTING = /^CLOUDFLARE_/;

const OPTIONS = {
  assets: { type: "string" },
  name: { type: "string" },
  env: { type: "string" },
  "dry-run": { type: "boolean" },
  output: { type: "string" },
} as const;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  for (const warning of await wranglerWarnings()) process.stderr.write(`${warning}\n`);
  const assetsDir = resolve(options.assets ?? DEFAULT_OUT_DIR);
  const manifest = await readBuiltManifest(assetsDir);
  const { hash, corpus } = manifest;
  // Wrangler makes the page in the project's own folder alone.
  if (options.assets !== undefined) await buildPage(assetsDir);
  const revision = corpus.revision === "" ? "" : `, docs at ${corpus.revision}`;
  const { versionId, url } = await deployWithWrangler([
    "--assets",
    assetsDir,
    "--message",
    `RepoBot index ${hash}${revision}`.replace(/\s+/g, " ").slice(0, 100),
    ...(options.name === undefined ? [] : ["--name", options.name]),
    ...(options.env === undefined ? [] : ["--env", options.env]),
    ...(options["dry-run"] ? ["--dry-run"] : []),
    ...Object.entries(indexHint(manifest)).flatMap(([name, value]) => ["--define", `${name}:${value}`]),
    ...settingArguments(process.env),
  ]);
  const facts: [string, string | null][] = [
    ["index-hash", hash],
    ["version-id", versionId],
    ["url", url],
  ];
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}\n`])).join("");
  if (options.output !== undefined) await appendFile(options.output, lines);
  process.stdout.write(`\n${lines}`);
});

/** A Worker must embed questions as its index was embedded: what the build was told, it is told too. */
function settingArguments(environment: Readonly<Record<string, string | undefined>>): string[] {
  return SETTING_NAMES.filter((name) => !SECRET_NAMES.includes(name) && !ACCOUNT_SETTING.test(name)).flatMap(
    (name) => {
      const value = environment[name];
      return value === undefined || value === "" ? [] : ["--var", `${name}:${value}`];
    },
  );
}
