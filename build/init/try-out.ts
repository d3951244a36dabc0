/** Asks a new index its sample questions, as the Worker would answer them. */
import { createProviders } from "../../src/adapters/providers.ts";
import type { PassageIndex } from "../../src/core/ports.ts";
import { parseSettings, type Settings } from "../../src/settings.ts";
import { pipelineSettings } from "../../src/turn-settings.ts";
import { openBuiltIndex } from "../built-index.ts";
import { type AnswerOutcome, evaluateAnswers } from "../eval/evaluate-answers.ts";
import { memoryCache } from "../eval/memory-cache.ts";
import { patientSettings } from "../settings.ts";
import type { SampleQuestion } from "./sample-questions.ts";

/** Questions that are shown. */
export const SAMPLE_COUNT = 3;
/** Questions that are asked at most until that many are answered. */
export const CANDIDATE_COUNT = 24;

export interface TriedQuestion {
  question: string;
  answered: boolean;
  /** As a reader gets it. */
  answer: string;
  sources: { n: number; place: string; url: string }[];
}

/**
 * @param assetsDir of a finished build
 * @throws what opening the index throws
 */
export async function tryOut(
  assetsDir: string,
  samples: readonly SampleQuestion[],
  settings: Settings,
): Promise<TriedQuestion[]> {
  return (await outcomesOf(samples, await openBuiltIndex(assetsDir), settings)).map(triedQuestion);
}

/**
 * The first `limit` of the candidates that the docs answer without any service, as every reader may be answered who clicks on a suggestion.
 * @param index of the docs
 */
export async function answeredSamples(
  index: PassageIndex,
  candidates: readonly SampleQuestion[],
  limit: number,
): Promise<SampleQuestion[]> {
  const answered: SampleQuestion[] = [];
  for (const candidate of candidates) {
    if (answered.length === limit) break;
    const [outcome] = await outcomesOf([candidate], index, parseSettings({}));
    if (outcome!.answered) answered.push(candidate);
  }
  return answered;
}

async function outcomesOf(
  samples: readonly SampleQuestion[],
  index: PassageIndex,
  settings: Settings,
): Promise<AnswerOutcome[]> {
  const rows = samples.map(({ question, language }, i) => ({
    id: `sample ${i + 1}`,
    lang: language,
    question,
    relevant: [],
    must_contain: [],
    history: [],
  }));
  const patient = patientSettings(settings);
  return evaluateAnswers(rows, {
    index,
    providers: createProviders(patient),
    settings: pipelineSettings(patient),
    cache: memoryCache(),
  });
}

function triedQuestion({ row, answered, answer }: AnswerOutcome): TriedQuestion {
  return {
    question: row.question,
    answered,
    answer: answer.text,
    sources: answer.sources.map(({ n, title, headingPath, url }) => ({
      n,
      place: [title, ...headingPath].filter((part, i, all) => part !== "" && part !== all[i - 1]).join(" > "),
      url,
    })),
  };
}
