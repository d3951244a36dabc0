/** Cloudflare Turnstile, or a service that is asked the same way. */
import * as z from "zod/mini";
import { readBounded } from "./bounded-body.ts";
import { RetryableFault } from "./retry.ts";
import {
  attemptWithin,
  hostOf,
  malformedError,
  type Service,
  statusFault,
  tooLargeError,
} from "./upstream.ts";

export interface TurnstileSettings {
  /** Never logged. */
  secret: string;
  /** Where tokens are verified. */
  verifyUrl: string;
}

const TIMEOUT_MS = 5_000;
const MAX_RESULT_BYTES = 64 * 1024;
const resultSchema = z.object({ success: z.boolean() });

/**
 * Asks once: a token can be verified one time only.
 * @see https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function createTurnstile({ secret, verifyUrl }: TurnstileSettings) {
  const service: Service = {
    name: "check service",
    keySetting: "TURNSTILE_SECRET",
    addressSetting: "TURNSTILE_VERIFY_URL",
    host: hostOf(verifyUrl),
    secret,
  };

  /**
   * @param address of the client, where it is known
   * @throws RepoBotError `upstream_unavailable`, `upstream_timeout`, `upstream_malformed`
   */
  async function verify(token: string, address: string | null): Promise<boolean> {
    const fields = { secret, response: token, ...(address !== null && { remoteip: address }) };
    try {
      const body = await attemptWithin(service, TIMEOUT_MS, undefined, async (signal) => {
        const response = await fetch(verifyUrl, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(fields),
          signal,
        });
        if (!response.ok) throw statusFault(service, response.status, null, "");
        return readBounded(response, MAX_RESULT_BYTES, () => tooLargeError(service, MAX_RESULT_BYTES));
      });
      return parseResult(service, new TextDecoder().decode(body));
    } catch (error) {
      throw error instanceof RetryableFault ? error.error : error;
    }
  }

  return { verify };
}

function parseResult(service: Service, body: string): boolean {
  try {
    return resultSchema.parse(JSON.parse(body)).success;
  } catch {
    throw malformedError(service, "no `success` in the answer");
  }
}
