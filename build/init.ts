/** `npm run init`: from a folder or a repository of docs to a configuration, an index and the first answers. */
import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { intro, log, outro } from "@clack/prompts";
import { isRepoBotError, RepoBotError } from "../src/core/errors.ts";
import { docsKey, type OptionValues, OWN_CONFIG_FILE, runCommand } from "./args.ts";
import { buildAssets, DEFAULT_OUT_DIR, servingFile } from "./build-assets.ts";
import { parseCorpusConfig, URL_STYLES } from "./config.ts";
import { readCorpus } from "./corpus.ts";
import { formatTried, nextSteps, noSamples } from "./init/closing.ts";
import { alreadyThere, writeConfig } from "./init/config-file.ts";
import { generatorOf, isGitUrl, sourcePlace } from "./init/docs-place.ts";
import {
  type Asker,
  docsProblem,
  know,
  NO_URL,
  nameProblem,
  suggestedName,
  terminalAsker,
  urlProblem,
} from "./init/given.ts";
import { cancelled, INTERRUPTED_EXIT_CODE, listenForInterrupt } from "./init/interrupt.ts";
import { sampleQuestions } from "./init/sample-questions.ts";
import { formatSurvey, surveyOf } from "./init/survey.ts";
import { answeredSamples, CANDIDATE_COUNT, SAMPLE_COUNT, tryOut } from "./init/try-out.ts";
import { canonicalLanguageTag } from "./language-tag.ts";
import { openLexicalIndex } from "./make-index.ts";
import { progressTo } from "./output/progress.ts";
import { requireUnserved } from "./output/serving.ts";
import { readCommandSettings } from "./settings.ts";
import { checkOutSources } from "./sources/git-source.ts";

const HELP = `Sets RepoBot up for your docs: shows what it finds in them, writes ${OWN_CONFIG_FILE}, builds the index and asks it three questions.
In a terminal it asks for what no flag says.

Usage: npm run init -- [options]

  --docs PLACE       a folder, or the URL of a git repository
  --ref REF          branch, tag or commit of the repository
  --path DIR         folder of the docs in the repository
  --url URL          where readers find the docs; "${NO_URL}" lets RepoBot serve the pages itself
  --name NAME        of the product or project
  --description TEXT one line: what the docs are about
  --lang TAG         main language of the docs (default: that of most pages)
  --url-style STYLE  how paths become addresses: directory, html, plain or file (default: as the docs' generator has it, else directory)
  --docs-version V   the docs' version
  --config FILE      the configuration to write (default ${OWN_CONFIG_FILE})
  --out DIR          where the assets go (default ${DEFAULT_OUT_DIR})
  --force            replaces a configuration that is there
  -y, --yes          takes the suggested answer for what no flag says
  -h, --help         print this help
`;

const OPTIONS = {
  docs: { type: "string" },
  ref: { type: "string" },
  path: { type: "string" },
  url: { type: "string" },
  name: { type: "string" },
  description: { type: "string" },
  lang: { type: "string" },
  "url-style": { type: "string" },
  "docs-version": { type: "string" },
  config: { type: "string" },
  out: { type: "string" },
  force: { type: "boolean" },
  yes: { type: "boolean", short: "y" },
} as const;

type Options = OptionValues<typeof OPTIONS>;

await runCommand({ help: HELP, options: OPTIONS }, async (options) => {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  try {
    await setUp(options, isTerminal ? terminalAsker : null);
  } catch (error) {
    if (!isRepoBotError(error, "aborted")) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = INTERRUPTED_EXIT_CODE;
  }
});

