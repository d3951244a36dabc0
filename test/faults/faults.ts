/** The services that RepoBot calls, and the ways in which they are made to fail. */

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses of the server of misbehaving services, and of a port on which nobody listens. */
    faultServer: { url: string; refusedUrl: string };
  }
}

export const UPSTREAMS = ["chat", "rewrite", "embedding", "rerank", "kv", "assets"] as const;
export type Upstream = (typeof UPSTREAMS)[number];

export const FAULTS = [
  "down",
  "refused",
  "slow",
  "status-429",
  "status-500",
  "status-503",
  "cut",
  "malformed",
  "wrong",
  "nan",
  "huge",
  "stall",
  "once-429",
  "once-503",
] as const;
export type Fault = (typeof FAULTS)[number];
