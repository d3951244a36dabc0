/** What `npm run init` ends with: the first answers, and what to do next. */
import { stripVTControlCharacters } from "node:util";
import { NO_URL } from "./given.ts";
import type { TriedQuestion } from "./try-out.ts";

/** Three answers are to fit on a screen or two. */
const MAX_ANSWER_LINES = 12;

/** A question, the beginning of its answer, and the sources. */
export function formatTried({ question, answer, sources }: TriedQuestion): string {
  const lines = sources.map(({ n, place, url }) => `  [${n}] ${place} · ${url}`);
  const shown = answer.trim().split("\n");
  if (shown.length > MAX_ANSWER_LINES) shown.splice(MAX_ANSWER_LINES, shown.length, "…");
  // Docs may hold escape sequences, which a terminal would obey.
  return stripVTControlCharacters([`? ${question}`, "", ...shown, "", ...lines].join("\n"));
}

/** Instead of questions, where no heading made one that the docs answer. */
export function noSamples(config: string): string {
  return `No question could be made of the headings that the docs answer: readers get no suggestions. Write some under "questions" in ${config}.`;
}

/** @param isDefault whether other commands find the configuration by themselves */
export function nextSteps(config: string, isDefault: boolean, url: string): string {
  const more = isDefault ? "" : ` -- --config ${config}`;
  return [
    `${config} is written and the index is built.`,
    "",
    `Look at it here:   npm start${more}`,
    "Deploy it:         npx wrangler login",
    `                   npm run build${more}`,
    "                   npm run deploy",
    ...(url.toLowerCase() === NO_URL ? [] : ["On your site:      corpus/widget.md"]),
    "With every release of the docs: corpus/deploying.md",
  ].join("\n");
}
