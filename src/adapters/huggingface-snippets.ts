/**
 * Stands for two packages that Hugging Face's client needs only to write code samples for people, which RepoBot never asks it for
 * (`[alias]` in `wrangler.toml`): they would be a sixth of the Worker's code, and all code is parsed at every start.
 */

export const inferenceSnippetLanguages: readonly string[] = [];

/** @throws Error always */
export function getModelInputSnippet(): never {
  throw new Error("Code samples are left out of the Worker.");
}

/** @throws Error when it is made */
export class Template {
  constructor() {
    getModelInputSnippet();
  }
}
