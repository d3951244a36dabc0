/** A seeded part of `npm run fuzz`, and that the command finds and tells what is wrong. */
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  addOutcome,
  BATCH_CASES,
  batchesOf,
  planCases,
  type TargetResult,
} from "../../../build/fuzz/plan.ts";
import { reportText } from "../../../build/fuzz/report.ts";
import { runBatches } from "../../../build/fuzz/run-batches.ts";
import { countedTarget, randomTarget } from "../../../build/fuzz/target.ts";
import { TARGETS } from "../../../build/fuzz/targets.ts";
import { hostileJson } from "../../../build/fuzz/texts.ts";
import type { TurnEvent } from "../../../src/core/events.ts";
import { AnswerClient } from "../../../src/widget/answer-client.ts";
import { newTurn, withEvent } from "../../../src/widget/turn-state.ts";

const CASES = 4_000;
const SEED = 20_261_130;
const ignored = () => {};

describe("hostile input", () => {
  const plan = planCases(TARGETS, CASES);

  it.each(TARGETS.map((target) => [target.name, target] as const))(
    "does no harm to %s",
    async (name, target) => {
      const cases = plan.get(name)!;
      expect(cases).toBeGreaterThan(0);
      expect(await target.check(cases, SEED, ignored, 0)).toEqual({ cases, failure: null });
    },
  );
});

describe("fuzzing", () => {
  it("draws every case from the same values: none grows by what an earlier one changed", () => {
    const cases = () => fc.sample(hostileJson([{ token: "t" }]), { numRuns: 2_000, seed: SEED });
    expect(cases()).toEqual(cases());
  });

  it("shrinks what fails, and says how to have it again", async () => {
    const target = randomTarget({
      name: "commas",
      share: 1,
      input: fc.string({ maxLength: 40 }),
      run(text) {
        if (text.includes(",")) throw new TypeError("a comma");
      },
    });
    const outcome = await target.check(10_000, 7, ignored, 0);
    expect(outcome.failure).toMatchObject({ counterexample: '[","]', seed: 7 });
    const result: TargetResult = { target: "commas", cases: 0, failures: [] };
    addOutcome(result, outcome);
    addOutcome(result, outcome);
    expect(result).toMatchObject({ cases: outcome.cases * 2, failures: [outcome.failure] });
    const report = reportText({ seed: 7, seconds: 1, cases: result.cases, targets: [result] });
    expect(report).toContain("commas: TypeError: a comma");
    expect(report).toContain("npm run fuzz -- --target commas --seed 7");
  });

  it("tries each case that can be counted once", async () => {
    const tried: number[] = [];
    const target = countedTarget("numbers", 3, 2_500, (n) => tried.push(n));
    const drawn = randomTarget({ name: "drawn", share: 1, input: fc.nat(), run: ignored });
    expect(planCases([drawn, target], 5_000)).toEqual(
      new Map([
        ["numbers", 2_500],
        ["drawn", 2_500],
      ]),
    );
    const batches = batchesOf([target], 5_000, 1);
    expect(batches).toHaveLength(Math.ceil(2_500 / BATCH_CASES));
    for (const { cases, seed, from } of batches) await target.check(cases, seed, ignored, from);
    expect(tried).toEqual(Array.from({ length: 2_500 }, (_, n) => n));
  });

  it("runs batches on threads", async () => {
    const batches = batchesOf(
      TARGETS.filter(({ name }) => name === "headers"),
      40,
      1,
    );
    const outcomes: unknown[] = [];
    await runBatches(batches, 2, (_, outcome) => outcomes.push(outcome));
    expect(outcomes).toEqual([{ cases: 40, failure: null }]);
  });
});

describe("a stream in the widget that carries something else than events", () => {
  afterEach(() => vi.unstubAllGlobals());

  async function ask(body: string): Promise<TurnEvent[]> {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    const client = new AnswerClient("http://worker.invalid", null);
    const events: TurnEvent[] = [];
    for await (const event of client.ask({ question: "How?" }, new AbortController().signal))
      events.push(event);
    return events;
  }

  it.each([
    ["no text", "data: \n\n"],
    ["no JSON", "data: <html>\n\n"],
    ["no object", "data: null\n\n"],
    ["no end", `data: ${"x".repeat(5_000_000)}`],
  ])("is cut off at %s", async (_, body) => {
    await expect(ask(body)).rejects.toMatchObject({ name: "AskError", code: "cut" });
  });

  it("leaves a turn as it is at an event of a newer Worker", () => {
    const turn = newTurn("How?");
    // What a newer Worker sends is of no type that this release has.
    expect(withEvent(turn, { type: "weather" } as unknown as TurnEvent)).toEqual(turn);
  });
});
