/** Faults that a model server is told to show, one a request, before it works. */
import type { ServerResponse } from "node:http";
import { sendJson } from "./http-server.ts";

export interface StatusFault {
  status: number;
  /** Value of `Retry-After`. */
  retryAfter?: string;
  /** @defaultValue `{error: "scripted fault"}` */
  body?: unknown;
}

/** `cut` closes the connection without an answer, `stall` never answers, `malformed` answers with what is no JSON. */
export type Fault = StatusFault | "cut" | "stall" | "malformed";

export function showFault(fault: Fault, response: ServerResponse): void {
  if (fault === "cut") {
    response.destroy();
  } else if (fault === "malformed") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"data": [');
  } else if (fault !== "stall") {
    const headers: Record<string, string> =
      fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
    sendJson(response, fault.status, fault.body ?? { error: "scripted fault" }, headers);
  }
}
