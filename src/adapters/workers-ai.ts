/** Workers AI: the binding inside a Worker, Cloudflare's REST API outside one. */
import * as z from "zod/mini";
import { postJson } from "./post-json.ts";
import type { RetryPolicy } from "./retry.ts";
import { attemptWithin, connectionFault, malformedError, type Service } from "./upstream.ts";

/** The part of Cloudflare's `Ai` binding that is used. */
export interface WorkersAi {
  run(model: string, inputs: Record<string, unknown>, options?: Record<string, unknown>): Promise<unknown>;
}

export interface RunOptions {
  service: Service;
  /** Per attempt. */
  timeoutMs: number;
  retry: RetryPolicy;
  signal?: AbortSignal | undefined;
}

/** Runs a model and gives back its answer, unchecked. */
export type RunModel = (
  model: string,
  inputs: Record<string, unknown>,
  options: RunOptions,
) => Promise<unknown>;

/**
 * The binding retries by itself inside Cloudflare, and takes no signal: a time budget here stops the waiting, not the work.
 */
export function bindingRunner(ai: WorkersAi): RunModel {
  return (model, inputs, { service, timeoutMs, signal }) =>
    attemptWithin(service, timeoutMs, signal, async (attemptSignal) => {
      const stopped = new Promise<never>((_, reject) => {
        attemptSignal.addEventListener("abort", () => reject(attemptSignal.reason), { once: true });
      });
      try {
        return await Promise.race([ai.run(model, inputs), stopped]);
      } catch (cause) {
        throw attemptSignal.aborted ? cause : connectionFault(service, cause).error;
      }
    });
}

const envelopeSchema = z.object({ success: z.literal(true), result: z.unknown() });

/** @param apiUrl up to and with `/client/v4` */
export function restRunner(apiUrl: string, accountId: string): RunModel {
  return async (model, inputs, options) => {
    const answer = await postJson(`${apiUrl}/accounts/${accountId}/ai/run/${model}`, inputs, options);
    const parsed = z.safeParse(envelopeSchema, answer);
    if (!parsed.success) throw malformedError(options.service, "not a successful result");
    return parsed.data.result;
  };
}
