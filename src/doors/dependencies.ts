import type { MiddlewareHandler } from "hono";
import type { AssetFetcher, IndexSource } from "../adapters/assets-index.ts";
import type { TurnEvent } from "../core/events.ts";
import type { HistoryStore, PassageIndex } from "../core/ports.ts";
import type { Log } from "../log.ts";
import type { AskBody } from "./ask-request.ts";
import type { SearchQuery, SearchResult } from "./search-request.ts";

/** One question, checked. */
export type TurnRequest = Omit<AskBody, "stream">;

/** What runs behind the routes. The Worker's entry builds it; a test passes its own. */
export interface AppDependencies {
  index: IndexSource;
  /** Answers one question. Ends with exactly one terminal event, or throws before its first event. */
  ask(index: PassageIndex, request: TurnRequest, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Retrieval alone. */
  search(index: PassageIndex, query: SearchQuery, signal: AbortSignal): Promise<SearchResult>;
  history: HistoryStore;
  /** The build's files: the docs it rendered, the page's script and style. */
  assets: AssetFetcher;
  services: ConfiguredServices;
  log: Log;
  /** Run before every route, in order: where access rules go, such as CORS and rate limits. */
  middleware?: readonly MiddlewareHandler[];
}

/** Which model services are configured, by name: what `/health` tells. */
export interface ConfiguredServices {
  chatModel: string | null;
  embeddingModel: string | null;
  rerankModel: string | null;
  rerankByDefault: boolean;
}