async function setUp(options: Options, asker: Asker): Promise<void> {
  const interrupt = listenForInterrupt();
  const { settings } = await readCommandSettings();
  const configPath = resolve(options.config ?? OWN_CONFIG_FILE);
  const shownPath = relative(process.cwd(), configPath);
  if (asker !== null) intro("RepoBot for your docs");
  const overwrite = await mayWrite(configPath, shownPath, options, asker);
  if (options.lang !== undefined && canonicalLanguageTag(options.lang) === null) {
    const message = "--lang must be a language tag such as en or pt-BR.";
    throw new RepoBotError("bad_request", message, { field: "--lang" });
  }
  const outDir = options.out ?? DEFAULT_OUT_DIR;
  // Before the questions and the reading, since nobody wants to go through them in vain; and again before the build.
  const requireFreeOut = () => requireUnserved(servingFile(outDir), outDir, docsKey({ config: configPath }));
  await requireFreeOut();
  const answers = await gather(options, asker, dirname(configPath));
  const configOf = (language: string, questions: string[]) => {
    const value = configValue({ ...answers, language, questions });
    return { value, config: parseCorpusConfig(value, dirname(configPath), shownPath) };
  };
  const first = await checkOutSources(configOf(options.lang ?? "en", []).config);

  const progress = progressTo(process.stderr);
  progress.step("Reading the docs");
  const read = await readCorpus(first, {
    onProgress: ({ done, total }) => progress.advance(done, total),
  });
  progress.end();
  const survey = surveyOf(read);
  say(asker, formatSurvey(survey));
  if (answers.generator !== null) {
    say(asker, `Addresses as ${answers.generator} makes them: urlStyle "${answers.urlStyle}".`);
  }
  const mustAsk = asker !== null && options.yes !== true;
  if (mustAsk && !(await asker.confirm(`Write ${shownPath} and build?`, true))) throw cancelled();

  const language = options.lang ?? survey.languages[0]?.[0] ?? "en";
  const candidates = sampleQuestions(read.chunks, CANDIDATE_COUNT);
  const samples =
    candidates.length === 0
      ? []
      : await answeredSamples(
          await openLexicalIndex(configOf(language, []).config, read),
          candidates,
          SAMPLE_COUNT,
        );
  const { value, config } = configOf(
    language,
    samples.map(({ question }) => question),
  );
  await requireFreeOut();
  const checkedOut = await checkOutSources(config);
  await buildAssets({ config: checkedOut, settings, outDir, progress, onPublish: () => interrupt.hold() });
  await writeConfig(configPath, value, overwrite);
  interrupt.letGo();
  if (samples.length === 0) say(asker, noSamples(shownPath));
  for (const tried of await tryOut(outDir, samples, settings)) say(asker, formatTried(tried));
  finish(asker, nextSteps(shownPath, configPath === resolve(OWN_CONFIG_FILE), answers.url));
}

/** All that `corpus.json` needs to know but what reading the docs tells. */
async function gather(options: Options, asker: Asker, configFolder: string) {
  const yes = options.yes ?? false;
  const style = options["url-style"];
  if (style !== undefined && !URL_STYLES.some((known) => known === style)) {
    throw new RepoBotError("bad_request", `--url-style must be one of ${URL_STYLES.join(", ")}.`, {
      field: "--url-style",
    });
  }
  const docs = await know(wantedDocs(options), asker, yes);
  const url = await know(wantedUrl(options), asker, yes);
  const name = await know(wantedName(options, await suggestedName(docs)), asker, yes);
  const isGuessed = style === undefined && url.toLowerCase() !== NO_URL && !isGitUrl(docs);
  const generator = isGuessed ? generatorOf(docs) : null;
  return {
    place: sourcePlace(docs, options, configFolder),
    url,
    urlStyle: style ?? generator?.urlStyle,
    /** Whose `urlStyle` was taken since nobody named one. */
    generator: generator?.generator ?? null,
    version: options["docs-version"],
    name,
    description: options.description ?? `Documentation of ${name}`,
  };
}

/** Whether an existing file is replaced. Asked first: nobody wants to answer everything else in vain. */
async function mayWrite(path: string, shown: string, { force }: Options, asker: Asker): Promise<boolean> {
  if (force) return true;
  if (!existsSync(path)) return false;
  if (asker === null) throw alreadyThere(shown);
  if (await asker.confirm(`${shown} exists already. Replace it at the end?`, false)) return true;
  throw cancelled();
}

function wantedDocs({ docs }: Options) {
  return {
    flag: "--docs",
    what: "the folder or the git URL of your docs",
    given: docs,
    question: "Where are your docs? A folder, or the URL of a git repository",
    placeholder: "../my-project/docs",
    problem: docsProblem,
  };
}

function wantedUrl({ url }: Options) {
  return {
    flag: "--url",
    what: `the public address of your docs, or ${NO_URL}`,
    given: url,
    question: `At which address do readers find them? "${NO_URL}" lets RepoBot serve the pages itself`,
    suggestion: NO_URL,
    problem: urlProblem,
  };
}

function wantedName({ name }: Options, suggestion: string) {
  return {
    flag: "--name",
    what: "the name of your product or project",
    given: name,
    question: "What is the product called?",
    suggestion,
    problem: nameProblem,
  };
}

interface ConfigParts {
  place: ReturnType<typeof sourcePlace>;
  urlStyle: string | undefined;
  version: string | undefined;
  url: string;
  name: string;
  description: string;
  language: string;
  questions: string[];
}

function configValue({ place, urlStyle, version, url, name, description, language, questions }: ConfigParts) {
  const isPublic = url.toLowerCase() !== NO_URL;
  return {
    name,
    description,
    language,
    ...(questions.length > 0 && { questions }),
    sources: [
      {
        ...place,
        ...(isPublic && { baseUrl: url }),
        ...(isPublic && urlStyle !== undefined && { urlStyle }),
        ...(version !== undefined && { version }),
      },
    ],
  };
}

function say(asker: Asker, message: string): void {
  if (asker === null) process.stdout.write(`${message}\n\n`);
  else log.message(message);
}

function finish(asker: Asker, message: string): void {
  if (asker === null) process.stdout.write(`${message}\n`);
  else outro(message);
}
