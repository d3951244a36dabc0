import type { Cache } from "../../src/core/ports.ts";

/** A cache for one run of a command. */
export function memoryCache(): Cache {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key) ?? null,
    put: async (key, value) => void values.set(key, value),
  };
}
