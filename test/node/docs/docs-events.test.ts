import { expect, test } from "vitest";
import type { TurnEvent } from "../../../src/core/events.ts";
import { contentOf } from "../../support/docs-pages.ts";

type FieldsOf = { [E in TurnEvent as E["type"]]: Record<Exclude<keyof E, "type">, true> };

/** The compiler refuses a field that is missing here, and one too many. */
const EVENTS: FieldsOf = {
  start: { conversationId: true, turnId: true, language: true, corpus: true, model: true },
  search: { attempt: true, query: true, rewrittenBy: true, cached: true },
  passages: { attempt: true, passages: true, lexical: true, vector: true, rerank: true, notice: true },
  delta: { text: true },
  answer: {
    mode: true,
    text: true,
    complete: true,
    language: true,
    corpus: true,
    sources: true,
    basis: true,
    disagreements: true,
    near: true,
    check: true,
    notice: true,
  },
  done: {
    timings: true,
    usage: true,
    costUsd: true,
    conversationCostUsd: true,
    unpricedModels: true,
    historySaved: true,
  },
  error: { code: true, message: true, field: true },
};

test.each(Object.entries(EVENTS))("the event %s is documented with all its fields", (name, fields) => {
  const row = contentOf("corpus/api.md")
    .split("\n")
    .find((line) => line.startsWith(`| \`${name}\``) && line.split("|").length === 5);
  const documented = [...(row?.split("|")[3] ?? "").matchAll(/`(\w+)`/g)].map(([, field]) => field);
  expect(documented.sort()).toEqual(Object.keys(fields).sort());
});
